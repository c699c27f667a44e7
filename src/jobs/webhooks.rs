//! A job: sends the messages of webhooks, several at the same time: as many as there are slots for them.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::Webhooks;
use lapidary_service::webhooks::{SENT_AT_ONCE_MAX, WebhookRefusal};

/// The minimum time between two searches for due messages.
const INTERVAL_MIN: Duration = Duration::from_millis(1);
/// The time between two deletions of old messages.
const CLEAR_EVERY: Duration = Duration::from_secs(60);

/// Sends messages until the server stops. Messages that are then being sent may still be recorded; otherwise
/// another server sends them again.
pub async fn send_webhooks(webhooks: Arc<Webhooks>, every: Duration, stopping: CancellationToken) {
    let mut rounds = interval(every.max(INTERVAL_MIN));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut sending, mut cleared) = (JoinSet::new(), Instant::now());
    loop {
        tokio::select! {
            () = stopping.cancelled() => break,
            _ = rounds.tick() => {}
            // The next message of the same webhook may be due.
            Some(_) = sending.join_next() => {}
        }
        if let Err(cause) = start(&webhooks, &mut sending).await {
            tracing::debug!(%cause, "messages of webhooks cannot be found now");
        }
        if cleared.elapsed() >= CLEAR_EVERY {
            cleared = Instant::now();
            if let Err(cause) = webhooks.clear().await {
                tracing::debug!(%cause, "old messages of webhooks cannot be deleted now");
            }
        }
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
