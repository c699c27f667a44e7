//! The endpoints of bots: their operations, and the questions to and answers from bots. Servers ask over
//! HTTP, and `lapidary arena` over a pipe.

pub mod answer;
pub mod body;
pub mod comments;
pub mod manage;
pub mod question;
