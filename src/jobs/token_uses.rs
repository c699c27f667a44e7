//! A periodic job: stores which access tokens were used on this server.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use lapidary_service::Access;

/// The time between two runs. Other servers learn so late that a token was used.
const RECORD_EVERY: Duration = Duration::from_secs(5);

/// Stores the uses of access tokens until the server stops. After a failure, the next run stores the rest.
pub async fn record_token_uses(access: Arc<Access>, stopping: CancellationToken) {
    let mut rounds = interval(RECORD_EVERY);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_last = stopping.run_until_cancelled(rounds.tick()).await.is_none();
        if let Err(cause) = access.record_uses().await {
            tracing::debug!(%cause, "uses of access tokens cannot be stored now");
        }
        if is_last {
            return;
        }
    }
}
