//! What OAuth 2.1 needs for public clients, without any table or HTTP: redirect addresses, proofs, and codes.

mod client_id;
mod code;
mod pkce;
mod redirect;
mod user_code;

pub use client_id::ClientId;
pub use code::Code;
pub use pkce::Challenge;
pub use redirect::{BadRedirect, RedirectUri};
pub use user_code::UserCode;
