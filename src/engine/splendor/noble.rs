//! Knows noble tiles and what they ask for (B14). Knows nothing of who receives them.

use super::catalogue::NOBLES;
use super::tokens::Gems;
use std::fmt;

/// The prestige of a noble (B14).
pub const NOBLE_POINTS: u8 = 3;
/// The fewest cards that any noble asks for: who has fewer need not be looked at.
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
/// The most nobles on the table (B1).
pub const NOBLES_ON_TABLE_MAX: usize = 5;

/// A noble tile: its place in the catalogue, from 0; the last one comes with the Orient (O1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleId(u8);

impl NobleId {
    /// The number of nobles in the catalogue.
    pub const COUNT: u8 = 11;

    /// The noble with this place in the catalogue.
    pub const fn new(place: u8) -> Option<NobleId> {
        if place < Self::COUNT { Some(NobleId(place)) } else { None }
    }

    /// All nobles in catalogue order.
    pub fn all() -> impl Iterator<Item = NobleId> {
        (0..Self::COUNT).map(NobleId)
    }

    /// The place in the catalogue.
    pub const fn place(self) -> u8 {
        self.0
    }

    /// The cards it asks for.
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

/// A set of nobles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NobleSet(u16);

impl NobleSet {
    /// No nobles.
    pub const EMPTY: NobleSet = NobleSet(0);

    /// Adds a noble.
    pub fn insert(&mut self, noble: NobleId) {
        self.0 |= 1 << noble.0;
    }

    /// Takes a noble out.
    pub fn remove(&mut self, noble: NobleId) {
        self.0 &= !(1 << noble.0);
    }

    /// Whether the noble is in the set.
    pub const fn has(self, noble: NobleId) -> bool {
        self.0 >> noble.0 & 1 == 1
    }

    /// The number of nobles.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The nobles in catalogue order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = NobleId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            NobleId::new(place)
        })
    }

    /// The set as bits, the first noble lowest.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these bits; bits that name no noble are dropped.
    pub const fn from_bits(bits: u16) -> NobleSet {
        NobleSet(bits & ((1 << NobleId::COUNT) - 1))
    }
}

impl FromIterator<NobleId> for NobleSet {
    fn from_iter<I: IntoIterator<Item = NobleId>>(nobles: I) -> Self {
        let mut set = NobleSet::EMPTY;
        nobles.into_iter().for_each(|noble| set.insert(noble));
        set
    }
}
