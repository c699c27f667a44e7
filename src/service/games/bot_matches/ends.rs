//! Which games of a series are over, and with what result.

use super::arranging::BotMatches;
use crate::games::GameRefusal;
use crate::ratings::{RatedResult, RatedSeat, rate_result};
use lapidary_model::bot_ladder::pool;
use lapidary_model::bot_match::BotMatch;
use lapidary_model::game::{GameId, Status};
use lapidary_model::settings::Switch;
use lapidary_store::bot_matches::{self, Which};
use lapidary_store::games::{self, GameRecord};
use lapidary_store::{Failure, Postgres};

impl BotMatches {
    /// Stores which games of a series are over, with their results. Returns how many are played. The caller
    /// must hold the lock of the series.
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
                    if let Some(ranks) = ranks.filter(|_| series.ladder) {
                        rate(connection, one.game, &record, &ranks).await?;
                    }
                }
            }
        }
        Ok(running)
    }
}

/// Rates the result of a game of the ladder. The limits of games between people do not apply: the server has
/// chosen the opponents.
async fn rate(
    connection: &mut Postgres,
    game: GameId,
    record: &GameRecord,
    ranks: &[u8],
) -> Result<(), Failure> {
    let Some(pool) = pool() else { return Ok(()) };
    let seat = |(player, &place)| RatedSeat { player, place, left_early: false };
    let result = RatedResult {
        pool,
        game,
        table: None,
        at: games::now(connection).await?,
        is_public: true,
        seats: record.players().zip(ranks).map(seat).collect(),
    };
    rate_result(connection, &result, Switch::Off).await.map(drop)
}
