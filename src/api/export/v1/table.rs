//! The opening table in an export. The tables of views have more fields.

use serde::Serialize;
use utoipa::ToSchema;

use crate::kids::board::BoardBody;
use crate::splendor::view::{MarketBody, MarketRowBody};
use crate::{kids, splendor};
use lapidary_engine::game::View;
use lapidary_engine::kids::resource::Resource;

/// The pieces on the table; the ruleset decides the fields.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ExportTable)]
pub enum TableBody {
    /// In Splendor.
    Splendor(SplendorTable),
    /// In Kids.
    Kids(Box<KidsTable>),
}

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorExportTable)]
pub struct SplendorTable {
    /// The tokens left.
    pub supply: splendor::tokens::TokenCounts,
    /// For each deck, by its id, the number of cards left and the face-up cards.
    #[schema(value_type = std::collections::HashMap<String, MarketRowBody>)]
    pub market: MarketBody,
    /// The nobles on the table; none with Cities.
    #[schema(value_type = Vec<String>)]
    pub nobles: Vec<splendor::action::Id>,
    /// The city tiles on the table; none without Cities.
    #[schema(value_type = Vec<String>)]
    pub cities: Vec<splendor::action::Id>,
    /// Whether the end is triggered, so that this round is the last.
    pub final_round: bool,
}

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = KidsExportTable)]
pub struct KidsTable {
    /// The tokens left.
    pub supply: kids::tokens::TokenCounts,
    /// The board; null before the game starts.
    pub board: Option<BoardBody>,
    /// How many town tiles are left in the stack.
    pub stack_size: u8,
    /// The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    /// Tornado.
    pub market: Option<Vec<Option<Resource>>>,
    /// The villages on which a tile lies face down; none without Mysteries.
    #[schema(value_type = Vec<String>)]
    pub tiled_villages: Vec<kids::action::Id>,
    /// Whether the gates are closed, so that this round is the last.
    pub gates_closed: bool,
}

impl From<&View> for TableBody {
    fn from(view: &View) -> Self {
        match view {
            View::Splendor(view) => {
                let splendor::view::TableBody { supply, market, nobles, cities, final_round, .. } =
                    view.into();
                TableBody::Splendor(SplendorTable { supply, market, nobles, cities, final_round })
            }
            View::Kids(view) => {
                let kids::view::TableBody {
                    supply,
                    board,
                    stack_size,
                    market,
                    tiled_villages,
                    gates_closed,
                    ..
                } = view.into();
                let table = KidsTable { supply, board, stack_size, market, tiled_villages, gates_closed };
                TableBody::Kids(Box::new(table))
            }
        }
    }
}

impl BoardBody {
    /// Returns the board of a view; none in Splendor.
    pub fn of_view(view: &View) -> Option<Self> {
        match view {
            View::Splendor(_) => None,
            View::Kids(view) => Some(view.board.as_ref().into()),
        }
    }
}
