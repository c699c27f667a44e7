//! Storing the step that ends a game without a clock, with all effects of the end.

use diesel_async::AsyncConnection;

use super::playing::Playing;
use super::step::StoredStep;
use crate::games::GameRefusal;
use crate::games::effects::game_end::GameEnd;
use crate::games::effects::settle::settle;
use lapidary_engine::game::Game;
use lapidary_store::games::{self, Advance, Appended, GameRecord};

impl Playing {
    /// Stores the change that ends a game without a clock. Such changes go around the writer. Returns `None`
    /// if it is not stored, because another change was faster or the premise does not hold.
    pub(super) async fn store_end(
        &self,
        record: &GameRecord,
        position: &Game,
        change: &Advance,
    ) -> Result<Option<StoredStep>, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let stored = connection
            .transaction(async |connection| {
                let Appended::At(at, _) = games::advance(connection, change).await? else { return Ok(None) };
                let end = GameEnd { record, at, outcome: position.outcome(), position: Some(position) };
                let sealed = settle(connection, &[end], self.settings.rating_limits).await?;
                Ok::<_, GameRefusal>(Some(StoredStep { at, clocks: None, sealed, stamp: None }))
            })
            .await?;
        drop(connection);
        if stored.is_some() {
            self.watchers.announce(change.id, change.to());
        }
        Ok(stored)
    }
}
