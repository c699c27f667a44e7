//! A puzzle, and what becomes of an answer. It does not know who answers.

use lapidary_engine::decisions::{ListRefusal, judge};
use lapidary_engine::game::{Game, Proposal};
use lapidary_engine::record::{By, Cause};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use sha2::{Digest, Sha256};

use super::theme::Theme;
use crate::shares::Shares;
use lapidary_words::words;

words! {
    /// How hard a puzzle is at first, before anybody has answered it: by which built-in opponents find the
    /// solution without a search.
    #[derive(PartialOrd, Ord)]
    Difficulty:
    /// `greedy` finds it.
    Easy = "easy",
    /// `apprentice` finds it, `greedy` does not.
    Medium = "medium",
    /// Neither finds it.
    Hard = "hard",
}

/// A position in which one turn is clearly the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position. What the seat to move does not see is in catalogue order, so the position holds nothing
    /// that the seat does not know.
    pub position: State,
    /// The seat to move.
    pub seat: Seat,
    /// The turns that solve it, the best first. If there are several, they differ only in what is paid,
    /// returned or chosen after the same first decision.
    pub solutions: Vec<Vec<Action>>,
    /// The best of the other turns.
    pub rival: Vec<Action>,
    /// What each seat can expect after the best turn.
    pub shares: Shares,
    /// What each seat can expect after the best other turn.
    pub rival_shares: Shares,
    /// What it is about.
    pub themes: Vec<Theme>,
    /// How hard it is at first.
    pub difficulty: Difficulty,
}

/// A legal answer to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether it leads to the same position as a solution.
    pub is_right: bool,
    /// The decisions of the seat, with complete payments, in notation, separated by `; `.
    pub notation: String,
}

/// Why an answer does not count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum AnswerRefusal {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] ListRefusal),
    /// The turn is not complete: a decision is missing at its end.
    #[error("the turn is not complete: a `{0}` is missing")]
    Incomplete(&'static str),
}

impl Puzzle {
    /// The id of the puzzle: a hash of its position, in the form of a UUID of version 8. So a position is the
    /// same puzzle in every set.
    pub fn id(&self) -> [u8; 16] {
        let hash = Sha256::digest(self.position.encode());
        let mut id = [0; 16];
        id.copy_from_slice(&hash[..16]);
        id[6] = id[6] & 0x0f | 0x80;
        id[8] = id[8] & 0x3f | 0x80;
        id
    }

    /// The position as its seat knows it: hidden cards are blanks.
    pub fn known(&self) -> State {
        let mut known = self.position;
        known.veil(Viewer::Seat(self.seat));
        known
    }

    /// Judges a complete turn.
    ///
    /// # Errors
    /// If the turn is illegal or not complete. The refusal never depends on a hidden card (B18).
    pub fn judge(&self, turn: &[Proposal]) -> Result<Answer, AnswerRefusal> {
        let known = self.known();
        let judged = judge(&Game::Splendor(known), self.seat, turn)?;
        let is_same_turn = judged.game.turns_begun() == known.turns_begun();
        if let (true, Some((_, decision))) = (is_same_turn, judged.game.to_act()) {
            return Err(AnswerRefusal::Incomplete(decision));
        }
        let decided = judged.log.0.iter().filter_map(|entry| match &entry.cause {
            Cause::Decision { by: By::Player, action, .. } => Some(action.to_string()),
            Cause::Decision { by: By::Engine, .. } | Cause::Leaving { .. } => None,
        });
        let solved = |solution: &Vec<Action>| judged.game == Game::Splendor(played(known, solution));
        let is_right = self.solutions.iter().any(solved);
        Ok(Answer { is_right, notation: decided.collect::<Vec<_>>().join("; ") })
    }
}

/// A position after decisions that are known to be legal.
pub(super) fn played(mut state: State, turn: &[Action]) -> State {
    turn.iter().for_each(|action| state.play_unchecked(action, &mut ()));
    state
}
