//! A job that never pauses: lets built-in opponents decide, and finds abandoned decisions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::rounds::Rounds;
use lapidary_service::games::Opponents;
use lapidary_service::stream::Taken;

/// A search takes at most one of this many parts of the time, so with many games it runs less often.
const PARTS_OF_THE_TIME: u32 = 20;
/// How long the server waits before it tries a game again after a failure.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Plays the turns of built-in opponents until the server stops. Unfinished thoughts are lost, and another
/// server makes these decisions.
pub async fn play_opponents(opponents: Arc<Opponents>, rounds: Rounds) {
    let mut searches = interval(rounds.pause());
    searches.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Failed games that wait for another attempt do not use the capacity of other games.
    let (mut deciding, mut failed) = (JoinSet::new(), JoinSet::new());
    loop {
        tokio::select! {
            () = rounds.stopping.cancelled() => return,
            _ = searches.tick() => {
                let began = Instant::now();
                rounds.note(opponents.search().await);
                searches.reset_after(rounds.pause_after(began.elapsed(), PARTS_OF_THE_TIME));
            }
            taken = opponents.next(), if deciding.len() < opponents.games_at_once() => {
                deciding.spawn(attend(Arc::clone(&opponents), taken));
            }
            Some(done) = deciding.join_next() => {
                if let Ok(Some(taken)) = done {
                    let opponents = Arc::clone(&opponents);
                    failed.spawn(async move {
                        sleep(AGAIN_AFTER).await;
                        opponents.put_back(taken);
                    });
                }
            }
            Some(_) = failed.join_next() => {}
        }
    }
}

/// Handles a game, and returns it after a failure.
async fn attend(opponents: Arc<Opponents>, taken: Taken) -> Option<Taken> {
    let cause = opponents.attend(&taken).await.err()?;
    tracing::debug!(game = %taken.game, %cause, "a built-in opponent cannot decide now");
    Some(taken)
}
