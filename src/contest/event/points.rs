//! Points for places at a table. Shared places get the exact average of their points.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use thiserror::Error;

use super::entry::SEATS_MAX;

/// Parts of a point: the average of up to four whole points is a whole number of twelfths.
const PARTS: i64 = 12;
/// The maximum number of points for a place.
pub const POINTS_MAX: u32 = 1000;

/// A number of points in twelfths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(i64);

impl Points {
    /// Returns whole points.
    pub const fn whole(points: u32) -> Points {
        Points(points as i64 * PARTS)
    }

    /// Returns parts of a point.
    pub const fn of_twelfths(twelfths: i64) -> Points {
        Points(twelfths)
    }

    /// Returns the number of twelfths.
    pub const fn twelfths(self) -> i64 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::default(), Add::add)
    }
}

impl fmt::Display for Points {
    /// Writes at most two decimals, rounded: `3`, `1.5`, `2.33`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100 + PARTS / 2).div_euclid(PARTS);
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The points of an event: one list for each size of table, and the points of a bye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointsTable {
    places: [Vec<u32>; SEATS_MAX - 1],
    bye: u32,
}

/// Why points cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PointsError {
    /// A list has another length than its table has seats.
    #[error("the points for {0} seats must have one value for each place")]
    Length(usize),
    /// A worse place has more points.
    #[error("the points for {0} seats must not rise from a place to the next")]
    Order(usize),
    /// A value is too large.
    #[error("points are limited to {POINTS_MAX}")]
    Size,
}

impl PointsTable {
    /// Returns the default points: 4/0, 4/2/0 and 4/2/1/0, and a win for a bye.
    pub fn standard() -> PointsTable {
        PointsTable { places: [vec![4, 0], vec![4, 2, 0], vec![4, 2, 1, 0]], bye: 4 }
    }

    /// Returns points for wins only: 1 for the first place, otherwise 0.
    pub fn wins_only() -> PointsTable {
        PointsTable { places: [vec![1, 0], vec![1, 0, 0], vec![1, 0, 0, 0]], bye: 1 }
    }

    /// Returns the points of team matches: 2 for a win and for a bye, 1 for a shared place.
    pub fn matches() -> PointsTable {
        PointsTable { places: [vec![2, 0], vec![2, 1, 0], vec![2, 1, 0, 0]], bye: 2 }
    }

    /// Returns custom points, each list from the first place to the last. Fails if a list has the wrong
    /// length, rises anywhere, or has a value above `POINTS_MAX`.
    pub fn custom(places: [Vec<u32>; SEATS_MAX - 1], bye: u32) -> Result<PointsTable, PointsError> {
        for (list, seats) in places.iter().zip(2..) {
            if list.len() != seats {
                return Err(PointsError::Length(seats));
            }
            if !list.is_sorted_by(|a, b| a >= b) {
                return Err(PointsError::Order(seats));
            }
        }
        let is_large = places.iter().flatten().chain([&bye]).any(|&points| points > POINTS_MAX);
        if is_large { Err(PointsError::Size) } else { Ok(PointsTable { places, bye }) }
    }

    /// The points of a bye.
    pub fn bye(&self) -> Points {
        Points::whole(self.bye)
    }

    /// Returns the points of one place among the places of a table. A shared place gets the average of its
    /// points and those of the places left free.
    pub fn of(&self, place: u8, places: &[u8]) -> Points {
        let better = places.iter().filter(|&&other| other < place).count();
        let sharing = places.iter().filter(|&&other| other == place).count().max(1);
        let list = places.len().checked_sub(2).and_then(|index| self.places.get(index));
        let sum: u32 = list.into_iter().flatten().skip(better).take(sharing).sum();
        Points(i64::from(sum) * PARTS / sharing as i64)
    }

    /// Returns the points of the sole winner of a table with this many seats.
    pub fn win(&self, seats: usize) -> Points {
        let list = seats.checked_sub(2).and_then(|index| self.places.get(index));
        list.and_then(|list| list.first()).map_or(Points::default(), |&win| Points::whole(win))
    }

    /// Returns the sum of the points of a table, which does not depend on shared places.
    pub fn sum(&self, seats: usize) -> Points {
        let list = seats.checked_sub(2).and_then(|index| self.places.get(index));
        Points::whole(list.into_iter().flatten().sum())
    }
}
