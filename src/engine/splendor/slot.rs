//! Knows the places of the market and which deck fills each (B2, O1). Knows nothing of the cards that lie
//! there.

use super::card::{Deck, Level};
use super::effect::Place;
use crate::bits::{bit_set, count, nth_bit};

/// The number of places for face-up cards: four for each base deck, two for each Orient deck.
pub const SLOTS: usize = 18;
/// The number of each deck's first place.
const FIRST_SLOT: [u8; 6] = [0, 4, 8, 12, 14, 16];
/// The deck of each place.
const DECK_OF: [Deck; SLOTS] = {
    use Deck::*;
    [
        Base1, Base1, Base1, Base1, Base2, Base2, Base2, Base2, Base3, Base3, Base3, Base3, Orient1, Orient1,
        Orient2, Orient2, Orient3, Orient3,
    ]
};

// The tables say of each deck what B2 says: where its places begin, and which places are its own.
const _: () = {
    let (mut deck, mut slot) = (0, 0);
    while deck < Deck::ALL.len() {
        assert!(FIRST_SLOT[deck] as usize == slot);
        let end = slot + Deck::ALL[deck].places();
        while slot < end {
            assert!(DECK_OF[slot].index() == deck);
            slot += 1;
        }
        deck += 1;
    }
    assert!(slot == SLOTS);
};

/// A place of the market, numbered in refill order: base decks first, left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    /// The place with this number.
    #[inline]
    pub const fn new(number: u8) -> Option<Slot> {
        if (number as usize) < SLOTS { Some(Slot(number)) } else { None }
    }

    /// All places in refill order.
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..SLOTS as u8).map(Slot)
    }

    /// The number of a deck's first place.
    #[inline]
    pub(super) const fn first_of(deck: Deck) -> usize {
        FIRST_SLOT[deck.index()] as usize
    }

    /// The places of a deck, from the left.
    pub fn of(deck: Deck) -> impl Iterator<Item = Slot> {
        let first = FIRST_SLOT[deck.index()];
        (first..first + deck.places() as u8).map(Slot)
    }

    /// The place's number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The deck that fills it.
    #[inline]
    pub const fn deck(self) -> Deck {
        DECK_OF[self.0 as usize]
    }

    /// The place as written in effects.
    pub const fn place(self) -> Place {
        let deck = self.deck();
        Place { deck, index: self.0 - FIRST_SLOT[deck.index()] }
    }
}

bit_set! {
    /// A set of places.
    SlotSet(u32) of Slot, SLOTS;
    place: |slot| slot.0;
    at: |place| Slot(place as u8)
}

impl SlotSet {
    /// The places of the Orient decks (O1).
    pub const ORIENT: SlotSet = SlotSet::of_decks_from(Deck::Orient1);

    /// The places of this deck and of all later ones.
    #[inline]
    pub(super) const fn of_decks_from(deck: Deck) -> SlotSet {
        SlotSet((1 << SLOTS) - (1 << FIRST_SLOT[deck.index()]))
    }

    /// The places whose cards have this level.
    #[inline]
    pub(super) const fn of_level(level: Level) -> SlotSet {
        const OF_LEVEL: [SlotSet; Level::ALL.len()] = {
            let mut sets = [SlotSet::NONE; Level::ALL.len()];
            let mut slot = 0;
            while slot < SLOTS {
                sets[DECK_OF[slot].level() as usize].insert(Slot(slot as u8));
                slot += 1;
            }
            sets
        };
        OF_LEVEL[level as usize]
    }

    /// The place with this number among those of the set.
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Slot> {
        if n < count(self.0 as u64) { Some(Slot(nth_bit(self.0 as u64, n) as u8)) } else { None }
    }

    /// Whether the set has at least three places.
    #[inline]
    pub const fn has_three(self) -> bool {
        // Subtracting one clears the lowest bit and sets those below.
        let one_fewer = self.0 & self.0.wrapping_sub(1);
        one_fewer & one_fewer.wrapping_sub(1) != 0
    }

    /// The places of the set before this one.
    #[inline]
    #[must_use]
    pub const fn before(self, slot: Slot) -> SlotSet {
        SlotSet(self.0 & ((1 << slot.0) - 1))
    }
}
