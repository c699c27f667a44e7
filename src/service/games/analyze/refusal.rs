//! Why a request about an analysis is refused.

use crate::games::GameRefusal;
use crate::refusal::{SessionEnded, refusals};
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

refusals! {
    /// A limit on the analyses of one account that was reached.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum TooManyAnalyses {
        /// Analyses that are not finished.
        Open(most: u32) = TooManyAnalyses, "You wait for {most} analyses, the most that this server allows.";
        /// Analyses that this account requested in 24 hours.
        InADay(most: u32) = TooManyAnalyses,
            "You have asked for {most} analyses in 24 hours, the most that this server allows.";
    }

    /// Why a game cannot be analyzed.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Unanalyzable {
        /// It has no result.
        Aborted = NotAvailable, "An aborted game has no result, so it cannot be analyzed.";
        /// Its deal is not revealed.
        Sealed = NotAvailable, "Another game with the same deal is not over. The analysis would show its cards.";
        /// There is no search for its ruleset.
        Ruleset = NotAvailable, "Games of Kids cannot be analyzed.";
        /// The work on it has failed or is not finished, so there is no curve.
        Unfinished = NotAvailable, "The analysis of this game is not finished.";
    }

    /// Why a request about an analysis is refused.
    pub enum AnalysisRefusal {
        NotAnalyzed = NotFound,
            "Nobody has asked for an analysis of this game yet: send a POST to this address.";
    } contains {
        Game(GameRefusal),
        TooMany(TooManyAnalyses),
        Unanalyzable(Unanalyzable),
    } through GameRefusal: Failure, NoGame, SessionEnded, diesel::result::Error;
}
