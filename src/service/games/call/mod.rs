//! The endpoints of bots: the server asks them for their decisions and plays what they answer, by the same
//! use cases as everybody else.
//!
//! This room knows when a bot is asked and what follows from its answer. What a question and an answer look
//! like is the business of the API, and where a request may go that of `webhook`.
//!
//! The server plays in a session of the bot, an API token that nobody knows, so whatever ends a session ends
//! this too. A row says which server asks a bot and until when.

mod ask;
mod attend;
pub(super) mod calling;
mod hold;
mod manage;
