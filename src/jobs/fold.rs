//! A periodic job: folds the logs of games that ended some time ago.

use std::sync::Arc;
use std::time::Instant;

use tokio::time::sleep;

use super::rounds::Rounds;
use lapidary_service::games::{Folded, GameRefusal, Playing};

/// Folds logs until the server stops. After a failure, the next run tries again.
pub async fn fold_logs(games: Arc<Playing>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(fold_all(&games, &rounds)).await;
    }
}

/// Folds logs in batches until none is left. Each batch is a success of the job, because a backlog takes
/// long.
async fn fold_all(games: &Playing, rounds: &Rounds) -> Result<(), GameRefusal> {
    let (mut all, mut place) = (0, None);
    loop {
        let began = Instant::now();
        let Folded { folded, next, .. } = games.fold_ended(place).await?;
        all += folded;
        if next.is_none() {
            break;
        }
        rounds.succeed();
        place = next;
        sleep(Rounds::rest(began.elapsed())).await;
    }
    if all > 0 {
        tracing::info!(folded = all, "logs of games that are over were folded");
    }
    Ok(())
}
