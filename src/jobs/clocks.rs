//! Jobs for the clocks of games: the heartbeat, and the search for seats without time left.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::rounds::Rounds;
use lapidary_service::games::Playing;

/// The time between two beats.
pub const BEAT_EVERY: Duration = Duration::from_secs(1);
/// The maximum delay after failures. It is short, because clocks of games stop without the heartbeat.
const DELAY_MAX: Duration = Duration::from_secs(2);

/// Records every second of service until the server stops. After a failure, the next beat finds the gap.
pub async fn beat(games: Arc<Playing>, rounds: Rounds) {
    let mut rounds = rounds.with_delay_max(DELAY_MAX);
    while rounds.next().await {
        rounds.run(games.beat()).await;
    }
}

/// Removes seats without time left until the server stops. After a failure, the next run tries again. While
/// nothing happens, it looks up when the next time runs out.
pub async fn end_overdue(games: Arc<Playing>, rounds: Rounds) {
    let mut rounds = rounds.with_delay_max(DELAY_MAX);
    while rounds.next().await {
        let next_in = rounds.run(games.end_overdue(rounds.quiet_pause_max())).await;
        rounds.expect_at(next_in.flatten().map(|next_in| Instant::now() + next_in));
    }
}
