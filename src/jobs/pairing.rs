//! Periodic jobs: pair open seeks that could not be paired when they were made; rated ones often, because the
//! ratings of their opponents may differ more with every second.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::games::{Finding, OpenSeeks};

/// The minimum time between two runs.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Pairs open seeks until the server stops. After a failure, the next run tries again.
pub async fn pair_seeks(games: Arc<Finding>, which: OpenSeeks, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        if let Some(Err(refusal)) = stopping.run_until_cancelled(games.pair_waiting(which)).await {
            tracing::warn!(cause = %refusal, "open seeks cannot be paired now");
        }
    }
}
