//! A job that learns the display names of players and sums up ended games.

use std::sync::Arc;
use std::time::Duration;

use super::rounds::Rounds;
use lapidary_service::Accounts;

/// The interval between two rounds, and so the delay until other servers show a new display name.
pub const LEARN_EVERY: Duration = Duration::from_secs(2);

/// Learns and adds up until the server stops.
pub async fn keep_profiles(accounts: Arc<Accounts>, mut rounds: Rounds) {
    while rounds.next().await {
        let work = async {
            accounts.learn_names().await?;
            accounts.add_totals().await
        };
        rounds.run(work).await;
    }
}
