//! Periodic jobs: pair open seeks that could not be paired when they were made; rated ones often, because the
//! ratings of their opponents may differ more with every second.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::{Finding, OpenSeeks};

/// Pairs open seeks until the server stops. After a failure, the next run tries again.
pub async fn pair_seeks(games: Arc<Finding>, which: OpenSeeks, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(games.pair_waiting(which)).await;
    }
}
