//! Reads exports: converts JSON into the input of a check. It does not know any rules; `verify` writes the
//! export again from these parts and compares it.

use std::collections::BTreeMap;

use chrono::DateTime;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::difference::Difference;
use lapidary_api::export::v1::ancestor::AncestorBody;
use lapidary_api::export::v1::game::{ContributionBody, PlayerBody, SeatingBody};
use lapidary_engine::deal::{Contributions, DealId, DealInput, Dealer, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, Opening};
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::Side;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::setup::Setup;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::tile::VILLAGE_TILES;
use lapidary_engine::kids::tokens::Resources;
use lapidary_engine::ruleset::Ruleset;

/// An export as read: everything that cannot be computed from other parts.
#[derive(Debug, Deserialize)]
pub struct Exported {
    pub format: String,
    pub game: ExportedGame,
    pub deal: ExportedDeal,
    pub ancestors: Option<Vec<AncestorBody>>,
    pub events: Vec<ExportedEvent>,
}

/// The identity of the game.
#[derive(Debug, Deserialize)]
pub struct ExportedGame {
    pub id: Uuid,
    pub ruleset: String,
    pub modules: Vec<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub seats: Vec<ExportedSeat>,
}

/// Who sits in a seat; in seat order.
#[derive(Debug, Deserialize)]
pub struct ExportedSeat {
    pub player: PlayerBody,
}

/// The input of the deal.
#[derive(Debug, Deserialize)]
pub struct ExportedDeal {
    pub deal_id: String,
    pub server_seed: Option<String>,
    pub contributions: Vec<ContributionBody>,
    pub beacon: String,
    pub seating: SeatingBody,
    pub board: Option<ExportedBoard>,
}

/// The routes of a board of Kids; the places are the ends of the routes.
#[derive(Debug, Deserialize)]
pub struct ExportedBoard {
    sides: Vec<String>,
    routes: Vec<ExportedRoute>,
}

#[derive(Debug, Deserialize)]
struct ExportedRoute {
    id: String,
    from: String,
    to: String,
    cost: BTreeMap<String, u8>,
}

/// An event.
#[derive(Debug, Deserialize)]
pub struct ExportedEvent {
    pub at: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub data: Value,
}

/// The input from which a deal is computed.
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
        Ruleset::parse(&self.ruleset, modules, options).map_err(|error| Difference::new("game", error))
    }
}

impl ExportedDeal {
    /// The decoded input of the deal.
    pub fn parts(&self) -> Result<DealParts, Difference> {
        let Some(server_seed) = &self.server_seed else {
            let reason = "the secret is not revealed yet: the game, or another with this deal, still runs";
            return Err(Difference::new("deal/server_seed", reason));
        };
        let entropies = (0..).zip(&self.contributions).map(|(place, given): (usize, _)| {
            entropy(&format!("deal/contributions/{place}/entropy"), &given.entropy)
        });
        let contributions = Contributions::try_from(entropies.collect::<Result<Vec<_>, _>>()?)
            .map_err(|error| Difference::new("deal/contributions", error))?;
        Ok(DealParts {
            deal_id: DealId(fixed("deal/deal_id", &self.deal_id)?),
            server_seed: ServerSeed::new(fixed("deal/server_seed", server_seed)?),
            contributions,
            beacon: entropy("deal/beacon", &self.beacon)?,
            seating: self.seating.into(),
        })
    }
}

impl ExportedBoard {
    /// The board, if its names and costs are valid.
    pub fn board(&self) -> Result<Board, Difference> {
        let wrong = |reason: &str| Difference::new("deal/board", reason);
        let mut board = Board::EMPTY;
        for name in &self.sides {
            let side = Side::from_name(name).ok_or_else(|| wrong("names an unknown side"))?;
            let of_side = |route: &&ExportedRoute| route.id.split('-').next() == Some(name);
            let routes = self.routes.iter().filter(of_side).map(ExportedRoute::route);
            board.lay(
                side,
                routes.collect::<Option<Vec<_>>>().ok_or_else(|| wrong("has an impossible route"))?,
            );
        }
        let elsewhere =
            |side: Option<Side>| side.is_some_and(|side| !board.sides().any(|there| there == side));
        if board.places().into_iter().any(|place| elsewhere(place.side())) {
            return Err(wrong("leads to a side that is not in play"));
        }
        match usize::from(board.villages_of_middle()) > VILLAGE_TILES {
            true => Err(wrong("has too many villages")),
            false => Ok(board),
        }
    }
}

impl ExportedRoute {
    fn route(&self) -> Option<Route> {
        let cost = self.cost.iter().try_fold(Resources::NONE, |sum, (name, count)| {
            Some(sum.plus(Resources::of(Resource::from_name(name)?, *count)))
        });
        Some(Route::new(self.from.parse().ok()?, self.to.parse().ok()?, cost?))
    }
}

impl ExportedEvent {
    /// Whether the event has a time in the format that servers write.
    pub fn is_dated(&self) -> bool {
        let written = self.at.get(10..11) == Some("T") && self.at.ends_with('Z');
        written && DateTime::parse_from_rfc3339(&self.at).is_ok()
    }
}

impl DealParts {
    /// Deals anew what is hidden in a position, as a fork does.
    pub fn fork(&self, position: &Game) -> Result<Opening, Difference> {
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &position.ruleset().deal_name(),
            contributions: &self.contributions,
            beacon: &self.beacon,
        };
        position.fork(&input, self.seating).map_err(|error| Difference::new("deal", error))
    }

    /// Deals a game of this ruleset again. A board of Kids is either given or put together from these sides.
    pub fn deal(&self, ruleset: Ruleset, sides: &Sides, board: Option<Board>) -> Result<Opening, Difference> {
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &self.contributions,
            beacon: &self.beacon,
        };
        let (Ruleset::Kids(variant), Some(board)) = (ruleset, board) else {
            return Game::deal(ruleset, sides, &input, self.seating)
                .map_err(|error| Difference::new("deal", error));
        };
        let dealt = Dealer::new(&input).kids(self.seating, variant.opened_box());
        let setup = Setup::from_deal(variant, sides, &dealt)
            .ok_or_else(|| Difference::new("deal", "does not fit the ruleset"))?;
        if !setup.board.sides().eq(board.sides()) {
            return Err(Difference::new("deal/board/sides", "are not those that the deal drew"));
        }
        let state = Setup { board, ..setup }.start().map_err(|error| Difference::new("deal/board", error))?;
        Ok(Opening { seats: dealt.seats, game: Game::Kids(state) })
    }
}

/// Parses hexadecimal bytes in lower case, as servers write them.
fn bytes(place: &str, text: &str) -> Result<Vec<u8>, Difference> {
    let read = hex::decode(text).map_err(|error| Difference::new(place, error))?;
    match hex::encode(&read) == text {
        true => Ok(read),
        false => Err(Difference::new(place, "must be hexadecimal in lower case")),
    }
}

/// Parses a fixed number of bytes.
pub fn fixed<const N: usize>(place: &str, text: &str) -> Result<[u8; N], Difference> {
    let wrong_length = |_| Difference::new(place, format!("must be {N} bytes long"));
    bytes(place, text)?.try_into().map_err(wrong_length)
}

/// Parses entropy.
pub fn entropy(place: &str, text: &str) -> Result<Entropy, Difference> {
    bytes(place, text)?.try_into().map_err(|error| Difference::new(place, error))
}
