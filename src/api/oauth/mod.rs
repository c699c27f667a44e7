//! OAuth 2.1 for apps and tools without a secret: the endpoints, and the pages on which a player decides.
//!
//! We wrote it, because no server crate fits: `oxide-auth` wants registered clients and has no device flow,
//! newer crates are too young to judge, and `oauth2` and `openidconnect` are for clients. Codes, rotation and
//! revocation are those of sessions anyway.

pub mod account;
mod asked;
pub mod authorize;
pub mod consent;
pub mod device;
pub mod error;
pub mod forgot;
mod form;
pub mod login;
pub mod metadata;
mod own_origin;
mod request;
pub mod revoke;
pub mod sign_up;
pub mod token;
mod views;

pub use form::Parameters;
pub use own_origin::OwnOrigin;
