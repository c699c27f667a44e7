//! Authentication: names, passwords, access tokens, refresh tokens.
//!
//! This module is pure. It uses no other module of this crate, no table and no HTTP.

pub mod hasher;
pub mod identity;
pub mod network;
pub mod password;
pub mod refresh;
pub mod throttle;
pub mod token;
pub mod token_cache;
pub mod turns;
pub mod username;

pub use hasher::PasswordHasher;
pub use identity::{Identity, PlayerId, Scope, Scopes, SessionId};
pub use password::NewPassword;
pub use token::AccessTokens;
pub use username::Username;
