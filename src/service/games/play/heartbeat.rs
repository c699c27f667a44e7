//! The heartbeat of the service, by which an outage is noticed.

use super::playing::Playing;
use crate::games::GameRefusal;
use lapidary_model::game::Version;
use lapidary_store::heartbeat;

impl Playing {
    /// Records that the service is running. After an outage, or a jump of the clock of the database, moves
    /// all running deadlines by the gap and announces the games to which this happened.
    ///
    /// # Errors
    /// If the database fails; then no deadline has moved.
    pub async fn beat(&self) -> Result<(), GameRefusal> {
        let moved = heartbeat::beat(&mut *self.pool.get().await?, self.settings.outage_after).await?;
        if moved.is_empty() {
            return Ok(());
        }
        tracing::warn!(games = moved.len(), "the service was not running: the deadlines have moved");
        // The versions are the same as before.
        let news: Vec<_> = moved.into_iter().map(|game| (game, Version::ZERO)).collect();
        self.watchers.announce_all(&news);
        Ok(())
    }
}
