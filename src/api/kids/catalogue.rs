//! The pieces of Splendor Kids in JSON: tiles and boards. It knows their published form, not their role in a
//! game.

use serde::Serialize;
use utoipa::ToSchema;

use super::board::BoardBody;
use crate::edition::EditionBody;
use lapidary_engine::kids::place::{PlaceId, Side};
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::tile::{TOWN_TILES_OF_EACH, VillageTile};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_picture::{BoardMaps, Point, SideMap};

/// All tiles, and the boards that this server's part-sides form.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsCatalogue)]
pub struct CatalogueBody {
    /// The town tiles in the order of the deal (K1).
    pub town_tiles: Vec<TownTileBody>,
    /// The village tiles in the order of the deal (K12).
    #[schema(example = json!(["tornado", "treasure"]))]
    pub village_tiles: Vec<&'static str>,
    /// The full boards, then the short ones. They are the server's own, not the printed ones.
    pub boards: Vec<BoardBody>,
    /// Where the places of a side lie in its drawing, for the sides for which the operator has said so.
    pub maps: Vec<MapBody>,
    /// The printed editions that the tiles and the rules are from: of the game, then of its module.
    pub editions: Vec<EditionBody>,
}

/// The drawing of a side of the board, in units of its own.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsMap)]
pub struct MapBody {
    /// The side.
    #[schema(example = "a2b")]
    pub side: String,
    /// Its width.
    #[schema(example = 297.0)]
    pub width: f32,
    /// Its height.
    #[schema(example = 105.0)]
    pub height: f32,
    /// All places of the side; on A1 also the port, on A3 also the palace.
    pub places: Vec<PointBody>,
}

/// Where a place lies in the drawing of its side.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsPoint)]
pub struct PointBody {
    /// The place.
    #[schema(example = "a2b-village-1")]
    pub id: String,
    /// The distance of its center from the left.
    #[schema(example = 41.5)]
    pub x: f32,
    /// The distance of its center from the top.
    #[schema(example = 60.0)]
    pub y: f32,
}

impl MapBody {
    fn of((side, map): (Side, &SideMap)) -> MapBody {
        let point =
            |(id, point): (&PlaceId, &Point)| PointBody { id: id.to_string(), x: point.x, y: point.y };
        MapBody {
            side: side.to_string(),
            width: map.width,
            height: map.height,
            places: map.places.iter().map(point).collect(),
        }
    }
}

/// A town tile.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsTownTile)]
pub struct TownTileBody {
    /// Its number in the deal, from 1.
    pub number: u8,
    /// The resource that it pays.
    #[schema(example = "mushroom")]
    pub resource: &'static str,
}

impl CatalogueBody {
    /// Returns the whole catalogue, with the boards of these sides.
    pub fn complete(sides: &Sides, maps: &BoardMaps) -> Self {
        let of_each =
            |resource: Resource| std::iter::repeat_n(resource.name(), usize::from(TOWN_TILES_OF_EACH));
        let resources = Resource::ALL.into_iter().flat_map(of_each);
        CatalogueBody {
            town_tiles: (1..)
                .zip(resources)
                .map(|(number, resource)| TownTileBody { number, resource })
                .collect(),
            village_tiles: VillageTile::CATALOGUE.map(VillageTile::name).to_vec(),
            boards: sides.every_board().map(|board| BoardBody::from(&board)).collect(),
            maps: maps.sides().map(MapBody::of).collect(),
            editions: EditionBody::all_of(Ruleset::Kids(Variant::Mysteries)),
        }
    }
}
