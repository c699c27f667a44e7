//! Forking a game that is over.

use actix_web::web;

use super::body::GameBody;
use super::clock::WantedClock;
use super::terms::read_entropy;
use crate::Problem;
use crate::extract::{LiveCaller, Path, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::CreatedOnce;
use crate::http::queued_client::QueuedClient;
use lapidary_engine::seat::Seat;
use lapidary_model::game::{GameId, Version, Visibility};
use lapidary_operation::{body, operation, query};
use lapidary_service::games::{GameView, NewFork, Opening};

/// Which position becomes a game.
#[query]
pub struct ForkQuery {
    /// The version whose position the fork begins with. Decisions of the engine that follow it are included.
    #[param(minimum = 1)]
    at: u32,
}

/// The terms of a fork. All others are those of the game that is over: ruleset, modules, options and number
/// of seats.
#[body]
#[schema(example = json!({"seat": 0}))]
pub struct ForkGame {
    /// Who may find and see the fork. Without it, as in the game that is over; a fork of a private game is
    /// private.
    #[schema(nullable = false)]
    visibility: Option<Visibility>,
    /// The seat that the caller takes; the other players take the free seats in the order of joining. Without
    /// it, the deal assigns random seats.
    #[schema(minimum = 0, maximum = 3, nullable = false)]
    seat: Option<u8>,
    /// The clock. Without it, there is none.
    #[serde(default)]
    clock: WantedClock,
    /// The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
    entropy: Option<String>,
}

/// Fork a game
///
/// Makes a new unrated game of a position of a game that is over; whoever may see that game can fork it. The
/// fork waits for players like a new game. When it starts, everything that is hidden in the position is dealt
/// anew under a new commitment: the decks, blind-reserved cards and drawn cards, or the stack and the
/// face-down tiles. The view names its `origin`, and its first entry has the position. A position after a
/// seat has left the game is refused with `not_available`, and so is a fork of a fork of a fork of a fork of
/// a fork. A game with a spectator delay can be forked when its end is shown to everybody.
#[operation(post "/v1/games/{id}/fork", tag = "games",
    returns = "The fork", once = "the fork is created only once", id = "The game that is over")]
pub async fn fork_game(
    games: web::Data<Opening>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Path(id): Path<GameId>,
    query: web::Query<ForkQuery>,
    idempotency: Idempotency,
    Valid(body): Valid<ForkGame>,
) -> Result<CreatedOnce<GameBody>, Problem> {
    let fork = NewFork {
        at: Version(query.at),
        visibility: body.visibility,
        seat: body.seat.and_then(Seat::new),
        clock: body.clock.into(),
        entropy: body.entropy.as_deref().map(read_entropy).transpose()?,
    };
    // The same body for another position is a different request.
    let mut claim = idempotency.claim()?;
    if let Some(claim) = &mut claim {
        claim.route = format!("POST /v1/games/{}/fork?at={}", id, query.at);
    }
    let answer = |game: &GameView| created(format!("/v1/games/{}", game.id), &GameBody::from(game));
    games.fork(id, &caller, &client, fork, claim.as_ref(), answer).await.map(CreatedOnce::from)
}
