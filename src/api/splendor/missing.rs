//! What a seat lacks to buy a card, in JSON.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::Id;
use super::tokens::ColorCounts;
use super::view::card_id;
use lapidary_engine::splendor::missing::Missing;

/// A card that a seat cannot pay for, and what it lacks. If it lacks neither gems nor cards, there is nothing
/// to associate the card with (O5).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SplendorMissing)]
pub struct MissingBody {
    #[schema(value_type = String)]
    card: Id,
    /// The gems of each color that neither its bonuses nor its own gems cover.
    gems: ColorCounts,
    /// How much more gold would pay for all of these gems; gold that it has is taken off. The seat lacks
    /// nothing else as soon as it has so much more gold, or gems instead of it.
    gold: u8,
    /// The cards that it lacks of each color, for a card that costs two cards (O10).
    cards: ColorCounts,
}

impl From<Missing> for MissingBody {
    fn from(missing: Missing) -> Self {
        MissingBody {
            card: card_id(missing.card),
            gems: missing.gems.into(),
            gold: missing.gold,
            cards: missing.cards.into(),
        }
    }
}
