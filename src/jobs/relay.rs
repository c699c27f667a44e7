//! A job that never pauses: carries announcements between the servers of one database.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use lapidary_service::Relay;

/// How long to wait before a lost connection is opened again.
const RETRY: Duration = Duration::from_secs(2);

/// A connection that lasted so long was not the same failure as before, so its loss is logged again.
const STABLE: Duration = Duration::from_secs(60);

/// Carries announcements until the server stops. While the connection is lost, the server looks at the
/// database instead, so followers of games hear of turns on other servers later.
pub async fn relay(relay: Relay, stopping: CancellationToken) {
    let mut is_reported = false;
    let mut began = Instant::now();
    while let Some(ended) = stopping.run_until_cancelled(relay.run()).await {
        is_reported &= began.elapsed() < STABLE;
        if let Err(cause) = ended
            && !is_reported
        {
            tracing::warn!(%cause, "announcements between servers are not carried");
            is_reported = true;
        }
        let pause = async {
            tokio::time::sleep(RETRY).await;
            // If this fails too, the database is away, and the requests say so.
            let _ = relay.look().await;
        };
        if stopping.run_until_cancelled(pause).await.is_none() {
            return;
        }
        began = Instant::now();
    }
}
