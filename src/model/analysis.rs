//! The analysis of a finished game: its progress.

use lapidary_words::words;

words! {
    /// How far an analysis is.
    AnalysisStatus:
    /// It waits in the queue.
    Queued = "queued",
    /// A server works on it.
    Running = "running",
    /// It is there.
    Finished = "finished",
    /// The game cannot be analyzed: its log does not follow the rules, or no server has survived it.
    Failed = "failed",
}
