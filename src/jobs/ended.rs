//! A periodic job of a cluster: forgets sessions and accounts that ended long ago.

use std::time::Duration;

use lapidary_database::{Failure, Pool, sharding};

use super::rounds::Rounds;

/// The time between two runs.
pub const FORGET_EVERY: Duration = Duration::from_secs(3_600);

/// Deletes old ids from every node until the server stops. After a failure, the next run tries again.
pub async fn forget_ended(pool: Pool, mut rounds: Rounds) {
    while rounds.next().await {
        let forget = async { Ok::<_, Failure>(sharding::forget_ended(&mut *pool.get().await?).await?) };
        rounds.run(forget).await;
    }
}
