//! Removes from a position what a viewer does not know (B18). It does not know who thinks about the rest.
//!
//! The rules apply to a veiled position as to any other: a place that is filled from a veiled deck shows a
//! blank, which nobody can buy.

use super::card::{CardId, Deck};
use super::holdings::Reserved;
use super::state::State;
use crate::viewer::Viewer;

impl State {
    /// Replaces every card that is hidden from this viewer by a blank of its deck: the decks, and the
    /// blind-reserved and drawn cards of others. Two positions that look the same to the viewer become
    /// equal.
    pub fn veil(&mut self, viewer: Viewer) {
        let blank = |card: CardId| CardId::blank(card.facts().deck);
        for seat in self.seat_count.seats().filter(|&seat| !viewer.sees(seat)) {
            let held: Vec<Reserved> = self.seats[seat].hand.iter().collect();
            self.seats[seat].hand = Default::default();
            for reserved in held {
                let card = if reserved.blind { blank(reserved.card) } else { reserved.card };
                self.seats[seat].hand.add(Reserved { card, ..reserved });
            }
        }
        if !viewer.sees(self.turn.seat) {
            self.drawn.0 = self.drawn.0.map(|card| card.map(blank));
        }
        Deck::ALL.into_iter().for_each(|deck| self.market.veil(deck));
    }
}
