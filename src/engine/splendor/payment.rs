//! Payments for a card: gems, gold, double gold, virtual gold, discards (B8-B10, O4, O10, P3). It does not
//! know where the card is.

use super::action::{Offer, Payment};
use super::card::{CardId, Facts, Power};
use super::color::Color;
use super::costs::Means;
use super::modules::orient::{Price, VIRTUAL_GOLD_PER_CARD, VirtualGold};
use super::refusal::Refusal;
use super::state::State;
use super::tokens::{Gems, Tokens};
use crate::seat::Seat;

/// The maximum number of payments that are listed for one card.
pub const PAYMENTS_LISTED_MAX: usize = 2_000;

/// What a seat can pay with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purse {
    /// Tokens held.
    pub tokens: Tokens,
    /// Virtual-gold cards owned (O4).
    pub virtual_gold: VirtualGold,
    /// The number of gems of one color that a gold covers: 1, or 2 with P3.
    pub gold_worth: u8,
}

impl Purse {
    /// The canonical payment: as little gold as possible, then as few virtual-gold cards as possible (B10).
    #[inline]
    pub(super) fn canonical(&self, due: Gems) -> Option<Payment> {
        let (paid, units) = self.least_gold(due);
        if units <= self.tokens.gold() {
            return Some(Payment::tokens(Tokens::new(paid, units)));
        }
        let beyond_gold = (units - self.tokens.gold()).div_ceil(VIRTUAL_GOLD_PER_CARD);
        (beyond_gold <= self.virtual_gold.len() as u8)
            .then(|| covered(paid, units, self.virtual_gold.lowest(beyond_gold)))
    }

    /// The canonical payment with these virtual-gold cards (B10).
    fn canonical_with(&self, due: Gems, virtual_gold: VirtualGold) -> Result<Payment, Refusal> {
        let (paid, units) = self.least_gold(due);
        let payment = covered(paid, units, virtual_gold);
        self.judge(due, &payment).map(|()| payment)
    }

    /// The gems of the payment with the least gold, and the units of gold that cover the rest.
    #[inline]
    pub(super) fn least_gold(&self, due: Gems) -> (Gems, u8) {
        let held = self.tokens.gems();
        if self.gold_worth == 1 {
            let missing = due.less(held);
            return (due.without(missing), missing.total());
        }
        self.least_double_gold(due)
    }

    /// The same where a gold covers several gems (P3). Apart, because few payments need it.
    #[inline(never)]
    fn least_double_gold(&self, due: Gems) -> (Gems, u8) {
        let held = self.tokens.gems();
        let paid = Gems::new(Color::ALL.map(|color| self.most_gems(due.get(color), held.get(color))));
        (paid, self.units_missing(due, paid))
    }

    /// The units of gold that are missing when these gems are paid.
    #[inline]
    fn units_missing(&self, due: Gems, paid: Gems) -> u8 {
        let missing = due.less(paid);
        Color::ALL.into_iter().map(|color| self.units(missing.get(color))).sum()
    }

    /// Judges a payment without discards (B8, B9, O4, P3).
    fn judge(&self, due: Gems, payment: &Payment) -> Result<(), Refusal> {
        let (gems, gold) = (payment.tokens.gems(), payment.tokens.gold());
        let cards = payment.virtual_gold.len() as u8;
        if payment.discard.is_some() {
            return Err(Refusal::NoDiscardAsked);
        }
        if !self.tokens.covers(payment.tokens) {
            return Err(Refusal::TokensNotHeld);
        }
        if !self.virtual_gold.includes(payment.virtual_gold) {
            return Err(Refusal::VirtualGoldNotOwned);
        }
        if !due.covers(gems) {
            return Err(Refusal::Overpaid);
        }
        if Color::ALL.into_iter().any(|color| self.wastes_a_gem(due.get(color), gems.get(color))) {
            return Err(Refusal::SuperfluousGem);
        }
        let units = self.units_missing(due, gems);
        match units.checked_sub(gold) {
            None => Err(Refusal::Overpaid),
            Some(by_cards) if by_cards > VIRTUAL_GOLD_PER_CARD * cards => Err(Refusal::Underpaid),
            Some(by_cards) if by_cards < cards => Err(Refusal::VirtualGoldUnused),
            Some(_) => Ok(()),
        }
    }

    /// Every exact payment without discards, at most [`PAYMENTS_LISTED_MAX`].
    fn every(&self, due: Gems) -> Vec<Payment> {
        let mut splits = vec![Gems::NONE];
        for color in Color::ALL {
            let most = due.get(color).min(self.tokens.gems().get(color));
            let exact = |&paid: &u8| !self.wastes_a_gem(due.get(color), paid);
            splits = splits
                .iter()
                .flat_map(|split| (0..=most).filter(exact).map(|paid| split.plus(Gems::of(color, paid))))
                .collect();
        }
        let with_gold = |gems: Gems| {
            let units = self.units_missing(due, gems);
            self.virtual_gold.subsets().filter(move |cards| cards.len() as u8 <= units).flat_map(
                move |virtual_gold| {
                    let least = units.saturating_sub(VIRTUAL_GOLD_PER_CARD * virtual_gold.len() as u8);
                    let most = (units - virtual_gold.len() as u8).min(self.tokens.gold());
                    (least..=most).map(move |gold| Payment {
                        tokens: Tokens::new(gems, gold),
                        virtual_gold,
                        discard: None,
                    })
                },
            )
        };
        splits.into_iter().flat_map(with_gold).take(PAYMENTS_LISTED_MAX).collect()
    }
}

/// A payment with these gems, with these virtual-gold cards at their full value of two each, and with real
/// gold for the rest (B10).
fn covered(paid: Gems, units: u8, virtual_gold: VirtualGold) -> Payment {
    let gold = units.saturating_sub(VIRTUAL_GOLD_PER_CARD * virtual_gold.len() as u8);
    Payment { tokens: Tokens::new(paid, gold), virtual_gold, discard: None }
}

impl State {
    /// What the seat can pay with.
    #[inline]
    pub(super) fn purse(&self, seat: Seat) -> Purse {
        Purse {
            tokens: self.seats[seat].tokens,
            virtual_gold: self.virtual_gold(seat),
            gold_worth: self.gold_worth(seat),
        }
    }

    /// What the active seat can pay with, reduced to what decides which cards it can afford.
    #[inline]
    pub(super) fn means(&self) -> Means {
        let purse = self.purse(self.turn.seat);
        let gold = purse.tokens.gold() + purse.virtual_gold.units();
        Means::new(self.active().bonuses.plus(purse.tokens.gems()), gold, purse.gold_worth)
    }

    /// Calls `add` with the payments that are listed for a card: the canonical one (B10), or every discard
    /// that O10 allows.
    pub(super) fn add_payments(&self, card: CardId, add: impl FnMut(Payment)) {
        match self.price(card) {
            Price::Gems(due) => self.purse(self.turn.seat).canonical(due).into_iter().for_each(add),
            Price::TwoCards(color) => self.each_discard(self.turn.seat, color, add),
            Price::NotForSale => {}
        }
    }

    /// Every exact payment of a card by the active seat.
    pub(super) fn every_payment(&self, card: CardId) -> Vec<Payment> {
        match self.price(card) {
            Price::Gems(due) => self.purse(self.turn.seat).every(due),
            Price::TwoCards(color) => self.discards(self.turn.seat, color),
            Price::NotForSale => Vec::new(),
        }
    }

    /// Judges a payment for a card by the active seat (B8-B10, O4, O5, O10).
    pub(super) fn judge_payment(&self, card: CardId, payment: &Payment) -> Result<(), Refusal> {
        match self.price(card) {
            Price::Gems(due) => self.purse(self.turn.seat).judge(due, payment),
            Price::TwoCards(color) => self.judge_discard(self.turn.seat, color, payment),
            Price::NotForSale => Err(Refusal::NothingToAssociate),
        }
    }

    /// Fills in the parts that an offer leaves open (B10). Returns [`Refusal::CannotPay`] if no payment
    /// is possible, [`Refusal::DiscardNotNamed`] if several discards are.
    pub(super) fn complete_payment(&self, card: CardId, offer: &Offer) -> Result<Payment, Refusal> {
        let (seat, facts) = (self.turn.seat, card.facts());
        if let (Power::DiscardTwo(color), None) = (facts.power, offer.discard) {
            return match self.discards(seat, color).as_slice() {
                [] => Err(Refusal::CannotPay),
                [only] => Ok(Payment {
                    tokens: offer.tokens.unwrap_or_default(),
                    virtual_gold: offer.virtual_gold.unwrap_or_default(),
                    ..*only
                }),
                _ => Err(Refusal::DiscardNotNamed),
            };
        }
        match (offer.tokens, offer.discard) {
            (None, None) => self.canonical_payment(seat, facts, offer.virtual_gold),
            (tokens, discard) => Ok(Payment {
                tokens: tokens.unwrap_or_default(),
                virtual_gold: offer.virtual_gold.unwrap_or_default(),
                discard,
            }),
        }
    }

    /// The canonical payment; it uses these virtual-gold cards if they are specified (B10).
    fn canonical_payment(
        &self,
        seat: Seat,
        facts: &Facts,
        named: Option<VirtualGold>,
    ) -> Result<Payment, Refusal> {
        let (purse, due) = (self.purse(seat), self.active().due(facts.cost));
        let canonical = purse.canonical(due).ok_or(Refusal::CannotPay);
        match named {
            None => canonical,
            Some(cards) => match purse.canonical_with(due, cards) {
                Err(Refusal::TokensNotHeld) => canonical.and(Err(Refusal::TokensNotHeld)),
                judged => judged,
            },
        }
    }
}
