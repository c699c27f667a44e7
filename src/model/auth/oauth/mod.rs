//! The parts of OAuth 2.1 for public clients, without tables or HTTP: redirect addresses, proofs, and names.

mod client_id;
mod pkce;
mod redirect;

pub use client_id::ClientId;
pub use pkce::Challenge;
pub use redirect::{BadRedirect, RedirectUri};
