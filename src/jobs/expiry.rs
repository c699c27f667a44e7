//! Looks again and again for tables that have waited for players for too long, and aborts them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::service::Games;
use crate::service::games::GameRefusal;

/// The shortest time between two rounds.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Expires tables until the server stops. After a failure the next round tries again.
pub async fn expire_tables(games: Arc<Games>, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        match stopping.run_until_cancelled(expire_all(&games)).await {
            Some(Ok(0)) | None => {}
            Some(Ok(expired)) => tracing::info!(expired, "tables without players expired"),
            Some(Err(refusal)) => tracing::warn!(cause = %refusal, "tables cannot be expired now"),
        }
    }
}

/// Expires some tables at a time until none is left.
async fn expire_all(games: &Games) -> Result<usize, GameRefusal> {
    let mut all = 0;
    loop {
        match games.expire_waiting().await? {
            0 => return Ok(all),
            some => all += some,
        }
    }
}
