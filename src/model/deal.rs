//! What the players give to a deal, so that nobody alone decides it.

use crate::auth::PlayerId;
use crate::engine::deal::Entropy;

/// What a player gave to the deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contribution {
    /// Who gave it.
    pub player: PlayerId,
    /// The bytes; empty where nothing was given.
    pub entropy: Entropy,
    /// Whether the giver could see the commitment before.
    pub timing: Timing,
}

/// When a contribution was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// With the creation, before there was a commitment to see.
    BeforeCommitment,
    /// When the commitment could be seen.
    AfterCommitment,
}
