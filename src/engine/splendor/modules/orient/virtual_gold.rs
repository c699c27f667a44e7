//! Virtual gold: cards that pay like two gold each and then leave the game (O4). It does not know what they
//! pay for.

use super::CARDS_PER_KIND;
use crate::bits::bit_set;
use crate::splendor::card::{CardId, CardSet};
use std::fmt;

/// The amount of virtual gold that one card gives (O4).
pub const VIRTUAL_GOLD_PER_CARD: u8 = 2;
/// The catalogue number of the first virtual-gold card.
const FIRST_VIRTUAL_GOLD: u8 = 91;

bit_set! {
    /// A set of virtual-gold cards (O4).
    VirtualGold(u8), CARDS_PER_KIND
}

impl VirtualGold {
    /// The set of this card alone, if it is a virtual-gold card.
    pub const fn of(card: CardId) -> Option<VirtualGold> {
        let place = card.number().wrapping_sub(FIRST_VIRTUAL_GOLD);
        if place < CARDS_PER_KIND { Some(VirtualGold(1 << place)) } else { None }
    }

    /// The virtual-gold cards in this set of cards.
    #[inline]
    pub const fn among(cards: CardSet) -> VirtualGold {
        VirtualGold::from_bits((cards.bits() >> FIRST_VIRTUAL_GOLD) as u8)
    }

    /// The units of gold that the cards cover together (O4).
    #[inline]
    pub(in crate::splendor) const fn units(self) -> u8 {
        // Most seats own none, so that the count is seldom needed.
        if self.is_empty() { 0 } else { VIRTUAL_GOLD_PER_CARD * self.len() as u8 }
    }

    /// The cards in catalogue order.
    pub fn cards(self) -> impl Iterator<Item = CardId> {
        (0..CARDS_PER_KIND)
            .filter(move |place| self.0 >> place & 1 == 1)
            .filter_map(|place| CardId::new(FIRST_VIRTUAL_GOLD + place))
    }

    /// The first `count` cards of the set in catalogue order.
    #[must_use]
    pub fn lowest(self, count: u8) -> VirtualGold {
        self.cards()
            .take(count as usize)
            .filter_map(VirtualGold::of)
            .fold(VirtualGold::NONE, VirtualGold::union)
    }

    /// Every subset of this set, the empty set first.
    pub fn subsets(self) -> impl Iterator<Item = VirtualGold> {
        (0..=VirtualGold::ALL.bits()).map(VirtualGold::from_bits).filter(move |&subset| self.includes(subset))
    }
}

impl fmt::Debug for VirtualGold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cards()).finish()
    }
}
