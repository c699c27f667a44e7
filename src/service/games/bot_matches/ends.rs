//! Which games of a series are over, and with what result.

use super::arranging::BotMatches;
use crate::games::GameRefusal;
use lapidary_model::bot_match::BotMatch;
use lapidary_model::game::Status;
use lapidary_store::Postgres;
use lapidary_store::bot_matches::{self, Which};
use lapidary_store::games;

impl BotMatches {
    /// Stores which games of a series are over, with their results. Returns the number of games in play. The
    /// caller must hold the lock of the series.
    pub(super) async fn note_ends(
        &self,
        connection: &mut Postgres,
        series: &BotMatch,
    ) -> Result<u32, GameRefusal> {
        let mut running = 0;
        for one in bot_matches::games(connection, series.id, Which::Running).await? {
            let record = games::load_for(connection, one.game, series.creator.player).await?;
            let record = record.ok_or(GameRefusal::Broken("a game of a bot match is missing"))?;
            match record.status {
                Status::Waiting | Status::Active => running += 1,
                // A frozen game may never end, so the series does not wait for it.
                Status::Aborted | Status::Frozen => {
                    bot_matches::end_game(connection, series.id, one.number, None).await?;
                }
                Status::Finished => {
                    let outcome = record.game.as_ref().and_then(|game| game.outcome());
                    let ranks = outcome.map(|outcome| outcome.ranks);
                    bot_matches::end_game(connection, series.id, one.number, ranks.as_deref()).await?;
                }
            }
        }
        Ok(running)
    }
}
