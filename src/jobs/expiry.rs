//! A periodic job: aborts games that have waited too long for players.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::{GameRefusal, Opening};

/// Aborts expired games until the server stops. After a failure, the next run tries again.
pub async fn expire_tables(games: Arc<Opening>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(expire_all(&games)).await;
    }
}

/// Aborts expired games in batches until none is left.
async fn expire_all(games: &Opening) -> Result<(), GameRefusal> {
    let mut expired = 0;
    loop {
        match games.expire_waiting().await? {
            0 => break,
            some => expired += some,
        }
    }
    if expired > 0 {
        tracing::info!(expired, "games that waited too long for players were aborted");
    }
    Ok(())
}
