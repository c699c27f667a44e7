//! What was found about one choice.

use lapidary_engine::seat::Seat;

use crate::shares::Shares;

/// The smallest loss that is called a mistake, as a share of the game. A smaller one cannot be told apart
/// from what another seed and four times the simulations find: see docs/analysis.md.
pub const MISTAKE: f32 = 0.06;

/// The smallest loss that is called a blunder, as a share of the game: with the error of the judge it is
/// still a mistake.
pub const BLUNDER: f32 = 0.15;

/// The version of the judge: its evaluations, its search and its limits. It changes whenever the same game
/// gets another analysis.
pub const JUDGE: i16 = 1;

/// A choice with its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Whose choice it was.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u16,
    /// The version of the game in which it was made.
    pub version: u32,
    /// What was decided, in notation; several decisions are separated by `; `.
    pub played: String,
    /// The best that was found, in notation, if the judge prefers it to what was decided.
    pub best: Option<String>,
    /// Whether there was anything to decide: if not, the choice says nothing about its seat.
    pub was_free: bool,
    /// What each seat could expect, had the best been played.
    pub before: Shares,
    /// What each seat could expect after what was decided.
    pub after: Shares,
    /// What the cards changed that were revealed then.
    pub luck: Shares,
}

impl Judgement {
    /// What the choice cost its seat, as a share of the game; never below 0.
    pub fn loss(&self) -> f32 {
        self.before.less(self.after).of(self.seat).max(0.0)
    }

    /// Whether the loss is one that the judge can tell apart.
    pub fn is_mistake(&self) -> bool {
        self.loss() >= MISTAKE
    }

    /// Whether the loss is a blunder.
    pub fn is_blunder(&self) -> bool {
        self.loss() >= BLUNDER
    }
}
