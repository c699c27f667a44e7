//! The games of an event: rounds of tables with results.

use super::entry::{EntryId, SEATS_MAX};
use super::points::{Points, PointsTable};
use super::virtual_points::VirtualPoints;

/// The result of one seat. Unknown facts have no value: an organizer may set only the places, and Kids has no
/// cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// Who sat there.
    pub entry: EntryId,
    /// The place: 1 is best, and equal places are shared.
    pub place: u8,
    /// The prestige at the end, or what the ruleset scores instead.
    pub prestige: Option<u16>,
    /// The number of bought cards.
    pub cards: Option<u16>,
    /// The number of tokens at the end.
    pub tokens: Option<u16>,
    /// Whether they forfeited: they have no points, and nobody has played against them.
    pub forfeit: bool,
}

impl SeatResult {
    /// Returns the points of this seat at a table with these places, including its own.
    pub fn points(&self, places: &[u8], points: &PointsTable) -> Points {
        if self.forfeit { Points::default() } else { points.of(self.place, places) }
    }
}

/// A finished table, with results in the order of seats. Void tables are not part of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedTable {
    /// The results, seat 0 first.
    pub seats: Vec<SeatResult>,
}

impl PlayedTable {
    /// Returns the places in the order of seats.
    pub fn places(&self) -> Vec<u8> {
        self.seats.iter().map(|seat| seat.place).collect()
    }

    /// Returns whether this seat has played a game: it has not forfeited, nor have all of its opponents.
    pub fn has_played(&self, seat: &SeatResult) -> bool {
        !seat.forfeit && self.seats.iter().any(|other| other.entry != seat.entry && !other.forfeit)
    }

    /// Returns the opponents that this seat has played. None if it has not played.
    pub fn opponents(&self, seat: &SeatResult) -> impl Iterator<Item = &SeatResult> {
        let own = (seat.entry, seat.forfeit);
        self.seats.iter().filter(move |other| other.entry != own.0 && !other.forfeit && !own.1)
    }

    /// Returns the share of the win in twelfths: 12 for the sole winner, 12/k if k players share the first
    /// place. An unplayed game has no winner.
    pub fn win_twelfths(&self, seat: &SeatResult) -> i64 {
        if !self.has_played(seat) {
            return 0;
        }
        let better = self.seats.iter().filter(|other| other.place < seat.place).count();
        let sharing = self.seats.iter().filter(|other| other.place == seat.place).count().clamp(1, SEATS_MAX);
        if better == 0 { 12 / sharing as i64 } else { 0 }
    }
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedRound {
    /// The finished tables.
    pub tables: Vec<PlayedTable>,
    /// Who had a bye, which scores.
    pub byes: Vec<EntryId>,
    /// Who was paired and missing: no points.
    pub no_shows: Vec<EntryId>,
    /// Points that an organizer has added, or subtracted if they are negative.
    pub adjustments: Vec<(EntryId, Points)>,
    /// What counted in its pairing beside the points.
    pub virtual_points: VirtualPoints,
}
