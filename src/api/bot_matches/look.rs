//! A bot match with its result, and its games.

use actix_web::web;

use super::body::{BotMatchGame, MatchBody};
use crate::Problem;
use crate::extract::{LiveViewer, Path};
use crate::http::outcome::shown;
use crate::http::paging::{Page, page_items, page_of};
use crate::ladders::cursor::NumberedPage;

use lapidary_model::bot_match::{BotMatchId, GAMES_MAX};
use lapidary_operation::operation;
use lapidary_service::games::BotMatches;

/// Get a bot match
///
/// Returns a match with its result so far. Its creator, its bots and their owners can read it; once it has
/// started, everybody, unless its games are private.
#[operation(get "/v1/bot-matches/{id}", tag = "bot-matches", returns = "The match")]
pub async fn get_bot_match(
    matches: web::Data<BotMatches>,
    LiveViewer(viewer): LiveViewer,
    Path(id): Path<BotMatchId>,
) -> Result<web::Json<MatchBody>, Problem> {
    shown(matches.look(id, viewer.as_ref())).await
}

page_of! {
    BotMatchGame, "BotMatchGamePage", "A page of the games of a bot match.",
    "The games that have started, in the order of their numbers."
}

/// List the games of a bot match
///
/// Who can read the match can read this list. Until the match is over, only the seats of a game see the game
/// itself.
#[operation(get "/v1/bot-matches/{id}/games", tag = "bot-matches", returns = "A page of games")]
pub async fn list_bot_match_games(
    matches: web::Data<BotMatches>,
    LiveViewer(viewer): LiveViewer,
    Path(id): Path<BotMatchId>,
    query: web::Query<NumberedPage>,
) -> Result<Page<BotMatchGame>, Problem> {
    let limit = page_items(query.limit)?;
    // No game has a higher number.
    let after = u32::try_from(query.cursor.unwrap_or_default()).unwrap_or(GAMES_MAX).min(GAMES_MAX);
    let found = matches.series_games(id, viewer.as_ref(), after, limit + 1).await?;
    let shown = |game: &_| BotMatchGame::new(&found.series, game);
    Ok(Page::cut(found.games, limit, |game| game.number).map(shown))
}
