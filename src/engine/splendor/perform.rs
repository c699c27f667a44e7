//! Applies legal decisions to the table. It does not judge legality (`check`), nor does it know what comes
//! next (`turn`).

use super::action::{Action, Payment};
use super::agenda::{AFTER_PURCHASE, Step};
use super::card::{CardId, Deck, Power};
use super::effect::{Effect, Face, Source};
use super::holdings::{Hand, Reserved};
use super::modules::orient::effects_of;
use super::modules::trading_posts::Post;
use super::noble::{NOBLE_CARDS_MIN, NobleId, NobleSet};
use super::state::State;
use super::tokens::{Gems, Tokens};
use crate::record::Recorder;
use crate::seat::Seat;

impl State {
    /// Applies a legal decision and removes the step that it completes from the agenda.
    #[inline(always)]
    pub(super) fn perform<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) {
        if let Action::Associate(with) = *action
            && let Step::Associate(card) = self.agenda.next()
        {
            self.associate(card, with, recorder);
        }
        self.agenda.strike();
        match *action {
            Action::Take(gems) => {
                self.ending.passes = 0;
                self.take_tokens(Tokens::gems_only(gems), recorder);
            }
            Action::Reserve(card) => self.reserve(card, recorder),
            Action::ReserveBlind(deck) => self.reserve_blind(deck, recorder),
            Action::Keep(card) => self.keep(card, recorder),
            Action::Buy { card, payment } => {
                self.ending.passes = 0;
                self.buy(card, &payment, recorder);
            }
            Action::TakeFree(card) => self.take_free(card, recorder),
            Action::TakeToken(color) => self.take_tokens(Tokens::gems_only(Gems::one(color)), recorder),
            Action::PlaceStronghold { card, from } => self.place_stronghold(card, from, recorder),
            Action::RemoveStronghold(card) => self.remove_stronghold(card, recorder),
            Action::Conquer(payment) => {
                if let Some(card) = self.conquest_card() {
                    self.buy(card, &payment, recorder);
                }
            }
            Action::Associate(_) | Action::DeclineConquest => {}
            Action::Return(tokens) => self.return_tokens(self.turn.seat, tokens, recorder),
            Action::ChooseNoble(noble) => self.receive_noble(noble, recorder),
            Action::ChoosePost(post) => self.take_post(post, recorder),
            Action::Pass => self.ending.passes += 1,
        }
    }

    /// Moves tokens from the supply to the active seat.
    #[inline]
    pub(super) fn take_tokens<R: Recorder<Action, Effect>>(&mut self, tokens: Tokens, recorder: &mut R) {
        let seat = self.turn.seat;
        self.supply = self.supply.without(tokens);
        self.seats[seat].tokens = self.seats[seat].tokens.plus(tokens);
        recorder.effect(Effect::TokensTaken { seat, tokens });
    }

    /// Moves tokens from a seat to the supply.
    #[inline]
    fn return_tokens<R: Recorder<Action, Effect>>(&mut self, seat: Seat, tokens: Tokens, recorder: &mut R) {
        if tokens.is_none() {
            return;
        }
        self.supply = self.supply.plus(tokens);
        self.seats[seat].tokens = self.seats[seat].tokens.without(tokens);
        recorder.effect(Effect::TokensReturned { seat, tokens });
    }

    /// Takes one gold with a reserve, if any is left (B7). A branch that no processor can guess would make
    /// random games 1 % slower.
    fn take_gold<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn.seat;
        let gold = Tokens::new(Gems::NONE, self.supply.gold().min(1));
        self.supply = self.supply.without(gold);
        self.seats[seat].tokens = self.seats[seat].tokens.plus(gold);
        if !gold.is_none() {
            recorder.effect(Effect::TokensTaken { seat, tokens: gold });
        }
    }

    /// Records a main action that is neither a pass nor quiet (B12, B20).
    #[inline]
    fn note_busy(&mut self) {
        self.ending.busy = true;
        self.ending.passes = 0;
    }

    fn reserve<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) {
        self.note_busy();
        let seat = self.turn.seat;
        if let Some(slot) = self.market.slot_of(card) {
            self.market.vacate(slot);
            self.seats[seat].hand.add(Reserved { card, blind: false });
            recorder.effect(Effect::CardReserved { seat, card, place: slot.place() });
            self.strongholds_come_home(slot, card, recorder);
        }
        self.take_gold(recorder);
    }

    /// Draws from a deck: one card to the hand, or with P4 two to choose from.
    fn reserve_blind<R: Recorder<Action, Effect>>(&mut self, deck: Deck, recorder: &mut R) {
        self.note_busy();
        self.take_gold(recorder);
        let seat = self.turn.seat;
        let first = self.market.draw(deck);
        if self.owns_post(seat, Post::DrawTwo) {
            return self.draw_two(deck, first, recorder);
        }
        recorder.effect(Effect::CardsDrawn { seat, deck, cards: [first.map(Face::Up), None] });
        first.into_iter().for_each(|card| self.seats[seat].hand.add(Reserved { card, blind: true }));
    }

    /// Performs a purchase, normal or by Conquest: pays, acquires the card, and schedules the steps that
    /// follow (T1).
    fn buy<R: Recorder<Action, Effect>>(&mut self, card: CardId, payment: &Payment, recorder: &mut R) {
        let seat = self.turn.seat;
        self.ending.busy = true;
        self.pay(payment, recorder);
        let slot = self.market.slot_of(card);
        match slot {
            Some(slot) => self.market.vacate(slot),
            None => self.seats[seat].hand.remove(card),
        }
        let source = slot.map_or(Source::Hand, |slot| Source::Market(slot.place()));
        recorder.effect(Effect::CardBought { seat, card, source });
        slot.into_iter().for_each(|slot| self.strongholds_come_home(slot, card, recorder));
        self.seats[seat].purchases += 1;
        // Without the modules of these steps they are skipped; where nothing waits before them, that is now.
        if self.has_steps_after_purchase() || card.facts().power != Power::Plain {
            self.agenda.insert(AFTER_PURCHASE.into_iter());
        }
        self.acquire(card);
    }

    /// Whether a module in play has a step after each purchase (P1, S2).
    #[inline]
    fn has_steps_after_purchase(&self) -> bool {
        self.posts.is_some() || self.strongholds.is_some()
    }

    /// Pays tokens to the supply; discarded cards leave the game (B8, O4, O10).
    fn pay<R: Recorder<Action, Effect>>(&mut self, payment: &Payment, recorder: &mut R) {
        self.return_tokens(self.turn.seat, payment.tokens, recorder);
        if !payment.virtual_gold.is_empty() {
            payment.virtual_gold.cards().for_each(|card| self.discard(card, recorder));
        }
        payment.discard.into_iter().flatten().for_each(|card| self.discard(card, recorder));
    }

    /// Adds a card to the active seat's play area, with its points, color and effects (O3).
    #[inline]
    pub(super) fn acquire(&mut self, card: CardId) {
        let facts = card.facts();
        let holdings = &mut self.seats[self.turn.seat];
        holdings.cards.insert(card);
        holdings.points += facts.points;
        if let Some(color) = facts.color {
            holdings.bonuses = holdings.bonuses.plus(Gems::of(color, facts.bonus));
            holdings.card_counts = holdings.card_counts.plus(Gems::one(color));
        }
        if facts.power != Power::Plain {
            self.agenda.insert(effects_of(card, facts.power).into_iter().flatten());
        }
    }

    fn receive_noble<R: Recorder<Action, Effect>>(&mut self, noble: NobleId, recorder: &mut R) {
        let seat = self.turn.seat;
        self.nobles.remove(noble);
        self.seats[seat].receive(noble);
        self.ending.passes = 0;
        recorder.effect(Effect::NobleReceived { seat, noble });
    }

    /// Removes everything that a seat has when it goes out (B19).
    pub(super) fn remove_belongings<R: Recorder<Action, Effect>>(
        &mut self,
        seat: Seat,
        elimination: u8,
        recorder: &mut R,
    ) {
        self.return_tokens(seat, self.seats[seat].tokens, recorder);
        self.strongholds_leave(seat, recorder);
        self.seats[seat].hand = Hand::default();
        self.out[seat] = elimination;
        self.ending.passes = 0;
        recorder.effect(Effect::SeatOut { seat });
    }

    /// The nobles that visit the active seat (B14).
    #[inline]
    pub(super) fn visitors(&self) -> NobleSet {
        let cards = self.active().card_counts;
        if cards.total() < NOBLE_CARDS_MIN {
            return NobleSet::NONE;
        }
        self.nobles.intersection(NobleSet::earned_by(cards))
    }
}
