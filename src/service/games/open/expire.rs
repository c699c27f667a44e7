//! Aborting games that have waited for players longer than `waiting_expiry` of the settings.

use diesel_async::AsyncConnection;

use super::abort::end;
use super::opening::Opening;
use crate::games::GameRefusal;
use lapidary_model::log::{AbortReason, NewEntry};
use lapidary_store::clubs::seasons;
use lapidary_store::games;

/// The maximum number of games that are aborted in one call.
const EXPIRED_AT_ONCE: i64 = 50;

#[boxed]
impl Opening {
    /// Aborts a batch of games that have waited longer than the settings allow, or that wait in an ended
    /// season. Returns how many.
    ///
    /// Each game is aborted in its own transaction. Its row lock claims it, so that several servers share the
    /// work and no game is aborted twice. If one fails, the games aborted before stay aborted.
    pub async fn expire_waiting(&self) -> Result<usize, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let mut aborted = 0;
        let mut due = games::expired(&mut connection, self.settings.waiting_expiry, EXPIRED_AT_ONCE).await?;
        if due.is_empty() {
            due = seasons::left_waiting(&mut connection, EXPIRED_AT_ONCE).await?;
        }
        for id in due {
            let version = connection
                .transaction(async |connection| {
                    let Some(creator) = games::lock_waiting(connection, id).await? else { return Ok(None) };
                    let Some(record) = games::load_for(connection, id, creator).await? else {
                        return Ok(None);
                    };
                    let entry = NewEntry::aborted(None, AbortReason::Expired);
                    end(connection, &record, entry).await.map(Some)
                })
                .await?;
            if let Some(version) = version {
                self.watchers.announce(id, version);
                aborted += 1;
            }
        }
        Ok(aborted)
    }
}
