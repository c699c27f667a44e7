//! What the database says about itself and about all games.

/// Figures about the database and all games.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}
