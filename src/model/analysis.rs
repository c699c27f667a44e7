//! The analysis of a game that is over: how far it is.

/// How far an analysis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnalysisStatus {
    /// It waits in the queue.
    Queued,
    /// A server works on it.
    Running,
    /// It is there.
    Finished,
    /// The game cannot be analyzed: its log does not follow the rules, or no server has survived it.
    Failed,
}

impl AnalysisStatus {
    /// Every status.
    pub const ALL: [AnalysisStatus; 4] =
        [AnalysisStatus::Queued, AnalysisStatus::Running, AnalysisStatus::Finished, AnalysisStatus::Failed];

    /// The word in the contract and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            AnalysisStatus::Queued => "queued",
            AnalysisStatus::Running => "running",
            AnalysisStatus::Finished => "finished",
            AnalysisStatus::Failed => "failed",
        }
    }

    /// The status with this word.
    pub fn named(name: &str) -> Option<AnalysisStatus> {
        AnalysisStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}
