//! The order of the steps of a turn and of a purchase (T1). It does not know what the steps do.

use super::action::Decision;
use super::card::{CardId, Level};

/// One step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The normal action (B4).
    Main,
    /// The choice among drawn cards, part of a blind reserve (P4).
    Keep,
    /// The association of this card (O5).
    Associate(CardId),
    /// A free card of this level (O7, O8).
    TakeFree(Level),
    /// The token after a purchase (P1).
    PurchaseToken,
    /// The stronghold after a purchase (S2).
    Stronghold,
    /// The purchase by Conquest, optional (S7).
    Conquest,
    /// The refill of the market (B11, S8).
    Refill,
    /// The token limit (B13).
    TokenLimit,
    /// The visit of a noble (B14).
    Noble,
    /// The trading post (P0).
    Post,
    /// The end check: cities or prestige (C2, B15), then the next seat.
    End,
}

impl Step {
    /// The kind of decision that the step needs when more than one is legal.
    pub const fn decision(self) -> Option<Decision> {
        match self {
            Step::Main => Some(Decision::Main),
            Step::Keep => Some(Decision::Keep),
            Step::Associate(_) => Some(Decision::Associate),
            Step::TakeFree(_) => Some(Decision::TakeFree),
            Step::PurchaseToken => Some(Decision::TakeToken),
            Step::Stronghold => Some(Decision::Stronghold),
            Step::Conquest => Some(Decision::Conquest),
            Step::TokenLimit => Some(Decision::Return),
            Step::Noble => Some(Decision::Noble),
            Step::Post => Some(Decision::Post),
            Step::Refill | Step::End => None,
        }
    }
}

/// The order of a turn (T1). Steps of modules that are not in play are skipped.
pub const TURN: [Step; 7] =
    [Step::Main, Step::Conquest, Step::Refill, Step::TokenLimit, Step::Noble, Step::Post, Step::End];

/// The order of a turn with its last step twice, so that three bits always index it.
const TURN_BY_BITS: [Step; 8] = {
    let mut steps = [Step::End; 8];
    let mut at = 0;
    while at < TURN.len() {
        steps[at] = TURN[at];
        at += 1;
    }
    steps
};

// Three bits index the order of a turn.
const _: () = assert!(TURN.len() < TURN_BY_BITS.len());

/// The steps that follow a purchase, after the effects of the card (T1).
pub const AFTER_PURCHASE: [Step; 2] = [Step::PurchaseToken, Step::Stronghold];

/// The maximum number of pending steps besides those of the turn: the steps after a purchase, and two effects
/// of a card.
pub const PENDING_MAX: usize = 4;

// The steps after a purchase and two effects of its card fit.
const _: () = assert!(AFTER_PURCHASE.len() + 2 <= PENDING_MAX);

/// The steps still to come in this turn: those of a purchase first, then the rest of [`TURN`].
#[derive(Clone, Copy, Debug)]
pub struct Agenda {
    turn: u8,
    count: u8,
    /// The pending steps, the next one at the end.
    pending: [Step; PENDING_MAX],
}

impl Agenda {
    /// The beginning of a turn.
    pub const TURN_BEGINS: Agenda = Agenda { turn: 0, count: 0, pending: [Step::End; PENDING_MAX] };

    /// The next step.
    #[inline]
    pub fn next(&self) -> Step {
        self.next_pending().unwrap_or(TURN_BY_BITS[(self.turn & 7) as usize])
    }

    /// The next step, if it is not one of the turn.
    #[inline]
    pub fn next_pending(&self) -> Option<Step> {
        self.count.checked_sub(1).map(|last| self.pending[last as usize % PENDING_MAX])
    }

    /// Counts all steps of [`TURN`] before the one with this index as done.
    #[inline]
    pub const fn come_to(&mut self, place: u8) {
        self.turn = place;
    }

    /// Removes the next step.
    #[inline]
    pub fn strike(&mut self) {
        if self.count == 0 {
            self.turn += 1;
        } else {
            self.count -= 1;
        }
    }

    /// Removes the next step, which is not one of the turn.
    #[inline]
    pub fn strike_pending(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// Inserts these steps before all others, in their order.
    #[inline]
    pub fn insert(&mut self, steps: impl DoubleEndedIterator<Item = Step>) {
        for step in steps.rev() {
            self.pending[self.count as usize % PENDING_MAX] = step;
            self.count += 1;
        }
    }

    /// Begins the next turn.
    #[inline]
    pub fn begin_turn(&mut self) {
        self.turn = 0;
        self.count = 0;
    }

    /// The number of steps of [`TURN`] that are done.
    #[inline]
    pub const fn turn_steps_done(&self) -> u8 {
        self.turn
    }

    /// The pending steps besides those of the turn, next first.
    pub fn pending(&self) -> impl Iterator<Item = Step> + '_ {
        self.pending.iter().take(self.count as usize).rev().copied()
    }

    /// The agenda with these parts, if such an agenda can occur.
    pub fn from_parts(turn_steps_done: u8, pending: &[Step]) -> Option<Agenda> {
        let possible = (turn_steps_done as usize) < TURN.len() && pending.len() <= PENDING_MAX;
        let mut agenda = Agenda { turn: turn_steps_done, ..Agenda::TURN_BEGINS };
        possible.then(|| agenda.insert(pending.iter().copied()))?;
        Some(agenda)
    }
}

impl PartialEq for Agenda {
    fn eq(&self, other: &Agenda) -> bool {
        self.turn == other.turn && self.pending().eq(other.pending())
    }
}

impl Eq for Agenda {}
