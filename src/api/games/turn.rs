//! Playing: turns, resigning, aborting.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::{GameBody, LegalActionBody};
use super::history::shown;
use super::look::{Include, Wait, Waiting};
use crate::api::Problem;
use crate::api::contract::bounded;
use crate::api::extract::{Caller, GamePath, LiveCaller, Valid, Viewer};
use crate::api::play::action::{self, PostedAction};
use crate::api::play::events::EventBody;
use crate::api::problems::problem::Fault;
use crate::model::game::{GameId, Version};
use crate::service::Games;
use crate::service::games::{Played, PostedTurn, TurnRefusal};

/// What a client would rather have.
const PREFER: HeaderName = HeaderName::from_static("prefer");
/// Which of it was done.
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The preference for an answer without the view.
const MINIMAL: &str = "return=minimal";

/// Decisions of the caller's seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]}))]
pub struct PlayTurn {
    /// The version of the game for which they were made.
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    #[serde(deserialize_with = "bounded::integer::<_, _, 0, 2_147_483_647>")]
    version: u32,
    /// One or more decisions, in order; all are applied or none.
    #[schema(min_items = 1, max_items = 16)]
    #[serde(deserialize_with = "bounded::list::<_, _, 1, 16>")]
    actions: Vec<PostedAction>,
}

/// How a turn is to be taken.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TurnQuery {
    /// Judge only, and change nothing.
    #[serde(default)]
    dry_run: bool,
    /// `my_turn`: answer when the caller's seat is asked again or the game is over, at the latest after 60 seconds; at once
    /// when the caller has as many waits in flight as the server allows. A turn is never refused for its wait.
    #[param(inline, nullable = false)]
    wait: Option<Wait>,
    /// `legal_actions`: adds the legal actions of the caller's seat after the turn.
    #[param(inline, nullable = false)]
    include: Option<Include>,
}

/// How to leave a game.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeavingQuery {
    /// Judge only, and change nothing.
    #[serde(default)]
    dry_run: bool,
}

/// What a turn has done.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TurnAnswer)]
pub struct TurnAnswer {
    /// The version of the game after it.
    version: u32,
    /// The entries it added to the log.
    events: Vec<EventBody>,
    /// The game after it; left out with `Prefer: return=minimal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<GameBody>,
    /// The legal actions of the caller's seat at this version; only with `include=legal_actions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    legal_actions: Option<Vec<LegalActionBody>>,
}

/// That the request would be accepted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DryRunAnswer)]
pub struct DryRunAnswer {
    /// The version of the game, which has not changed.
    version: u32,
    /// Always true: a request that would be refused is refused.
    legal: bool,
}

impl DryRunAnswer {
    fn at(version: Version) -> HttpResponse {
        HttpResponse::Ok().json(DryRunAnswer { version: version.0, legal: true })
    }
}

/// The answer to a turn: what was done, or that it could be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum TurnOrDryRun {
    Turn(Box<TurnAnswer>),
    DryRun(DryRunAnswer),
}

/// The answer to an abort: the game, or that it could be aborted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum GameOrDryRun {
    Game(Box<GameBody>),
    DryRun(DryRunAnswer),
}

impl From<&Played> for TurnAnswer {
    fn from(played: &Played) -> Self {
        TurnAnswer {
            version: played.game.version.0,
            events: played.events.iter().map(|event| shown(event, played.viewer)).collect(),
            game: Some((&played.game).into()),
            legal_actions: None,
        }
    }
}

/// Take a turn
///
/// One or more decisions of the caller's seat, applied all or none. A turn that was accepted before is answered again,
/// so that a lost answer can be fetched by repeating the request. After an action that uncovers something only
/// `return`, `choose_noble` and `choose_post` may follow in one list, and nothing after the tile of a village.
#[utoipa::path(tag = "games", request_body = PlayTurn,
    params(("id" = Uuid, Path, description = "The game"), TurnQuery,
        ("Prefer" = Option<String>, Header, description = "`return=minimal` leaves the view out", example = "return=minimal")),
    responses(
    (status = 200, description = "What the turn has done; with `dry_run` that it is legal", body = TurnOrDryRun)
))]
#[post("/v1/games/{id}/actions")]
pub async fn play_turn(
    request: HttpRequest,
    waiting: Waiting,
    caller: Caller,
    id: GamePath,
    query: web::Query<TurnQuery>,
    Valid(body): Valid<PlayTurn>,
) -> Result<HttpResponse, Problem> {
    let (id, version) = (GameId(*id), Version(body.version));
    let read = |ruleset| action::proposals(&body.actions, ruleset, "/actions");
    let posted = PostedTurn { id, version, caller: &caller, read };
    if query.dry_run {
        return Ok(DryRunAnswer::at(waiting.games.judge(posted).await?));
    }
    let mut played = waiting.games.play(posted).await?;
    if let Some(Wait::MyTurn) = query.wait
        && waiting.begin().is_ok()
    {
        let game = waiting.for_turn(id, Viewer(Some(caller.0))).await?;
        played = waiting.games.since(game, &caller, version).await?;
    }
    Ok(answer(&request, &played, query.include))
}

impl From<TurnRefusal<Vec<Fault>>> for Problem {
    fn from(refusal: TurnRefusal<Vec<Fault>>) -> Self {
        match refusal {
            TurnRefusal::Unreadable { mut faults, pending } => {
                if let Some((decision, legal)) = pending {
                    action::name_pending(&mut faults, decision, &legal);
                }
                Problem::validation(faults)
            }
            TurnRefusal::Refused(refusal) => refusal.into(),
        }
    }
}

/// The answer, without the view if the client would rather have it so.
fn answer(request: &HttpRequest, played: &Played, include: Option<Include>) -> HttpResponse {
    let mut answer = TurnAnswer::from(played);
    answer.legal_actions = Include::legal_actions(include, &played.game);
    let wishes = request.headers().get_all(PREFER).filter_map(|wish| wish.to_str().ok());
    let minimal = wishes.flat_map(|wish| wish.split([',', ';'])).any(|wish| wish.trim() == MINIMAL);
    let mut response = HttpResponse::Ok();
    if minimal {
        answer.game = None;
        response.insert_header((PREFERENCE_APPLIED, HeaderValue::from_static(MINIMAL)));
    }
    response.json(answer)
}

/// Resign
///
/// The caller's seat is out (B19); the others play on, or the last one wins. Resigning again gives the same answer.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game"), LeavingQuery,
        ("Prefer" = Option<String>, Header, description = "`return=minimal` leaves the view out", example = "return=minimal")),
    responses(
    (status = 200, description = "What the resignation has done; with `dry_run` that it is possible", body = TurnOrDryRun)
))]
#[post("/v1/games/{id}/resign")]
pub async fn resign_game(
    request: HttpRequest,
    games: web::Data<Games>,
    caller: LiveCaller,
    id: GamePath,
    query: web::Query<LeavingQuery>,
) -> Result<HttpResponse, Problem> {
    if query.dry_run {
        return Ok(DryRunAnswer::at(games.judge_resignation(GameId(*id), &caller).await?));
    }
    let played = games.resign(GameId(*id), &caller).await?;
    Ok(answer(&request, &played, None))
}

/// Abort a game
///
/// Possible until every seat has made a main action; there is no result, and the deal is revealed. A seat that has not seen a
/// main action of an opponent aborts at once, a limited number of times a day. Before the start only the creator aborts at once.
/// Otherwise the request says that the seat
/// agrees to abort: `abort_agreed` of the answer names the seats that do, and the game is aborted when all seats in play
/// agree. The next turn empties that list. Repeating the request changes nothing.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game"), LeavingQuery), responses(
    (status = 200, description = "The game; with `dry_run` that it can be aborted", body = GameOrDryRun)
))]
#[post("/v1/games/{id}/abort")]
pub async fn abort_game(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: GamePath,
    query: web::Query<LeavingQuery>,
) -> Result<HttpResponse, Problem> {
    if query.dry_run {
        return Ok(DryRunAnswer::at(games.judge_abort(GameId(*id), &caller).await?));
    }
    let game = games.abort(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)))
}
