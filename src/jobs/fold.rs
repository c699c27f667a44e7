//! A periodic job: folds the logs of games that ended some time ago.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use lapidary_service::games::{Folded, GameRefusal, Playing};

/// The minimum time between two runs.
const INTERVAL_MIN: Duration = Duration::from_millis(1);

/// Folds logs until the server stops. After a failure, the next run tries again.
pub async fn fold_logs(games: Arc<Playing>, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stopping.run_until_cancelled(rounds.tick()).await.is_some() {
        match stopping.run_until_cancelled(fold_all(&games)).await {
            Some(Ok(0)) | None => {}
            Some(Ok(folded)) => tracing::info!(folded, "logs of games that are over were folded"),
            Some(Err(refusal)) => {
                tracing::warn!(cause = %refusal, "logs of games that are over cannot be folded now")
            }
        }
    }
}

/// Folds logs in batches until none is left, and returns the number of folded logs.
async fn fold_all(games: &Playing) -> Result<usize, GameRefusal> {
    let (mut all, mut place) = (0, None);
    loop {
        let began = Instant::now();
        let Folded { folded, next, .. } = games.fold_ended(place).await?;
        all += folded;
        if next.is_none() {
            return Ok(all);
        }
        place = next;
        // The job pauses for as long as the batch took, so that turns have the database to themselves for
        // half of the time.
        sleep(began.elapsed()).await;
    }
}
