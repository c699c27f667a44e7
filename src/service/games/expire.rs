//! Aborting tables that have waited for players for too long.

use diesel_async::AsyncConnection;

use super::abort::end;
use super::{GameRefusal, Games};
use crate::model::game::{GameId, Version};
use crate::model::log::{AbortReason, NewEntry};
use crate::store::games;

/// How many tables one transaction expires.
const EXPIRED_AT_ONCE: i64 = 50;

impl Games {
    /// Aborts some tables that have waited for longer than this; returns how many.
    ///
    /// The tables are claimed by their row locks, so that several servers share the work and none is aborted twice.
    ///
    /// # Errors
    ///
    /// When the database gives no answer; then nothing has changed.
    pub async fn expire_waiting(&self) -> Result<usize, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let expired: Vec<(GameId, Version)> = connection
            .transaction(async |connection| {
                let mut expired = Vec::new();
                for id in
                    games::lock_expired(connection, self.settings.waiting_expiry, EXPIRED_AT_ONCE).await?
                {
                    let entry = NewEntry::aborted(None, AbortReason::Expired);
                    expired.push((id, end(connection, id, Version::ZERO, None, entry).await?));
                }
                Ok::<_, GameRefusal>(expired)
            })
            .await?;
        for &(id, version) in &expired {
            self.watchers.announce(id, version);
        }
        Ok(expired.len())
    }
}
