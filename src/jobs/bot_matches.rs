//! A periodic job: counts the games of bot matches that are over, and starts the next ones.

use std::sync::Arc;
use std::time::Duration;

use super::rounds::Rounds;
use lapidary_service::games::BotMatches;

/// The maximum delay after failures, because bots wait for the next game.
const DELAY_MAX: Duration = Duration::from_secs(5);

/// Advances bot matches until the server stops. After a failure, the next run tries again.
pub async fn advance_bot_matches(matches: Arc<BotMatches>, rounds: Rounds) {
    let mut rounds = rounds.with_delay_max(DELAY_MAX);
    while rounds.next().await {
        rounds.run(matches.advance_all()).await;
    }
}
