//! A periodic job: stores the search words of names that a server of an earlier release has stored.

use lapidary_database::Pool;
use lapidary_service::store_name_words;

use super::rounds::Rounds;

/// Stores words until the server stops. After a failure, the next run tries again.
pub async fn keep_name_words(pool: Pool, mut rounds: Rounds) {
    while rounds.next().await {
        rounds.run(store_name_words(&pool)).await;
    }
}
