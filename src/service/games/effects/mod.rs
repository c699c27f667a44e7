//! What the start and the end of a game bring with them, in the same transaction: ratings, the result of a
//! table, the next table of an arena, the reveal of a shared deal, messages of webhooks.
//!
//! It is given a connection and a game that is locked. It decides about no game, and knows no callers.

pub(super) mod arena_end;
pub(super) mod deal_end;
pub(super) mod game_end;
pub(super) mod settle;
mod table_result;
pub(super) mod tell;
