//! Reading series: those that concern a player, one with its result, and its games.

use super::arranging::BotMatches;
use crate::games::GameRefusal;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::bot_match::{
    BotMatch, BotMatchId, BotMatchStatus, BotTally, GAMES_MAX, MatchGame, MatchSecret,
};
use lapidary_model::game::Visibility;
use lapidary_store::bot_matches::{self, Which};
use lapidary_store::{Failure, Postgres, challenges};

/// A series with its result so far.
pub struct MatchView {
    pub series: BotMatch,
    /// The results of its bots, in their order, from the games that have one.
    pub tallies: Vec<BotTally>,
    /// The number of games with a result.
    pub finished: u32,
    /// The number of games that ended without a result.
    pub aborted: u32,
    /// The number of games in play.
    pub running: u32,
    /// The secret of all deals; none until the series is over.
    pub secret: Option<MatchSecret>,
}

/// A page of the games of a series.
pub struct SeriesGames {
    pub series: BotMatch,
    /// The games in the order of their numbers.
    pub games: Vec<MatchGame>,
}

#[boxed]
impl BotMatches {
    /// Returns a page of the series that the caller created, or in which the caller or a bot of theirs takes
    /// part, the newest first.
    pub async fn page(
        &self,
        caller: &Identity,
        after: Option<BotMatchId>,
        limit: u8,
    ) -> Result<Vec<BotMatch>, Failure> {
        let mut connection = self.pool.get().await?;
        let ids = bot_matches::page(&mut connection, caller.player, after, limit.into()).await?;
        bot_matches::load(&mut connection, &ids).await
    }

    /// Returns a series with its result.
    pub async fn look(&self, id: BotMatchId, caller: Option<&Identity>) -> Result<MatchView, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let series = visible(&mut connection, id, caller.map(|caller| caller.player)).await?;
        let games = bot_matches::games(&mut connection, id, Which::Above(0, GAMES_MAX)).await?;
        let secret = match series.status.is_over() {
            true => Some(bot_matches::secret(&mut connection, id).await?),
            false => None,
        };
        let count = |has: fn(&MatchGame) -> bool| games.iter().filter(|game| has(game)).count() as u32;
        Ok(MatchView {
            tallies: series.tally(&games),
            finished: count(|game| game.ranks.is_some()),
            aborted: count(|game| game.ranks.is_none() && game.ended_at.is_some()),
            running: count(|game| game.ended_at.is_none()),
            series,
            secret,
        })
    }

    /// Returns the games of a series with a number above `after`, at most `limit`.
    pub async fn series_games(
        &self,
        id: BotMatchId,
        caller: Option<&Identity>,
        after: u32,
        limit: u8,
    ) -> Result<SeriesGames, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let series = visible(&mut connection, id, caller.map(|caller| caller.player)).await?;
        let games = bot_matches::games(&mut connection, id, Which::Above(after, limit.into())).await?;
        Ok(SeriesGames { series, games })
    }
}

/// Returns a series that this player may see. Its creator, its bots and their owners always see it. Once it
/// has started, everybody sees it unless its games are private.
async fn visible(
    connection: &mut Postgres,
    id: BotMatchId,
    viewer: Option<PlayerId>,
) -> Result<BotMatch, GameRefusal> {
    let series = bot_matches::find(connection, id).await?.ok_or(GameRefusal::NotFound)?;
    let has_started = series.started_at.is_some();
    if has_started && series.terms.visibility != Visibility::Private {
        return Ok(series);
    }
    let viewer = viewer.filter(|&viewer| series.concerns(viewer)).ok_or(GameRefusal::NotFound)?;
    if series.status == BotMatchStatus::Waiting && hides_from(connection, &series, viewer).await? {
        return Err(GameRefusal::NotFound);
    }
    Ok(series)
}

/// Returns whether a series that waits for a player is hidden from them, because they blocked its creator.
pub(super) async fn hides_from(
    connection: &mut Postgres,
    series: &BotMatch,
    viewer: PlayerId,
) -> Result<bool, GameRefusal> {
    let creator = series.creator.player;
    Ok(viewer != creator && challenges::is_blocked(connection, viewer, creator).await?)
}
