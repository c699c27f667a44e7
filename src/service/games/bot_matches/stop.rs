//! Ending a series before all of its games are played.

use super::arranging::BotMatches;
use crate::games::GameRefusal;
use lapidary_model::bot_match::{BotMatch, StopReason};
use lapidary_model::game::{GameId, Version};
use lapidary_model::log::AbortReason;
use lapidary_store::Postgres;
use lapidary_store::bot_matches::{self, Which};

impl BotMatches {
    /// Stops a series: notes the games that are over, aborts the others, and reveals all deals. Returns the
    /// versions of the aborted games, to be announced after the commit. The caller must hold the lock of the
    /// series.
    pub(super) async fn stop(
        &self,
        connection: &mut Postgres,
        series: &BotMatch,
        reason: StopReason,
    ) -> Result<Vec<(GameId, Version)>, GameRefusal> {
        let running: Vec<GameId> = bot_matches::games(connection, series.id, Which::Running)
            .await?
            .into_iter()
            .map(|game| game.game)
            .collect();
        // This waits for games that end at this moment, so each of them counts or is aborted.
        let held = self.tables.lock_games(connection, running, series.creator.player).await?;
        self.note_ends(connection, series).await?;
        let changed = self.tables.end_held(connection, &held, AbortReason::BotMatchStopped).await?;
        self.note_ends(connection, series).await?;
        bot_matches::end(connection, series.id, Some(reason)).await?;
        Ok(changed)
    }
}
