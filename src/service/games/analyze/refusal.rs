//! Why a request about an analysis is refused.

use crate::games::GameRefusal;
use crate::games::refusal::contains_game_refusal;

/// A limit on the analyses of one account that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyAnalyses {
    /// Analyses that are not finished.
    #[error("You wait for {0} analyses, the most that this server allows.")]
    Open(u32),
    /// Analyses that this account asked for in 24 hours.
    #[error("You have asked for {0} analyses in 24 hours, the most that this server allows.")]
    InADay(u32),
}

/// Why a game cannot be analyzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unanalyzable {
    /// It has no result.
    #[error("An aborted game has no result, so it cannot be analyzed.")]
    Aborted,
    /// Its deal is not revealed.
    #[error("Another game with the same deal is not over. The analysis would show its cards.")]
    Sealed,
    /// There is no search for its ruleset.
    #[error("Games of Kids cannot be analyzed.")]
    Ruleset,
    /// The work on it has failed or is not finished, so there is no curve.
    #[error("The analysis of this game is not finished.")]
    Unfinished,
}

/// Why a request about an analysis is refused.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error(transparent)]
    TooMany(#[from] TooManyAnalyses),
    #[error(transparent)]
    Unanalyzable(#[from] Unanalyzable),
    #[error("nobody has asked for an analysis of the game")]
    NotAnalyzed,
}

contains_game_refusal!(AnalysisRefusal);
