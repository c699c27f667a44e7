//! A job that never pauses: asks bots with endpoints for their decisions. Only one server asks each bot.

use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::rounds::Rounds;
use lapidary_service::games::Calling;

/// Asks bots until the server stops. Later answers are not played; another server asks again.
pub async fn ask_bots(calling: Arc<Calling>, rounds: Rounds) {
    let mut looks = interval(rounds.pause());
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut attended = JoinSet::new();
    loop {
        tokio::select! {
            () = rounds.stopping.cancelled() => break,
            _ = looks.tick() => {}
            () = calling.changed() => {}
            Some(_) = attended.join_next() => continue,
        }
        match calling.hold().await {
            Ok(begun) => {
                rounds.succeed();
                for bot in begun {
                    attended.spawn(Arc::clone(&calling).attend(bot));
                }
            }
            Err(cause) => rounds.fail(&cause),
        }
        looks.reset_after(rounds.pause());
    }
    if let Err(cause) = calling.release().await {
        tracing::debug!(%cause, "other servers ask the bots of this one after a while");
    }
}
