//! A job that analyzes games which somebody has asked about, one after the other.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::rounds::Rounds;
use lapidary_service::games::Opponents;

/// Analyzes games until the server stops, and looks for the next one in every such time. What was found of a
/// game is lost when the server stops, and another server begins again with it.
pub async fn analyze_games(opponents: Arc<Opponents>, every: Duration, mut rounds: Rounds) {
    while rounds.next().await {
        let look = async {
            let done = opponents.analyze_next().await;
            sleep(every).await;
            done
        };
        rounds.run(look).await;
    }
}
