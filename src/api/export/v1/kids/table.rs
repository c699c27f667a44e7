//! The opening table of Kids in an export, and the board of the game.

use serde::Serialize;
use utoipa::ToSchema;

use super::tokens::{ResourceName, ResourceSet, TokenCounts};
use super::{Id, place_id};
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{PlaceId, RouteId};
use lapidary_engine::kids::view;

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, ToSchema)]
#[schema(as = KidsExportTable)]
pub struct TableBody {
    /// The tokens left.
    pub supply: TokenCounts,
    /// The board; null before the game starts.
    pub board: Option<BoardBody>,
    /// How many town tiles are left in the stack.
    pub stack_size: u8,
    /// The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    /// Tornado.
    pub market: Option<Vec<Option<ResourceName>>>,
    /// The villages on which a tile lies face down; none without Mysteries.
    #[schema(value_type = Vec<String>)]
    pub tiled_villages: Vec<Id>,
    /// Whether the gates are closed, so that this round is the last.
    pub gates_closed: bool,
}

/// The board of a game. It stays the same even if the server gets other boards.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsExportBoard)]
pub struct BoardBody {
    /// The sides in play, from the port to the palace.
    #[schema(value_type = Vec<String>, example = json!(["a1a", "a2b", "a3a"]))]
    pub sides: Vec<Id>,
    pub places: Vec<PlaceBody>,
    pub routes: Vec<RouteBody>,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsExportPlace)]
pub struct PlaceBody {
    #[schema(value_type = String, example = "a2b-village-1")]
    pub id: Id,
    /// `port`, `town`, `village` or `palace`.
    #[schema(example = "village")]
    pub kind: &'static str,
}

/// A one-way route.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsExportRoute)]
pub struct RouteBody {
    #[schema(value_type = String, example = "a1a-1")]
    pub id: Id,
    #[schema(value_type = String, example = "port")]
    pub from: Id,
    #[schema(value_type = String, example = "a1a-town-1")]
    pub to: Id,
    pub cost: ResourceSet,
}

impl From<&view::View> for TableBody {
    fn from(view: &view::View) -> Self {
        let row = |market: [Option<_>; 3]| market.map(|tile| tile.map(ResourceName::from)).to_vec();
        TableBody {
            supply: view.supply.into(),
            board: Some(view.board.as_ref().into()),
            stack_size: view.stack_size,
            market: view.market.map(row),
            tiled_villages: view.tiled_villages.iter().copied().map(place_id).collect(),
            gates_closed: view.gates_closed,
        }
    }
}

impl From<&Board> for BoardBody {
    fn from(board: &Board) -> Self {
        let place = |place: PlaceId| PlaceBody { id: place_id(place), kind: place.kind().name() };
        BoardBody {
            sides: board.sides().map(|side| side.to_string().into()).collect(),
            places: board.places().into_iter().map(place).collect(),
            routes: board.routes().map(RouteBody::from).collect(),
        }
    }
}

impl From<(RouteId, Route)> for RouteBody {
    fn from((id, route): (RouteId, Route)) -> Self {
        RouteBody {
            id: id.to_string().into(),
            from: place_id(route.from()),
            to: place_id(route.to()),
            cost: route.cost().into(),
        }
    }
}
