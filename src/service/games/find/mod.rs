//! Finding a game: challenges, rematches and seeks, their pairing, and leaving all of it with the account.
//!
//! It knows how players come together, and leaves the table itself to `open`.
//!
//! A challenge is a private game that waits for invited players, and a row that marks it as a challenge. A
//! rematch is a challenge to the players of a finished game. So the server has committed to the deal before
//! anybody accepts, and a challenge can do whatever a waiting game can. The transaction that starts or aborts
//! the game also changes the row.
//!
//! A seek is a row with its own secret. The game of a group uses the secret of its oldest seek, whose
//! commitment the others could read. Seeks of one kind of terms are paired under one lock. Then players,
//! accounts and seeks are locked in an order that all transactions share. A job retries pairings that failed
//! because a player had no room for a game.

pub(super) mod challenge;
pub(super) mod finding;
pub(super) mod leave_all;
mod pair;
pub(super) mod refusal;
mod rematch;
pub(super) mod seek;
