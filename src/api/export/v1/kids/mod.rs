//! What an export says in the words of Splendor Kids and its Mysteries.

use std::borrow::Cow;

use crate::engine::kids::place::PlaceId;

pub mod action;
pub mod effect;
pub mod table;
pub mod tokens;

/// The name of a place or a route.
pub type Id = Cow<'static, str>;

fn place_id(place: PlaceId) -> Id {
    place.to_string().into()
}
