//! A whole game that is over, in one response.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::GameBody;
use super::look::lifetime;
use crate::extract::{GamePath, Viewer};
use crate::http::tag::{PRIVATE, json, tagged_bytes};
use crate::{Code, Problem};
use lapidary_model::game::{GameId, Version};
use lapidary_service::games::Reading;

/// The maximum number of views in a response.
const VIEWS_MAX: u32 = 500;

/// The part of the game to return.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// Returns the views after this version.
    #[serde(default)]
    #[param(minimum = 0, default = 0)]
    since: u32,
    /// The maximum number of views, 1 to 500. If `more` is true, repeat the request with `since` set to the
    /// version of the last view.
    #[serde(default = "page")]
    #[param(minimum = 1, maximum = 500, default = 500)]
    limit: u32,
}

fn page() -> u32 {
    VIEWS_MAX
}

/// The views of a game that is over.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Replay)]
pub struct ReplayBody {
    /// The last version of the game.
    version: u32,
    /// Whether the game has more views after these.
    more: bool,
    /// The game at each version, in order.
    views: Vec<GameBody>,
}

/// Get all views of a game that is over
///
/// Returns what the caller may see of every version, as `GET /v1/games/{id}` with `at` returns it: a replay
/// needs one request. Caches may keep the response. The events between two views are in the log.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game"), ReplayQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The views", body = ReplayBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/games/{id}/replay")]
pub async fn get_replay(
    request: HttpRequest,
    games: web::Data<Reading>,
    viewer: Viewer,
    id: GamePath,
    query: web::Query<ReplayQuery>,
) -> Result<HttpResponse, Problem> {
    if !(1..=VIEWS_MAX).contains(&query.limit) {
        return Err(Problem::new(Code::Malformed, format!("`limit` must be from 1 to {VIEWS_MAX}.")));
    }
    let (id, since) = (GameId(*id), Version(query.since));
    let (views, version) = Box::pin(games.replayed(id, viewer.0.as_ref(), since, query.limit)).await?;
    let lasts = views.first().map_or(PRIVATE, lifetime);
    let more = views.last().is_some_and(|last| last.version < version);
    let body = ReplayBody { version: version.0, more, views: views.iter().map(GameBody::from).collect() };
    Ok(tagged_bytes(&request, lasts, "application/json", json(&body)?))
}
