//! A job that analyzes requested games one after the other.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::Opponents;

/// Analyzes games until the server stops. An unfinished analysis is lost, and another server starts it again.
pub async fn analyze_games(opponents: Arc<Opponents>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.note(opponents.analyze_next(&rounds.stopping).await);
    }
}
