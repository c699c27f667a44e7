//! A whole game that is over, in one response.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use super::board::{LanguageQuery, ThemeQuery};
use super::body::GameBody;
use super::look::lifetime;
use crate::extract::{GamePath, Viewer};
use crate::http::tag::{PRIVATE, json, tagged_bytes};
use crate::play::rulesets::Catalogues;
use crate::{Code, Problem};
use lapidary_model::game::{GameId, Version};
use lapidary_picture::{Film, Last, Table};
use lapidary_service::games::{Reading, ReplayedView};

/// The maximum number of views in a response.
const VIEWS_MAX: u32 = 500;
/// The maximum number of games whose pictures are drawn at the same time; others wait.
const FILMS_AT_ONCE: usize = 1;

static FILMS: Semaphore = Semaphore::const_new(FILMS_AT_ONCE);

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
    /// Whether the response has `pictures` of the views, too.
    #[serde(default)]
    #[param(default = false)]
    pictures: bool,
    /// The colors of the pictures.
    #[serde(default)]
    #[param(inline)]
    theme: ThemeQuery,
    /// The language of the texts in the pictures.
    #[serde(default)]
    #[param(inline)]
    lang: LanguageQuery,
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
    /// The pictures of the views; only with `pictures=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pictures: Option<FilmBody>,
}

/// The pictures of a game, with each part that several have in common once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplayPictures)]
pub struct FilmBody {
    /// Parts of SVG documents. Most are pieces of the table.
    #[schema(example = json!(["<svg xmlns=\"http://www.w3.org/2000/svg\">", "<desc>Turn 1.</desc>", "</svg>", "<desc>Turn 2.</desc>"]))]
    parts: Vec<String>,
    /// For each view, the parts of its picture by their place in `parts`, from 0. Put them together without
    /// anything between them: this is what `GET /v1/games/{id}/board.svg` with `at` returns.
    #[schema(example = json!([[0, 1, 2], [0, 3, 2]]))]
    pictures: Vec<Vec<u32>>,
}

/// Get all views of a game that is over
///
/// Returns what the caller may see of every version, as `GET /v1/games/{id}` with `at` returns it: a replay
/// needs one request. With `pictures=true`, it has the pictures of all views as well. Caches may keep the
/// response. The events between two views are in the log.
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
    catalogues: web::Data<Catalogues>,
    query: web::Query<ReplayQuery>,
) -> Result<HttpResponse, Problem> {
    if !(1..=VIEWS_MAX).contains(&query.limit) {
        return Err(Problem::new(Code::Malformed, format!("`limit` must be from 1 to {VIEWS_MAX}.")));
    }
    let (id, since) = (GameId(*id), Version(query.since));
    let (scenes, version) = Box::pin(games.replayed(id, viewer.0.as_ref(), since, query.limit)).await?;
    let lasts = scenes.first().map_or(PRIVATE, |first| lifetime(&first.view));
    let more = scenes.last().is_some_and(|last| last.view.version < version);
    let views = scenes.iter().map(|scene| GameBody::from(&scene.view)).collect();
    let pictures = if query.pictures { Some(drawn(scenes, &query, catalogues).await?) } else { None };
    let body = ReplayBody { version: version.0, more, views, pictures };
    Ok(tagged_bytes(&request, lasts, "application/json", json(&body)?))
}

/// Draws the views, beside the threads that answer requests.
///
/// # Errors
/// `internal_error` if the drawing fails.
async fn drawn(
    scenes: Vec<ReplayedView>,
    query: &ReplayQuery,
    catalogues: web::Data<Catalogues>,
) -> Result<FilmBody, Problem> {
    let (language, theme) = (query.lang.into(), query.theme.into());
    let _place = FILMS.acquire().await.map_err(Problem::internal)?;
    let drawing = spawn_blocking(move || {
        let names: Vec<Option<&str>> = scenes.first().map_or_else(Vec::new, |first| {
            first.view.occupants.iter().map(|occupant| occupant.username.as_deref()).collect()
        });
        Film::of(scenes.iter().filter_map(|scene| {
            let last = scene.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects });
            let view = scene.view.view.as_ref()?;
            Some(Table {
                view,
                names: &names,
                first: scene.first,
                last,
                language,
                theme,
                maps: catalogues.maps(),
            })
        }))
    });
    let Film { parts, pictures } = drawing.await.map_err(Problem::internal)?;
    Ok(FilmBody { parts, pictures })
}
