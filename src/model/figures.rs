//! What the database says about itself and all games.

/// Figures about the database and all games.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Games that wait for players.
    pub waiting: i64,
    /// Active games.
    pub active: i64,
    /// Games that are frozen.
    pub frozen: i64,
    /// All stored games, as PostgreSQL estimates them for its planner.
    pub stored_estimate: i64,
    /// The committed transactions of this database, by all servers.
    pub commits: i64,
    /// The rolled back transactions of this database, by all servers.
    pub rollbacks: i64,
    /// The seconds since the last heartbeat of the service.
    pub heartbeat_age_s: f64,
    /// Due messages of webhooks, counted up to [`BACKLOG_MAX`].
    pub webhooks_due: i64,
    /// Due logs of games to fold, counted up to [`BACKLOG_MAX`].
    pub logs_to_fold: i64,
}

/// The maximum count of waiting work, so that a backlog does not slow the query down.
pub const BACKLOG_MAX: i64 = 10_000;
