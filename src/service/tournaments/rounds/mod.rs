//! The course of a tournament: it starts, is paired, closes a round, pairs the next one.

pub(super) mod advance;
pub(super) mod arena;
pub(super) mod by_itself;
pub(super) mod byes;
pub(super) mod close_round;
pub(super) mod finish;
pub(super) mod hall;
pub(super) mod pace;
pub(super) mod pair;
pub(super) mod plan;
pub(super) mod plan_matches;
pub(super) mod plans;
pub(super) mod refusal;
pub(super) mod start;
mod waiting_room;
