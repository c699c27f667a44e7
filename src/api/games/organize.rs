//! The actions of a game's organizer, who has no seat in it.

use actix_web::web;

use super::body::GameBody;
use crate::Problem;
use crate::extract::{Act, Valid};
use crate::http::outcome::shown;
use lapidary_engine::seat::Seat;
use lapidary_model::game::GameId;
use lapidary_operation::{body, operation};
use lapidary_service::games::Opening;

/// A seat to take out.
#[body]
pub struct Forfeit {
    /// The seat that the game waits for.
    #[schema(minimum = 0, maximum = 3, example = 1)]
    seat: u8,
}

/// Take out a seat of a stalled game
///
/// Only the organizer of a game without a clock can do this: the player who created it for others, which
/// `organized` in the game shows. The seat must be the one that the game waits for, and nothing must have
/// happened for some time, by default ten minutes. The seat then leaves the game as if its time had run out
/// (B19).
#[operation(post "/v1/games/{id}/forfeit", tag = "games", returns = "The game")]
pub async fn forfeit_seat(
    Act(games, caller, id): Act<Opening, GameId>,
    Valid(body): Valid<Forfeit>,
) -> Result<web::Json<GameBody>, Problem> {
    let seat = Seat::new(body.seat).ok_or_else(|| Problem::internal("a seat out of bounds"))?;
    shown(games.forfeit(id, &caller, seat)).await
}
