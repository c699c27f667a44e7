//! Authentication: names, passwords, access tokens, refresh tokens, API tokens.
//!
//! This module is pure. It uses no other module of this crate, no table and no HTTP.

pub mod api_token;
pub mod hasher;
mod host_name;
pub mod identity;
mod jwt_keys;
pub mod known_tokens;
pub mod network;
pub mod oauth;
pub mod password;
pub mod push_encryption;
pub mod refresh;
pub mod seal;
pub mod secret_token;
pub mod throttle;
pub mod token;
pub mod token_cache;
pub mod token_uses;
mod typed_code;
pub mod username;
pub mod vapid;
pub mod visitor;
pub mod webhook_secret;

pub use api_token::ApiToken;
pub use hasher::PasswordHasher;
pub use host_name::is_host_name;
pub use identity::{Identity, PlayerId, Scope, Scopes, SessionId, SessionKind, WrittenScopes};
pub use password::NewPassword;
pub use secret_token::SecretToken;
pub use token::AccessTokens;
pub use typed_code::{HandedCode, UserCode};
pub use username::Username;
pub use visitor::Visitor;
pub use webhook_secret::WebhookSecret;
