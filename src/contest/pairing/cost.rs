//! The disadvantages of a table, in parts, as a dry run shows them.

use std::ops::Add;

/// The published cost of having met once. It grows with the square of the number of meetings.
pub const REPEAT_COST: i64 = 100;
/// The published cost of a forbidden pair.
pub const FORBIDDEN_COST: i64 = 1000;
/// Squared twelfths in a squared point.
const SQUARE: i64 = 144;

/// The parts of a cost. Every part is a sum over pairs, except the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The number of forbidden pairs.
    pub forbidden: u32,
    /// The number of pairs that have met before.
    pub repeats: u32,
    /// The squares of how often pairs have met before.
    pub repeats_squared: i64,
    /// The squared differences of points, in squared twelfths.
    pub score_squared: i64,
    /// The number of entrants that float in the same direction as in the last round. Only at tables of two.
    pub repeated_floats: u32,
    /// The increase of the seat imbalance by the seats of the table.
    pub seats: i64,
}

impl Cost {
    /// Returns the published cost times 144, to make it a whole number: for each pair (point difference)² +
    /// 100 (times met)² + 1000 if forbidden.
    pub fn published_144ths(&self) -> i64 {
        let forbidden = FORBIDDEN_COST * i64::from(self.forbidden);
        self.score_squared + SQUARE * (REPEAT_COST * self.repeats_squared + forbidden)
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            forbidden: self.forbidden + other.forbidden,
            repeats: self.repeats + other.repeats,
            repeats_squared: self.repeats_squared + other.repeats_squared,
            score_squared: self.score_squared + other.score_squared,
            repeated_floats: self.repeated_floats + other.repeated_floats,
            seats: self.seats + other.seats,
        }
    }
}
