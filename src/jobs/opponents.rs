//! A job that never pauses: lets built-in opponents decide, and looks for decisions that nobody works on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::rounds::Rounds;
use lapidary_service::games::Opponents;
use lapidary_service::stream::Taken;

/// A search may take one of so many parts of the time: with many games it is done less often.
const PARTS_OF_THE_TIME: u32 = 20;
/// The pause after a failed attempt, before the game is attended to again.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Plays the turns of built-in opponents until the server stops. What they think about then is lost, and
/// another server decides it.
pub async fn play_opponents(opponents: Arc<Opponents>, rounds: Rounds) {
    let mut searches = interval(rounds.pause());
    searches.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Games that wait to be attended to again take no place from others.
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

/// Attends to a game, and returns it if that has failed.
async fn attend(opponents: Arc<Opponents>, taken: Taken) -> Option<Taken> {
    let cause = opponents.attend(&taken).await.err()?;
    tracing::debug!(game = %taken.game, %cause, "a built-in opponent cannot decide now");
    Some(taken)
}
