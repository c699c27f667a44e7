//! A puzzle and the judgement of an answer. It does not know who answers.

use lapidary_engine::decisions::{ListRefusal, judge};
use lapidary_engine::game::{Action as AnyAction, Game, Proposal};
use lapidary_engine::record::{By, Cause};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_opponents::splendor::turns::played;
use sha2::{Digest, Sha256};

use super::forced::Prover;
use super::theme::Theme;
use super::turn::notation;
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
    /// The position. What the seat to move does not see is in catalogue order, so the position contains
    /// nothing secret.
    pub position: State,
    /// The seat to move.
    pub seat: Seat,
    /// The turns that solve it, with the best first. Several turns differ only in what they pay, return or
    /// choose after the same first decision.
    pub solutions: Vec<Vec<Action>>,
    /// The best of the other turns.
    pub rival: Vec<Action>,
    /// The share of each seat after the best turn, in continued games.
    pub shares: Shares,
    /// What each seat wins after the best other turn.
    pub rival_shares: Shares,
    /// What it is about.
    pub themes: Vec<Theme>,
    /// How hard it is at first.
    pub difficulty: Difficulty,
}

/// A legal answer to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether it reaches the position of a solution, ends the game with an equal result, or surely wins.
    pub is_right: bool,
    /// The decisions in notation, with complete payments, separated by `; `.
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
    /// The id of the puzzle: a hash of its position in the form of a UUID version 8. So a position has the
    /// same id in every set.
    pub fn id(&self) -> [u8; 16] {
        id_of(&self.position)
    }

    /// The position as its seat knows it: hidden cards are blanks.
    pub fn known(&self) -> State {
        let mut known = self.position;
        known.veil(Viewer::Seat(self.seat));
        known
    }

    /// Judges a complete turn. Fails if the turn is illegal or incomplete. The refusal never depends on a
    /// hidden card (B18).
    pub fn judge(&self, turn: &[Proposal]) -> Result<Answer, AnswerRefusal> {
        let known = self.known();
        let judged = judge(&Game::Splendor(known), self.seat, turn)?;
        let is_same_turn = judged.game.turns_begun() == known.turns_begun();
        if let (true, Some((_, decision))) = (is_same_turn, judged.game.to_act()) {
            return Err(AnswerRefusal::Incomplete(decision));
        }
        let decided = judged.log.0.iter().filter_map(|entry| match &entry.cause {
            Cause::Decision { by: By::Player, action: AnyAction::Splendor(action), .. } => Some(*action),
            _ => None,
        });
        let decided: Vec<Action> = decided.collect();
        Ok(Answer { is_right: self.is_solved_by(&decided), notation: notation(&decided) })
    }

    /// Whether a legal turn solves the puzzle: it reaches the position of a solution, ends the game with an
    /// equal result, or surely wins.
    fn is_solved_by(&self, turn: &[Action]) -> bool {
        let known = self.known();
        let after = played(known, turn);
        let solves = |solution: &Vec<Action>| {
            let solved = played(known, solution);
            let ends = final_share(&after, self.seat).zip(final_share(&solved, self.seat));
            after == solved || ends.is_some_and(|(share, most)| share >= most)
        };
        self.solutions.iter().any(solves) || Prover::default().wins(&self.position, self.seat, turn, 1)
    }
}

/// The id of a puzzle with this position.
pub fn id_of(position: &State) -> [u8; 16] {
    let hash = Sha256::digest(position.encode());
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    id[6] = id[6] & 0x0f | 0x80;
    id[8] = id[8] & 0x3f | 0x80;
    id
}
