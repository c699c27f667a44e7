//! Exports as they are read: JSON into what a check needs of it. It knows no rules; `verify` holds it against them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::verify::Difference;
use crate::api::events::{ContributionBody, SeatedBody};
use crate::api::export::SeatingBody;
use crate::api::player_ref::PlayerRef;
use crate::engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use crate::engine::game::{Game, Opening};
use crate::engine::kids::sides::Sides;
use crate::engine::ruleset::Ruleset;

/// An export as read.
#[derive(Debug, Deserialize)]
pub struct Exported {
    pub format: String,
    pub game: ExportedGame,
    pub deal: ExportedDeal,
    pub events: Vec<ExportedEvent>,
    pub result: Value,
}

/// Which game it says it is.
#[derive(Debug, Deserialize)]
pub struct ExportedGame {
    pub ruleset: String,
    pub modules: Vec<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    pub seats: Vec<SeatedBody>,
}

/// What it says the deal was made of.
#[derive(Debug, Deserialize)]
pub struct ExportedDeal {
    pub deal_id: String,
    pub commitment: String,
    pub server_seed: Option<String>,
    pub deal_ruleset: String,
    pub players: u8,
    pub contributions: Vec<ContributionBody>,
    pub beacon: String,
    pub seating: SeatingBody,
    pub join_order: Vec<PlayerRef>,
}

/// An event as told.
#[derive(Debug, Deserialize)]
pub struct ExportedEvent {
    pub seq: u64,
    #[serde(rename = "type")]
    pub kind: String,
    pub data: Value,
}

/// What a deal is computed from.
pub struct DealParts {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
    pub contributions: Contributions,
    pub beacon: Entropy,
    pub seating: Seating,
}

impl ExportedGame {
    /// The ruleset that the export names.
    pub fn ruleset(&self) -> Result<Ruleset, Difference> {
        let modules = self.modules.iter().map(String::as_str);
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ruleset::parse(&self.ruleset, modules, options).map_err(|error| Difference::new("ruleset", error))
    }
}

impl ExportedDeal {
    /// What the deal is computed from, decoded.
    pub fn parts(&self) -> Result<DealParts, Difference> {
        let Some(server_seed) = &self.server_seed else {
            return Err(Difference::new("server_seed", "the secret is not revealed yet"));
        };
        let entropies = self.contributions.iter().map(|given| entropy("entropy", &given.entropy));
        let contributions = Contributions::try_from(entropies.collect::<Result<Vec<_>, _>>()?)
            .map_err(|error| Difference::new("contributions", error))?;
        Ok(DealParts {
            deal_id: DealId(fixed("deal_id", &self.deal_id)?),
            server_seed: ServerSeed::new(fixed("server_seed", server_seed)?),
            contributions,
            beacon: entropy("beacon", &self.beacon)?,
            seating: self.seating.into(),
        })
    }
}

impl DealParts {
    /// Deals a game of this ruleset anew.
    pub fn deal(&self, ruleset: Ruleset, sides: &Sides) -> Result<Opening, Difference> {
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &self.contributions,
            beacon: &self.beacon,
        };
        Game::deal(ruleset, sides, &input, self.seating).map_err(|error| Difference::new("deal", error))
    }
}

impl From<SeatingBody> for Seating {
    fn from(seating: SeatingBody) -> Self {
        match seating {
            SeatingBody::Random => Seating::Random,
            SeatingBody::JoinOrder => Seating::JoinOrder,
        }
    }
}

fn bytes(name: &'static str, text: &str) -> Result<Vec<u8>, Difference> {
    hex::decode(text).map_err(|error| Difference::new(name, error))
}

/// Reads bytes of a fixed number.
pub fn fixed<const N: usize>(name: &'static str, text: &str) -> Result<[u8; N], Difference> {
    let wrong_length = |_| Difference::new(name, format!("it does not have {N} bytes"));
    bytes(name, text)?.try_into().map_err(wrong_length)
}

/// Reads entropy.
pub fn entropy(name: &'static str, text: &str) -> Result<Entropy, Difference> {
    bytes(name, text)?.try_into().map_err(|error| Difference::new(name, error))
}
