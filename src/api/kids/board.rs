//! A board of Kids in JSON: its places and routes. It does not know where pawns are.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::Id;
use super::tokens::ResourceSet;
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{PlaceId, PlaceKind, RouteId};

/// The board of a game. It stays the same even if the server gets other boards.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsBoard)]
pub struct BoardBody {
    /// The sides in play, from the port to the palace.
    #[schema(value_type = Vec<String>, example = json!(["a1a", "a2b", "a3a"]))]
    pub sides: Vec<Id>,
    pub places: Vec<PlaceBody>,
    pub routes: Vec<RouteBody>,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsPlace)]
pub struct PlaceBody {
    #[schema(value_type = String, example = "a2b-village-1")]
    pub id: Id,
    /// The kind of place; values may be added.
    pub kind: PlaceKind,
}

/// A one-way route.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsRoute)]
pub struct RouteBody {
    #[schema(value_type = String, example = "a1a-1")]
    pub id: Id,
    #[schema(value_type = String, example = "port")]
    pub from: Id,
    #[schema(value_type = String, example = "a1a-town-1")]
    pub to: Id,
    pub cost: ResourceSet,
}

/// Returns the name of a place.
pub fn place_id(place: PlaceId) -> Id {
    place.to_string().into()
}

impl From<&Board> for BoardBody {
    fn from(board: &Board) -> Self {
        let place = |place: PlaceId| PlaceBody { id: place_id(place), kind: place.kind() };
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
