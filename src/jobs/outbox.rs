//! A job for each kind of outgoing messages. It sends several at the same time, up to its number of slots.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use super::rounds::Rounds;
use lapidary_database::was_away_lately;
use lapidary_service::outbox::{SENT_AT_ONCE_MAX, Sending};

/// The time between two deletions of old messages.
const CLEAR_EVERY: Duration = Duration::from_secs(60);

/// Sends messages until the server stops. Messages in progress may still be recorded; otherwise another
/// server sends them again.
pub async fn send_messages(messages: Arc<impl Sending>, mut rounds: Rounds) {
    let (mut sending, mut cleared) = (JoinSet::new(), Instant::now());
    let stopping = rounds.stopping.clone();
    loop {
        let is_failing = rounds.is_failing();
        tokio::select! {
            () = stopping.cancelled() => break,
            () = rounds.wait() => {}
            // The next message of the same receiver may be due.
            Some(_) = sending.join_next(), if !is_failing => {}
        }
        rounds.begin();
        let mut done = start(&messages, &mut sending).await;
        if cleared.elapsed() >= CLEAR_EVERY {
            cleared = Instant::now();
            done = done.and(messages.clear().await);
        }
        rounds.note(done);
    }
    while sending.join_next().await.is_some() {}
}

/// Starts to send due messages while there are free slots.
async fn start<S: Sending>(messages: &Arc<S>, sending: &mut JoinSet<()>) -> Result<(), S::Failure> {
    // Ended ones count until they are joined, so that a round ends.
    while sending.len() < SENT_AT_ONCE_MAX {
        let Some(claimed) = messages.claim().await? else { break };
        let messages = Arc::clone(messages);
        sending.spawn(async move {
            let Err(cause) = messages.deliver(claimed).await else { return };
            match was_away_lately(std::time::Instant::now()) {
                true => tracing::debug!(%cause, "what became of a message cannot be recorded"),
                false => tracing::warn!(%cause, "what became of a message cannot be recorded"),
            }
        });
    }
    Ok(())
}
