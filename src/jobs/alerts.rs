//! A job: tells players who are not connected what waits for them.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::Alerts;

/// Looks after the players who are due, round after round, until the server stops.
pub async fn tell_players(alerts: Arc<Alerts>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(alerts.look()).await;
    }
}
