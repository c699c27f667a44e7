//! A periodic job: starts games of the ladder of bots.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::BotMatches;

/// Starts games of the ladder until the server stops. After a failure, the next run tries again.
pub async fn match_bots(matches: Arc<BotMatches>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(matches.match_neighbors()).await;
    }
}
