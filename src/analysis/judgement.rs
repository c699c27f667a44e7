//! What was found about one choice.

use lapidary_engine::seat::Seat;

use crate::reasons::Reason;
use crate::shares::Shares;
use lapidary_words::words;

/// The smallest loss that is a mistake, as a share of the game. Smaller losses may disappear with another
/// seed or four times the simulations: see docs/analysis.md.
pub const MISTAKE: f32 = 0.06;

/// The smallest loss that is a blunder, as a share of the game. Even with the error of the judge, it is a
/// mistake.
pub const BLUNDER: f32 = 0.15;

/// The version of the judge: its evaluations, search and limits. It changes whenever the same game gets
/// another analysis.
pub const JUDGE: i16 = 4;

words! {
    /// How bad a choice was.
    #[derive(PartialOrd, Ord)]
    Grade:
    /// It lost nothing that the judge can tell from none.
    Fine = "fine",
    /// It was a mistake.
    Mistake = "mistake",
    /// It was a blunder: a mistake for certain.
    Blunder = "blunder",
}

/// A choice with its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Whose choice it was.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u16,
    /// The version of the game in which it was made.
    pub version: u32,
    /// The decisions in notation, separated by `; `.
    pub played: String,
    /// The best decisions found, in notation, if the judge prefers them to the played ones.
    pub best: Option<String>,
    /// The turns that the judge expects after the best one, in notation: usually an answer, and the next turn
    /// of the seat. Empty without a best turn.
    pub line: Vec<String>,
    /// Why the best was better than what was decided.
    pub reasons: Vec<Reason>,
    /// Whether there was an alternative. If not, the choice says nothing about its seat.
    pub was_free: bool,
    /// What each seat could expect, had the best been played.
    pub before: Shares,
    /// What each seat could expect after what was decided.
    pub after: Shares,
    /// What the cards changed that were revealed then.
    pub luck: Shares,
}

impl Judgement {
    /// The cost of the choice for its seat, as a share of the game. Never below 0.
    pub fn loss(&self) -> f32 {
        self.before.less(self.after).of(self.seat).max(0.0)
    }

    /// How bad the loss is.
    pub fn grade(&self) -> Grade {
        match self.loss() {
            loss if loss >= BLUNDER => Grade::Blunder,
            loss if loss >= MISTAKE => Grade::Mistake,
            _ => Grade::Fine,
        }
    }

    /// Whether the loss is one that the judge can tell apart.
    pub fn is_mistake(&self) -> bool {
        self.grade() >= Grade::Mistake
    }
}
