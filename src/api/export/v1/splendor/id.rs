//! The catalogue ids in an export.

use std::borrow::Cow;

use lapidary_engine::splendor::card::CardId;

/// An id of the catalogue.
pub type Id = Cow<'static, str>;

/// Returns the id of a card.
pub fn card_id(card: CardId) -> Id {
    card.name().into()
}
