//! Finding a game: challenges, rematches, seeks and their pairing; and leaving all of it with the account.
//!
//! It knows how players come together, and leaves the table itself to `open`.

pub(super) mod challenge;
pub(super) mod finding;
pub(super) mod leave_all;
mod pair;
pub(super) mod refusal;
mod rematch;
pub(super) mod seek;
