//! How turns pass from seat to seat in every game, and how a game ends: rounds, passes, quiet rounds, leaving
//! (B12, B15, B19, B20, K9). It does not know what a turn consists of.

use super::outcome::Reason;
use super::record::{Leaving, Recorder};
use super::seat::{Seat, SeatCount};
use super::turn::Turn;

/// The number of consecutive rounds without purchase and reserve, in Kids without a move, that end a game
/// (B20).
pub const QUIET_ROUNDS_MAX: u8 = 25;

/// The part of the end condition that is not visible from the seats' holdings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ending {
    /// Whether this is the final round: a seat triggered it by prestige or a city, or closed the gates in
    /// Kids (B15, C2, K9).
    pub final_round: bool,
    /// The number of consecutive passes (B12).
    pub passes: u8,
    /// The number of consecutive full rounds that were quiet (B20).
    pub quiet_rounds: u8,
    /// Whether this round is not quiet, because of a purchase or reserve, or a move in Kids (B20).
    pub busy: bool,
    /// Why the game is over, if it is.
    pub over: Option<Reason>,
}

impl Ending {
    /// Closes a round if it ends, and returns whether it is the last of too many quiet ones (B20).
    ///
    /// No branch depends on whether it ends, because a processor guesses every second one wrong. Together
    /// with [`Rounds::close_final_round`], this makes random games 3 % faster.
    #[inline]
    fn close_round(&mut self, ends: bool) -> bool {
        let quiet = ends & !self.busy;
        self.quiet_rounds = (self.quiet_rounds + u8::from(quiet)) * u8::from(!ends | quiet);
        self.busy &= !ends;
        self.quiet_rounds >= QUIET_ROUNDS_MAX
    }
}

/// What happens in every game at the end of a turn or of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Milestone {
    /// The seat triggered the end: the current round is the last (B15, C2, K9).
    FinalRound(Seat),
    /// The final round ended, but no seat in play meets the end condition: play goes on (B19).
    PlayGoesOn,
    /// The next turn began.
    TurnBegan(Turn),
    /// The game ended.
    GameOver(Reason),
}

/// A game whose seats take turns round the table.
pub(crate) trait Rounds {
    /// A decision.
    type Action;
    /// Something that happened.
    type Effect: From<Milestone>;

    /// The number of seats.
    fn seat_count(&self) -> SeatCount;
    /// The current turn.
    fn turn(&self) -> Turn;
    /// Whether a seat is still in play (B19).
    fn in_play(&self, seat: Seat) -> bool;
    /// The state of the end conditions.
    fn ending(&self) -> &Ending;
    /// The same, for changes.
    fn ending_mut(&mut self) -> &mut Ending;
    /// Whether the seat meets the condition that ends the game (B15, C2, K9).
    fn meets_end(&self, seat: Seat) -> bool;
    /// Why the game is over after a final round (B15, C2, K9).
    fn end_reason(&self) -> Reason;
    /// Records what the table does not show about the end condition, at the end of the seat's turn.
    fn record_end_condition<R: Recorder<Self::Action, Self::Effect>>(&self, seat: Seat, recorder: &mut R);
    /// Sets up the steps of a turn.
    fn begin(&mut self, turn: Turn);
    /// Removes the seat and all it has from the game, and stores its place in the order of elimination (B19).
    fn take_out<R: Recorder<Self::Action, Self::Effect>>(
        &mut self,
        seat: Seat,
        elimination: u8,
        recorder: &mut R,
    );
    /// Lets another seat's turn continue without the seat that went out (B19).
    fn run_on_without(&mut self, seat: Seat);

    /// The number of seats still in play (B19).
    fn count_in_play(&self) -> usize {
        self.seat_count().seats().filter(|&seat| self.in_play(seat)).count()
    }

    /// Takes a seat out of the game: its turns are skipped from now on (B19). Returns whether it was in play
    /// in a running game.
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

    /// Checks the end condition of a turn, then passes the turn on (B15, C2, K9).
    #[inline(always)]
    fn end_turn<R: Recorder<Self::Action, Self::Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn().seat;
        if self.meets_end(seat) {
            self.record_end_condition(seat, recorder);
            if !self.ending().final_round {
                self.ending_mut().final_round = true;
                recorder.effect(Milestone::FinalRound(seat).into());
            }
        }
        self.pass_turn_on(recorder);
    }

    /// Gives the turn to the next seat in play, or ends the game (B12, B15, B19, B20, K9).
    #[inline(always)]
    fn pass_turn_on<R: Recorder<Self::Action, Self::Effect>>(&mut self, recorder: &mut R) {
        let last = self.turn();
        let next = self.next_in_play();
        let round_ends = next <= last.seat;
        if self.ending().final_round && self.close_final_round(round_ends, recorder) {
            return;
        }
        let passes = self.ending().passes;
        if passes > 0 && passes as usize >= self.count_in_play() {
            return self.end(Reason::Stalemate, recorder);
        }
        if self.ending_mut().close_round(round_ends) {
            return self.end(Reason::QuietRounds, recorder);
        }
        let turn = Turn { seat: next, number: last.number.saturating_add(1) };
        self.begin(turn);
        recorder.effect(Milestone::TurnBegan(turn).into());
    }

    /// Ends the game after its final round, or lets play go on (B15, B19, C2, K9). Does nothing if the round
    /// goes on, and returns whether the game ended.
    ///
    /// Apart, so that only turns of a final round ask whether the round ends.
    #[inline(never)]
    fn close_final_round<R: Recorder<Self::Action, Self::Effect>>(
        &mut self,
        ends: bool,
        recorder: &mut R,
    ) -> bool {
        if !ends {
            return false;
        }
        if self.seat_count().seats().any(|seat| self.in_play(seat) && self.meets_end(seat)) {
            self.end(self.end_reason(), recorder);
            return true;
        }
        self.ending_mut().final_round = false;
        recorder.effect(Milestone::PlayGoesOn.into());
        false
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
