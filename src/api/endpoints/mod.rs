//! The endpoints of bots: their operations, and the questions and answers between a bot and whoever asks it:
//! a server over HTTP, or `lapidary arena` over a pipe.

pub mod answer;
pub mod body;
pub mod comments;
pub mod manage;
pub mod question;
