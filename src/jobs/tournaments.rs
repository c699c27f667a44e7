//! A periodic job: does what follows by itself in tournaments.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::rounds::Rounds;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::TournamentRefusal;

/// The maximum delay after failures, because players wait for the next round.
const DELAY_MAX: Duration = Duration::from_secs(5);

/// Advances tournaments until the server stops, and in every such time looks for those that nobody organizes
/// any more. After a failure, the next run tries again.
pub async fn advance_tournaments(tournaments: Arc<Tournaments>, rounds: Rounds, orphans_every: Duration) {
    let mut rounds = rounds.with_delay_max(DELAY_MAX);
    let mut orphans_at = Instant::now();
    while rounds.next().await {
        let looks_for_orphans = Instant::now() >= orphans_at;
        if looks_for_orphans {
            orphans_at = Instant::now() + orphans_every;
        }
        rounds.run(look(&tournaments, looks_for_orphans)).await;
    }
}

async fn look(tournaments: &Tournaments, looks_for_orphans: bool) -> Result<(), TournamentRefusal> {
    if looks_for_orphans {
        tournaments.cancel_orphans().await?;
    }
    tournaments.advance_all().await
}
