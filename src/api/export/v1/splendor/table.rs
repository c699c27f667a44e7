//! The opening table of Splendor in an export.

use serde::ser::{Serialize, SerializeMap, Serializer};
use utoipa::ToSchema;

use super::tokens::TokenCounts;
use super::{Id, card_id};
use lapidary_engine::splendor::view;

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorExportTable)]
pub struct TableBody {
    /// The tokens left.
    pub supply: TokenCounts,
    /// For each deck, by its id, the number of cards left and the face-up cards.
    #[schema(value_type = std::collections::HashMap<String, MarketRowBody>)]
    pub market: MarketBody,
    /// The nobles on the table; none with Cities.
    #[schema(value_type = Vec<String>)]
    pub nobles: Vec<Id>,
    /// The city tiles on the table; none without Cities.
    #[schema(value_type = Vec<String>)]
    pub cities: Vec<Id>,
    /// Whether the end is triggered, so that this round is the last.
    pub final_round: bool,
}

/// The rows of the market in the order of refilling, written as an object by deck id.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketBody(Vec<(&'static str, MarketRowBody)>);

/// A deck and its face-up cards.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorExportMarketRow)]
pub struct MarketRowBody {
    /// The number of cards left in the deck.
    pub deck_size: u8,
    /// The face-up cards from the left; null where a place is empty.
    #[schema(value_type = Vec<Option<String>>)]
    pub cards: Vec<Option<Id>>,
}

impl Serialize for MarketBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(deck, row)| map.serialize_entry(deck, row))?;
        map.end()
    }
}

impl From<&view::View> for TableBody {
    fn from(view: &view::View) -> Self {
        let row = |row: &view::MarketRow| {
            let cards = row.cards.iter().map(|card| card.map(card_id)).collect();
            (row.deck.name(), MarketRowBody { deck_size: row.deck_size, cards })
        };
        TableBody {
            supply: view.supply.into(),
            market: MarketBody(view.market.iter().map(row).collect()),
            nobles: view.nobles.iter().copied().map(|noble| noble.name().into()).collect(),
            cities: view.cities.iter().copied().map(|city| city.name().into()).collect(),
            final_round: view.final_round,
        }
    }
}
