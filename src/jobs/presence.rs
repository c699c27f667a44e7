//! A job that never pauses: the servers tell each other which players are connected.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::rounds::Rounds;
use lapidary_service::games::Reading;

/// The interval between two rounds, and so the delay until other servers hear of changes.
pub const ROUND_EVERY: Duration = Duration::from_secs(2);
/// The minimum time between two rounds when players come.
const ROUND_MIN: Duration = Duration::from_millis(250);

/// Shares the connected players with other servers until the server stops. After a failure, the next round
/// sends the rest.
pub async fn share_presence(games: Arc<Reading>, rounds: Rounds) {
    // The other servers assume only for a limited time that this server runs.
    let mut rounds = rounds.with_delay_max(ROUND_EVERY);
    let (mut told, stopping) = (HashSet::new(), rounds.stopping.clone());
    let next = async |rounds: &mut Rounds| {
        tokio::select! {
            () = rounds.wait() => {}
            () = games.somebody_came() => sleep(ROUND_MIN).await,
        }
        rounds.begin();
    };
    while stopping.run_until_cancelled(next(&mut rounds)).await.is_some() {
        if let Some(done) = rounds.stopping.run_until_cancelled(games.share_presence(&mut told)).await {
            rounds.note(done);
        }
    }
    // After a failure, they assume for some seconds that the players are still connected.
    let _ = games.leave_presence().await;
}
