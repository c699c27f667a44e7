//! What the database says about itself and about all games.

/// What the database says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Games that wait for players.
    pub waiting: i64,
    /// Games that are played.
    pub active: i64,
    /// Games that are frozen.
    pub frozen: i64,
    /// All games ever opened, as PostgreSQL estimates them for its planner.
    pub stored_estimate: i64,
    /// Transactions of this database that were committed, by all servers.
    pub commits: i64,
    /// Transactions of this database that were rolled back, by all servers.
    pub rollbacks: i64,
}
