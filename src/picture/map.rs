//! The places on an operator's board, in the units of its drawing.
//!
//! It is not a rule: the same game can be drawn with and without it.

use std::collections::BTreeMap;
use std::fmt;

use lapidary_engine::kids::place::{Part, PlaceId, Side};

/// The maximum width and height of a side.
pub const SIDE_LENGTH_MAX: f32 = 10_000.0;

/// A point of a side, from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

/// The size of a side and its places.
#[derive(Debug, Clone, PartialEq)]
pub struct SideMap {
    /// The width, greater than 0.
    pub width: f32,
    /// The height, greater than 0.
    pub height: f32,
    /// The center of each place of the side, within its size.
    pub places: BTreeMap<PlaceId, Point>,
}

/// What is wrong with the map of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapFault {
    /// The size is not positive, or too large.
    Size,
    /// A point is outside.
    Outside(PlaceId),
    /// A place has no point.
    Missing(PlaceId),
    /// The side has no such place.
    Unknown(String),
    /// Two places have one point.
    Same(PlaceId, PlaceId),
}

impl fmt::Display for MapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapFault::Size => {
                write!(f, "width and height must be greater than 0 and at most {SIDE_LENGTH_MAX}")
            }
            MapFault::Outside(place) => write!(f, "the place {place} lies outside of the side"),
            MapFault::Missing(place) => write!(f, "the place {place} has no coordinates, but others have"),
            MapFault::Unknown(name) => write!(f, "the side has no place {name} that could have coordinates"),
            MapFault::Same(one, other) => write!(f, "the places {one} and {other} have the same coordinates"),
        }
    }
}

impl std::error::Error for MapFault {}

impl SideMap {
    /// Returns the map of a side with these places, if they have different points within the size.
    pub fn new(
        (width, height): (f32, f32),
        all: &[PlaceId],
        named: impl IntoIterator<Item = (String, Point)>,
    ) -> Result<SideMap, MapFault> {
        let is_length = |length: f32| length > 0.0 && length <= SIDE_LENGTH_MAX;
        if !is_length(width) || !is_length(height) {
            return Err(MapFault::Size);
        }
        let mut places: BTreeMap<PlaceId, Point> = BTreeMap::new();
        for (name, point) in named {
            let id = name.parse::<PlaceId>().ok().filter(|id| all.contains(id));
            let id = id.ok_or(MapFault::Unknown(name))?;
            if !(0.0..=width).contains(&point.x) || !(0.0..=height).contains(&point.y) {
                return Err(MapFault::Outside(id));
            }
            if let Some((other, _)) = places.iter().find(|(_, known)| **known == point) {
                return Err(MapFault::Same(*other, id));
            }
            places.insert(id, point);
        }
        match all.iter().find(|id| !places.contains_key(id)) {
            Some(missing) => Err(MapFault::Missing(*missing)),
            None => Ok(SideMap { width, height, places }),
        }
    }

    /// Returns the position of a place, as shares of the width and the height.
    pub(crate) fn share(&self, place: PlaceId) -> Option<(f32, f32)> {
        self.places.get(&place).map(|point| (point.x / self.width, point.y / self.height))
    }
}

/// The maps of the sides that have one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BoardMaps(BTreeMap<Side, SideMap>);

impl BoardMaps {
    /// Returns these maps.
    pub fn new(maps: impl IntoIterator<Item = (Side, SideMap)>) -> BoardMaps {
        BoardMaps(maps.into_iter().collect())
    }

    /// Returns the maps in the order of the sides.
    pub fn sides(&self) -> impl Iterator<Item = (Side, &SideMap)> {
        self.0.iter().map(|(side, map)| (*side, map))
    }

    /// Returns the map of a part with these sides in play, if there is one.
    pub(crate) fn of_part(&self, mut sides: impl Iterator<Item = Side>, part: Part) -> Option<&SideMap> {
        self.0.get(&sides.find(|side| side.part() == part)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_every_place_once_within_its_size() {
        let side = Side::ALL[0];
        let all = [PlaceId::PORT, PlaceId::town(side, 0)];
        let point = |name: &str, x, y| (name.to_owned(), Point { x, y });
        let map = |size, named: &[(String, Point)]| SideMap::new(size, &all, named.to_vec());
        let (port, town) = (point("port", 0.0, 5.0), point("a1a-town-1", 20.0, 10.0));
        let good = map((20.0, 10.0), &[port.clone(), town.clone()]).unwrap();
        assert_eq!(good.share(PlaceId::PORT), Some((0.0, 0.5)));
        let town_id = PlaceId::town(side, 0);
        for (size, named, fault) in [
            ((0.0, 10.0), vec![port.clone(), town.clone()], MapFault::Size),
            ((20.0, f32::NAN), vec![port.clone(), town.clone()], MapFault::Size),
            ((19.0, 10.0), vec![port.clone(), town.clone()], MapFault::Outside(town_id)),
            ((20.0, 10.0), vec![port.clone()], MapFault::Missing(town_id)),
            (
                (20.0, 10.0),
                vec![port.clone(), point("palace", 1.0, 1.0)],
                MapFault::Unknown("palace".to_owned()),
            ),
            ((20.0, 10.0), vec![port, point("a1a-town-1", 0.0, 5.0)], MapFault::Same(PlaceId::PORT, town_id)),
        ] {
            assert_eq!(map(size, &named), Err(fault), "{size:?} {named:?}");
        }
    }
}
