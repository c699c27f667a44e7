//! The parts of an export except for the log: the game, the inputs of its deal, and its result.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::kids::board::BoardBody;
use crate::play::rulesets::PlayedBody;
use lapidary_engine::deal::Seating;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::Seat;

/// The identity of the game, and who sits in which seat.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportedGame)]
pub struct ExportedGameBody {
    pub id: Uuid,
    #[serde(flatten)]
    pub played: PlayedBody,
    pub seats: Vec<SeatedBody>,
}

/// A player. The id stays when the account is erased; the name does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ExportPlayer)]
pub struct PlayerBody {
    pub id: Uuid,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    pub username: Option<String>,
}

/// Who sits in a seat.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportSeated)]
pub struct SeatedBody {
    pub seat: u8,
    pub player: PlayerBody,
}

/// The entropy that a player contributed to the deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ExportContribution)]
pub struct ContributionBody {
    pub player: PlayerBody,
    /// The bytes in hexadecimal; empty if none were given.
    #[schema(example = "616c696365")]
    pub entropy: String,
    /// Whether the player could see the commitment before contributing.
    pub after_commitment: bool,
}

/// The inputs of the deal.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Deal)]
pub struct DealBody {
    /// The name of the deal: 16 bytes in hexadecimal.
    pub deal_id: String,
    /// The commitment to the secret: SHA-256 in hexadecimal.
    pub commitment: String,
    /// The secret: 32 bytes in hexadecimal; left out before the reveal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub server_seed: Option<String>,
    /// The ruleset as the deal spells it, with the modules in their fixed order.
    #[schema(example = "splendor+orient")]
    pub deal_ruleset: String,
    /// The number of players.
    pub players: u8,
    /// The entropy that the players contributed, in the order in which they joined.
    pub contributions: Vec<ContributionBody>,
    /// Public randomness, in hexadecimal: in a duplicate tournament a digest of what all players contributed;
    /// empty if there was none.
    pub beacon: String,
    /// How the seats were assigned.
    pub seating: Seating,
    /// The players in the order in which they joined.
    pub join_order: Vec<PlayerBody>,
    /// The board of a game of Kids, so that its export needs no board file. Left out before the start, in
    /// Splendor, and in exports of servers that did not have this field yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub board: Option<BoardBody>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ExportResult)]
pub struct ResultBody {
    /// Why it ended; values may be added.
    #[schema(example = "prestige")]
    pub reason: &'static str,
    /// The rank of each seat, 1 is the best. Equal seats share a rank, and the next rank is skipped.
    pub ranks: Vec<u8>,
    /// The seats with rank 1.
    pub winners: Vec<u8>,
}

impl From<&Outcome> for ResultBody {
    fn from(outcome: &Outcome) -> Self {
        ResultBody {
            reason: outcome.reason.name(),
            ranks: outcome.ranks.clone(),
            winners: outcome.winners().into_iter().map(Seat::number).collect(),
        }
    }
}

impl SeatedBody {
    /// Returns who sits in which seat, in order of seats.
    pub fn each(players: impl IntoIterator<Item = PlayerBody>) -> Vec<Self> {
        (0u8..).zip(players).map(|(seat, player)| SeatedBody { seat, player }).collect()
    }
}
