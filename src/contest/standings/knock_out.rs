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
/// tokens, then with the lowest lot. Cards and tokens decide only if they are known of everybody who is level. A table without
/// seats has no winner.
pub fn sole_winner(table: &PlayedTable, seed: &EventSeed) -> Option<(EntryId, WonBy)> {
    let mut level: Vec<&SeatResult> = table.seats.iter().collect();
    keep_lowest(&mut level, |seat| Some(seat.place.into()));
    let mut won_by = WonBy::Place;
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| seat.cards);
        won_by = WonBy::FewestCards;
    }
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| seat.tokens.map(|tokens| u16::MAX - tokens));
        won_by = WonBy::MostTokens;
    }
    if level.len() > 1 {
        level.sort_by_cached_key(|seat| seed.lot(seat.entry));
        won_by = WonBy::Lot;
    }
    level.first().map(|seat| (seat.entry, won_by))
}

/// Keeps the seats with the lowest value. A value that is unknown for one of them keeps all.
fn keep_lowest(level: &mut Vec<&SeatResult>, value: impl Fn(&SeatResult) -> Option<u16>) {
    let values: Option<Vec<u16>> = level.iter().map(|seat| value(seat)).collect();
    let Some(lowest) = values.and_then(|values| values.into_iter().min()) else { return };
    level.retain(|seat| value(seat) == Some(lowest));
}
