//! Knows how a turn runs through its agenda: a step does its work, lapses, asks, or answers itself (T1, T2).
//! Knows nothing of what the decisions do: see `perform`.

use super::action::{Action, Decision};
use super::agenda::{Step, TURN};
use super::card::{CardId, Level};
use super::color::Color;
use super::effect::Effect;
use super::modules::trading_posts::Post;
use super::refusal::Refusal;
use super::state::{PRESTIGE_TO_END, QUIET_ROUNDS_MAX, State, TOKENS_MAX};
use super::tokens::Tokens;
use crate::engine::outcome::Reason;
use crate::engine::record::{By, Leaving, Recorder};
use crate::engine::seat::Seat;
use crate::engine::turn::Turn;

/// What has become of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// It is done, lapsed or answered: the next one follows.
    Done,
    /// The seat is asked, or nobody wants the game to go on: it stays.
    Stays,
}

impl State {
    /// Applies a decision of the seat that is to act, and all steps that follow of themselves.
    ///
    /// # Errors
    /// The refusal, if the action is illegal; the state is then as it was.
    pub fn play<R: Recorder<Action, Effect>>(
        &mut self,
        action: &Action,
        recorder: &mut R,
    ) -> Result<(), Refusal> {
        self.check(action)?;
        self.play_unchecked(action, recorder);
        Ok(())
    }

    /// Applies a decision that is known to be legal, such as one of [`State::legal_actions`].
    pub fn play_unchecked<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) {
        recorder.decision(self.turn.seat, By::Player, action);
        self.perform(action, recorder);
        self.proceed(recorder);
    }

    /// Takes a seat out of the game: its turns are skipped from now on (B19).
    pub fn leave<R: Recorder<Action, Effect>>(&mut self, seat: Seat, how: Leaving, recorder: &mut R) {
        if self.is_over() || !self.seats[seat].in_play() || !self.seat_count.has(seat) {
            return;
        }
        recorder.leaving(seat, how);
        let stops = self.turn.seat == seat;
        if stops {
            self.put_back_drawn(recorder);
        }
        self.go_out(seat, recorder);
        if stops {
            self.refill_market(recorder);
        }
        if self.seats_in_play().count() == 1 {
            self.end(Reason::LastSeat, recorder);
        } else if stops {
            self.pass_turn_on(recorder);
        }
        self.proceed(recorder);
    }

    /// Takes up one step after another until a seat is asked or the game is over.
    fn proceed<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        while !self.is_over() {
            let goes_on = match self.agenda.next_pending() {
                Some(step) => self.take_up(step, recorder) == Taken::Done,
                None => self.walk_turn(recorder),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Takes up the steps of [`TURN`] from the next one on, as long as no other is pending; tells whether none stays.
    ///
    /// Every place is written out, so that the compiler knows the step and one that lapses costs next to nothing.
    #[inline]
    fn walk_turn<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> bool {
        self.gets_past::<0, R>(recorder)
            && self.gets_past::<1, R>(recorder)
            && self.gets_past::<2, R>(recorder)
            && self.gets_past::<3, R>(recorder)
            && self.gets_past::<4, R>(recorder)
            && self.gets_past::<5, R>(recorder)
            && self.gets_past::<6, R>(recorder)
    }

    /// Takes up the step of [`TURN`] with this place, if it is the next one; tells whether it does not stay.
    #[inline(always)]
    fn gets_past<const PLACE: usize, R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> bool {
        !self.agenda.stands_at(PLACE) || self.take_up(TURN[PLACE], recorder) == Taken::Done
    }

    /// Takes up a step of the agenda (T1).
    #[inline(always)]
    fn take_up<R: Recorder<Action, Effect>>(&mut self, step: Step, recorder: &mut R) -> Taken {
        match step {
            Step::Main => Taken::Stays,
            Step::Keep => self.take_up_keep(recorder),
            Step::Associate(card) => self.take_up_associate(card, recorder),
            Step::TakeFree(level) => self.take_up_take_free(level, recorder),
            Step::PurchaseToken => self.take_up_purchase_token(recorder),
            Step::Stronghold => self.take_up_stronghold(recorder),
            Step::Conquest => self.take_up_conquest(),
            Step::Refill => {
                self.refill_market(recorder);
                self.done()
            }
            Step::TokenLimit => self.take_up_token_limit(recorder),
            Step::Noble => self.take_up_noble(recorder),
            Step::Post => self.take_up_post(recorder),
            Step::End => {
                self.end_turn(recorder);
                Taken::Done
            }
        }
    }

    /// Strikes the step off.
    #[inline]
    fn done(&mut self) -> Taken {
        self.agenda.strike();
        Taken::Done
    }

    /// Strikes the step off, because it asks for something that is not to be had.
    fn lapsed<R: Recorder<Action, Effect>>(&mut self, step: Decision, recorder: &mut R) -> Taken {
        recorder.effect(Effect::StepLapsed { seat: self.turn.seat, step });
        self.done()
    }

    /// The engine's answer if all answers are alike, else the question (T2).
    #[inline]
    fn one_or_ask<R: Recorder<Action, Effect>>(
        &mut self,
        first: Action,
        only: bool,
        recorder: &mut R,
    ) -> Taken {
        if only { self.answer(&first, recorder) } else { Taken::Stays }
    }

    /// The engine gives the only answer, if the game is to go on (T2).
    fn answer<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) -> Taken {
        if !recorder.goes_on() {
            return Taken::Stays;
        }
        recorder.decision(self.turn.seat, By::Engine, action);
        self.perform(action, recorder);
        Taken::Done
    }

    /// With one card drawn there is nothing to choose (P4).
    fn take_up_keep<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        match self.drawn.0 {
            [Some(_), Some(_)] => Taken::Stays,
            [Some(card), None] | [None, Some(card)] => self.answer(&Action::Keep(card), recorder),
            [None, None] => self.done(),
        }
    }

    /// Cards of equal color and bonus are one choice (O5, T2).
    fn take_up_associate<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) -> Taken {
        let mut targets = self.association_targets(self.turn.seat, card);
        let first = targets.next();
        let alike =
            targets.all(|target| self.color_of(target) == first.and_then(|first| self.color_of(first)));
        drop(targets);
        let Some(first) = first else { return self.done() };
        self.one_or_ask(Action::Associate(first), alike, recorder)
    }

    /// If a card can be taken, it must be; else the effect lapses (O11).
    fn take_up_take_free<R: Recorder<Action, Effect>>(&mut self, level: Level, recorder: &mut R) -> Taken {
        let mut cards = self.free_cards(level);
        let (first, second) = (cards.next(), cards.next());
        drop(cards);
        match first {
            Some(card) => self.one_or_ask(Action::TakeFree(card), second.is_none(), recorder),
            None => self.lapsed(Decision::TakeFree, recorder),
        }
    }

    /// The token after a purchase must be taken, if a gem is left (P1).
    fn take_up_purchase_token<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        if !self.owns_post(self.turn.seat, Post::PurchaseToken) {
            return self.done();
        }
        let mut colors = self.gems_left().colors().iter();
        match (colors.next(), colors.next()) {
            (Some(color), second) => self.one_or_ask(Action::TakeToken(color), second.is_none(), recorder),
            (None, _) => self.lapsed(Decision::TakeToken, recorder),
        }
    }

    /// Exactly one stronghold step for each purchase; without a possible one it lapses (S2, S3).
    fn take_up_stronghold<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let Some(steps) = self.stronghold_steps() else { return self.done() };
        match (steps.len(), self.stronghold_step(&steps, 0)) {
            (1, Some(action)) => self.answer(&action, recorder),
            (_, Some(_)) => Taken::Stays,
            (_, None) => self.lapsed(Decision::Stronghold, recorder),
        }
    }

    /// Conquest is asked only if it can be paid for (S7, T2).
    #[inline]
    fn take_up_conquest(&mut self) -> Taken {
        let can_pay = self.conquest_card().is_some_and(|card| {
            let mut payable = false;
            self.add_payments(card, |_| payable = true);
            payable
        });
        if can_pay { Taken::Stays } else { self.done() }
    }

    /// More than ten tokens: the surplus goes back (B13).
    #[inline]
    fn take_up_token_limit<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let held = self.active().tokens;
        let Some(surplus) = held.total().checked_sub(TOKENS_MAX + 1).map(|beyond| beyond + 1) else {
            return self.done();
        };
        match held.only_kind() {
            Some(kind) => self.answer(&Action::Return(Tokens::of_kind(kind, surplus)), recorder),
            None => Taken::Stays,
        }
    }

    /// One noble a turn, chosen among several (B14).
    #[inline]
    fn take_up_noble<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let mut visitors = self.visitors().iter();
        match (visitors.next(), visitors.next()) {
            (Some(noble), second) => self.one_or_ask(Action::ChooseNoble(noble), second.is_none(), recorder),
            (None, _) => self.done(),
        }
    }

    /// One post a turn, chosen among several (P0).
    #[inline]
    fn take_up_post<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let Some(posts) = &self.posts else { return self.done() };
        let mut reachable = posts.within_reach(self.turn.seat, self.active().card_counts).iter();
        match (reachable.next(), reachable.next()) {
            (Some(post), second) => self.one_or_ask(Action::ChoosePost(post), second.is_none(), recorder),
            (None, _) => self.done(),
        }
    }

    /// Refills every vacant place, base decks first, left to right (B11, S8).
    #[inline]
    fn refill_market<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        for slot in self.market.vacant().iter() {
            let place = slot.place();
            recorder.effect(match self.market.refill(slot) {
                Some(card) => Effect::MarketRefilled { place, card },
                None => Effect::PlaceLeftEmpty { place },
            });
        }
    }

    /// Whether the seat meets the condition that ends the game: a city where there are cities, else 15 prestige (B15, C1, C2).
    #[inline]
    pub(super) fn meets_end(&self, seat: Seat) -> bool {
        let prestige = self.prestige(seat);
        match self.cities {
            Some(cities) => cities.fulfilled_by(prestige, self.seats[seat].card_counts).next().is_some(),
            None => prestige >= PRESTIGE_TO_END,
        }
    }

    /// The end check of a turn, then the next seat (B15, C2).
    #[inline]
    fn end_turn<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn.seat;
        if self.meets_end(seat) {
            for city in self
                .cities
                .into_iter()
                .flat_map(|cities| cities.fulfilled_by(self.prestige(seat), self.active().card_counts))
            {
                recorder.effect(Effect::CityFulfilled { seat, city });
            }
            if !self.ending.final_round {
                self.ending.final_round = true;
                recorder.effect(Effect::FinalRound { seat });
            }
        }
        self.pass_turn_on(recorder);
    }

    /// Gives the turn to the next seat in play, or ends the game (B12, B15, B19, B20).
    fn pass_turn_on<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let next = self.next_in_play();
        let round_ends = next <= self.turn.seat;
        if round_ends && self.ending.final_round {
            if self.seats_in_play().any(|seat| self.meets_end(seat)) {
                let reason = if self.cities.is_some() { Reason::City } else { Reason::Prestige };
                return self.end(reason, recorder);
            }
            self.ending.final_round = false;
            recorder.effect(Effect::PlayGoesOn);
        }
        if self.ending.passes > 0 && self.ending.passes as usize >= self.seats_in_play().count() {
            return self.end(Reason::Stalemate, recorder);
        }
        if round_ends && self.round_was_quiet() && self.ending.quiet_rounds >= QUIET_ROUNDS_MAX {
            return self.end(Reason::QuietRounds, recorder);
        }
        self.turn = Turn { seat: next, number: self.turn.number.saturating_add(1) };
        self.agenda.begin_turn();
        recorder.effect(Effect::TurnBegan { seat: next, number: self.turn.number });
    }

    /// The next seat in play after the one whose turn it is.
    #[inline]
    fn next_in_play(&self) -> Seat {
        let mut next = self.seat_count.after(self.turn.seat);
        while !self.seats[next].in_play() && next != self.turn.seat {
            next = self.seat_count.after(next);
        }
        next
    }

    /// Closes a round and tells whether it saw neither purchase nor reserve (B20).
    fn round_was_quiet(&mut self) -> bool {
        let quiet = !std::mem::take(&mut self.ending.busy);
        self.ending.quiet_rounds = if quiet { self.ending.quiet_rounds + 1 } else { 0 };
        quiet
    }

    /// Ends the game.
    fn end<R: Recorder<Action, Effect>>(&mut self, reason: Reason, recorder: &mut R) {
        self.ending.over = Some(reason);
        recorder.effect(Effect::GameOver { reason });
    }

    /// The colors of which the supply has a gem.
    #[inline]
    pub(super) fn colors_left(&self) -> impl Iterator<Item = Color> {
        self.gems_left().colors().iter()
    }
}
