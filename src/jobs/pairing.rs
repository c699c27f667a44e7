//! Periodic jobs that pair open seeks which had no partner at first. They pair rated seeks often, because the
//! allowed difference of ratings grows every second.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::{Finding, OpenSeeks};

/// Pairs open seeks until the server stops. After a failure, the next run tries again.
pub async fn pair_seeks(games: Arc<Finding>, which: OpenSeeks, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(games.pair_waiting(which)).await;
    }
}
