//! A request that is done once, however often it is sent, and its stored answer.

use crate::auth::PlayerId;

/// The request that a key identifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub player: PlayerId,
    /// Method and pattern of the route.
    pub route: String,
    pub key: String,
    /// The digest of path and body, with a key of the server: the body may be a secret that can be guessed.
    pub digest: [u8; 32],
}

/// A stored response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    pub status: i16,
    pub location: Option<String>,
    pub body: String,
}
