//! Looking for seats that have run out of time (B19), on behalf of all players.

use super::playing::Playing;
use crate::games::GameRefusal;
use lapidary_store::{Failure, clocks};

/// The maximum number of games that are looked at in one call.
const OVERDUE_AT_ONCE: i64 = 100;

impl Playing {
    /// Takes out the seats whose time has run out, in a batch of games; returns the number of games.
    ///
    /// Each is a change of a version like any other, so of several servers one stores it. After a failure
    /// with one game, the others are still looked at, unless the database is away.
    ///
    /// # Errors
    /// If the games cannot be found, or the database is away.
    pub async fn end_overdue(&self) -> Result<usize, GameRefusal> {
        let overdue = clocks::overdue(&mut *self.pool.get().await?, OVERDUE_AT_ONCE).await?;
        for &(game, creator) in &overdue {
            match self.time_out(game, creator).await {
                Ok(()) => {}
                Err(away @ GameRefusal::Storage(Failure::Away(_))) => return Err(away),
                Err(cause) => {
                    tracing::warn!(%game, %cause, "a seat that has run out of time cannot be taken out now");
                }
            }
        }
        Ok(overdue.len())
    }
}
