//! Knows the decks and the face-up cards (B2, B11, O1). Knows nothing of who may take them.

use super::card::{CardId, Deck};
use super::costs::{Costs, Means};
use super::slot::{SLOTS, Slot, SlotSet};
use std::fmt;

/// All cards of all decks.
const CARDS: usize = CardId::COUNT as usize;
/// Where each deck's cards begin in the order of all decks.
const FIRST_CARD: [u8; 6] = [0, 40, 70, 90, 100, 110];

// The table says of each deck what the catalogue says: where its cards begin.
const _: () = {
    let (mut deck, mut card) = (0, 0);
    while deck < Deck::ALL.len() {
        assert!(FIRST_CARD[deck] as usize == card);
        card += Deck::ALL[deck].size();
        deck += 1;
    }
    assert!(card == CARDS);
};

/// How much of a deck is left and where its top lies in its ring of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Pile {
    top: u8,
    left: u8,
}

/// Decks and face-up cards. Equality compares what lies there, not what was drawn before.
#[derive(Clone, Copy)]
pub struct Market {
    cards: [CardId; CARDS],
    piles: [Pile; 6],
    slots: [Option<CardId>; SLOTS],
    costs: Costs,
    open: SlotSet,
    vacant: SlotSet,
}

impl Market {
    /// A market without cards: no decks, no places filled.
    pub const EMPTY: Market = Market {
        cards: [CardId::FIRST; CARDS],
        piles: [Pile { top: 0, left: 0 }; 6],
        slots: [None; SLOTS],
        costs: Costs::NONE,
        open: SlotSet::NONE,
        vacant: SlotSet::NONE,
    };

    /// Lays a deck down, its first card on top; cards above the deck's size are left away.
    pub fn lay_deck(&mut self, deck: Deck, cards: &[CardId]) {
        let left = cards.len().min(deck.size());
        let first = FIRST_CARD[deck.index()] as usize;
        self.cards[first..first + left].copy_from_slice(&cards[..left]);
        self.piles[deck.index()] = Pile { top: 0, left: left as u8 };
    }

    /// Lays a card face up on a place, or leaves the place empty.
    pub fn lay_face_up(&mut self, slot: Slot, card: Option<CardId>) {
        self.slots[slot.index()] = card;
        match card {
            Some(card) => {
                self.open.insert(slot);
                self.costs.put(slot, card.cost());
            }
            None => self.open.remove(slot),
        }
    }

    /// Marks a place as vacant: taken this turn, to be refilled (S8).
    pub fn mark_vacant(&mut self, slot: Slot) {
        self.vacant.insert(slot);
    }

    /// The face-up card on a place.
    #[inline]
    pub fn card(&self, slot: Slot) -> Option<CardId> {
        self.slots[slot.index()]
    }

    /// The places with a face-up card.
    #[inline]
    pub fn open(&self) -> SlotSet {
        self.open
    }

    /// The places among these whose cards the means suffice for (B8).
    #[inline]
    pub(super) fn affordable(&self, among: SlotSet, means: &Means) -> SlotSet {
        self.costs.affordable(among, means)
    }

    /// The face-up cards with their places, in market order.
    #[inline]
    pub fn face_up(&self) -> impl Iterator<Item = (Slot, CardId)> + '_ {
        self.open.iter().filter_map(|slot| self.card(slot).map(|card| (slot, card)))
    }

    /// The place on which the card lies face up.
    #[inline]
    pub fn slot_of(&self, card: CardId) -> Option<Slot> {
        // Every place of the row is looked at, which is quicker than a guess where the search may end.
        let there = |slot: &Slot| u32::from(self.card(*slot) == Some(card)) << slot.index();
        SlotSet::from_bits(Slot::of(card.facts().deck).fold(0, |bits, slot| bits | there(&slot)))
            .iter()
            .next()
    }

    /// Takes the card from a place, which is then vacant until the market is refilled.
    pub fn vacate(&mut self, slot: Slot) {
        self.slots[slot.index()] = None;
        self.open.remove(slot);
        self.vacant.insert(slot);
    }

    /// The places taken since the last refill.
    #[inline]
    pub fn vacant(&self) -> SlotSet {
        self.vacant
    }

    /// Fills a vacant place from its deck (B11); tells the card.
    pub fn refill(&mut self, slot: Slot) -> Option<CardId> {
        self.vacant.remove(slot);
        let card = self.draw(slot.deck());
        self.lay_face_up(slot, card);
        card
    }

    /// The number of cards left in a deck.
    #[inline]
    pub fn deck_size(&self, deck: Deck) -> u8 {
        self.piles[deck.index()].left
    }

    /// The decks that are not empty, as bits, the first deck lowest.
    #[inline]
    pub fn decks_left(&self) -> u8 {
        Deck::ALL.into_iter().fold(0, |bits, deck| bits | u8::from(self.deck_size(deck) > 0) << deck.index())
    }

    /// Draws the top card of a deck.
    #[inline]
    pub fn draw(&mut self, deck: Deck) -> Option<CardId> {
        let card = self.in_deck(deck, 0)?;
        let pile = &mut self.piles[deck.index()];
        pile.left -= 1;
        pile.top = wrap(pile.top as usize + 1, deck) as u8;
        Some(card)
    }

    /// Puts a card under a deck (P4).
    pub fn put_under(&mut self, deck: Deck, card: CardId) {
        let left = self.deck_size(deck);
        let at = self.position(deck, left);
        self.cards[at] = card;
        self.piles[deck.index()].left = (left + 1).min(deck.size() as u8);
    }

    /// The cards of a deck, top first, in the two parts of its ring. Hidden from everybody (B18).
    pub(super) fn deck_in_parts(&self, deck: Deck) -> [&[CardId]; 2] {
        let first = FIRST_CARD[deck.index()] as usize;
        let ring = &self.cards[first..first + deck.size()];
        let (top, left) = (self.piles[deck.index()].top as usize, self.deck_size(deck) as usize);
        let before_wrap = left.min(deck.size() - top);
        [&ring[top..top + before_wrap], &ring[..left - before_wrap]]
    }

    /// The cards of a deck, top first. Hidden from everybody (B18).
    pub fn deck(&self, deck: Deck) -> impl Iterator<Item = CardId> + '_ {
        (0..self.deck_size(deck)).filter_map(move |depth| self.in_deck(deck, depth))
    }

    /// The card at this depth of a deck, 0 on top.
    #[inline]
    fn in_deck(&self, deck: Deck, depth: u8) -> Option<CardId> {
        if depth < self.deck_size(deck) { Some(self.cards[self.position(deck, depth)]) } else { None }
    }

    /// Where the card at this depth stands in the order of all decks.
    #[inline]
    fn position(&self, deck: Deck, depth: u8) -> usize {
        FIRST_CARD[deck.index()] as usize + wrap((self.piles[deck.index()].top + depth) as usize, deck)
    }
}

/// A place in the ring of a deck's cards, at most once round.
#[inline]
const fn wrap(place: usize, deck: Deck) -> usize {
    if place >= deck.size() { place - deck.size() } else { place }
}

impl PartialEq for Market {
    fn eq(&self, other: &Market) -> bool {
        self.slots == other.slots
            && self.vacant == other.vacant
            && Deck::ALL.into_iter().all(|deck| self.deck(deck).eq(other.deck(deck)))
    }
}

impl Eq for Market {}

impl fmt::Debug for Market {
    /// Shows what all may see: an order of a deck never reaches a log (B18).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = Deck::ALL.map(|deck| self.deck_size(deck));
        f.debug_struct("Market").field("face_up", &self.slots).field("deck_sizes", &sizes).finish()
    }
}
