//! The order of the steps of a turn. It does not know what the steps do.

use super::action::Decision;
use crate::seat::Seat;

/// Which limit on tokens a seat must meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The limit of the bag (K5).
    Bag,
    /// The limit of the Drought (K12).
    Drought,
}

/// One step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The action of the turn, or of the extra turn that a village gives (K3, K8).
    Main,
    /// The seat returns its tokens above a limit; it need not be the active seat (K5, K12).
    Return(Seat, Limit),
    /// A town tile (K7, K11).
    DrawTown,
    /// All town tiles of the active seat are turned face up (K7).
    TurnTilesUp,
    /// A token for another traveler (K12).
    Give,
    /// The extra turn that a village gives begins (K8).
    AnotherTurn,
    /// The end of the turn: the gates are checked (K9), then the next seat moves.
    End,
}

impl Step {
    /// The kind of decision that the step needs when more than one is legal.
    pub const fn decision(self) -> Option<Decision> {
        match self {
            Step::Main => Some(Decision::Main),
            Step::Return(..) => Some(Decision::Return),
            Step::DrawTown => Some(Decision::DrawTown),
            Step::Give => Some(Decision::Give),
            Step::TurnTilesUp | Step::AnotherTurn | Step::End => None,
        }
    }
}

/// The order of a turn. The steps that follow an arrival come in between.
pub const TURN: [Step; 2] = [Step::Main, Step::End];

/// The maximum number of pending steps besides those of the turn: a Drought for four seats, then the turn
/// that a village gives.
pub const PENDING_MAX: usize = 6;

/// The steps still to come in this turn: those of an arrival first, then the rest of [`TURN`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agenda {
    turn: u8,
    pending: [Option<Step>; PENDING_MAX],
}

impl Agenda {
    /// The beginning of a turn.
    pub const TURN_BEGINS: Agenda = Agenda { turn: 0, pending: [None; PENDING_MAX] };

    /// The next step.
    #[inline]
    pub fn next(&self) -> Step {
        match self.pending[0] {
            Some(step) => step,
            None => TURN[(self.turn as usize).min(TURN.len() - 1)],
        }
    }

    /// Removes the next step.
    #[inline]
    pub fn strike(&mut self) {
        if self.pending[0].is_some() {
            self.pending.copy_within(1.., 0);
            self.pending[PENDING_MAX - 1] = None;
        } else {
            self.turn += 1;
        }
    }

    /// Inserts these steps before all others, in their order.
    #[inline]
    pub fn insert(&mut self, steps: impl DoubleEndedIterator<Item = Step>) {
        for step in steps.rev() {
            self.pending.copy_within(..PENDING_MAX - 1, 1);
            self.pending[0] = Some(step);
        }
    }

    /// Removes the decisions of a seat that are not part of its own turn (B19).
    pub fn drop_questions_to(&mut self, seat: Seat) {
        let left = self.pending;
        self.pending = [None; PENDING_MAX];
        let kept =
            left.into_iter().flatten().filter(|step| !matches!(step, Step::Return(of, _) if *of == seat));
        for (place, step) in self.pending.iter_mut().zip(kept) {
            *place = Some(step);
        }
    }

    /// The number of steps of [`TURN`] that are done.
    pub const fn turn_steps_done(&self) -> u8 {
        self.turn
    }

    /// The pending steps besides those of the turn, next first.
    pub fn pending(&self) -> impl Iterator<Item = Step> + '_ {
        self.pending.iter().flatten().copied()
    }

    /// The agenda with these parts, if such an agenda can occur.
    pub fn from_parts(turn_steps_done: u8, pending: &[Step]) -> Option<Agenda> {
        let mut agenda = Agenda { turn: turn_steps_done, ..Agenda::TURN_BEGINS };
        agenda.insert(pending.iter().copied());
        ((turn_steps_done as usize) < TURN.len() && pending.len() <= PENDING_MAX).then_some(agenda)
    }
}
