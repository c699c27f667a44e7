//! Virtual points: they count in the pairing of one round, but never in standings.

use super::entry::EntryId;
use super::points::Points;

/// The virtual points of a round: the same number for each of these entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VirtualPoints {
    points: Points,
    /// In the order of numbers.
    entries: Vec<EntryId>,
}

impl VirtualPoints {
    /// Returns the same points for each of these entries. Zero points are the same as no entries.
    pub fn new(points: Points, mut entries: Vec<EntryId>) -> VirtualPoints {
        if points == Points::default() || entries.is_empty() {
            return VirtualPoints::default();
        }
        entries.sort_unstable();
        VirtualPoints { points, entries }
    }

    /// Returns the points of each of the entries.
    pub const fn points(&self) -> Points {
        self.points
    }

    /// Returns the entries that have them, in the order of numbers.
    pub fn entries(&self) -> &[EntryId] {
        &self.entries
    }

    /// Returns the virtual points of one entry.
    pub fn of(&self, entry: EntryId) -> Points {
        match self.entries.binary_search(&entry) {
            Ok(_) => self.points,
            Err(_) => Points::default(),
        }
    }
}
