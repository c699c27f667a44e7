//! Accounts, sessions, and players as others see them.

pub mod blocks;
pub mod grants;
pub mod me;
mod password;
pub mod player_ref;
pub mod players;
mod refusal;
pub mod register;
pub mod sessions;
