//! Challenges: inviting players to a game on fixed terms.

use actix_web::web;
use uuid::Uuid;

use super::challenge::{ChallengeBody, CreateChallenge, DeclineChallenge};
use crate::Problem;
use crate::extract::{Caller, ChallengeId, LiveCaller, Optional, Path, Valid, hyphenated};
use crate::games::join::JoinGame;
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{CreatedOnce, NoContent, shown};
use crate::http::paging::{Page, cursor, page_items, page_of};
use lapidary_model::challenge::Direction;
use lapidary_model::game::GameId;
use lapidary_operation::{operation, query};
use lapidary_service::games::{Finding, NewChallenge};
use lapidary_service::idempotency::Done;

page_of!(ChallengeBody, "ChallengePage", "A page of challenges.", "The challenges, the newest first.");

/// Which challenges are listed.
#[query]
pub struct ChallengesQuery {
    /// `in`: only challenges to the caller. `out`: only challenges of the caller.
    #[param(inline, nullable = false)]
    direction: Option<Direction>,
    /// The maximum number of challenges on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// Challenge players
///
/// The challenged players find the challenge in `GET /v1/me/invitations` and `GET /v1/challenges`. Built-in
/// opponents accept at once. The game starts when all have accepted; it ends if one of them declines. An open
/// challenge is a private game that waits for players: it has the id of the game and the commitment of its
/// deal, it counts as one of the challenger's waiting games, and it expires like one.
#[operation(post "/v1/challenges", tag = "finding",
    returns = "The challenge",
    once = "the challenge is created only once, and a repeated request returns it as it is now",
    "Idempotency-Replayed" = "`true` if an earlier request with this key created the challenge")]
pub async fn create_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateChallenge>,
) -> Result<CreatedOnce<ChallengeBody>, Problem> {
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
    Ok(done.into())
}

/// List challenges
///
/// Returns the challenges that the caller sent or received, open ones and those whose games were over less
/// than about a day ago. Challenges of players whom the caller has blocked are left out.
#[operation(get "/v1/challenges", tag = "finding", returns = "A page of challenges")]
pub async fn list_challenges(
    games: web::Data<Finding>,
    caller: LiveCaller,
    query: web::Query<ChallengesQuery>,
) -> Result<Page<ChallengeBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = games.challenges(&caller, query.direction, query.cursor.map(GameId), limit + 1).await?;
    Ok(Page::cut(found, limit, |challenge| challenge.id.0).shown())
}

/// Get a challenge
///
/// Only its challenger and the challenged players can read it.
#[operation(get "/v1/challenges/{id}", tag = "finding", returns = "The challenge")]
pub async fn get_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    Path(ChallengeId(id)): Path<ChallengeId>,
) -> Result<web::Json<ChallengeBody>, Problem> {
    shown(games.one_challenge(id, &caller)).await
}

/// Accept a challenge
///
/// The game starts when all challenged players have accepted. Accepting again replaces the entropy while the
/// challenge is open, and changes nothing after the start.
#[operation(post "/v1/challenges/{id}/accept", tag = "finding", returns = "The challenge")]
pub async fn accept_challenge(
    games: web::Data<Finding>,
    caller: Caller,
    Path(ChallengeId(id)): Path<ChallengeId>,
    Optional(body): Optional<JoinGame>,
) -> Result<web::Json<ChallengeBody>, Problem> {
    shown(games.accept_challenge(id, &caller, body.entropy()?)).await
}

/// Decline a challenge
///
/// This ends the challenge for all players, also if the caller has accepted it before. Declining again
/// changes nothing.
#[operation(post "/v1/challenges/{id}/decline", tag = "finding", returns = "The challenge")]
pub async fn decline_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    Path(ChallengeId(id)): Path<ChallengeId>,
    Optional(body): Optional<DeclineChallenge>,
) -> Result<web::Json<ChallengeBody>, Problem> {
    shown(games.decline_challenge(id, &caller, body.reason())).await
}

/// Withdraw a challenge
///
/// Only the challenger can do this. Repeating the request, or withdrawing a challenge that was declined or
/// has expired, changes nothing.
#[operation(delete "/v1/challenges/{id}", tag = "finding", returns = "The challenge is withdrawn")]
pub async fn withdraw_challenge(
    games: web::Data<Finding>,
    caller: LiveCaller,
    Path(ChallengeId(id)): Path<ChallengeId>,
) -> Result<NoContent, Problem> {
    NoContent::after(games.withdraw_challenge(id, &caller)).await
}
