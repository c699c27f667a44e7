//! Aborting tables that have waited for players for too long.

use std::time::Duration;

use diesel_async::AsyncConnection;

use super::GameRefusal;
use super::abort::end;
use crate::store::Pool;
use crate::store::games::{self, GameId, Version};
use crate::store::log::{AbortReason, NewEntry};
use crate::stream::Watchers;

/// How many tables one transaction expires.
const EXPIRED_AT_ONCE: i64 = 50;

/// Aborts some tables that have waited for longer than this; returns how many.
///
/// The tables are claimed by their row locks, so that several servers share the work and none is aborted twice.
///
/// # Errors
///
/// When the database gives no answer; then nothing has changed.
pub async fn expire_waiting(
    pool: &Pool,
    watchers: &Watchers,
    older_than: Duration,
) -> Result<usize, GameRefusal> {
    let mut connection = pool.get().await?;
    let expired: Vec<(GameId, Version)> = connection
        .transaction(async |connection| {
            let mut expired = Vec::new();
            for id in games::lock_expired(connection, older_than, EXPIRED_AT_ONCE).await? {
                let entry = NewEntry::aborted(None, AbortReason::Expired);
                expired.push((id, end(connection, id, Version::ZERO, None, entry).await?));
            }
            Ok::<_, GameRefusal>(expired)
        })
        .await?;
    for &(id, version) in &expired {
        watchers.announce(id, version);
    }
    Ok(expired.len())
}
