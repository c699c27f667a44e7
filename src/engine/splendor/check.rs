//! Judges one action, ruling by ruling. Legal actions are listed separately in `legal`; a test checks that
//! both agree.

use super::action::{Action, Decision, Offer, Payment, Proposal};
use super::card::{CardId, Deck};
use super::refusal::Refusal;
use super::state::{State, TOKENS_MAX};
use super::tokens::{Gems, Tokens};

/// The number of tokens that a pile needs before two equal ones can be taken (B6).
const PILE_FOR_TWO_EQUAL: u8 = 4;
/// The number of different tokens in a take while the supply has at least that many colors (B5).
const DIFFERENT_TAKEN: usize = 3;

impl State {
    /// Judges an action of the seat that must decide.
    pub fn check(&self, action: &Action) -> Result<(), Refusal> {
        let Some((_, decision)) = self.to_act() else { return Err(Refusal::NotAsked) };
        match (decision, action) {
            (Decision::Main, Action::Take(gems)) => self.check_take(*gems),
            (Decision::Main, Action::Reserve(card)) => self.check_reserve(*card),
            (Decision::Main, Action::ReserveBlind(deck)) => self.check_reserve_blind(*deck),
            (Decision::Main, Action::Buy { card, payment }) => self.check_buy(*card, payment),
            (Decision::Main, Action::Pass) => self.check_pass(),
            (Decision::Keep, Action::Keep(card)) => self.check_keep(*card),
            (Decision::Associate, Action::Associate(card)) => self.check_associate(*card),
            (Decision::TakeFree, Action::TakeFree(card)) => self.check_take_free(*card),
            (Decision::TakeToken, Action::TakeToken(color)) => self.check_token(*color),
            (Decision::Stronghold, Action::PlaceStronghold { card, from }) => self.check_place(*card, *from),
            (Decision::Stronghold, Action::RemoveStronghold(card)) => self.check_remove(*card),
            (Decision::Conquest, Action::Conquer(payment)) => match self.conquest_card() {
                Some(card) => self.judge_payment(card, payment),
                None => Err(Refusal::NoConquest),
            },
            (Decision::Conquest, Action::DeclineConquest) => Ok(()),
            (Decision::Return, Action::Return(tokens)) => self.check_return(*tokens),
            (Decision::Noble, Action::ChooseNoble(noble)) => {
                let visits = self.nobles.has(*noble) && self.active().card_counts.covers(noble.cards());
                require(visits, Refusal::NobleNotEarned)
            }
            (Decision::Post, Action::ChoosePost(post)) => self.check_post(*post),
            _ => Err(Refusal::NotAsked),
        }
    }

    /// Completes a proposal of the seat that must decide: a purchase without a payment gets the canonical one
    /// (B10). The error says why the purchase is illegal. Other decisions are returned without a check.
    pub fn complete(&self, proposal: &Proposal) -> Result<Action, Refusal> {
        match (proposal, self.to_act()) {
            (Proposal::Exact(action), _) => Ok(*action),
            (Proposal::Buy { card, offer }, Some((_, Decision::Main))) => {
                self.check_for_sale(*card)?;
                let payment = self.complete_purchase(*card, offer)?;
                Ok(Action::Buy { card: *card, payment })
            }
            (Proposal::Conquer(offer), Some((_, Decision::Conquest))) => {
                let card = self.conquest_card().ok_or(Refusal::NoConquest)?;
                Ok(Action::Conquer(self.complete_purchase(card, offer)?))
            }
            _ => Err(Refusal::NotAsked),
        }
    }

    /// Completes a payment, after checking whether the card can be purchased at all (O5).
    fn complete_purchase(&self, card: CardId, offer: &Offer) -> Result<Payment, Refusal> {
        let payment = self.complete_payment(card, offer);
        match self.judge_payment(card, &payment.unwrap_or_default()) {
            Err(Refusal::NothingToAssociate) => Err(Refusal::NothingToAssociate),
            _ => payment,
        }
    }

    /// Different gems (B5) or two equal ones (B6); the extra-token post adds one more (P2).
    fn check_take(&self, gems: Gems) -> Result<(), Refusal> {
        require(!gems.is_none(), Refusal::NothingTaken)?;
        let colors = gems.colors();
        let pairs = gems.colors_with(2);
        if pairs.is_empty() {
            return self.check_take_different(gems);
        }
        require(
            pairs.len() == 1 && gems.colors_with(3).is_empty() && colors.len() <= 2,
            Refusal::NoSuchTake,
        )?;
        require(
            pairs.iter().all(|pair| self.supply.gems().get(pair) >= PILE_FOR_TWO_EQUAL),
            Refusal::PileBelowFour,
        )?;
        self.check_extra_token(
            pairs.iter().fold(colors, |others, pair| others.without(pair)).iter().next(),
            gems,
        )
    }

    fn check_take_different(&self, gems: Gems) -> Result<(), Refusal> {
        let count = gems.colors().len();
        require(count <= DIFFERENT_TAKEN, Refusal::NoSuchTake)?;
        require(self.gems_left().covers(gems), Refusal::ColorNotLeft)?;
        let enough = count == DIFFERENT_TAKEN || self.gems_left().colors().len() < DIFFERENT_TAKEN;
        require(enough, Refusal::ThreeColorsLeft)
    }

    fn check_reserve(&self, card: CardId) -> Result<(), Refusal> {
        require(!self.active().hand.is_full(), Refusal::HandFull)?;
        let slot = self.market.slot_of(card).ok_or(Refusal::NotInMarket)?;
        require(self.admitted(self.turn.seat, slot), Refusal::EnemyStronghold)
    }

    fn check_reserve_blind(&self, deck: Deck) -> Result<(), Refusal> {
        require(!self.active().hand.is_full(), Refusal::HandFull)?;
        require(self.market.deck_size(deck) > 0, Refusal::DeckEmpty)
    }

    fn check_buy(&self, card: CardId, payment: &Payment) -> Result<(), Refusal> {
        self.check_for_sale(card)?;
        self.judge_payment(card, payment)
    }

    /// The card must be in the seat's hand or in the market, and there not under an opponent's stronghold
    /// (B8, S4).
    fn check_for_sale(&self, card: CardId) -> Result<(), Refusal> {
        if self.active().hand.has(card) {
            return Ok(());
        }
        let slot = self.market.slot_of(card).ok_or(Refusal::NotForSale)?;
        require(self.admitted(self.turn.seat, slot), Refusal::EnemyStronghold)
    }

    fn check_pass(&self) -> Result<(), Refusal> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        require(actions == [Action::Pass], Refusal::PassNotForced)
    }

    fn check_return(&self, tokens: Tokens) -> Result<(), Refusal> {
        let held = self.active().tokens;
        require(held.covers(tokens) && held.total() - tokens.total() == TOKENS_MAX, Refusal::WrongReturn)
    }
}

/// Returns the refusal unless the condition holds.
pub(super) fn require(condition: bool, refusal: Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal) }
}
