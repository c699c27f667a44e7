//! Periodic jobs of a cluster: one forgets sessions and accounts that ended long ago, the other asks the
//! workers whether they can serve their games.

use std::time::Duration;

use lapidary_database::{Failure, Pool, sharding};

use super::rounds::Rounds;

/// The time between two runs.
pub const FORGET_EVERY: Duration = Duration::from_secs(3_600);
/// The time between two questions to the workers, also while the coordinator does not answer.
pub const ASK_EVERY: Duration = Duration::from_secs(5);

/// Deletes old ids from every node until the server stops. After a failure, the next run tries again.
pub async fn forget_ended(pool: Pool, mut rounds: Rounds) {
    while rounds.next().await {
        let forget = async { Ok::<_, Failure>(sharding::forget_ended(&mut *pool.get().await?).await?) };
        rounds.run(forget).await;
    }
}

/// Asks the workers for their state until the server stops.
pub async fn ask_workers(pool: Pool, rounds: Rounds) {
    let mut rounds = rounds.with_delay_max(ASK_EVERY);
    while rounds.next().await {
        rounds.run(pool.ask_workers()).await;
    }
}
