//! Places and resources in words.

use crate::language::Words;
use lapidary_engine::kids::place::{PlaceId, PlaceKind};
use lapidary_engine::kids::tokens::Resources;

/// The kind of a place in words, with its number.
pub(super) fn place_in_words(place: PlaceId, words: &Words) -> String {
    match place.kind() {
        PlaceKind::Port => words.port.to_owned(),
        PlaceKind::Palace => words.palace.to_owned(),
        PlaceKind::Town => format!("{} {}", words.town, place.number() + 1),
        PlaceKind::Village => format!("{} {}", words.village, place.number() + 1),
    }
}

/// Counts in words: `2 apples, 1 water`.
pub(super) fn resources_in_words(resources: Resources, words: &Words) -> String {
    let named = resources.kinds().map(|kind| words.counted_resource(resources.get(kind), kind.index()));
    named.collect::<Vec<_>>().join(", ")
}
