//! The public log of a pool. Anyone can recompute every rating from it.
//!
//! It is a list of events in the order of `pool_seq`, then of `seat`. As a file it has one JSON object on
//! each line:
//!
//! ```json
//! {"pool":"splendor.duel.live.human","pool_seq":1,"game":"g1","player":"ada","place":1,"seat":0,"seats":2,
//!  "mu_before":25000000,"sigma_before":8333333,"mu_after":27357183,"sigma_after":7993439,
//!  "algorithm":"weng-lin-bt-full-1","finished_at":"2026-01-01T12:00:00.000Z","annulled":false,
//!  "capped":false}
//! ```
//!
//! (without the line breaks). Means and deviations are integers in millionths. `pool_seq` counts the rated
//! games of the pool from 1 without gaps; all seats of a game have the same number. `finished_at` never
//! decreases.

use super::skill::Rating;

/// One player of a rated game: the place, and the rating before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingEvent {
    /// The number of the game in its pool, from 1 without gaps.
    pub pool_seq: u64,
    /// The game's id.
    pub game: String,
    /// The player's id.
    pub player: String,
    /// The place at the table: 1 is best, and equal places are shared.
    pub place: u8,
    /// The player's seat, from 0.
    pub seat: u8,
    /// The number of seats.
    pub seats: u8,
    /// The rating before the game.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
    /// When the game ended, in milliseconds since 1970.
    pub finished_at_ms: i64,
    /// Whether the game was annulled later: then it changes no rating, and does not end a player's rest.
    pub annulled: bool,
    /// Whether the player keeps the rating, which would otherwise rise too far in a day.
    pub capped: bool,
}
