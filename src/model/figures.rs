//! What the database says about itself and about all games.

/// Figures about the database and all games.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Games that wait for players.
    pub waiting: i64,
    /// Active games.
    pub active: i64,
    /// Games that are frozen.
    pub frozen: i64,
    /// All stored games, as PostgreSQL estimates their number for its planner.
    pub stored_estimate: i64,
    /// Transactions of this database that were committed, by all servers.
    pub commits: i64,
    /// Transactions of this database that were rolled back, by all servers.
    pub rollbacks: i64,
    /// The seconds since the last heartbeat of the service.
    pub heartbeat_age_s: f64,
    /// Messages of webhooks that are due; at most [`BACKLOG_MAX`] are counted.
    pub webhooks_due: i64,
    /// Logs of games that are due to be folded; at most [`BACKLOG_MAX`] are counted.
    pub logs_to_fold: i64,
}

/// The maximum number that is counted of work that waits, so that a backlog does not make the query slow.
pub const BACKLOG_MAX: i64 = 10_000;
