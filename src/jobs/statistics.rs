//! A periodic job: counts games that are over for the statistics.

use std::sync::Arc;
use std::time::Instant;

use tokio::time::sleep;

use super::rounds::Rounds;
use lapidary_service::{Failure, Statistics};

/// Counts games until the server stops. After a failure, the next run continues at the same place.
pub async fn count_games(statistics: Arc<Statistics>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(count_all(&statistics, &rounds)).await;
    }
}

/// Counts games in batches until none is left. Each batch is a success of the job, because a backlog takes
/// long.
async fn count_all(statistics: &Statistics, rounds: &Rounds) -> Result<(), Failure> {
    loop {
        let began = Instant::now();
        if !statistics.count_next().await? {
            return Ok(());
        }
        rounds.succeed();
        sleep(Rounds::rest(began.elapsed())).await;
    }
}
