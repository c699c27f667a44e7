//! Knows how turns go round the table in every game, and how a game ends: rounds, passes, quiet rounds, leaving
//! (B12, B15, B19, B20, K9). Knows nothing of what a turn consists of.

use super::outcome::Reason;
use super::record::{Leaving, Recorder};
use super::seat::{Seat, SeatCount};
use super::turn::Turn;

/// The rounds in a row without purchase and reserve, in Kids without a move, that end a game (B20).
pub const QUIET_ROUNDS_MAX: u8 = 25;

/// What the end of the game depends on beside what the seats have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ending {
    /// Whether this is the final round: prestige or a city triggered it, in Kids the gates are closed (B15, C2, K9).
    pub final_round: bool,
    /// Seats that passed one after another (B12).
    pub passes: u8,
    /// Whole rounds in a row that were quiet (B20).
    pub quiet_rounds: u8,
    /// Whether this round has seen what makes it none of these (B20).
    pub busy: bool,
    /// Why the game is over, if it is.
    pub over: Option<Reason>,
}

impl Ending {
    /// Closes a round and tells whether it is the last of too many quiet ones (B20).
    fn close_round(&mut self) -> bool {
        let quiet = !std::mem::take(&mut self.busy);
        self.quiet_rounds = if quiet { self.quiet_rounds + 1 } else { 0 };
        quiet && self.quiet_rounds >= QUIET_ROUNDS_MAX
    }
}

/// What happens in every game when a turn or the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Milestone {
    /// The seat triggered the end: the round is finished (B15, C2, K9).
    FinalRound(Seat),
    /// The final round ended without a seat in play that meets the end condition: play goes on (B19).
    PlayGoesOn,
    /// The next turn began.
    TurnBegan(Turn),
    /// The game ended.
    GameOver(Reason),
}

/// A game whose seats take turns round the table.
pub(in crate::engine) trait Rounds {
    /// A decision.
    type Action;
    /// Something that happened.
    type Effect: From<Milestone>;

    /// The number of seats.
    fn seat_count(&self) -> SeatCount;
    /// The turn that runs.
    fn turn(&self) -> Turn;
    /// Whether a seat has not gone out (B19).
    fn in_play(&self, seat: Seat) -> bool;
    /// How near the end is.
    fn ending(&self) -> &Ending;
    /// The same, to be changed.
    fn ending_mut(&mut self) -> &mut Ending;
    /// Whether the seat meets the condition that ends the game (B15, C2, K9).
    fn meets_end(&self, seat: Seat) -> bool;
    /// Why the game is over after a final round (B15, C2, K9).
    fn end_reason(&self) -> Reason;
    /// Tells what of the condition is not seen on the table, at the end of the seat's turn.
    fn tell_why<R: Recorder<Self::Action, Self::Effect>>(&self, seat: Seat, recorder: &mut R);
    /// Lays out the steps of a turn.
    fn begin(&mut self, turn: Turn);
    /// Takes the seat with all that it has out of the game, and notes its place in the order of elimination (B19).
    fn take_out<R: Recorder<Self::Action, Self::Effect>>(
        &mut self,
        seat: Seat,
        how_manieth: u8,
        recorder: &mut R,
    );
    /// Lets the turn of another seat run on without the one that went out (B19).
    fn run_on_without(&mut self, seat: Seat);

    /// How many seats have not gone out (B19).
    fn count_in_play(&self) -> usize {
        self.seat_count().seats().filter(|&seat| self.in_play(seat)).count()
    }

    /// Takes a seat out of the game: its turns are skipped from now on (B19). Tells whether it could leave.
    fn go_out<R: Recorder<Self::Action, Self::Effect>>(
        &mut self,
        seat: Seat,
        how: Leaving,
        recorder: &mut R,
    ) -> bool {
        if self.ending().over.is_some() || !self.in_play(seat) || !self.seat_count().has(seat) {
            return false;
        }
        recorder.leaving(seat, how);
        let gone = self.seat_count().get() - self.count_in_play();
        self.take_out(seat, gone as u8 + 1, recorder);
        if self.count_in_play() == 1 {
            self.end(Reason::LastSeat, recorder);
        } else if self.turn().seat == seat {
            self.pass_turn_on(recorder);
        } else {
            self.run_on_without(seat);
        }
        true
    }

    /// The end check of a turn, then the next seat (B15, C2, K9).
    #[inline]
    fn end_turn<R: Recorder<Self::Action, Self::Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn().seat;
        if self.meets_end(seat) {
            self.tell_why(seat, recorder);
            if !self.ending().final_round {
                self.ending_mut().final_round = true;
                recorder.effect(Milestone::FinalRound(seat).into());
            }
        }
        self.pass_turn_on(recorder);
    }

    /// Gives the turn to the next seat in play, or ends the game (B12, B15, B19, B20, K9).
    fn pass_turn_on<R: Recorder<Self::Action, Self::Effect>>(&mut self, recorder: &mut R) {
        let last = self.turn();
        let next = self.next_in_play();
        let round_ends = next <= last.seat;
        if round_ends && self.ending().final_round {
            if self.seat_count().seats().any(|seat| self.in_play(seat) && self.meets_end(seat)) {
                return self.end(self.end_reason(), recorder);
            }
            self.ending_mut().final_round = false;
            recorder.effect(Milestone::PlayGoesOn.into());
        }
        let passes = self.ending().passes;
        if passes > 0 && passes as usize >= self.count_in_play() {
            return self.end(Reason::Stalemate, recorder);
        }
        if round_ends && self.ending_mut().close_round() {
            return self.end(Reason::QuietRounds, recorder);
        }
        let turn = Turn { seat: next, number: last.number.saturating_add(1) };
        self.begin(turn);
        recorder.effect(Milestone::TurnBegan(turn).into());
    }

    /// The next seat in play after the one whose turn it is.
    #[inline]
    fn next_in_play(&self) -> Seat {
        let (seats, last) = (self.seat_count(), self.turn().seat);
        let mut next = seats.after(last);
        while !self.in_play(next) && next != last {
            next = seats.after(next);
        }
        next
    }

    /// Ends the game.
    fn end<R: Recorder<Self::Action, Self::Effect>>(&mut self, reason: Reason, recorder: &mut R) {
        self.ending_mut().over = Some(reason);
        recorder.effect(Milestone::GameOver(reason).into());
    }
}
