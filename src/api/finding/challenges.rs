//! Challenges: inviting players to a game on fixed terms.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::challenge::{ChallengeBody, CreateChallenge, DeclineChallenge};
use crate::Problem;
use crate::extract::{ChallengePath, LiveCaller, Optional, Valid, hyphenated};
use crate::games::join::JoinGame;
use crate::http::idempotency::{Idempotency, answered, created};
use crate::http::paging::{cursor, cut, page, page_items};
use lapidary_model::challenge::Direction;
use lapidary_model::game::GameId;
use lapidary_service::games::{Finding, NewChallenge};
use lapidary_service::idempotency::Done;

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
/// The challenged players find the challenge in `GET /v1/me/invitations` and `GET /v1/challenges`. Built-in
/// opponents accept at once. The game starts when all have accepted; it ends if one of them declines. An open
/// challenge is a private game that waits for players: it has the id of the game and the commitment of its
/// deal, it counts as one of the challenger's waiting games, and it expires like one.
#[utoipa::path(tag = "finding", request_body = CreateChallenge,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the challenge is created only once, and a repeated request returns it as it is now", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The challenge", body = ChallengeBody, headers(("Location" = String, description = "The challenge"), ("Idempotency-Replayed" = String, description = "`true` if an earlier request with this key created the challenge")))
))]
#[post("/v1/challenges")]
pub async fn create_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateChallenge>,
) -> Result<HttpResponse, Problem> {
    // A pointer leads to the name, which can be the field itself.
    let names_one = body.names_one();
    let placed = |refusal: Problem| if names_one { refusal.moved("/to/0", "/to") } else { refusal };
    let new = NewChallenge::try_from(body)?;
    // A stored response must not name other players, so only the id is stored.
    let answer = |id: GameId| created(format!("/v1/challenges/{id}"), &id.0);
    let done = games.challenge(&caller, new, idempotency.claim()?.as_ref(), answer).await;
    let mut done: Done = done.map_err(placed)?;
    let id = hyphenated(done.answer.body.trim_matches('"')).map(GameId);
    let id = id.ok_or_else(|| Problem::internal("a stored challenge has no id"))?;
    let challenge = games.one_challenge(id, &caller).await?;
    done.answer.body = serde_json::to_string(&ChallengeBody::from(&challenge)).map_err(Problem::internal)?;
    Ok(answered(done))
}

/// List challenges
///
/// Returns the challenges that the caller sent or received, open ones and those whose games were over less
/// than about a day ago. Challenges of players whom the caller has blocked are left out.
#[utoipa::path(tag = "finding", params(ChallengesQuery), responses(
    (status = 200, description = "A page of challenges", body = ChallengePage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/challenges")]
pub async fn list_challenges(
    request: HttpRequest,
    games: web::Data<Finding>,
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
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: ChallengePath,
) -> Result<HttpResponse, Problem> {
    let challenge = games.one_challenge(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Accept a challenge
///
/// The game starts when all challenged players have accepted. Accepting again replaces the entropy while the
/// challenge is open, and changes nothing after the start.
#[utoipa::path(tag = "finding", request_body = Option<JoinGame>,
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 200, description = "The challenge", body = ChallengeBody)
))]
#[post("/v1/challenges/{id}/accept")]
pub async fn accept_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: ChallengePath,
    Optional(body): Optional<JoinGame>,
) -> Result<HttpResponse, Problem> {
    let challenge = games.accept_challenge(GameId(*id), &caller, body.entropy()?).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Decline a challenge
///
/// This ends the challenge for all players, also if the caller has accepted it before. Declining again
/// changes nothing.
#[utoipa::path(tag = "finding", request_body = Option<DeclineChallenge>,
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 200, description = "The challenge", body = ChallengeBody)
))]
#[post("/v1/challenges/{id}/decline")]
pub async fn decline_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: ChallengePath,
    Optional(body): Optional<DeclineChallenge>,
) -> Result<HttpResponse, Problem> {
    let challenge = games.decline_challenge(GameId(*id), &caller, body.reason()).await?;
    Ok(HttpResponse::Ok().json(ChallengeBody::from(&challenge)))
}

/// Withdraw a challenge
///
/// Only the challenger can do this. Repeating the request, or withdrawing a challenge that was declined or
/// has expired, changes nothing.
#[utoipa::path(tag = "finding",
    params(("id" = Uuid, Path, description = "The challenge")), responses(
    (status = 204, description = "The challenge is withdrawn")
))]
#[delete("/v1/challenges/{id}")]
pub async fn withdraw_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: ChallengePath,
) -> Result<HttpResponse, Problem> {
    games.withdraw_challenge(GameId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
