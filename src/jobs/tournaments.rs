//! A periodic job: does what follows by itself in tournaments.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::Tournaments;

/// The minimum time between two runs.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Advances tournaments until the server stops. After a failure, the next run tries again.
pub async fn advance_tournaments(
    tournaments: Arc<Tournaments>,
    every: Duration,
    stopping: CancellationToken,
) {
    let mut runs = interval(every.max(INTERVAL_MIN));
    runs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(runs.tick()).await.is_some() {
        if let Some(Err(cause)) = stopping.run_until_cancelled(tournaments.advance_all()).await {
            tracing::debug!(%cause, "tournaments cannot be advanced now");
        }
    }
}
