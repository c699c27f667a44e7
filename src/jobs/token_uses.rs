//! A periodic job: stores which access tokens were used on this server.

use std::sync::Arc;
use std::time::Duration;

use super::rounds::Rounds;
use lapidary_service::Access;

/// The interval between two runs, and so the delay until other servers learn that a token was used.
pub const RECORD_EVERY: Duration = Duration::from_secs(5);

/// Stores the uses of access tokens until the server stops, and once more then. After a failure, the next run
/// stores the rest.
pub async fn record_token_uses(access: Arc<Access>, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(access.record_uses()).await;
    }
    rounds.note(access.record_uses().await);
}
