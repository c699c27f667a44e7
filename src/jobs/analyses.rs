//! A job that analyzes games which somebody has asked about, one after the other.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::games::Opponents;

/// Analyzes games until the server stops. What was found of a game is lost then, and another server begins
/// again with it.
pub async fn analyze_games(opponents: Arc<Opponents>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.note(opponents.analyze_next(&rounds.stopping).await);
    }
}
