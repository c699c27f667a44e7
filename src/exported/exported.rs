//! An export in JSON, and what its deal is made of. It does not know any rules.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::ancestors::{self, Ancestor};
use crate::bounds::{check_size, is_event};
use crate::deal::{DealParts, entropy, fixed};
use crate::difference::Difference;
use lapidary_engine::deal::{Contributions, DealId, Seating, ServerSeed};
use lapidary_engine::game::Opening;
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::Side;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::tile::VILLAGE_TILES;
use lapidary_engine::kids::tokens::Resources;
use lapidary_engine::record::{By, Leaving};
use lapidary_engine::replay::Written;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;

/// An export as read: everything that cannot be computed from other parts.
#[derive(Debug, Deserialize)]
pub struct Exported {
    pub format: String,
    pub game: ExportedGame,
    pub deal: ExportedDeal,
    pub ancestors: Option<Vec<Ancestor>>,
    pub events: Vec<ExportedEvent>,
}

/// The identity of the game.
#[derive(Debug, Deserialize)]
pub struct ExportedGame {
    pub id: String,
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
    pub player: ExportedPlayer,
}

/// A player.
#[derive(Debug, Deserialize)]
pub struct ExportedPlayer {
    /// The name; none when the account was erased.
    pub username: Option<String>,
}

/// The input of the deal.
#[derive(Debug, Deserialize)]
pub struct ExportedDeal {
    pub deal_id: String,
    /// What the server published before the game. Empty if the export does not contain it.
    #[serde(default)]
    pub commitment: String,
    pub server_seed: Option<String>,
    pub contributions: Vec<ExportedContribution>,
    pub beacon: String,
    pub seating: Seating,
    pub board: Option<ExportedBoard>,
}

/// What a player contributed to the deal.
#[derive(Debug, Deserialize)]
pub struct ExportedContribution {
    /// The bytes in hexadecimal.
    pub entropy: String,
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

impl Exported {
    /// Parses an export. Fails if the text is not JSON, not an export, or larger than a game can be.
    pub fn parse(json: &str) -> Result<Exported, Difference> {
        check_size(json)?;
        let export: Exported = serde_json::from_str(json).map_err(|error| Difference::of_form(&error))?;
        match export.events.iter().position(|event| !is_event(&event.data)) {
            Some(place) => Err(Difference::new(format!("events/{place}"), "has more values than any event")),
            None => Ok(export),
        }
    }

    /// Deals the game again, if its secret is the one that the server committed to. Fails if it is another
    /// secret, or as [`Exported::deal_with`].
    pub fn deal<'a>(&self, sides: impl Into<Option<&'a Sides>>) -> Result<Opening, Difference> {
        let parts = self.deal.parts()?;
        parts.check_commitment(&self.deal.commitment)?;
        self.deal_with(&parts, sides)
    }

    /// Deals the game again, from the decoded input of its deal. A game of Kids needs sides if the export
    /// does not contain its board. Fails if the deal in the export is impossible, or its secret is not
    /// revealed.
    pub fn deal_with<'a>(
        &self,
        parts: &DealParts,
        sides: impl Into<Option<&'a Sides>>,
    ) -> Result<Opening, Difference> {
        let sides = sides.into();
        let board = self.deal.board.as_ref().map(|board| board.board()).transpose()?;
        let ruleset = self.game.ruleset()?;
        match &self.ancestors {
            Some(ancestors) => parts.fork(&ancestors::position(ancestors, ruleset, sides, board)?),
            None => parts.deal(ruleset, sides, board),
        }
    }
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
            seating: self.seating,
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
            Some(sum.plus(Resources::of(Resource::named(name)?, *count)))
        });
        Some(Route::new(self.from.parse().ok()?, self.to.parse().ok()?, cost?))
    }
}

impl ExportedEvent {
    /// The entry of the log; none if the event is not an entry, as the first and the last one.
    pub fn written(&self) -> Option<Written> {
        let seat = Seat::new(u8::try_from(self.data.get("seat")?.as_u64()?).ok()?)?;
        let by = match self.data.get("by")?.as_str()? {
            "engine" => By::Engine,
            _ => By::Player,
        };
        let notation = self.data.get("notation")?.as_str()?.to_owned();
        match self.kind.as_str() {
            "action" => Some(Written::Decision { seat, by, action: notation }),
            "resigned" => Some(Written::Leaving { seat, how: Leaving::Resigned }),
            "timed_out" => Some(Written::Leaving { seat, how: Leaving::TimedOut }),
            _ => None,
        }
    }
}
