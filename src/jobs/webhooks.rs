//! A job: sends the messages of webhooks, several at the same time: as many as there are slots for them.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::rounds::Rounds;
use lapidary_service::Webhooks;
use lapidary_service::webhooks::{SENT_AT_ONCE_MAX, WebhookRefusal};

/// The time between two deletions of old messages.
const CLEAR_EVERY: Duration = Duration::from_secs(60);

/// Sends messages until the server stops. Messages that are then being sent may still be recorded; otherwise
/// another server sends them again.
pub async fn send_webhooks(webhooks: Arc<Webhooks>, rounds: Rounds) {
    let (mut sending, mut next, mut cleared) = (JoinSet::new(), Instant::now(), Instant::now());
    loop {
        tokio::select! {
            () = rounds.stopping.cancelled() => break,
            () = sleep_until(next) => {}
            // The next message of the same webhook may be due.
            Some(_) = sending.join_next(), if !rounds.is_failing() => {}
        }
        let began = Instant::now();
        let mut done = start(&webhooks, &mut sending).await;
        if cleared.elapsed() >= CLEAR_EVERY {
            cleared = Instant::now();
            done = done.and(webhooks.clear().await);
        }
        rounds.note(done);
        next = began + rounds.pause();
    }
    while sending.join_next().await.is_some() {}
}

/// Starts to send the messages that are due, as long as there are slots for them.
async fn start(webhooks: &Arc<Webhooks>, sending: &mut JoinSet<()>) -> Result<(), WebhookRefusal> {
    // Those that have ended count until they are joined, so that a round ends.
    while sending.len() < SENT_AT_ONCE_MAX {
        let Some(claimed) = webhooks.claim().await? else { break };
        let (webhooks, id) = (Arc::clone(webhooks), claimed.id());
        sending.spawn(async move {
            if let Err(cause) = webhooks.deliver(claimed).await {
                tracing::warn!(message = %id, %cause, "what became of a message of a webhook cannot be recorded");
            }
        });
    }
    Ok(())
}
