//! A deal that several tables of a duplicate tournament share, in JSON.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::instant;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::Entropy;
use lapidary_model::game::GameId;
use lapidary_model::tournaments::round::Round;
use lapidary_model::tournaments::shared_deal::SharedDeal;

/// A deal that all tables of a round with the same number of seats play. Fields may be added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedDeal)]
pub struct SharedDealBody {
    /// The name of the deal: 16 bytes in hexadecimal.
    deal_id: String,
    /// The number of seats of its tables.
    #[schema(example = 4)]
    seats: u8,
    /// The commitment to the server's secret: SHA-256 in hexadecimal.
    commitment: String,
    /// What all players at its tables contribute, as one input of the deal:
    /// `SHA256("lapidary/duplicate/v1" 00 …)` in hexadecimal.
    beacon: String,
    /// What each player at its tables had contributed when the round was opened, in the order of entries.
    /// Whoever is seated there later contributes nothing.
    contributions: Vec<EntryContribution>,
    /// The games of tables that are played with it. Until all of them are over, only its seats see a game.
    games: Vec<Uuid>,
    /// When the last of its games was over, so that the secret was revealed; null before.
    #[serde(serialize_with = "instant::serialize_option")]
    revealed_at: Option<DateTime<Utc>>,
}

/// What an entry has contributed to a deal.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryContribution {
    /// The number of the entry.
    #[schema(example = 1)]
    entry: u32,
    /// The bytes in hexadecimal; empty if none were given.
    #[schema(example = "616c696365")]
    entropy: String,
}

impl SharedDealBody {
    /// Returns a deal of a round. Lists only the games of its tables: an organizer can seat others at a
    /// table, and then its first game is aborted.
    pub fn new(deal: &SharedDeal, round: &Round) -> SharedDealBody {
        let is_of_table = |game: &&GameId| round.tables.iter().any(|table| table.game.as_ref() == Some(game));
        SharedDealBody {
            deal_id: hex::encode(deal.id.0),
            seats: deal.seats,
            commitment: hex::encode(deal.commitment),
            beacon: hex::encode(deal.beacon.as_bytes()),
            contributions: deal.contributions.iter().map(EntryContribution::from).collect(),
            games: deal.games.iter().filter(is_of_table).map(|game| game.0).collect(),
            revealed_at: deal.revealed_at,
        }
    }
}

impl From<&(EntryId, Entropy)> for EntryContribution {
    fn from((entry, entropy): &(EntryId, Entropy)) -> Self {
        EntryContribution { entry: entry.0, entropy: hex::encode(entropy.as_bytes()) }
    }
}
