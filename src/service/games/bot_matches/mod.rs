//! Series of games between bots: every bot plays every deal in every seat. They are unrated, except one-game
//! series that the server makes for the ladder of bots.
//!
//! A series is created, its bots accept, its games start a few at a time, and its deals are revealed when it
//! is over. Its games know nothing of it: a periodic look at each series finds which of them have ended.

mod advance;
pub(super) mod arranging;
mod create;
mod ends;
mod ladder;
mod look;
mod refusal;
mod respond;
mod stop;

pub use arranging::BotMatches;
pub use create::NewBotMatch;
pub use look::{MatchView, SeriesGames};
pub use refusal::BotMatchRefusal;
