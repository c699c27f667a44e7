//! The names of places and routes in an export.

use std::borrow::Cow;

use lapidary_engine::kids::place::PlaceId;

/// The name of a place or a route.
pub type Id = Cow<'static, str>;

/// Returns the name of a place.
pub fn place_id(place: PlaceId) -> Id {
    place.to_string().into()
}
