//! What an export says in the words of Splendor and its modules.

use std::borrow::Cow;

use crate::engine::splendor::card::CardId;

pub mod action;
pub mod effect;
pub mod table;
pub mod tokens;

/// An id of the catalogue.
pub type Id = Cow<'static, str>;

fn card_id(card: CardId) -> Id {
    card.name().into()
}
