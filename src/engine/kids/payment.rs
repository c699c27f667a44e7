//! Payments for a route: the canonical payment, all exact payments, and the check whether a payment is exact
//! (K6, K12). It does not know where the route leads.

use super::action::{Offer, Payment};
use super::refusal::Refusal;
use super::resource::Resource;
use super::tokens::{Bag, Resources, Tokens};
use super::traveller::Traveller;

impl Traveller {
    /// The payment that the engine chooses: face-up tiles first, then tokens, then gold, then Treasures (K6).
    #[inline]
    pub fn canonical_payment(&self, cost: Resources) -> Option<Payment> {
        self.payment_with_tiles(cost, cost.shared_with(self.tiles_up))
    }

    /// The payment with these tiles that uses tokens before gold, and gold before Treasures.
    #[inline]
    fn payment_with_tiles(&self, cost: Resources, tiles: Resources) -> Option<Payment> {
        let due = cost.less(tiles);
        let resources = due.shared_with(self.bag.tokens.resources());
        let missing = due.total() - resources.total();
        let gold = missing.min(self.bag.tokens.gold());
        let treasures = missing - gold;
        let bag = Bag { tokens: Tokens::new(resources, gold), treasures };
        (treasures <= self.bag.treasures).then_some(Payment { bag, tiles })
    }

    /// Completes an offer (K6). Fails if the rest of the cost cannot be paid. A complete payment is returned
    /// without a check.
    pub(super) fn complete_payment(&self, cost: Resources, offer: &Offer) -> Result<Payment, Refusal> {
        match (offer.bag, offer.tiles) {
            (Some(bag), tiles) => Ok(Payment { bag, tiles: tiles.unwrap_or_default() }),
            (None, None) => self.canonical_payment(cost).ok_or(Refusal::CannotPay),
            (None, Some(tiles)) => {
                if !self.tiles_up.covers(tiles) {
                    return Err(Refusal::TilesNotFaceUp);
                }
                if !cost.covers(tiles) {
                    return Err(Refusal::Overpaid);
                }
                self.payment_with_tiles(cost, tiles).ok_or(Refusal::CannotPay)
            }
        }
    }

    /// Judges a payment: the seat must hold it, and each resource of the cost must be paid with exactly one
    /// of its kind, one gold or one Treasure (K6).
    pub(super) fn judge_payment(&self, cost: Resources, payment: &Payment) -> Result<(), Refusal> {
        if !self.bag.tokens.covers(payment.bag.tokens) {
            return Err(Refusal::TokensNotHeld);
        }
        if self.bag.treasures < payment.bag.treasures {
            return Err(Refusal::TreasureNotHeld);
        }
        if !self.tiles_up.covers(payment.tiles) {
            return Err(Refusal::TilesNotFaceUp);
        }
        let paid = payment.bag.tokens.resources().plus(payment.tiles);
        if !cost.covers(paid) {
            return Err(Refusal::Overpaid);
        }
        match payment.bag.jokers().cmp(&cost.less(paid).total()) {
            std::cmp::Ordering::Less => Err(Refusal::Underpaid),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Refusal::Overpaid),
        }
    }

    /// Calls `found` with every exact payment (K6).
    pub fn every_payment(&self, cost: Resources, mut found: impl FnMut(Payment)) {
        self.split(cost, 0, Payment::default(), &mut found);
    }

    /// Splits the resources of the cost, from `kind` on, into tokens, tiles, and a rest for gold and
    /// Treasures.
    fn split(&self, due: Resources, kind: usize, paid: Payment, found: &mut impl FnMut(Payment)) {
        let Some(&resource) = Resource::ALL.get(kind) else {
            return self.add_jokers(due.total(), paid, found);
        };
        let needed = due.get(resource);
        for tokens in 0..=needed.min(self.bag.tokens.resources().get(resource)) {
            for tiles in 0..=(needed - tokens).min(self.tiles_up.get(resource)) {
                let mut more = paid;
                more.bag.tokens = more.bag.tokens.plus(Tokens::new(Resources::of(resource, tokens), 0));
                more.tiles = more.tiles.plus(Resources::of(resource, tiles));
                self.split(due.less(Resources::of(resource, tokens + tiles)), kind + 1, more, found);
            }
        }
    }

    /// Pays the missing resources with gold and Treasures, in every combination.
    fn add_jokers(&self, missing: u8, paid: Payment, found: &mut impl FnMut(Payment)) {
        for treasures in 0..=missing.min(self.bag.treasures) {
            let gold = missing - treasures;
            if gold <= self.bag.tokens.gold() {
                let tokens = Tokens::new(paid.bag.tokens.resources(), gold);
                found(Payment { bag: Bag { tokens, treasures }, ..paid });
            }
        }
    }
}
