//! A request that is done once however often it is sent, and the answer that is kept for it.

use crate::auth::PlayerId;

/// Which request a key stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub player: PlayerId,
    /// Method and pattern of the route.
    pub route: String,
    pub key: String,
    pub body_digest: [u8; 32],
}

/// An answer as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    pub status: i16,
    pub location: Option<String>,
    pub body: String,
}
