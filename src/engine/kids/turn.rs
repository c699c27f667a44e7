//! Runs the steps of a turn: a step does its work, is skipped, waits for a decision, or is decided by the
//! engine (T2). The last one looks whether the game ends. What the decisions do is in `perform`.

use super::action::{Action, Decision};
use super::agenda::{Agenda, Limit, Step};
use super::effect::Effect;
use super::refusal::Refusal;
use super::state::State;
use super::tokens::Tokens;
use crate::outcome::Reason;
use crate::record::{By, Leaving, Recorder};
use crate::rounds::{Ending, Rounds};
use crate::seat::{Seat, SeatCount};
use crate::turn::Turn;

/// The result of starting a step.
enum StepStart {
    /// It is done or skipped: the next one follows.
    Done,
    /// Exactly one decision is legal, so the engine makes it (T2).
    Answered(Seat, Action),
    /// A seat must decide.
    Waits,
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
        recorder.decision(self.seat_of_step(self.agenda.next()), By::Player, action);
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
        while !self.is_over() {
            match self.take_up(self.agenda.next(), recorder) {
                StepStart::Done => {}
                StepStart::Answered(..) if !recorder.goes_on() => return,
                StepStart::Answered(seat, action) => {
                    recorder.decision(seat, By::Engine, &action);
                    self.perform(&action, recorder);
                }
                StepStart::Waits => return,
            }
        }
    }

    /// Starts a step of the agenda.
    #[inline]
    fn take_up<R: Recorder<Action, Effect>>(&mut self, step: Step, recorder: &mut R) -> StepStart {
        match step {
            Step::Main => StepStart::Waits,
            Step::Return(seat, limit) => self.take_up_return(seat, limit),
            Step::DrawTown => self.take_up_draw_town(recorder),
            Step::TurnTilesUp => self.turn_tiles_up(recorder),
            Step::Give => self.take_up_give(recorder),
            Step::AnotherTurn => {
                recorder.effect(Effect::AnotherTurn { seat: self.turn.seat });
                self.done()
            }
            Step::End => {
                self.end_turn(recorder);
                StepStart::Done
            }
        }
    }

    /// Removes the step from the agenda.
    #[inline]
    fn done(&mut self) -> StepStart {
        self.agenda.strike();
        StepStart::Done
    }

    /// Skips the step, because it is impossible.
    fn lapsed<R: Recorder<Action, Effect>>(&mut self, step: Decision, recorder: &mut R) -> StepStart {
        recorder.effect(Effect::StepLapsed { seat: self.turn.seat, step });
        self.done()
    }

    /// The engine's decision if only one is legal; otherwise the seat must decide (T2).
    #[inline]
    fn decide_if_only(&self, first: Action, only: bool) -> StepStart {
        if only {
            StepStart::Answered(self.seat_of_step(self.agenda.next()), first)
        } else {
            StepStart::Waits
        }
    }

    /// The seat returns its tokens above a limit; a seat that is out is skipped (K5, K12).
    #[inline]
    fn take_up_return(&mut self, seat: Seat, limit: Limit) -> StepStart {
        let surplus = self.surplus(seat, limit);
        if surplus == 0 || !self.seats[seat].in_play() {
            return self.done();
        }
        let mut kinds = self.seats[seat].bag.tokens.kinds();
        let (first, second) = (kinds.next(), kinds.next());
        match first {
            Some(token) => self.decide_if_only(Action::Return(Tokens::of(token, surplus)), second.is_none()),
            None => self.done(),
        }
    }

    /// A town gives a tile from the market or the stack; if both are empty, the step is skipped (K7, K11).
    fn take_up_draw_town<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> StepStart {
        let mut sources = self.town_sources();
        let (first, second) = (sources.next(), sources.next());
        drop(sources);
        match first {
            Some(source) => self.decide_if_only(Action::DrawTown(source), second.is_none()),
            None => self.lapsed(Decision::DrawTown, recorder),
        }
    }

    /// Turns all tiles face up; the tile just drawn already is (K7).
    fn turn_tiles_up<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> StepStart {
        let seat = self.turn.seat;
        if !self.seats[seat].tiles_down.is_none() {
            self.seats[seat].turn_tiles_up();
            recorder.effect(Effect::TilesTurnedUp { seat });
        }
        self.done()
    }

    /// The seat gives a token away; without tokens the step is skipped (K12).
    fn take_up_give<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> StepStart {
        let mut gifts = self.gifts();
        let (first, second) = (gifts.next(), gifts.next());
        drop(gifts);
        match first {
            Some(gift) => self.decide_if_only(gift, second.is_none()),
            None => self.lapsed(Decision::Give, recorder),
        }
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
        self.seats[seat].in_play()
    }

    #[inline]
    fn ending(&self) -> &Ending {
        &self.ending
    }

    #[inline]
    fn ending_mut(&mut self) -> &mut Ending {
        &mut self.ending
    }

    /// The first traveler in the palace closes the gates (K9).
    #[inline]
    fn meets_end(&self, seat: Seat) -> bool {
        self.seats[seat].in_palace()
    }

    fn end_reason(&self) -> Reason {
        Reason::Palace
    }

    /// Nothing to record: everyone sees the pawn in the palace.
    fn record_end_condition<R: Recorder<Action, Effect>>(&self, _seat: Seat, _recorder: &mut R) {}

    #[inline]
    fn begin(&mut self, turn: Turn) {
        self.turn = turn;
        self.agenda = Agenda::TURN_BEGINS;
    }

    fn take_out<R: Recorder<Action, Effect>>(&mut self, seat: Seat, elimination: u8, recorder: &mut R) {
        self.remove_belongings(seat, elimination, recorder);
    }

    /// The Drought and the thief need decisions of other seats than the one whose turn it is (K12).
    fn run_on_without(&mut self, seat: Seat) {
        self.agenda.drop_questions_to(seat);
    }
}
