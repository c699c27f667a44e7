//! The table and the seats of Kids in JSON. It knows spellings, not secrets: the engine's view contains
//! nothing hidden.

use utoipa::ToSchema;

use super::action::Id;
use super::board::{BoardBody, place_id};
use super::tokens::{TokenCounts, tile_list};
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::view;

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, ToSchema)]
#[schema(as = KidsTable)]
pub struct TableBody {
    /// The tokens left.
    pub supply: TokenCounts,
    /// The board; null before the game starts.
    pub board: Option<BoardBody>,
    /// How many town tiles are left in the stack.
    pub stack_size: u8,
    /// The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    /// Tornado.
    pub market: Option<Vec<Option<Resource>>>,
    /// The villages on which a tile lies face down; none without Mysteries.
    #[schema(value_type = Vec<String>)]
    pub tiled_villages: Vec<Id>,
    /// Whether the gates are closed, so that this round is the last.
    pub gates_closed: bool,
    /// The number of whole rounds in a row without a move; 25 end the game (B20).
    pub quiet_rounds: u8,
}

/// What a seat owns.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, ToSchema)]
#[schema(as = KidsHoldings)]
pub struct HoldingsBody {
    pub tokens: TokenCounts,
    /// The maximum number of tokens in the bag: eight, minus one for each Treasure.
    pub bag_limit: u8,
    /// The number of its Treasures, which are not tokens.
    pub treasures: u8,
    /// The face-up town tiles: each pays for one unit of its resource.
    pub tiles_up: Vec<Resource>,
    /// The town tiles that are face down until the seat reaches the next town.
    pub tiles_down: Vec<Resource>,
    /// Whether the seat has the Queen's jewel.
    pub jewel: bool,
    /// The place of its pawn; null before the game starts and after the seat left the game.
    #[schema(value_type = Option<String>)]
    pub place: Option<Id>,
    /// Whether the seat left the game.
    pub out: bool,
}

impl From<&view::View> for TableBody {
    fn from(view: &view::View) -> Self {
        let row = |market: [Option<_>; 3]| market.to_vec();
        TableBody {
            supply: view.supply.into(),
            board: Some(view.board.as_ref().into()),
            stack_size: view.stack_size,
            market: view.market.map(row),
            tiled_villages: view.tiled_villages.iter().copied().map(place_id).collect(),
            gates_closed: view.gates_closed,
            quiet_rounds: view.quiet_rounds,
        }
    }
}

impl From<&view::SeatView> for HoldingsBody {
    fn from(seat: &view::SeatView) -> Self {
        HoldingsBody {
            tokens: seat.bag.tokens.into(),
            bag_limit: seat.bag_limit,
            treasures: seat.bag.treasures,
            tiles_up: tile_list(seat.tiles_up),
            tiles_down: tile_list(seat.tiles_down),
            jewel: seat.jewel,
            place: seat.place.map(place_id),
            out: seat.out,
        }
    }
}
