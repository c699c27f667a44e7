//! Looks again and again for tables that have waited for players for too long, and aborts them.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::service::games::{GameRefusal, expire_waiting};
use crate::settings::GameSettings;
use crate::store::Pool;
use crate::stream::Watchers;

/// The shortest time between two rounds.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Expires tables until the server stops. After a failure the next round tries again.
pub async fn expire_tables(
    pool: Pool,
    watchers: Watchers,
    settings: GameSettings,
    stopping: CancellationToken,
) {
    let mut rounds = interval(settings.expiry_interval.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        match stopping.run_until_cancelled(expire_all(&pool, &watchers, &settings)).await {
            Some(Ok(0)) | None => {}
            Some(Ok(expired)) => tracing::info!(expired, "tables without players expired"),
            Some(Err(refusal)) => tracing::warn!(cause = %refusal, "tables cannot be expired now"),
        }
    }
}

/// Expires some tables at a time until none is left.
async fn expire_all(pool: &Pool, watchers: &Watchers, settings: &GameSettings) -> Result<usize, GameRefusal> {
    let mut all = 0;
    loop {
        match expire_waiting(pool, watchers, settings.waiting_expiry).await? {
            0 => return Ok(all),
            some => all += some,
        }
    }
}
