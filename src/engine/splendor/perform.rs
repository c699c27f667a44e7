//! Knows what a legal decision does to the table. Knows nothing of legality (`check`) or of what comes next (`turn`).

use super::action::{Action, Payment};
use super::agenda::{AFTER_PURCHASE, Step, effects_of};
use super::card::{CardId, Deck, Level};
use super::effect::{Effect, Face, Source};
use super::holdings::{Hand, Reserved};
use super::market::Slot;
use super::modules::orient::Association;
use super::modules::strongholds::{Steps, StrongholdStep};
use super::modules::trading_posts::Post;
use super::noble::{NOBLE_CARDS_MIN, NobleId, NobleSet};
use super::state::{Drawn, State};
use super::tokens::{Gems, Tokens};
use crate::engine::record::Recorder;
use crate::engine::seat::Seat;

/// One gold, which comes with a reserve (B7).
const ONE_GOLD: Tokens = Tokens::new(Gems::NONE, 1);

impl State {
    /// Does what a legal decision says and strikes off the step that it answers.
    #[inline]
    pub(super) fn perform<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) {
        let step = self.agenda.next();
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
            Action::Associate(with) => self.associate(step, with, recorder),
            Action::TakeFree(card) => self.take_free(card, recorder),
            Action::TakeToken(color) => self.take_tokens(Tokens::gems_only(Gems::one(color)), recorder),
            Action::PlaceStronghold { card, from } => self.place_stronghold(card, from, recorder),
            Action::RemoveStronghold(card) => self.remove_stronghold(card, recorder),
            Action::Conquer(payment) => {
                if let Some(card) = self.conquest_card() {
                    self.buy(card, &payment, recorder);
                }
            }
            Action::DeclineConquest => {}
            Action::Return(tokens) => self.return_tokens(self.turn.seat, tokens, recorder),
            Action::ChooseNoble(noble) => self.receive_noble(noble, recorder),
            Action::ChoosePost(post) => self.take_post(post, recorder),
            Action::Pass => self.ending.passes += 1,
        }
    }

    /// Moves tokens from the supply to the active seat.
    #[inline]
    fn take_tokens<R: Recorder<Action, Effect>>(&mut self, tokens: Tokens, recorder: &mut R) {
        let seat = self.turn.seat;
        self.supply = self.supply.less(tokens);
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
        self.seats[seat].tokens = self.seats[seat].tokens.less(tokens);
        recorder.effect(Effect::TokensReturned { seat, tokens });
    }

    /// One gold comes with a reserve, if any is left (B7).
    fn take_gold<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        if self.supply.gold() > 0 {
            self.take_tokens(ONE_GOLD, recorder);
        }
    }

    /// Notes a main action that is neither a pass nor quiet (B12, B20).
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

    /// Draws from a deck: one card to the hand, with P4 two to choose from.
    fn reserve_blind<R: Recorder<Action, Effect>>(&mut self, deck: Deck, recorder: &mut R) {
        self.note_busy();
        self.take_gold(recorder);
        let seat = self.turn.seat;
        let first = self.market.draw(deck);
        if !self.owns_post(seat, Post::DrawTwo) {
            recorder.effect(Effect::CardsDrawn { seat, deck, cards: [first.map(Face::Up), None] });
            first.into_iter().for_each(|card| self.seats[seat].hand.add(Reserved { card, blind: true }));
            return;
        }
        self.drawn = Drawn([first, self.market.draw(deck)]);
        recorder.effect(Effect::CardsDrawn {
            seat,
            deck,
            cards: self.drawn.0.map(|card| card.map(Face::Up)),
        });
        self.agenda.insert([Step::Keep].into_iter());
    }

    /// Keeps one of the drawn cards; the other goes under its deck (P4).
    fn keep<R: Recorder<Action, Effect>>(&mut self, kept: CardId, recorder: &mut R) {
        let (seat, deck) = (self.turn.seat, kept.facts().deck);
        self.seats[seat].hand.add(Reserved { card: kept, blind: true });
        recorder.effect(Effect::CardKept { seat, deck, card: Face::Up(kept) });
        let drawn = std::mem::take(&mut self.drawn);
        for card in drawn.cards().filter(|&card| card != kept) {
            self.market.put_under(deck, card);
            recorder.effect(Effect::CardPutUnder { seat, deck, card: Face::Up(card) });
        }
    }

    /// Puts what P4 drew under its deck, in the order drawn (B19).
    pub(super) fn put_back_drawn<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn.seat;
        for card in std::mem::take(&mut self.drawn).cards() {
            let deck = card.facts().deck;
            self.market.put_under(deck, card);
            recorder.effect(Effect::CardPutUnder { seat, deck, card: Face::Up(card) });
        }
    }

    /// A purchase, normal or by Conquest: pay, acquire, and the steps that follow (T1).
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
        self.agenda.insert(AFTER_PURCHASE.into_iter());
        self.acquire(card);
    }

    /// Pays tokens to the supply; discarded cards leave the game (B8, O4, O10).
    fn pay<R: Recorder<Action, Effect>>(&mut self, payment: &Payment, recorder: &mut R) {
        self.return_tokens(self.turn.seat, payment.tokens, recorder);
        if !payment.virtual_gold.is_empty() {
            payment.virtual_gold.cards().for_each(|card| self.discard(card, recorder));
        }
        payment.discard.into_iter().flatten().for_each(|card| self.discard(card, recorder));
    }

    /// Puts a card into the active seat's play area, with its points, its color and its effects (O3).
    #[inline]
    fn acquire(&mut self, card: CardId) {
        let facts = card.facts();
        let holdings = &mut self.seats[self.turn.seat];
        holdings.cards.insert(card);
        holdings.points += facts.points;
        if let Some(color) = facts.color {
            holdings.bonuses = holdings.bonuses.plus(Gems::of(color, facts.bonus));
            holdings.card_counts = holdings.card_counts.plus(Gems::one(color));
        }
        self.agenda.insert(effects_of(card, facts.power).into_iter().flatten());
    }

    /// A card leaves the game with its points and bonuses; nobles and posts are kept (O4, O10).
    fn discard<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) {
        let seat = self.turn.seat;
        let color = self.color_of(card);
        self.associations.forget(card);
        let holdings = &mut self.seats[seat];
        holdings.cards.remove(card);
        holdings.points -= card.facts().points;
        if let Some((color, bonus)) = color {
            holdings.bonuses = holdings.bonuses.less(Gems::of(color, bonus));
            holdings.card_counts = holdings.card_counts.less(Gems::one(color));
        }
        recorder.effect(Effect::CardDiscarded { seat, card });
    }

    /// The card that is to be associated takes over color and bonuses (O5, O6).
    fn associate<R: Recorder<Action, Effect>>(&mut self, step: Step, with: CardId, recorder: &mut R) {
        let seat = self.turn.seat;
        let (Step::Associate(card), Some((color, bonus))) = (step, self.color_of(with)) else { return };
        self.associations.set(card, Association { color, bonus });
        let holdings = &mut self.seats[seat];
        holdings.bonuses = holdings.bonuses.plus(Gems::of(color, bonus));
        holdings.card_counts = holdings.card_counts.plus(Gems::one(color));
        recorder.effect(Effect::CardAssociated { seat, card, with, color, bonus });
    }

    /// Takes a market card at no cost: no purchase (O11).
    fn take_free<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) {
        let seat = self.turn.seat;
        let Some(slot) = self.market.slot_of(card) else { return };
        self.market.vacate(slot);
        recorder.effect(Effect::CardTakenFree { seat, card, place: slot.place() });
        self.strongholds_come_home(slot, card, recorder);
        self.acquire(card);
    }

    fn place_stronghold<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        from: Option<CardId>,
        recorder: &mut R,
    ) {
        let seat = self.turn.seat;
        let source = from.and_then(|card| self.market.slot_of(card));
        if let (Some(strongholds), Some(slot)) = (&mut self.strongholds, self.market.slot_of(card)) {
            source.into_iter().for_each(|source| strongholds.send_one_home(source));
            strongholds.add(seat, slot);
            recorder.effect(Effect::StrongholdPlaced { seat, card, from });
        }
    }

    fn remove_stronghold<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) {
        let slot = self.market.slot_of(card);
        if let (Some(strongholds), Some(slot)) = (&mut self.strongholds, slot)
            && let Some(stack) = strongholds.clear(slot)
        {
            recorder.effect(Effect::StrongholdRemoved { seat: stack.owner, card });
        }
    }

    /// Strongholds on a card that is bought, reserved or taken come home (S5).
    fn strongholds_come_home<R: Recorder<Action, Effect>>(
        &mut self,
        slot: Slot,
        card: CardId,
        recorder: &mut R,
    ) {
        if let Some(stack) = self.strongholds.as_mut().and_then(|strongholds| strongholds.clear(slot)) {
            recorder.effect(Effect::StrongholdsReturned { seat: stack.owner, card, count: stack.count });
        }
    }

    fn receive_noble<R: Recorder<Action, Effect>>(&mut self, noble: NobleId, recorder: &mut R) {
        let seat = self.turn.seat;
        self.nobles.remove(noble);
        self.seats[seat].receive(noble);
        self.ending.passes = 0;
        recorder.effect(Effect::NobleReceived { seat, noble });
    }

    fn take_post<R: Recorder<Action, Effect>>(&mut self, post: Post, recorder: &mut R) {
        let seat = self.turn.seat;
        if let Some(posts) = &mut self.posts {
            posts.0[seat].insert(post);
            self.ending.passes = 0;
            recorder.effect(Effect::PostTaken { seat, post });
        }
    }

    /// Everything a seat takes with it when it goes out (B19).
    pub(super) fn go_out<R: Recorder<Action, Effect>>(&mut self, seat: Seat, recorder: &mut R) {
        let gone = self.seat_count.seats().filter(|&other| !self.seats[other].in_play()).count() as u8;
        self.return_tokens(seat, self.seats[seat].tokens, recorder);
        let standing: Vec<Slot> =
            self.strongholds.iter().flat_map(|all| all.of(seat).map(|(slot, _)| slot)).collect();
        for slot in standing {
            if let Some(card) = self.market.card(slot) {
                self.strongholds_come_home(slot, card, recorder);
            }
        }
        self.seats[seat].hand = Hand::default();
        self.seats[seat].out = gone + 1;
        self.ending.passes = 0;
        recorder.effect(Effect::SeatOut { seat });
    }

    /// The market cards of a level that the active seat may take free (O7, O8, S4).
    pub(super) fn free_cards(&self, level: Level) -> impl Iterator<Item = CardId> + '_ {
        let seat = self.turn.seat;
        self.market
            .face_up()
            .filter(move |&(slot, _)| slot.deck().level() == level && self.admitted(seat, slot))
            .map(|(_, card)| card)
    }

    /// The nobles that visit the active seat (B14).
    #[inline]
    pub(super) fn visitors(&self) -> NobleSet {
        let cards = self.active().card_counts;
        if cards.total() < NOBLE_CARDS_MIN {
            return NobleSet::EMPTY;
        }
        self.nobles.iter().filter(|noble| cards.covers(noble.cards())).collect()
    }

    /// The card that bears all three strongholds of the active seat (S7).
    #[inline]
    pub(super) fn conquest_card(&self) -> Option<CardId> {
        self.strongholds.as_ref()?.conquest(self.turn.seat).and_then(|slot| self.market.card(slot))
    }

    /// The possible stronghold steps of the active seat (S2, S3); none without the module.
    #[inline]
    pub(super) fn stronghold_steps(&self) -> Option<Steps> {
        self.strongholds.as_ref().map(|strongholds| strongholds.steps(self.turn.seat, self.market.open()))
    }

    /// The stronghold step with this number, in terms of cards.
    pub(super) fn stronghold_step(&self, steps: &Steps, number: usize) -> Option<Action> {
        let card_on = |slot| self.market.card(slot);
        match steps.nth(number)? {
            StrongholdStep::Remove(slot) => card_on(slot).map(Action::RemoveStronghold),
            StrongholdStep::Place { to, from } => {
                Some(Action::PlaceStronghold { card: card_on(to)?, from: from.and_then(card_on) })
            }
        }
    }
}
