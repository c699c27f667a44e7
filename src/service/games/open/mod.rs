//! A table before its game starts, and its end without a result: creating, forking, inviting, joining,
//! leaving, aborting; and limits on the games of an account.
//!
//! It knows neither challenges nor seeks: its callers know how players find a game.

pub(super) mod abort;
mod announce;
pub(super) mod built_in;
pub(super) mod create;
mod expire;
pub(super) mod fork;
mod invite;
pub(super) mod join;
mod kick;
pub(super) mod leave;
pub(super) mod limits;
pub(super) mod opening;
pub(super) mod opponents;
mod organize;
pub(super) mod promise;
pub(super) mod refusal;
