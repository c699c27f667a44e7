//! The endpoints of bots: the server asks them for their decisions and plays their answers, with the same use
//! cases as everybody else.
//!
//! This room knows when to ask a bot and how its answer takes effect. The API defines the form of a question
//! and of an answer. `webhook` decides which addresses a request may go to.
//!
//! The server plays in a session of the bot, which is an API token that nobody knows. So whatever ends a
//! session ends this too. A row says which server asks a bot and until when.

mod ask;
mod attend;
pub(super) mod calling;
mod hold;
mod manage;
