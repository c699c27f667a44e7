//! OAuth 2.1 for public clients: codes, devices, tokens, and their grants.
//!
//! A grant is a session of the kind `grant`, so it is checked and ended like any other session.

mod account;
mod all;
mod codes;
mod consent;
mod devices;
mod grants;
mod tokens;

pub use account::{AccountAccess, Ended};
pub use all::OAuth;
pub use codes::CodeExchange;
pub use consent::{CodeRequest, ConsentRefusal, Proven};
pub use devices::{DeviceRequest, NewDevice};
pub use tokens::{Renewal, TokenRefusal, Tokens};
