//! Finding seats that have run out of time (B19), on behalf of all players.

use std::time::Duration;

use super::playing::Playing;
use crate::games::GameRefusal;
use lapidary_store::Failure;
use lapidary_store::clocks::{self, Overdue};

/// The maximum number of games checked in one call.
const OVERDUE_AT_ONCE: i64 = 100;
/// How far a call looks ahead at most.
const AHEAD_MAX: Duration = Duration::from_secs(60 * 60);

#[boxed]
impl Playing {
    /// Takes out the seats whose time has run out, in a batch of games. Returns how long it is until the next
    /// seat runs out, if that is within `ahead`.
    ///
    /// Each is a change of a version like any other, so one of several servers stores it. After a failure
    /// with one game, the others are still checked, unless the database is unreachable.
    pub async fn end_overdue(&self, ahead: Duration) -> Result<Option<Duration>, GameRefusal> {
        let found =
            clocks::overdue(&mut *self.pool.get().await?, ahead.min(AHEAD_MAX), OVERDUE_AT_ONCE).await?;
        let Overdue { games, next_in } = found;
        // A full batch may have left some out.
        let next_in = if games.len() as i64 == OVERDUE_AT_ONCE { Some(Duration::ZERO) } else { next_in };
        for (game, creator) in games {
            match self.time_out(game, creator).await {
                Ok(()) => {}
                Err(away @ GameRefusal::Storage(Failure::Away(_))) => return Err(away),
                Err(cause) => {
                    tracing::warn!(%game, %cause, "a seat that has run out of time cannot be taken out now");
                }
            }
        }
        Ok(next_in)
    }
}
