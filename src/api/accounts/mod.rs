//! Accounts, sessions, and players as others see them.

pub mod blocks;
pub mod logins;
pub mod me;
mod password;
pub mod player_ref;
pub mod players;
pub mod recovery;
mod refusal;
pub mod register;
pub mod sessions;
