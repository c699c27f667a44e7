//! Pausing the clock of a game, and days off.

use actix_web::web;

use super::body::GameBody;
use crate::Problem;
use crate::extract::{Act, Valid};
use crate::http::outcome::shown;
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{body, operation};
use lapidary_service::games::Playing;

/// Days off in the current turn.
#[body]
#[schema(example = json!({"version": 1, "days": 2}))]
pub struct TakeDaysOff {
    /// The version of the game that the client saw.
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    version: u32,
    /// The number of days off in this turn, including those taken before.
    #[schema(minimum = 1, maximum = 255)]
    days: u8,
}

/// Agree to a pause
///
/// Records that the caller's seat agrees to pause the clock: `clock.pause_agreed` in the response lists the
/// seats that agree. When all seats in play do, the clock stops until `clock.paused_until`; the server sets
/// the time, by default 7 days. The next turn empties the list. A turn that is played during a pause ends it.
/// Repeating the request changes nothing.
#[operation(post "/v1/games/{id}/pause", tag = "games", returns = "The game")]
pub async fn pause_game(
    Act(games, caller, id): Act<Playing, GameId>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.pause(id, &caller)).await
}

/// Resume a paused game
///
/// Ends a pause: the clock runs on. Any seat can do so. If not all seats have agreed yet, empties
/// `clock.pause_agreed`. Repeating the request changes nothing.
#[operation(post "/v1/games/{id}/resume", tag = "games", returns = "The game")]
pub async fn resume_game(
    Act(games, caller, id): Act<Playing, GameId>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.resume(id, &caller)).await
}

/// Take days off
///
/// Moves the deadline of the caller's seat in a game with a `correspondence` clock, while its clock runs.
/// `clock.days_off` lists the days that each seat has left in this game. `days` includes the days off that
/// the seat has taken in this turn before, so repeating the request changes nothing.
#[operation(post "/v1/games/{id}/days-off", tag = "games", returns = "The game")]
pub async fn take_days_off(
    Act(games, caller, id): Act<Playing, GameId>,
    Valid(body): Valid<TakeDaysOff>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.take_days_off(id, &caller, Version(body.version), body.days)).await
}
