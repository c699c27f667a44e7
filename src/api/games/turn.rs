//! Playing: turns, resigning, aborting.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{GameBody, LegalActionBody};
use super::event::shown;
use super::look::{Include, Wait, Waiting};
use crate::Problem;
use crate::contract::describe::{Description, Outcome, string_header};
use crate::extract::{Act, Caller, Path, Valid};
use crate::http::idempotency::REPLAYED;
use crate::http::outcome::As;
use crate::http::tag::json;
use crate::play::action::{self, PostedAction};
use crate::play::events::EventBody;
use crate::problems::problem::Fault;
use lapidary_engine::game::Proposal;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{body, operation, query};
use lapidary_service::games::{Opening, Played, Playing, PostedTurn, TurnRefusal};

/// The header with the client's preference.
const PREFER: HeaderName = HeaderName::from_static("prefer");
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The preference for a response without the view.
const MINIMAL: &str = "return=minimal";

/// The actions of one turn.
#[body]
#[schema(example = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]}))]
pub struct PlayTurn {
    /// The version of the game that the actions were chosen for.
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    version: u32,
    /// One or more actions, in order. Either all of them are applied or none.
    #[schema(min_items = 1, max_items = 16)]
    actions: Vec<PostedAction>,
}

impl PlayTurn {
    /// Returns what the actions propose in a game of this ruleset.
    pub fn proposals(&self, ruleset: Ruleset) -> Result<Vec<Proposal>, Vec<Fault>> {
        action::proposals(&self.actions, ruleset, "/actions")
    }
}

/// The options of a turn.
#[query]
pub struct TurnQuery {
    /// Only checks whether the request would be accepted; changes nothing.
    #[serde(default)]
    dry_run: bool,
    /// `my_turn`: returns when the game waits for the caller's seat again or is over, after 60 seconds at the
    /// latest. If the caller has reached the limit of waits, the response comes at once: a turn is never
    /// refused because of its `wait`.
    #[param(inline, nullable = false)]
    wait: Option<Wait>,
    /// `legal_actions`: adds the legal actions of the caller's seat after the turn.
    #[param(inline, nullable = false)]
    include: Option<Include>,
}

/// The options of resigning and aborting.
#[query]
pub struct LeavingQuery {
    /// Only checks whether the request would be accepted; changes nothing.
    #[serde(default)]
    dry_run: bool,
}

/// The result of a turn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TurnAnswer)]
pub struct TurnAnswer {
    /// The version of the game after the turn.
    version: u32,
    /// The entries that the turn added to the log.
    events: Vec<EventBody>,
    /// The game after the turn; left out with `Prefer: return=minimal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<GameBody>,
    /// The legal actions of the caller's seat at this version; only with `include=legal_actions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    legal_actions: Option<Vec<LegalActionBody>>,
}

/// The result of a dry run that would be accepted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DryRunAnswer)]
pub struct DryRunAnswer {
    /// The version of the game, which has not changed.
    version: u32,
    /// Always true: a dry run of an illegal request is refused like the request itself.
    legal: bool,
}

impl DryRunAnswer {
    fn at<T>(version: Version) -> As<T> {
        HttpResponse::Ok().json(DryRunAnswer { version: version.0, legal: true }).into()
    }
}

/// The response to a turn: its result, or the result of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum TurnOrDryRun {
    Turn(Box<TurnAnswer>),
    DryRun(DryRunAnswer),
}

impl Outcome for TurnOrDryRun {
    fn describe(description: &mut Description) {
        let prefer = string_header("Prefer", "`return=minimal` leaves out the view");
        description.parameter(prefer.example(Some(MINIMAL.into())).build());
        description.body_response::<TurnOrDryRun>("200", &[("Idempotency-Replayed", "")]);
    }
}

/// The response to an abort: the game, or the result of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum GameOrDryRun {
    Game(Box<GameBody>),
    DryRun(DryRunAnswer),
}

/// Take a turn
///
/// Applies one or more actions of the caller's seat: all of them or none. If you lose the response, resend
/// the same request: it is applied once and returns the same result. After an action that reveals something,
/// the same list may continue only with `return`, `choose_noble` and `choose_post`, and after a village tile
/// with nothing.
#[operation(post "/v1/games/{id}/actions", tag = "games",
    returns = "The result of the turn; with `dry_run`, that the turn is legal",
    "Idempotency-Replayed" = "`true` if this request repeats a turn that is stored already")]
pub async fn play_turn(
    request: HttpRequest,
    games: web::Data<Playing>,
    waiting: Waiting,
    caller: Caller,
    Path(id): Path<GameId>,
    query: web::Query<TurnQuery>,
    Valid(body): Valid<PlayTurn>,
) -> Result<As<TurnOrDryRun>, Problem> {
    let (id, version) = (id, Version(body.version));
    let read = |ruleset| body.proposals(ruleset);
    let posted = PostedTurn { id, version, caller: &caller, read };
    if query.dry_run {
        return Ok(DryRunAnswer::at(Box::pin(games.judge(posted)).await.map_err(refused)?));
    }
    let mut played = games.play(posted).await.map_err(refused)?;
    if let Some(Wait::MyTurn) = query.wait
        && waiting.begin().is_ok()
    {
        let game = waiting.for_turn(id, Some(&caller.0)).await?;
        played = Box::pin(games.since(game, &caller, version, played.replayed)).await?;
    }
    answer(&request, &played, query.include)
}

/// Returns the refusal of a posted turn.
fn refused(refusal: TurnRefusal<Vec<Fault>>) -> Problem {
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

/// Returns the response, without the view if the client prefers that.
fn answer(
    request: &HttpRequest,
    played: &Played,
    include: Option<Include>,
) -> Result<As<TurnOrDryRun>, Problem> {
    let preferences = request.headers().get_all(PREFER).filter_map(|value| value.to_str().ok());
    let minimal = preferences.flat_map(|value| value.split([',', ';'])).any(|value| value.trim() == MINIMAL);
    let answer = TurnAnswer {
        version: played.game.version.0,
        events: played.events.iter().map(|event| shown(event, played.viewer)).collect(),
        game: (!minimal).then(|| (&played.game).into()),
        legal_actions: Include::legal_actions(include, &played.game),
    };
    let mut response = HttpResponse::Ok();
    if played.replayed {
        response.insert_header((REPLAYED, HeaderValue::from_static("true")));
    }
    if minimal {
        response.insert_header((PREFERENCE_APPLIED, HeaderValue::from_static(MINIMAL)));
    }
    Ok(response.content_type("application/json").body(json(&answer)?).into())
}

/// Resign
///
/// The caller's seat leaves the game (B19). The other seats play on; if only one is left, it wins. Resigning
/// again returns the same response.
#[operation(post "/v1/games/{id}/resign", tag = "games",
    returns = "The result of the resignation; with `dry_run`, that it is possible",
    "Idempotency-Replayed" = "`true` if the caller's seat had left the game already")]
pub async fn resign_game(
    request: HttpRequest,
    games: web::Data<Playing>,
    caller: Caller,
    Path(id): Path<GameId>,
    query: web::Query<LeavingQuery>,
) -> Result<As<TurnOrDryRun>, Problem> {
    if query.dry_run {
        return Ok(DryRunAnswer::at(games.judge_resignation(id, &caller).await?));
    }
    let played = games.resign(id, &caller).await?;
    answer(&request, &played, None)
}

/// Abort a game
///
/// A game can be aborted until every seat in play has made a main action. It then has no result, and the deal
/// is revealed. Before the start, the request of the creator aborts the game at once. After the start, the
/// request of a seat that has not seen a main action of an opponent aborts it at once, a limited number of
/// times a day. In all other cases the request only records that the seat agrees: `abort_agreed` in the
/// response lists the seats that agree, and the game is aborted when all seats in play do. The next turn
/// empties that list. The organizer of a game, who has no seat, can abort it before the start, and later if
/// nothing has happened for some time, by default ten minutes. Repeating the request changes nothing.
#[operation(post "/v1/games/{id}/abort", tag = "games",
    returns = "The game; with `dry_run`, that it can be aborted")]
pub async fn abort_game(
    Act(games, caller, id): Act<Opening, GameId>,
    query: web::Query<LeavingQuery>,
) -> Result<As<web::Json<GameOrDryRun>>, Problem> {
    if query.dry_run {
        return Ok(DryRunAnswer::at(games.judge_abort(id, &caller).await?));
    }
    let game = games.abort(id, &caller).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)).into())
}
