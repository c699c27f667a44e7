//! A bot match with its result, and its games.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::{MatchBody, MatchGameBody};
use crate::Problem;
use crate::extract::{BotMatchPath, LiveViewer};
use crate::http::paging::{page, page_items};
use crate::ladders::cursor;
use lapidary_model::bot_match::{BotMatchId, GAMES_MAX};
use lapidary_service::games::BotMatches;

/// Get a bot match
///
/// Returns a match with its result so far. Its creator, its bots and their owners can read it; once it has
/// started, everybody, unless its games are private.
#[utoipa::path(tag = "bot-matches",
    params(("id" = Uuid, Path, description = "The bot match")), responses(
    (status = 200, description = "The match", body = MatchBody)
))]
#[get("/v1/bot-matches/{id}")]
pub async fn get_bot_match(
    matches: web::Data<BotMatches>,
    LiveViewer(viewer): LiveViewer,
    id: BotMatchPath,
) -> Result<HttpResponse, Problem> {
    let view = matches.look(BotMatchId(*id), viewer.as_ref()).await?;
    Ok(HttpResponse::Ok().json(MatchBody::from(&view)))
}

/// A page of the games of a bot match.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotMatchGamePage {
    /// The games that have started, in the order of their numbers.
    items: Vec<MatchGameBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Which games of a bot match are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotMatchGamesQuery {
    /// The maximum number of games on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor::number")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<u64>,
}

/// List the games of a bot match
///
/// Who can read the match can read this list. Until the match is over, only the seats of a game see the game
/// itself.
#[utoipa::path(tag = "bot-matches",
    params(("id" = Uuid, Path, description = "The bot match"), BotMatchGamesQuery), responses(
    (status = 200, description = "A page of games", body = BotMatchGamePage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/bot-matches/{id}/games")]
pub async fn list_bot_match_games(
    request: HttpRequest,
    matches: web::Data<BotMatches>,
    LiveViewer(viewer): LiveViewer,
    id: BotMatchPath,
    query: web::Query<BotMatchGamesQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    // No game has a higher number.
    let after = u32::try_from(query.cursor.unwrap_or_default()).unwrap_or(GAMES_MAX).min(GAMES_MAX);
    let mut found = matches.series_games(BotMatchId(*id), viewer.as_ref(), after, limit + 1).await?;
    let more = found.games.len() > usize::from(limit);
    found.games.truncate(limit.into());
    let next_cursor = found.games.last().filter(|_| more).map(|last| last.number.to_string());
    let items = found.games.iter().map(|game| MatchGameBody::new(&found.series, game)).collect();
    let body = BotMatchGamePage { items, next_cursor: next_cursor.clone() };
    let path = format!("/v1/bot-matches/{}/games", found.series.id);
    Ok(page(&request, &path, next_cursor.as_deref(), body))
}
