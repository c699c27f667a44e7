//! What a seat holds: tokens, cards, hand, nobles. What others see of it is in `view` (B18). It does not know
//! the rules.

use super::card::{CardId, CardSet, Deck};
use super::costs::{Costs, Means};
use super::noble::{NOBLE_POINTS, NobleId, NobleSet};
use super::tokens::{Gems, Tokens};

/// The maximum number of cards in a hand (B7, O2).
pub const HAND_MAX: usize = 3;
/// The first bit of the marks of a hand that says whether there is a card.
const HELD: u32 = 4;

/// A reserved card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reserved {
    /// The card.
    pub card: CardId,
    /// Whether the other players have not seen the card (B18).
    pub blind: bool,
}

/// The reserved cards of a seat, in the order in which they were reserved (B7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand {
    cards: [Option<CardId>; HAND_MAX],
    /// A bit for each position with a card that the other players have not seen; from [`HELD`] on a bit for
    /// each position with a card.
    marks: u8,
}

impl Hand {
    /// The number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.marks >> HELD).count_ones() as usize
    }

    /// Whether the hand is empty.
    pub const fn is_empty(&self) -> bool {
        self.marks == 0
    }

    /// Whether the hand is full, so that no further card may be reserved (B7).
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.marks >> HELD == (1 << HAND_MAX) - 1
    }

    /// The cards in the order in which they were reserved.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Reserved> + '_ {
        self.cards().enumerate().map(|(at, card)| Reserved { card, blind: self.marks >> at & 1 == 1 })
    }

    /// The cards alone, in the same order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = CardId> + '_ {
        self.cards.iter().map_while(|&card| card)
    }

    /// The positions of the cards that the means cover, as bits, the first position lowest.
    #[inline]
    pub(super) fn affordable(&self, means: &Means) -> u8 {
        Costs::of(self.cards).affordable_bits(means) & self.marks >> HELD
    }

    /// The card in this position.
    #[inline]
    pub(super) const fn card(&self, place: u32) -> Option<CardId> {
        if (place as usize) < HAND_MAX { self.cards[place as usize] } else { None }
    }

    /// The positions of the cards of this deck and of all later ones, as bits, the first position lowest.
    #[inline]
    pub(super) fn of_decks_from(&self, deck: Deck) -> u8 {
        let found = |at: usize| u8::from(self.cards[at] >= Some(deck.first_card())) << at;
        (0..HAND_MAX).fold(0, |all, at| all | found(at))
    }

    /// The position of the card. Compares all positions, because a processor cannot guess where a search
    /// would end.
    #[inline]
    fn place_of(&self, card: CardId) -> Option<u32> {
        let found = (0..HAND_MAX).fold(0u8, |all, at| all | u8::from(self.cards[at] == Some(card)) << at);
        (found != 0).then(|| found.trailing_zeros())
    }

    /// Whether the card is in the hand.
    #[inline]
    pub fn has(&self, card: CardId) -> bool {
        self.place_of(card).is_some()
    }

    /// Adds a card; a full hand does not change.
    pub fn add(&mut self, reserved: Reserved) {
        let at = (self.marks >> HELD).trailing_ones();
        if let Some(place) = self.cards.get_mut(at as usize) {
            *place = Some(reserved.card);
            self.marks |= (1 << HELD | u8::from(reserved.blind)) << at;
        }
    }

    /// Removes a card; later cards move up.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        let Some(at) = self.place_of(card) else { return };
        let [first, second, third] = self.cards;
        self.cards = [if at == 0 { second } else { first }, if at == 2 { second } else { third }, None];
        // Both halves of the marks keep the bits before the position, and later bits move down.
        let before = ((1 << at) - 1) * (1 << HELD | 1);
        self.marks = self.marks & before | self.marks >> 1 & !before & !(1 << (HELD - 1));
    }
}

/// What a seat holds. Bonuses, card counts and points are sums over the owned cards, kept up to date.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Holdings {
    /// Tokens.
    pub tokens: Tokens,
    /// The discount that the owned cards give on a cost (B9, O9).
    pub bonuses: Gems,
    /// The number of owned cards of each color; a card with a double bonus is one card (O9).
    pub card_counts: Gems,
    /// The owned development cards.
    pub cards: CardSet,
    /// The reserved cards.
    pub hand: Hand,
    /// Nobles received.
    pub nobles: NobleSet,
    /// Prestige from cards and nobles; posts are counted separately (P5).
    pub points: u8,
    /// The number of purchases, which breaks ties (B16, O12).
    pub purchases: u8,
}

impl Holdings {
    /// Receives a noble (B14).
    pub fn receive(&mut self, noble: NobleId) {
        self.nobles.insert(noble);
        self.points += NOBLE_POINTS;
    }

    /// The rest of a cost after bonuses; surplus bonuses are lost (B9).
    #[inline]
    pub const fn due(&self, cost: Gems) -> Gems {
        cost.less(self.bonuses)
    }
}
