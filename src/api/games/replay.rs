//! A whole finished game in one response.

use std::time::Duration;

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use super::bodies::{Bodies, Body};
use super::body::GameBody;
use super::look::lifetime;
use crate::extract::{Path, QueuedViewer};
use crate::http::outcome::{As, Tagged};
use crate::http::tag::{PRIVATE, json};
use crate::play::rulesets::Catalogues;
use crate::{Code, Problem};
use lapidary_model::auth::PlayerId;
use lapidary_model::auth::network::Party;
use lapidary_model::counters::Limit;
use lapidary_model::fair_queue::{FairQueue, Permit};
use lapidary_model::game::{GameId, Version};
use lapidary_operation::operation;
use lapidary_picture::{Arrangement, Film, Language, Last, Table, Theme};
use lapidary_service::games::{Reading, ReplayedView};

/// The maximum number of views in a response.
const VIEWS_MAX: u32 = 500;
/// The maximum number of games whose pictures are drawn at the same time. Others wait.
const FILMS_AT_ONCE: usize = 1;
/// The maximum time that a visitor waits to draw the pictures of a game.
const WAIT_MAX: Duration = Duration::from_secs(20);
/// The memory for the last replays, in bytes.
const BYTES_MAX: u64 = 64 * 1024 * 1024;
/// The usual size of a replay with its pictures, in bytes.
const BYTES_USUAL: u64 = 1024 * 1024;

/// The part of the game to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, IntoParams)]
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
    theme: Theme,
    /// The language of the texts in the pictures.
    #[serde(default)]
    #[param(inline)]
    lang: Language,
    /// The arrangement of the pictures.
    #[serde(default)]
    #[param(inline)]
    layout: Arrangement,
}

fn page() -> u32 {
    VIEWS_MAX
}

/// Whose turn it is to draw the pictures of a game, and the last replays.
pub struct Films {
    turns: FairQueue<Party<Option<PlayerId>>>,
    /// The replays of finished games, which do not change.
    kept: Bodies<ReplayQuery>,
}

impl Default for Films {
    fn default() -> Self {
        let turns = FairQueue::new(Limit::QueuedFilms, FILMS_AT_ONCE, WAIT_MAX);
        Films { turns, kept: Bodies::with_bytes(BYTES_MAX, BYTES_USUAL) }
    }
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
    pictures: Option<ReplayPictures>,
}

/// The pictures of a game, with each part that several have in common once.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplayPictures {
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
/// needs one request. With `pictures=true`, it has the pictures of all views as well. The events between two
/// views are in the log.
#[operation(get "/v1/games/{id}/replay", tag = "games", returns = "The views")]
pub async fn get_replay(
    request: HttpRequest,
    games: web::Data<Reading>,
    films: web::Data<Films>,
    viewer: QueuedViewer,
    Path(id): Path<GameId>,
    catalogues: web::Data<Catalogues>,
    query: web::Query<ReplayQuery>,
) -> Result<As<Tagged<ReplayBody>>, Problem> {
    if !(1..=VIEWS_MAX).contains(&query.limit) {
        return Err(Problem::new(Code::Malformed, format!("`limit` must be from 1 to {VIEWS_MAX}.")));
    }
    let (id, visitor, part) = (id, viewer.0, *query);
    // Viewers who may not see the game get nothing from memory.
    let mark = games.see(id, visitor.identity.as_ref()).await?.mark_of_past();
    let kept = || films.kept.get(mark, part);
    if let Some(body) = kept() {
        return Ok(body.tagged(&request).into());
    }
    // The turn comes first: waiting visitors hold no views.
    let turn = if part.pictures { Some(films.turns.take(visitor.parties()).await?) } else { None };
    // The visitor before may have wanted the same replay.
    if let Some(body) = kept() {
        return Ok(body.tagged(&request).into());
    }
    let span = (Version(part.since), part.limit);
    let (scenes, version) = Box::pin(games.replayed(id, &visitor, span, turn.as_ref())).await?;
    let lasts = scenes.first().map_or(PRIVATE, |first| lifetime(&first.view));
    let json = match turn {
        Some(turn) => drawn(scenes, version, part, catalogues, turn).await?,
        None => json(&ReplayBody::new(&scenes, version, None))?,
    };
    let body = films.kept.keep(mark, part, Body::new(json).lasting(lasts));
    Ok(body.tagged(&request).into())
}

impl ReplayBody {
    fn new(scenes: &[ReplayedView], version: Version, pictures: Option<ReplayPictures>) -> ReplayBody {
        let more = scenes.last().is_some_and(|last| last.view.version < version);
        let views = scenes.iter().map(|scene| GameBody::from(&scene.view)).collect();
        ReplayBody { version: version.0, more, views, pictures }
    }
}

/// Returns the response with the pictures of its views, drawn beside the threads for requests.
async fn drawn(
    scenes: Vec<ReplayedView>,
    version: Version,
    part: ReplayQuery,
    catalogues: web::Data<Catalogues>,
    turn: Permit,
) -> Result<Vec<u8>, Problem> {
    let drawing = spawn_blocking(move || {
        // The turn lasts until the pictures are drawn, even if their client has left.
        let _turn = turn;
        let film = film(&scenes, part, &catalogues);
        json(&ReplayBody::new(&scenes, version, Some(film)))
    });
    drawing.await.map_err(Problem::internal)?
}

/// Draws the views.
fn film(scenes: &[ReplayedView], part: ReplayQuery, catalogues: &Catalogues) -> ReplayPictures {
    let (language, theme, arrangement) = (part.lang, part.theme, part.layout);
    let names: Vec<Option<&str>> = scenes.first().map_or_else(Vec::new, |first| {
        first.view.occupants.iter().map(|occupant| occupant.username.as_deref()).collect()
    });
    let Film { parts, pictures } = Film::of(scenes.iter().filter_map(|scene| {
        let last = scene.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects });
        let view = scene.view.view.as_ref()?;
        Some(Table {
            view,
            names: &names,
            first: scene.first,
            last,
            language,
            theme,
            arrangement,
            maps: catalogues.maps(),
        })
    }));
    ReplayPictures { parts, pictures }
}
