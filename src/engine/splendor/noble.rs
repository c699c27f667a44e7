//! Noble tiles and their requirements (B14). It does not know who receives them.

use super::catalogue::NOBLES;
use super::requirements::Requirements;
use super::tokens::Gems;
use crate::bits::bit_set;
use std::fmt;

/// The prestige of a noble (B14).
pub const NOBLE_POINTS: u8 = 3;
/// The minimum number of cards that any noble requires; seats with fewer cards need no further check.
pub(super) const NOBLE_CARDS_MIN: u8 = {
    let (mut fewest, mut place) = (u8::MAX, 0);
    while place < NOBLES.len() {
        let cards = NOBLES[place].total();
        if cards < fewest {
            fewest = cards;
        }
        place += 1;
    }
    fewest
};
/// The maximum number of nobles on the table (B1).
pub const NOBLES_ON_TABLE_MAX: usize = 5;

/// A noble tile: its index in the catalogue, from 0; the last one belongs to the Orient (O1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleId(u8);

impl NobleId {
    /// The number of nobles in the catalogue.
    pub const COUNT: u8 = 11;

    /// The noble with this index in the catalogue.
    pub const fn new(place: u8) -> Option<NobleId> {
        if place < Self::COUNT { Some(NobleId(place)) } else { None }
    }

    /// All nobles in catalogue order.
    pub fn all() -> impl Iterator<Item = NobleId> {
        (0..Self::COUNT).map(NobleId)
    }

    /// The index in the catalogue.
    pub const fn place(self) -> u8 {
        self.0
    }

    /// The cards it requires.
    #[inline]
    pub fn cards(self) -> Gems {
        NOBLES[self.0 as usize]
    }

    /// The noble's id in the contract.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; NobleId::COUNT as usize] = [
            "noble-1",
            "noble-2",
            "noble-3",
            "noble-4",
            "noble-5",
            "noble-6",
            "noble-7",
            "noble-8",
            "noble-9",
            "noble-10",
            "noble-orient",
        ];
        NAMES[self.0 as usize]
    }

    /// The noble with this id.
    pub fn from_name(name: &str) -> Option<NobleId> {
        NobleId::all().find(|noble| noble.name() == name)
    }
}

impl fmt::Display for NobleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for NobleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

bit_set! {
    /// A set of nobles.
    NobleSet(u16) of NobleId, NobleId::COUNT;
    place: |noble| noble.0;
    at: |place| NobleId(place as u8)
}

impl NobleSet {
    /// The nobles that a seat with these cards of each color earns (B14).
    #[inline]
    pub fn earned_by(cards: Gems) -> NobleSet {
        static REQUIREMENTS: Requirements = Requirements::new(&NOBLES);
        NobleSet::from_bits(REQUIREMENTS.met_by(cards))
    }
}
