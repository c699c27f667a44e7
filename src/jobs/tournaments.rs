//! Two periodic jobs: the automatic steps of tournaments, and the end of those without organizers.

use std::sync::Arc;
use std::time::Duration;

use super::rounds::Rounds;
use lapidary_service::Tournaments;

/// The maximum delay after failures, because players wait for the next round.
const DELAY_MAX: Duration = Duration::from_secs(5);

/// Advances tournaments until the server stops. After a failure, the next run tries again.
pub async fn advance_tournaments(tournaments: Arc<Tournaments>, rounds: Rounds) {
    let mut rounds = rounds.with_delay_max(DELAY_MAX);
    while rounds.next().await {
        rounds.run(tournaments.advance_all()).await;
    }
}

/// Cancels unstarted tournaments without organizers until the server stops.
pub async fn cancel_orphans(tournaments: Arc<Tournaments>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(tournaments.cancel_orphans()).await;
    }
}
