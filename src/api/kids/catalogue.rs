//! The pieces of Splendor Kids in JSON: tiles and boards. It knows how they are published, not what they do
//! in a game.

use serde::Serialize;
use utoipa::ToSchema;

use super::board::BoardBody;
use crate::play::edition::EditionBody;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::tile::{TOWN_TILES_OF_EACH, VillageTile};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;

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
    /// The printed editions that the tiles and the rules are from: of the game, then of its module.
    pub editions: Vec<EditionBody>,
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
    /// Returns the whole catalogue, with the boards that these sides form.
    pub fn complete(sides: &Sides) -> Self {
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
            editions: EditionBody::all_of(Ruleset::Kids(Variant::Mysteries)),
        }
    }
}
