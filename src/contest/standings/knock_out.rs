//! The sole winner of a knock-out table. The rated result does not change.

use crate::event::entry::EntryId;
use crate::event::round::{PlayedTable, SeatResult};
use crate::event::seed::EventSeed;

/// What made a winner the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBy {
    /// A first place that nobody shares.
    Place,
    /// The fewest cards of those who share the first place.
    FewestCards,
    /// The most tokens of those who are still level.
    MostTokens,
    /// The lot of the event.
    Lot,
}

/// Returns the sole winner of a table: of those who share the first place, the one with the fewest cards, then with the most
/// tokens, then with the lowest lot. A table at which all have forfeited has
/// none.
pub fn sole_winner(table: &PlayedTable, seed: &EventSeed) -> Option<(EntryId, WonBy)> {
    let mut level: Vec<&SeatResult> = table.seats.iter().filter(|seat| !seat.forfeit).collect();
    keep_lowest(&mut level, |seat| u32::from(seat.place));
    let mut won_by = WonBy::Place;
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| u32::from(seat.cards));
        won_by = WonBy::FewestCards;
    }
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| u32::from(u16::MAX - seat.tokens));
        won_by = WonBy::MostTokens;
    }
    if level.len() > 1 {
        level.sort_by_cached_key(|seat| seed.lot(seat.entry));
        won_by = WonBy::Lot;
    }
    level.first().map(|seat| (seat.entry, won_by))
}

fn keep_lowest(level: &mut Vec<&SeatResult>, key: impl Fn(&SeatResult) -> u32) {
    let lowest = level.iter().map(|seat| key(seat)).min();
    level.retain(|seat| Some(key(seat)) == lowest);
}
