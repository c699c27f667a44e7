//! Aborting games that have waited too long for players.

use diesel_async::AsyncConnection;

use super::abort::end;
use super::{GameRefusal, Games};
use crate::model::game::{GameId, Version};
use crate::model::log::{AbortReason, NewEntry};
use crate::store::games;

/// The maximum number of games that one transaction aborts.
const EXPIRED_AT_ONCE: i64 = 50;

impl Games {
    /// Aborts a batch of games that have waited longer than the settings allow; returns how many.
    ///
    /// Row locks claim the games, so that several servers share the work and no game is aborted twice.
    ///
    /// # Errors
    /// If the database fails; then nothing has changed.
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
