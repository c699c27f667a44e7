//! The effects of the start and the end of a game, in the same transaction: ratings, the result of a table,
//! the next table of an arena, the reveal of a shared deal, messages of webhooks.
//!
//! Callers pass a connection and a locked game. It decides about no game, and knows no callers.

pub(super) mod arena_end;
pub(super) mod deal_end;
pub(super) mod game_end;
pub(super) mod settle;
mod table_result;
pub(super) mod tell;
