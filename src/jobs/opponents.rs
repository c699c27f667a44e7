//! A job that never pauses: lets built-in opponents decide, and looks for decisions that nobody works on.

use std::sync::Arc;
use std::time::Instant;

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::rounds::Rounds;
use lapidary_service::games::Opponents;

/// A search may take one of so many parts of the time: with many games it is done less often.
const PARTS_OF_THE_TIME: u32 = 20;

/// Plays the turns of built-in opponents until the server stops. What they think about then is lost, and
/// another server decides it.
pub async fn play_opponents(opponents: Arc<Opponents>, rounds: Rounds) {
    let mut searches = interval(rounds.pause());
    searches.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut deciding = JoinSet::new();
    loop {
        tokio::select! {
            () = rounds.stopping.cancelled() => return,
            _ = searches.tick() => {
                let began = Instant::now();
                rounds.note(opponents.search().await);
                searches.reset_after(rounds.pause().max(began.elapsed() * PARTS_OF_THE_TIME));
            }
            taken = opponents.next(), if deciding.len() < opponents.games_at_once() => {
                let opponents = Arc::clone(&opponents);
                deciding.spawn(async move {
                    if let Err(cause) = opponents.attend(&taken).await {
                        tracing::debug!(game = %taken.game, %cause, "a built-in opponent cannot decide now");
                    }
                });
            }
            Some(_) = deciding.join_next() => {}
        }
    }
}
