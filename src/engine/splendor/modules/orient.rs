//! Knows virtual gold, associations and which cards pay for a discard (O4-O6, O10). Knows nothing of turns.

use crate::engine::splendor::card::{CardId, CardSet, Power};
use crate::engine::splendor::color::Color;
use std::fmt;

/// Virtual gold that one card gives (O4).
pub const VIRTUAL_GOLD_PER_CARD: u8 = 2;
/// The catalogue number of the first virtual-gold card.
const FIRST_VIRTUAL_GOLD: u8 = 91;
/// The catalogue number of the first card of level 1 that associates.
const FIRST_COPY: u8 = 96;
/// The catalogue number of the first card of level 2 that associates.
const FIRST_COPY_TAKE: u8 = 106;
/// Cards of each kind.
const CARDS_PER_KIND: u8 = 5;
/// The number of cards that can be associated.
pub const ASSOCIATING_CARDS: usize = 10;

/// A set of virtual-gold cards (O4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct VirtualGold(u8);

impl VirtualGold {
    /// No cards.
    pub const NONE: VirtualGold = VirtualGold(0);

    /// The set of this one card, if it is a virtual-gold card.
    pub fn of(card: CardId) -> Option<VirtualGold> {
        let place = card.number().wrapping_sub(FIRST_VIRTUAL_GOLD);
        (place < CARDS_PER_KIND).then(|| VirtualGold(1 << place))
    }

    /// The virtual-gold cards among these.
    #[inline]
    pub const fn among(cards: CardSet) -> VirtualGold {
        VirtualGold((cards.bits() >> FIRST_VIRTUAL_GOLD) as u8 & ((1 << CARDS_PER_KIND) - 1))
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: VirtualGold) -> VirtualGold {
        VirtualGold(self.0 | other.0)
    }

    /// The set without the other's cards.
    #[must_use]
    pub const fn without(self, other: VirtualGold) -> VirtualGold {
        VirtualGold(self.0 & !other.0)
    }

    /// Whether all of the other's cards are in the set.
    #[inline]
    pub const fn includes(self, other: VirtualGold) -> bool {
        self.0 & other.0 == other.0
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in catalogue order.
    pub fn cards(self) -> impl Iterator<Item = CardId> {
        (0..CARDS_PER_KIND)
            .filter(move |place| self.0 >> place & 1 == 1)
            .filter_map(|place| CardId::new(FIRST_VIRTUAL_GOLD + place))
    }

    /// The first cards of the set in catalogue order, this many of them.
    #[must_use]
    pub fn lowest(self, count: u8) -> VirtualGold {
        self.cards()
            .take(count as usize)
            .filter_map(VirtualGold::of)
            .fold(VirtualGold::NONE, VirtualGold::and)
    }

    /// Every set of cards of this one, the empty one first.
    pub fn subsets(self) -> impl Iterator<Item = VirtualGold> {
        (0..1 << CARDS_PER_KIND).map(VirtualGold).filter(move |&subset| self.includes(subset))
    }
}

impl fmt::Debug for VirtualGold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cards()).finish()
    }
}

/// The color and bonuses that a card took over (O5, O6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Association {
    /// Its color for the rest of the game.
    pub color: Color,
    /// How many bonuses of the color it gives: 1 or 2.
    pub bonus: u8,
}

/// What every associated card took over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Associations([Option<Association>; ASSOCIATING_CARDS]);

impl Associations {
    /// What the card took over, if it is associated.
    #[inline]
    pub fn get(&self, card: CardId) -> Option<Association> {
        place(card).and_then(|place| self.0[place])
    }

    /// Sets what the card took over.
    pub fn set(&mut self, card: CardId, association: Association) {
        if let Some(place) = place(card) {
            self.0[place] = Some(association);
        }
    }

    /// Forgets the card, because it left the game.
    pub fn forget(&mut self, card: CardId) {
        if let Some(place) = place(card) {
            self.0[place] = None;
        }
    }
}

/// The card's place among those that can be associated.
fn place(card: CardId) -> Option<usize> {
    match card.number() {
        number @ FIRST_COPY..FIRST_COPY_LAST => Some((number - FIRST_COPY) as usize),
        number @ FIRST_COPY_TAKE..FIRST_COPY_TAKE_LAST => {
            Some((number - FIRST_COPY_TAKE + CARDS_PER_KIND) as usize)
        }
        _ => None,
    }
}

/// One past the last card of level 1 that associates.
const FIRST_COPY_LAST: u8 = FIRST_COPY + CARDS_PER_KIND;
/// One past the last card of level 2 that associates.
const FIRST_COPY_TAKE_LAST: u8 = FIRST_COPY_TAKE + CARDS_PER_KIND;

/// Whether a card with this power is associated when it is acquired (O5, O7).
pub const fn associates(power: Power) -> bool {
    matches!(power, Power::Associate | Power::AssociateThenTake)
}

/// The cards that can be associated (O5, O7).
pub const ASSOCIATING: CardSet = {
    let per_kind = (1 << CARDS_PER_KIND) - 1;
    CardSet::from_bits(per_kind << FIRST_COPY | per_kind << FIRST_COPY_TAKE)
};

/// Calls back with the pairs of owned cards that may be discarded for a card of O10, given those of the color: with
/// two or more associated cards two of them, with one it and one other.
pub fn each_discard_pair(associated: CardSet, others: CardSet, mut pair: impl FnMut([CardId; 2])) {
    match (associated.len(), associated.iter().next()) {
        (1, Some(one)) => others.iter().for_each(|other| pair(in_order(one, other))),
        (0, _) => each_pair(others, pair),
        _ => each_pair(associated, pair),
    }
}

fn each_pair(cards: CardSet, mut pair: impl FnMut([CardId; 2])) {
    let mut later = cards;
    for first in cards.iter() {
        later.remove(first);
        later.iter().for_each(|second| pair([first, second]));
    }
}

fn in_order(a: CardId, b: CardId) -> [CardId; 2] {
    if a < b { [a, b] } else { [b, a] }
}
