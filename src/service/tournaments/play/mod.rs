//! Events at the tables of the last round: they open, are seated anew, are reported, and end.

pub(super) mod begin;
pub(super) mod board_ratings;
pub(super) mod duplicate;
pub(super) mod end_games;
pub(super) mod open;
pub(super) mod ready;
pub(super) mod reporting;
pub(super) mod results;
pub(super) mod seat;
