//! Accounts, sessions, and players as others see them.

pub mod avatar;
pub mod blocks;
pub mod bots;
pub mod grants;
pub mod logins;
pub mod me;
pub mod password;
pub mod player_ref;
pub mod players;
pub mod recovery;
pub mod register;
pub mod sessions;
pub mod tokens;
