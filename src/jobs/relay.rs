//! A job that never pauses: carries announcements between the servers of one database.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::service::Relay;

/// How long to wait before a lost connection is opened again.
const RETRY: Duration = Duration::from_secs(1);

/// Carries announcements until the server stops. While the connection is lost, followers of games on this server hear of
/// turns on other servers later.
pub async fn relay(relay: Relay, stopping: CancellationToken) {
    let mut is_lost = false;
    while let Some(ended) = stopping.run_until_cancelled(relay.run()).await {
        if let Err(cause) = ended
            && !is_lost
        {
            tracing::warn!(%cause, "the connection for announcements between servers is lost");
        }
        is_lost = true;
        if stopping.run_until_cancelled(tokio::time::sleep(RETRY)).await.is_none() {
            return;
        }
    }
}
