//! Runs the steps of a turn: a step does its work, is skipped, waits for a decision, or is decided by the
//! engine (T1, T2). What the decisions do is in `perform`.

use super::action::{Action, Decision};
use super::agenda::{Step, TURN};
use super::color::Color;
use super::effect::Effect;
use super::refusal::Refusal;
use super::state::{State, TOKENS_MAX};
use super::tokens::Tokens;
use crate::outcome::Reason;
use crate::record::{By, Leaving, Recorder};
use crate::rounds::{Ending, Rounds};
use crate::seat::{Seat, SeatCount};
use crate::turn::Turn;

// `walk_turn` names every step of the turn.
const _: () = assert!(TURN.len() == 7);

/// The result of starting a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is done or skipped, and leaves the agenda.
    Done,
    /// It has left the agenda already, because the engine decided: the next one follows.
    Gone,
    /// The seat must decide, or the listener does not want the game to go on: the step remains. Also the
    /// answer of the last step, after which the next turn waits for its main action.
    Stays,
}

impl State {
    /// Applies a decision of the seat that must decide, and all following steps that need no decision of a
    /// player. Returns the refusal, if the action is illegal; the state is then unchanged.
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
        if self.go_out(seat, how, recorder) {
            self.proceed(recorder);
        }
    }

    /// Runs one step after another until a seat must decide or the game is over.
    fn proceed<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        if self.is_over() {
            return;
        }
        while let Some(step) = self.agenda.next_pending() {
            match self.take_up_pending(step, recorder) {
                Taken::Done => self.agenda.strike_pending(),
                Taken::Gone => {}
                Taken::Stays => return,
            }
        }
        self.walk_turn(recorder);
    }

    /// Runs the steps of [`TURN`] from the next one on until one remains; none of them makes another step
    /// pending.
    ///
    /// The code names every step, so that the compiler knows it, and a skipped step costs almost nothing.
    #[inline(always)]
    fn walk_turn<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let done = self.agenda.turn_steps_done();
        let _all_done = self.passes_place::<0, R>(done, recorder)
            && self.passes_place::<1, R>(done, recorder)
            && self.passes_place::<2, R>(done, recorder)
            && self.passes_place::<3, R>(done, recorder)
            && self.passes_place::<4, R>(done, recorder)
            && self.passes_place::<5, R>(done, recorder)
            && self.passes_place::<6, R>(done, recorder);
    }

    /// Runs the step of [`TURN`] with this index, unless it was done before. Returns false if the step
    /// remains.
    #[inline(always)]
    fn passes_place<const PLACE: u8, R: Recorder<Action, Effect>>(
        &mut self,
        done: u8,
        recorder: &mut R,
    ) -> bool {
        if PLACE < done {
            return true;
        }
        self.agenda.come_to(PLACE);
        self.take_up(TURN[PLACE as usize], recorder) != Taken::Stays
    }

    /// Starts a step that is not one of the turn. Apart from [`State::walk_turn`], so that its code stays
    /// short.
    #[inline(never)]
    fn take_up_pending<R: Recorder<Action, Effect>>(&mut self, step: Step, recorder: &mut R) -> Taken {
        self.take_up(step, recorder)
    }

    /// Starts a step of the agenda (T1).
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
                if !self.market.vacant().is_empty() {
                    self.refill_market(recorder);
                }
                Taken::Done
            }
            Step::TokenLimit => self.take_up_token_limit(recorder),
            Step::Noble => self.take_up_noble(recorder),
            Step::Post => self.take_up_post(recorder),
            Step::End => {
                self.end_turn(recorder);
                Taken::Stays
            }
        }
    }

    /// Skips the step, because it is impossible.
    pub(super) fn lapsed<R: Recorder<Action, Effect>>(&self, step: Decision, recorder: &mut R) -> Taken {
        recorder.effect(Effect::StepLapsed { seat: self.turn.seat, step });
        Taken::Done
    }

    /// The engine decides if all choices are equal; otherwise the seat must decide (T2).
    #[inline]
    pub(super) fn decide_if_only<R: Recorder<Action, Effect>>(
        &mut self,
        first: Action,
        only: bool,
        recorder: &mut R,
    ) -> Taken {
        if only { self.answer(&first, recorder) } else { Taken::Stays }
    }

    /// The engine makes the only legal decision, unless the listener stops the game (T2).
    #[inline(never)]
    pub(super) fn answer<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) -> Taken {
        if !recorder.goes_on() {
            return Taken::Stays;
        }
        recorder.decision(self.turn.seat, By::Engine, action);
        self.perform(action, recorder);
        Taken::Gone
    }

    /// A seat with more than ten tokens returns the surplus (B13).
    #[inline]
    fn take_up_token_limit<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let held = self.active().tokens;
        let Some(surplus) = held.total().checked_sub(TOKENS_MAX + 1).map(|beyond| beyond + 1) else {
            return Taken::Done;
        };
        match held.only_kind() {
            Some(kind) => self.answer(&Action::Return(Tokens::of_kind(kind, surplus)), recorder),
            None => Taken::Stays,
        }
    }

    /// One noble in each turn; the seat chooses if several visit (B14).
    #[inline]
    fn take_up_noble<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let mut visitors = self.visitors().iter();
        match (visitors.next(), visitors.next()) {
            (Some(noble), second) => {
                self.decide_if_only(Action::ChooseNoble(noble), second.is_none(), recorder)
            }
            (None, _) => Taken::Done,
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

    /// The colors with a gem in the supply.
    #[inline]
    pub(super) fn colors_left(&self) -> impl Iterator<Item = Color> {
        self.gems_left().colors().iter()
    }
}

impl Rounds for State {
    type Action = Action;
    type Effect = Effect;

    #[inline]
    fn seat_count(&self) -> SeatCount {
        self.seat_count
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn in_play(&self, seat: Seat) -> bool {
        self.out[seat] == 0
    }

    #[inline]
    fn ending(&self) -> &Ending {
        &self.ending
    }

    #[inline]
    fn ending_mut(&mut self) -> &mut Ending {
        &mut self.ending
    }

    #[inline(always)]
    fn meets_end(&self, seat: Seat) -> bool {
        self.reaches_end(seat)
    }

    fn end_reason(&self) -> Reason {
        self.reason_of_end()
    }

    /// Records the cities that the seat fulfills (C2).
    fn record_end_condition<R: Recorder<Action, Effect>>(&self, seat: Seat, recorder: &mut R) {
        self.cities_of(seat).for_each(|city| recorder.effect(Effect::CityFulfilled { seat, city }));
    }

    #[inline]
    fn begin(&mut self, turn: Turn) {
        self.turn = turn;
        self.agenda.begin_turn();
    }

    /// Puts back the cards the seat was choosing from, then refills the places of the market cards it took
    /// (B19, P4).
    fn take_out<R: Recorder<Action, Effect>>(&mut self, seat: Seat, elimination: u8, recorder: &mut R) {
        let stops = self.turn.seat == seat;
        if stops {
            self.put_back_drawn(recorder);
        }
        self.remove_belongings(seat, elimination, recorder);
        if stops {
            self.refill_market(recorder);
        }
    }

    /// Nothing to do: only the seat whose turn it is ever decides.
    fn run_on_without(&mut self, _seat: Seat) {}
}
