//! A job that tells disconnected players what is waiting for them.

use std::sync::Arc;

use super::rounds::Rounds;
use lapidary_service::Alerts;

/// Handles players with due alerts in rounds until the server stops.
pub async fn tell_players(alerts: Arc<Alerts>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(alerts.look()).await;
    }
}
