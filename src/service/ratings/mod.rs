//! Use cases of ratings: rating a game, reading ladders, annulling a game, and recomputing a pool from its
//! log.
//!
//! Everything that writes ratings of a pool holds the row of the pool, so games are numbered in the order of
//! their ends.

mod annul;
mod rate;
mod read;
mod recompute;
mod start;

pub use annul::{Annulled, RatingRefusal};
pub use rate::{RatedEnd, rate};
pub use read::{LogPage, Ratings, game_ratings};
pub use recompute::{RecomputeError, check, recompute};
pub use start::ratings_in;
