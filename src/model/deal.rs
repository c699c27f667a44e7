//! The entropy that players contribute to a deal, so that no single party decides it.

use crate::auth::PlayerId;
use lapidary_engine::deal::Entropy;

/// The entropy that a player contributed to a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contribution {
    /// The player who contributed it.
    pub player: PlayerId,
    /// The bytes; empty if the player contributed none.
    pub entropy: Entropy,
    /// Whether the player could see the commitment before.
    pub timing: Timing,
}

/// The time of a contribution, relative to the commitment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// When the game was created, before the commitment was visible.
    BeforeCommitment,
    /// When the commitment was visible.
    AfterCommitment,
}
