//! Use cases of ratings: rating a game, reading ladders, annulling a game, and recomputing a pool from its
//! log.
//!
//! Everything that writes ratings of a pool holds the row of the pool, so games are numbered in the order of
//! their ends.
//!
//! A rated game changes ratings in the transaction that ends it. That locks the game, then the row of the
//! pool, then the ratings of the players by id, and decides under these locks whether the game is rated. If
//! it is not, `unrated` says why. So ratings are a fold over the log `rating_events`.
//! `contest/rating/replay.rs` computes it again: to check or store ratings, and after an annulment.
//!
//! A season of a club's ladder is a pool whose name ends with the id of the season. Its special rules are in
//! `service/seasons.rs` (whether a game may be rated), `start.rs` (the ratings with which players begin),
//! `annul.rs` (what is final) and `read.rs` (who is listed). Starting a game shares the lock of the season's
//! row; ending the season holds it alone.

mod annul;
mod rate;
mod read;
mod recompute;
mod start;

pub use annul::{Capacity, RatingRefusal};
pub(crate) use annul::{annul_games, annul_player, is_final, is_over};
pub use rate::{RatedEnd, RatedResult, RatedSeat, rate, rate_result};
pub use read::{ListedLadder, LogPage, Ratings, game_ratings};
pub use recompute::{RecomputeError, check, recompute};
pub use start::ratings_in;
