//! A periodic job: aborts games that have waited too long for players.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::games::{GameRefusal, Opening};

/// The minimum time between two runs.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Aborts expired games until the server stops. After a failure, the next run tries again.
pub async fn expire_tables(games: Arc<Opening>, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        match stopping.run_until_cancelled(expire_all(&games)).await {
            Some(Ok(0)) | None => {}
            Some(Ok(expired)) => {
                tracing::info!(expired, "games that waited too long for players were aborted")
            }
            Some(Err(refusal)) => {
                tracing::warn!(cause = %refusal, "games that waited too long for players cannot be aborted now")
            }
        }
    }
}

/// Aborts expired games in batches until none is left, and returns how many.
async fn expire_all(games: &Opening) -> Result<usize, GameRefusal> {
    let mut all = 0;
    loop {
        match games.expire_waiting().await? {
            0 => return Ok(all),
            some => all += some,
        }
    }
}
