//! What a seat lacks to buy the cards that it sees (B8, B9, O4, O5, O10, P3). It does not know whose turn it
//! is, nor what else a purchase needs.

use super::card::CardId;
use super::color::Color;
use super::modules::orient::{CARDS_DISCARDED, Price};
use super::payment::Purse;
use super::state::State;
use super::tokens::Gems;
use crate::seat::Seat;

/// A card that a seat cannot pay for, and what it lacks. If it lacks neither gems nor cards, there is nothing
/// to associate the card with (O5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The card.
    pub card: CardId,
    /// The gems that neither bonuses nor held gems cover.
    pub gems: Gems,
    /// How much more gold would pay for all of these gems (B8, O4, P3).
    pub gold: u8,
    /// Cards of a color to be discarded (O10).
    pub cards: Gems,
}

impl State {
    /// The cards of the market and of the seat's hand that it cannot pay for, in this order.
    pub fn missing(&self, seat: Seat) -> Vec<Missing> {
        let market = self.market.face_up().map(|(_, card)| card);
        let cards = market.chain(self.seats[seat].hand.cards());
        cards.filter_map(|card| self.missing_for(seat, card)).collect()
    }

    /// What the seat lacks to pay for a card; nothing if it can.
    fn missing_for(&self, seat: Seat, card: CardId) -> Option<Missing> {
        let nothing = Missing { card, gems: Gems::NONE, gold: 0, cards: Gems::NONE };
        match self.price_for(seat, card) {
            Price::Gems(due) => {
                let (gems, gold) = self.purse(seat).missing(due);
                (gold > 0).then_some(Missing { gems, gold, ..nothing })
            }
            Price::TwoCards(color) => {
                let cards = Gems::of(color, CARDS_DISCARDED).less(self.owned_of(seat, color));
                (!cards.is_none()).then_some(Missing { cards, ..nothing })
            }
            Price::NotForSale => Some(nothing),
        }
    }

    fn owned_of(&self, seat: Seat, color: Color) -> Gems {
        Gems::of(color, self.seats[seat].card_counts.get(color))
    }
}

impl Purse {
    /// The gems that are not held, and the units of gold that are missing to pay for them.
    fn missing(&self, due: Gems) -> (Gems, u8) {
        let (_, units) = self.least_gold(due);
        let gold = units.saturating_sub(self.tokens.gold() + self.virtual_gold.units());
        (due.less(self.tokens.gems()), gold)
    }
}
