//! Deals hidden cards anew, so that a viewer cannot notice the difference. It has no random source: the
//! caller shuffles.
//!
//! Two positions that differ only by such a deal must look the same to the viewer (B18). Bots sample
//! positions with it.

use super::card::{CardId, Deck};
use super::holdings::Reserved;
use super::state::State;
use crate::viewer::Viewer;

impl State {
    /// Deals anew everything that is hidden from this viewer: the order of each deck, together with the
    /// blind-reserved and drawn cards of others from that deck. `shuffle` reorders a list.
    pub fn redeal(&mut self, viewer: Viewer, mut shuffle: impl FnMut(&mut [CardId])) {
        let mut unknown = Vec::with_capacity(Deck::Base1.size());
        for deck in self.modules.decks() {
            unknown.clear();
            self.market.deck_in_parts(deck).into_iter().for_each(|part| unknown.extend_from_slice(part));
            let in_deck = unknown.len();
            unknown.extend(self.hidden_in_hands(deck, viewer));
            unknown.extend(self.hidden_drawn(deck, viewer));
            shuffle(&mut unknown);
            let (deck_anew, elsewhere) = unknown.split_at(in_deck);
            self.market.set_deck(deck, deck_anew);
            if !elsewhere.is_empty() {
                let mut dealt = elsewhere.iter().copied();
                self.replace_in_hands(deck, viewer, &mut dealt);
                self.replace_drawn(deck, viewer, &mut dealt);
            }
        }
    }

    /// Deals anew everything that is hidden from anybody, each deck from its cards in catalogue order: the
    /// deck from its top, then the blind-reserved cards seat by seat, then the drawn ones. `shuffle` gets the
    /// deck and reorders its cards.
    pub fn redeal_from_catalogue(&mut self, mut shuffle: impl FnMut(Deck, &mut [CardId])) {
        self.redeal(Viewer::Spectator, |cards| {
            cards.sort_unstable();
            if let Some(deck) = cards.first().map(|card| card.facts().deck) {
                shuffle(deck, cards);
            }
        });
    }

    fn hidden_in_hands(&self, deck: Deck, viewer: Viewer) -> impl Iterator<Item = CardId> + '_ {
        let others = self.seat_count.seats().filter(move |&seat| !viewer.sees(seat));
        let hands = others.map(|seat| &self.seats[seat].hand).filter(|hand| !hand.is_empty());
        let hidden = hands.flat_map(|hand| hand.iter().filter(|held| held.blind).map(|held| held.card));
        hidden.filter(move |card| card.facts().deck == deck)
    }

    fn replace_in_hands(&mut self, deck: Deck, viewer: Viewer, dealt: &mut impl Iterator<Item = CardId>) {
        for seat in self.seat_count.seats().filter(|&seat| !viewer.sees(seat)) {
            let held: Vec<Reserved> = self.seats[seat].hand.iter().collect();
            self.seats[seat].hand = Default::default();
            for reserved in held {
                let hidden = reserved.blind && reserved.card.facts().deck == deck;
                let card = if hidden { dealt.next().unwrap_or(reserved.card) } else { reserved.card };
                self.seats[seat].hand.add(Reserved { card, ..reserved });
            }
        }
    }
}
