//! OAuth 2.1 for apps and tools without a secret of their own: the endpoints, and the pages on which a player decides.
//!
//! It is written here, because the crates for servers do not fit: `oxide-auth`, the maintained one, wants registered
//! clients and stores that block, and has neither the device flow nor the `iss` of RFC 9207; `oauth2` and
//! `openidconnect` are for clients. Codes, rotation and revocation are those of sessions anyway.

mod asked;
pub mod authorize;
pub mod consent;
pub mod device;
pub mod error;
mod form;
pub mod login;
pub mod metadata;
mod own_origin;
mod request;
pub mod revoke;
pub mod token;
mod views;
