//! The ancestors of a fork: the games that a verifier needs to reach its first position.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A game from which a fork descends. It is over, so nothing of it is secret; its players are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportAncestor)]
pub struct AncestorBody {
    /// The id of the game.
    pub game: Uuid,
    /// The version whose position the next game begins with.
    pub at: u32,
    /// The name of its deal: 16 bytes in hexadecimal.
    pub deal_id: String,
    /// The commitment to its secret: SHA-256 in hexadecimal.
    pub commitment: String,
    /// Its secret: 32 bytes in hexadecimal.
    pub server_seed: String,
    /// The entropy that its players contributed, in hexadecimal, in the order in which they joined.
    pub entropies: Vec<String>,
    /// Its entries 2 to `at`.
    pub decisions: Vec<DecisionBody>,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportDecision)]
pub struct DecisionBody {
    pub seat: u8,
    /// `player` or `engine` (T2).
    #[schema(example = "player")]
    pub by: String,
    /// The decision as a line of text.
    #[schema(example = "take wug")]
    pub notation: String,
}
