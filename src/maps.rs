//! Where the operator's boards of Splendor Kids have their places: the coordinates of the board file,
//! checked.

use std::path::Path;

use crate::boards::{self, BoardsError, MapDraft};
use lapidary_engine::kids::place::{Part, PlaceId, Side};
use lapidary_engine::kids::sides::Sides;
use lapidary_picture::{BoardMaps, MapFault, Point, SideMap};

/// Why a file does not contain boards that can be played and drawn.
#[derive(Debug, thiserror::Error)]
pub enum MapsError {
    /// The boards cannot be used.
    #[error(transparent)]
    Boards(#[from] BoardsError),
    /// The coordinates of a side cannot be used.
    #[error("the coordinates in the board file are not valid: side {side}: {fault}")]
    Coordinates {
        side: String,
        /// What is wrong there.
        fault: MapFault,
    },
}

/// Loads the boards of the operator's file, or the built-in ones, with the coordinates of their places. Fails
/// when the file cannot be read or does not contain valid boards; if the coordinates of a side leave places
/// out, lie outside of it, or are those of another place.
pub fn load(file: Option<&Path>) -> Result<(Sides, BoardMaps), MapsError> {
    checked(boards::load_mapped(file)?)
}

fn checked((sides, drafts): boards::Boards) -> Result<(Sides, BoardMaps), MapsError> {
    let maps = drafts.into_iter().filter_map(|draft| map(draft).transpose());
    let maps: Vec<(Side, SideMap)> = maps.collect::<Result<_, _>>()?;
    Ok((sides, BoardMaps::new(maps)))
}

/// Returns the map of a side; none if it has no size and no coordinates.
fn map(draft: MapDraft) -> Result<Option<(Side, SideMap)>, MapsError> {
    let MapDraft { side: name, places, size, coordinates } = draft;
    let side = Side::ALL.into_iter().find(|side| side.to_string() == name);
    let Some(side) = side.filter(|_| size.is_some() || !coordinates.is_empty()) else { return Ok(None) };
    let end = match side.part() {
        Part::A1 => Some(PlaceId::PORT),
        Part::A2 => None,
        Part::A3 => Some(PlaceId::PALACE),
    };
    let own = places.iter().filter_map(|name| name.parse().ok());
    let all: Vec<PlaceId> = end.into_iter().chain(own).collect();
    let points = coordinates.into_iter().map(|(name, (x, y))| (name, Point { x, y }));
    // Coordinates without a size have none to lie within.
    let map = SideMap::new(size.unwrap_or_default(), &all, points);
    match map {
        Ok(map) => Ok(Some((side, map))),
        Err(fault) => Err(MapsError::Coordinates { side: name, fault }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const OURS: &str = include_str!("../data/kids_boards.json");

    fn loaded(change: impl FnOnce(&mut Value)) -> Result<(Sides, BoardMaps), MapsError> {
        let mut file: Value = serde_json::from_str(OURS).unwrap();
        change(&mut file["sides"][0]);
        checked(boards::parse_mapped(&file.to_string()).unwrap())
    }

    /// Gives every place of a side a point of its own.
    fn draw(side: &mut Value) {
        side["size"] = json!({"width": 300, "height": 100});
        side["coordinates"] = json!({"port": {"x": 0, "y": 50}});
        for (number, place) in side["places"].as_array().unwrap().clone().iter().enumerate() {
            side["coordinates"][place.as_str().unwrap()] = json!({"x": 10 * (number + 1), "y": 20});
        }
    }

    #[test]
    fn the_built_in_boards_have_no_coordinates_and_a_side_may_have_some() {
        assert_eq!(load(None).unwrap().1, BoardMaps::default());
        let (_, maps) = loaded(draw).unwrap();
        let [(side, map)] = maps.sides().collect::<Vec<_>>().try_into().unwrap();
        assert_eq!((side.to_string().as_str(), map.width, map.height), ("a1a", 300.0, 100.0));
        assert_eq!(map.places[&PlaceId::PORT], Point { x: 0.0, y: 50.0 });
    }

    #[test]
    fn coordinates_that_cannot_be_drawn_are_refused_with_their_place() {
        let fault = |change: fn(&mut Value)| {
            let found = loaded(|side| {
                draw(side);
                change(side);
            });
            found.unwrap_err().to_string()
        };
        for (text, word) in [
            (fault(|side| side["size"]["width"] = json!(-1)), "width and height"),
            (fault(|side| side["size"] = Value::Null), "width and height"),
            (fault(|side| side["coordinates"]["port"]["x"] = json!(301)), "port"),
            (fault(|side| drop(side["coordinates"].as_object_mut().unwrap().remove("port"))), "port"),
            (fault(|side| side["coordinates"]["palace"] = json!({"x": 1, "y": 1})), "palace"),
            (fault(|side| side["coordinates"]["a1b-town-1"] = json!({"x": 1, "y": 1})), "a1b-town-1"),
        ] {
            assert!(text.contains("side a1a") && text.contains(word), "{text}");
        }
    }
}
