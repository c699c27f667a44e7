//! Jobs that keep the clocks of games: the heartbeat, and the search for seats that have run out of time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::games::Playing;

/// The minimum time between two searches.
const INTERVAL_MIN: Duration = Duration::from_millis(1);
/// The time between two beats.
const BEAT_EVERY: Duration = Duration::from_secs(1);

/// Records every second that the service is running, until the server stops. After a failure, the next beat
/// finds the gap.
pub async fn beat(games: Arc<Playing>, stopping: CancellationToken) {
    let mut beats = interval(BEAT_EVERY);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(beats.tick()).await.is_some() {
        if let Some(Err(cause)) = stopping.run_until_cancelled(games.beat()).await {
            tracing::debug!(%cause, "the heartbeat cannot be written now");
        }
    }
}

/// Takes out seats that have run out of time, until the server stops. After a failure, the next run tries
/// again.
pub async fn end_overdue(games: Arc<Playing>, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        if let Some(Err(cause)) = stopping.run_until_cancelled(games.end_overdue()).await {
            tracing::debug!(%cause, "seats that have run out of time cannot be found now");
        }
    }
}
