//! Challenges: inviting players to a game on fixed terms.

use std::borrow::Cow;

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use uuid::Uuid;

use crate::api::Problem;
use crate::api::accounts::player_ref::PlayerRef;
use crate::api::contract::bounded;
use crate::api::contract::strict::word_only;
use crate::api::extract::{ChallengePath, LiveCaller, Optional, Valid, hyphenated};
use crate::api::games::clock::ClockBody;
use crate::api::games::join::JoinGame;
use crate::api::games::terms::{NewSeating, VisibilityBody, body_with_terms};
use crate::api::http::idempotency::{Idempotency, created};
use crate::api::http::paging::{cursor, cut, page, page_items};
use crate::api::play::rulesets::PlayedBody;
use crate::api::problems::problem::Fault;
use crate::engine::deal::Seating;
use crate::model::challenge::{Challenge, Challenged, DeclineReason, Declined, Direction};
use crate::model::game::GameId;
use crate::service::Games;
use crate::service::games::NewChallenge;
use crate::service::idempotency::Done;

/// The maximum number of challenged players.
const TO_MAX: usize = 3;

body_with_terms! {
    /// A challenge to create.
    #[schema(example = json!({"to": "grace", "ruleset": "splendor", "modules": [], "seats": 2, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "random", "options": {}}))]
    pub struct CreateChallenge {
        /// The name of the challenged player; for more than two seats, a list of names, one for each other seat.
        #[serde(deserialize_with = "bounded::names::<_, TO_MAX>")]
        #[schema(value_type = ChallengedPlayers)]
        to: Vec<String>,
        /// Who may find and see the game once it has started. Until then only the players see it.
        #[serde(default)]
        visibility: VisibilityBody,
        /// How the seats are assigned.
        #[serde(default)]
        seating: NewSeating,
    }
}

/// The name of a challenged player.
pub struct ChallengedName;

impl PartialSchema for ChallengedName {
    fn schema() -> RefOr<Schema> {
        let name = ObjectBuilder::new().schema_type(Type::String).min_length(Some(3)).max_length(Some(20));
        name.description(Some("The name of a challenged player.")).examples([json!("grace")]).into()
    }
}

impl ToSchema for ChallengedName {
    fn name() -> Cow<'static, str> {
        "ChallengedName".into()
    }
}

/// The names of several challenged players.
pub struct ChallengedNames;

impl PartialSchema for ChallengedNames {
    fn schema() -> RefOr<Schema> {
        let names = ArrayBuilder::new().items(Ref::from_schema_name("ChallengedName"));
        let names = names.min_items(Some(1)).max_items(Some(TO_MAX));
        names.description(Some("The names of challenged players.")).into()
    }
}

impl ToSchema for ChallengedNames {
    fn name() -> Cow<'static, str> {
        "ChallengedNames".into()
    }
}

/// One name, or several.
pub struct ChallengedPlayers;

impl PartialSchema for ChallengedPlayers {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(Ref::from_schema_name("ChallengedName"))
            .item(Ref::from_schema_name("ChallengedNames"))
            .description(Some("One name, or a list of names."))
            .into()
    }
}

impl ToSchema for ChallengedPlayers {
    fn name() -> Cow<'static, str> {
        "ChallengedPlayers".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ChallengedName::name().into(), ChallengedName::schema()));
        schemas.push((ChallengedNames::name().into(), ChallengedNames::schema()));
    }
}

impl TryFrom<CreateChallenge> for NewChallenge {
    type Error = Problem;

    fn try_from(body: CreateChallenge) -> Result<Self, Problem> {
        let terms = body.terms(body.visibility, body.seating)?;
        if body.to.len() + 1 != terms.seats.get() {
            let detail = "must name one player for each seat but the caller's";
            return Err(Problem::validation(vec![Fault::at("/to", detail)]));
        }
        Ok(NewChallenge { terms, entropy: body.entropy()?, to: body.to })
    }
}

/// A refusal to play.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "later"}))]
pub struct DeclineChallenge {
    /// Why the caller declines.
    #[serde(default)]
    reason: DeclineReasonBody,
}

/// Why a player declines a challenge.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schema(as = NewDeclineReason)]
pub enum DeclineReasonBody {
    /// No particular reason.
    #[default]
    Generic,
    /// Not now, but perhaps later.
    Later,
    /// Another ruleset would be welcome.
    Ruleset,
    /// Other modules or options would be welcome.
    Modules,
    /// Another number of seats would be welcome.
    Seats,
    /// Another clock would be welcome.
    Clock,
    /// The player has enough games.
    TooManyGames,
    /// The player does not play against bots.
    NoBots,
    /// The player plays against bots only.
    OnlyBots,
    /// The player plays only with players they know.
    OnlyFriends,
}

word_only!(DeclineReasonBody);

impl From<DeclineReasonBody> for DeclineReason {
    fn from(body: DeclineReasonBody) -> Self {
        match body {
            DeclineReasonBody::Generic => DeclineReason::Generic,
            DeclineReasonBody::Later => DeclineReason::Later,
            DeclineReasonBody::Ruleset => DeclineReason::Ruleset,
            DeclineReasonBody::Modules => DeclineReason::Modules,
            DeclineReasonBody::Seats => DeclineReason::Seats,
            DeclineReasonBody::Clock => DeclineReason::Clock,
            DeclineReasonBody::TooManyGames => DeclineReason::TooManyGames,
            DeclineReasonBody::NoBots => DeclineReason::NoBots,
            DeclineReasonBody::OnlyBots => DeclineReason::OnlyBots,
            DeclineReasonBody::OnlyFriends => DeclineReason::OnlyFriends,
        }
    }
}

/// A challenge.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Challenge)]
pub struct ChallengeBody {
    /// The id, which is the id of its game.
    id: Uuid,
    challenger: PlayerRef,
    /// The challenged players.
    to: Vec<ChallengedBody>,
    #[serde(flatten)]
    played: PlayedBody,
    /// The number of seats.
    seat_count: u8,
    /// Who may find and see the game once it has started. Until then only the players see it.
    #[schema(example = "public")]
    visibility: &'static str,
    /// How the seats are assigned: `random`, or in the order of joining; values may be added.
    #[schema(example = "random")]
    seating: &'static str,
    clock: ClockBody,
    /// What has become of it; values may be added.
    #[schema(example = "open")]
    status: &'static str,
    /// Who declined it, and why; null unless it was declined.
    declined: Option<DeclinedBody>,
    /// The game whose players play again; null if it is no rematch.
    rematch_of: Option<Uuid>,
    /// The commitment to the server's secret of the deal: SHA-256 in hexadecimal.
    commitment: String,
    created_at: DateTime<Utc>,
    /// When it ends if not every challenged player has accepted.
    expires_at: DateTime<Utc>,
}

/// A challenged player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Challenged)]
pub struct ChallengedBody {
    player: PlayerRef,
    /// Whether the player has accepted.
    accepted: bool,
}

/// Who declined a challenge, and why.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Declined)]
pub struct DeclinedBody {
    /// The id of the player.
    by: Uuid,
    /// The reason; values may be added.
    #[schema(example = "later")]
    reason: &'static str,
}

impl From<&Challenge> for ChallengeBody {
    fn from(challenge: &Challenge) -> Self {
        let challenged = |challenged: &Challenged| ChallengedBody {
            player: (&challenged.player).into(),
            accepted: challenged.accepted,
        };
        let declined =
            |declined: Declined| DeclinedBody { by: declined.by.0, reason: declined.reason.name() };
        ChallengeBody {
            id: challenge.id.0,
            challenger: (&challenge.challenger).into(),
            to: challenge.to.iter().map(challenged).collect(),
            played: challenge.terms.ruleset.into(),
            seat_count: challenge.terms.seats.get() as u8,
            visibility: challenge.terms.visibility.name(),
            seating: match challenge.terms.seating {
                Seating::Random => "random",
                Seating::JoinOrder => "join_order",
            },
            clock: challenge.terms.clock.into(),
            status: challenge.standing.name(),
            declined: challenge.declined.map(declined),
            rematch_of: challenge.rematch_of.map(|game| game.0),
            commitment: hex::encode(challenge.commitment),
            created_at: challenge.created_at,
            expires_at: challenge.expires_at,
        }
    }
}

/// A page of challenges.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChallengePage {
    /// The challenges, the newest first.
    items: Vec<ChallengeBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Which challenges are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChallengesQuery {
    /// `in`: only challenges to the caller. `out`: only challenges of the caller.
    #[param(inline, nullable = false)]
    direction: Option<DirectionQuery>,
    /// The maximum number of challenges on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// The direction of a challenge, seen from the caller.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DirectionQuery {
    In,
    Out,
}

impl From<DirectionQuery> for Direction {
    fn from(query: DirectionQuery) -> Self {
        match query {
            DirectionQuery::In => Direction::In,
            DirectionQuery::Out => Direction::Out,
        }
    }
}

/// Challenge players
///
/// The challenged players find the challenge in `GET /v1/me/invitations` and `GET /v1/challenges`. The game starts when all of
/// them have accepted; it ends if one of them declines. An open challenge is a private game that waits for players: it has the
/// id of the game and the commitment of its deal, it counts as one of the challenger's waiting games, and it expires like one.
#[utoipa::path(tag = "finding", request_body = CreateChallenge,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the challenge is created only once, and a repeated request returns it as it is now", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The challenge", body = ChallengeBody, headers(("Location" = String, description = "The challenge"), ("Idempotency-Replayed" = String, description = "`true` if an earlier request with this key created the challenge")))
))]
#[post("/v1/challenges")]
pub async fn create_challenge(
    games: web::Data<Games>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateChallenge>,
) -> Result<HttpResponse, Problem> {
    let new = NewChallenge::try_from(body)?;
    // A stored response must not name other players, so only the id is stored.
    let answer = |id: GameId| created(format!("/v1/challenges/{id}"), &id.0);
    let mut done: Done = games.challenge(&caller, new, idempotency.claim()?.as_ref(), answer).await?;
    let id = hyphenated(done.answer.body.trim_matches('"')).map(GameId);
    let id = id.ok_or_else(|| Problem::internal("a stored challenge has no id"))?;
    let challenge = games.one_challenge(id, &caller).await?;
    done.answer.body = serde_json::to_string(&ChallengeBody::from(&challenge)).map_err(Problem::internal)?;
    Ok(done.into())
}

/// List challenges
///
/// Returns the challenges that the caller sent or received, open ones and those whose games were over less than about a day
/// ago. Challenges of players whom the caller has blocked are left out.
#[utoipa::path(tag = "finding", params(ChallengesQuery), responses(
    (status = 200, description = "A page of challenges", body = ChallengePage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/challenges")]
pub async fn list_challenges(
    request: HttpRequest,
    games: web::Data<Games>,
    caller: LiveCaller,
    query: web::Query<ChallengesQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let direction = query.direction.map(Direction::from);
    let mut found = games.challenges(&caller, direction, query.cursor.map(GameId), limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |challenge| challenge.id.0);
    let items = found.iter().map(ChallengeBody::from).collect();
    let body = ChallengePage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/challenges", next_cursor.as_deref(), body))
}

/// Get a challenge
///
/// Only its challenger and the challenged players can read it.
#[utoipa::path(tag = "finding",
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 200, description = "The challenge", body = ChallengeBody)
))]
#[get("/v1/challenges/{id}")]
pub async fn get_challenge(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: ChallengePath,
) -> Result<HttpResponse, Problem> {
    let challenge = games.one_challenge(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Accept a challenge
///
/// The game starts when all challenged players have accepted. Accepting again replaces the entropy while the challenge is
/// open, and changes nothing after the start.
#[utoipa::path(tag = "finding", request_body = Option<JoinGame>,
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 200, description = "The challenge", body = ChallengeBody)
))]
#[post("/v1/challenges/{id}/accept")]
pub async fn accept_challenge(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: ChallengePath,
    Optional(body): Optional<JoinGame>,
) -> Result<HttpResponse, Problem> {
    let challenge = games.accept_challenge(GameId(*id), &caller, body.entropy()?).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Decline a challenge
///
/// This ends the challenge for all players, also if the caller has accepted it before. Declining again changes nothing.
#[utoipa::path(tag = "finding", request_body = Option<DeclineChallenge>,
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 200, description = "The challenge", body = ChallengeBody)
))]
#[post("/v1/challenges/{id}/decline")]
pub async fn decline_challenge(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: ChallengePath,
    Optional(body): Optional<DeclineChallenge>,
) -> Result<HttpResponse, Problem> {
    let challenge = games.decline_challenge(GameId(*id), &caller, body.reason.into()).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Withdraw a challenge
///
/// Only the challenger can do this. Repeating the request, or withdrawing a challenge that was declined or has expired,
/// changes nothing.
#[utoipa::path(tag = "finding",
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 204, description = "The challenge is withdrawn")
))]
#[delete("/v1/challenges/{id}")]
pub async fn withdraw_challenge(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: ChallengePath,
) -> Result<HttpResponse, Problem> {
    games.withdraw_challenge(GameId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
