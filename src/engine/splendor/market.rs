//! The decks and the face-up cards (B2, B11, O1). It does not know who may take them.

use super::card::{CardId, Deck};
use super::costs::{COSTS_PER_WORD, Costs, Means};
use super::slot::{SLOTS, Slot, SlotSet};
use std::fmt;

/// The number of cards of all decks.
const CARDS: usize = CardId::COUNT as usize;
/// The position of each deck's first card in the order of all decks.
const FIRST_CARD: [u8; 6] = [0, 40, 70, 90, 100, 110];

// The table says of each deck what the catalogue says: where its cards begin.
const _: () = {
    let (mut deck, mut card) = (0, 0);
    while deck < Deck::ALL.len() {
        assert!(FIRST_CARD[deck] as usize == card);
        assert!(Deck::ALL[deck].first_card().number() as usize == card + 1);
        card += Deck::ALL[deck].size();
        deck += 1;
    }
    assert!(card == CARDS);
};

/// The number of places that are searched for a card of a deck: those of the largest row.
const PLACES_SEARCHED: usize = Deck::Base1.places();
/// The number of places with the unused ones behind the last row, which make it as long as the largest.
const SLOTS_WITH_MARGIN: usize = SLOTS + PLACES_SEARCHED - Deck::Orient3.places();

/// The number of cards left in a deck, and the position of its top card in its ring of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Pile {
    top: u8,
    left: u8,
}

/// Decks and face-up cards. Equality ignores the cards drawn before.
#[derive(Clone, Copy)]
pub struct Market {
    cards: [CardId; CARDS],
    piles: [Pile; 6],
    slots: [Option<CardId>; SLOTS_WITH_MARGIN],
    open: SlotSet,
    vacant: SlotSet,
}

impl Market {
    /// A market without decks and face-up cards.
    pub const EMPTY: Market = Market {
        cards: [CardId::FIRST; CARDS],
        piles: [Pile { top: 0, left: 0 }; 6],
        slots: [None; SLOTS_WITH_MARGIN],
        open: SlotSet::NONE,
        vacant: SlotSet::NONE,
    };

    /// Sets a deck, first card on top; cards beyond the deck's size are dropped.
    pub fn set_deck(&mut self, deck: Deck, cards: &[CardId]) {
        let left = cards.len().min(deck.size());
        let first = FIRST_CARD[deck.index()] as usize;
        self.cards[first..first + left].copy_from_slice(&cards[..left]);
        self.piles[deck.index()] = Pile { top: 0, left: left as u8 };
    }

    /// Puts a card face up in a place, or leaves the place empty.
    #[inline]
    pub fn set_face_up(&mut self, slot: Slot, card: Option<CardId>) {
        self.slots[slot.index()] = card;
        match card {
            Some(_) => self.open.insert(slot),
            None => self.open.remove(slot),
        }
    }

    /// Marks a place as vacant: its card was taken this turn, and the place will be refilled (S8).
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

    /// Those of the given places whose cards the means cover (B8).
    #[inline]
    pub(super) fn affordable(&self, among: SlotSet, means: &Means) -> SlotSet {
        // The places with the same number in the rows of the three levels share a word.
        let affordable = |places: [usize; COSTS_PER_WORD]| {
            Costs::of(places.map(|place| self.slots[place])).affordable(means)
        };
        let [a, b, c, d] = [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]].map(affordable);
        let base = (a | b << 1) | (c | d << 1) << 2;
        let mut bits = base & 0xf | base >> 16 & 0xf0 | base >> 32 & 0xf00;
        if !among.intersection(SlotSet::ORIENT).is_empty() {
            let [a, b] = [[12, 14, 16], [13, 15, 17]].map(affordable);
            let orient = a | b << 1;
            bits |= (orient & 3 | orient >> 18 & 0xc | orient >> 36 & 0x30) << 12;
        }
        SlotSet::from_bits(bits as u32).intersection(among)
    }

    /// The face-up cards with their places, in market order.
    #[inline]
    pub fn face_up(&self) -> impl Iterator<Item = (Slot, CardId)> + '_ {
        self.open.iter().filter_map(|slot| self.card(slot).map(|card| (slot, card)))
    }

    /// The place of a face-up card.
    #[inline]
    pub fn slot_of(&self, card: CardId) -> Option<Slot> {
        // Checks four places for each deck, because that is faster than a branch that ends the search early.
        // Behind the two places of an Orient deck are those of another deck, where the card cannot be.
        let first = Slot::first_of(card.facts().deck);
        let row: &[Option<CardId>; PLACES_SEARCHED] = self.slots.get(first..)?.first_chunk()?;
        let there = |place: usize| u32::from(row[place] == Some(card)) << place;
        let found = (0..PLACES_SEARCHED).fold(0, |bits, place| bits | there(place));
        if found == 0 { None } else { Slot::new(first as u8 + found.trailing_zeros() as u8) }
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

    /// Fills a vacant place from its deck (B11) and returns the card.
    #[inline]
    pub fn refill(&mut self, slot: Slot) -> Option<CardId> {
        self.vacant.remove(slot);
        let card = self.draw(slot.deck());
        self.set_face_up(slot, card);
        card
    }

    /// Replaces every card of a deck by an unknown one.
    pub(super) fn veil(&mut self, deck: Deck) {
        let first = FIRST_CARD[deck.index()] as usize;
        self.cards[first..first + deck.size()].fill(CardId::blank(deck));
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

    /// The cards of a deck, top first, in the two parts of its ring. They are hidden from everyone (B18).
    pub(super) fn deck_in_parts(&self, deck: Deck) -> [&[CardId]; 2] {
        let first = FIRST_CARD[deck.index()] as usize;
        let ring = &self.cards[first..first + deck.size()];
        let (top, left) = (self.piles[deck.index()].top as usize, self.deck_size(deck) as usize);
        let before_wrap = left.min(deck.size() - top);
        [&ring[top..top + before_wrap], &ring[..left - before_wrap]]
    }

    /// The cards of a deck, top first. They are hidden from everyone (B18).
    pub fn deck(&self, deck: Deck) -> impl Iterator<Item = CardId> + '_ {
        (0..self.deck_size(deck)).filter_map(move |depth| self.in_deck(deck, depth))
    }

    /// The card at this depth of a deck; 0 is the top.
    #[inline]
    fn in_deck(&self, deck: Deck, depth: u8) -> Option<CardId> {
        if depth < self.deck_size(deck) { Some(self.cards[self.position(deck, depth)]) } else { None }
    }

    /// The position of the card at this depth in the order of all decks.
    #[inline]
    fn position(&self, deck: Deck, depth: u8) -> usize {
        FIRST_CARD[deck.index()] as usize + wrap((self.piles[deck.index()].top + depth) as usize, deck)
    }
}

/// A position in the ring of a deck's cards; the argument exceeds the ring by less than one round.
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
    /// Shows only public information: the order of a deck never reaches a log (B18).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = Deck::ALL.map(|deck| self.deck_size(deck));
        f.debug_struct("Market").field("face_up", &&self.slots[..SLOTS]).field("deck_sizes", &sizes).finish()
    }
}
