//! The words of names that a server of an earlier release has stored without them.

use lapidary_store::{Failure, Pool, name_words};

/// Stores the words of all names of tournaments, clubs and series that have none. If this fails, the next
/// call does the rest.
pub async fn store_name_words(pool: &Pool) -> Result<(), Failure> {
    let mut connection = pool.get().await?;
    while name_words::catch_up(&mut connection).await? {}
    Ok(())
}
