//! Where everything lies. It depends on the board and the number of seats alone, so that nothing jumps
//! between two positions of a game.
//!
//! The parts lie below each other, each from left to right like a line of text. The places of a part are in
//! columns by the length of the longest way to them. At its end a part repeats the places of the next part
//! where its routes end.

use std::collections::BTreeMap;

use crate::header::HEADER;
use crate::map::BoardMaps;
use crate::piece::At;
use crate::seats::{self, Frame};
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{Part, PlaceId, RouteId};

/// The distance of everything from the edge of the picture.
pub(super) const MARGIN: f32 = 14.0;
/// The width of the board.
const BOARD: f32 = 780.0;
/// The height of a part of the board.
const PART: f32 = 212.0;
/// The distance of two parts.
const GAP: f32 = 8.0;
/// The height of the supply.
const SUPPLY: f32 = 66.0;
/// The width of a seat's panel.
const PANEL: f32 = 330.0;
/// The height that a seat's panel needs, and the largest one.
const PANEL_HEIGHT_MIN: f32 = 142.0;
const PANEL_HEIGHT_MAX: f32 = 190.0;
/// How far a place reaches from its center.
pub(super) const PLACE: f32 = 19.0;
/// The width at the end of a part in which it repeats the places of the next one, if it has a map.
const EXITS_WIDTH: f32 = 90.0;
/// The distance of places from the edge of their part.
const INSET: f32 = 34.0;
/// The width of one resource of a cost, and the height of a line.
pub(super) const COST: (f32, f32) = (29.0, 19.0);
/// The resources of a cost in one line.
pub(super) const COSTS_PER_LINE: usize = 2;
/// Where on its route a cost may lie, as shares of its length, the best one first.
const COST_PLACES: [f32; 15] =
    [0.42, 0.39, 0.45, 0.36, 0.48, 0.33, 0.51, 0.3, 0.54, 0.57, 0.27, 0.6, 0.64, 0.24, 0.68];
/// How often each cost is moved away from all others.
const ROUNDS: usize = 3;
/// How much worse it is to cover a place than another cost.
const PLACE_WEIGHT: f32 = 8.0;

/// A route with the places of what is drawn of it.
pub(super) struct DrawnRoute {
    pub id: RouteId,
    pub route: Route,
    pub from: At,
    pub to: At,
    /// The rectangle of its cost.
    pub cost: Frame,
}

/// The places of a picture.
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    supply_top: f32,
    /// The frames of the parts in play, with their land.
    pub parts: Vec<(Part, Frame)>,
    /// The center of each place, in the order of the board.
    pub places: Vec<(PlaceId, At)>,
    /// The places where the next part begins, with their centers at the end of the part before it.
    pub repeated: Vec<(PlaceId, At)>,
    pub routes: Vec<DrawnRoute>,
}

impl Layout {
    /// The places on these boards for this many seats.
    pub fn new(board: &Board, seats: usize, maps: &BoardMaps) -> Layout {
        let parts: Vec<(Part, Frame)> = Part::ALL
            .into_iter()
            .filter(|&part| board.has(part))
            .enumerate()
            .map(|(row, part)| {
                let y = HEADER + MARGIN + (PART + GAP) * row as f32;
                (part, Frame { x: MARGIN, y, width: BOARD, height: PART })
            })
            .collect();
        let placed = place_all(board, &parts, maps);
        let routes = route_all(board, &placed);
        let board_end = HEADER + MARGIN + (PART + GAP) * parts.len() as f32;
        let width = MARGIN + BOARD + MARGIN + PANEL + MARGIN;
        let Placed { places, repeated } = placed;
        let seats_end = HEADER + MARGIN + (PANEL_HEIGHT_MIN + seats::GAP) * seats as f32 - seats::GAP;
        let height = (board_end + SUPPLY).max(seats_end) + MARGIN;
        Layout { width, height, supply_top: board_end, parts, places, repeated, routes }
    }

    /// The center of a place.
    pub fn place(&self, place: PlaceId) -> At {
        self.places.iter().find(|(id, _)| *id == place).map_or(At::new(MARGIN, HEADER), |(_, at)| *at)
    }

    /// Where the supply is.
    pub fn supply(&self) -> Frame {
        Frame { x: MARGIN, y: self.supply_top, width: BOARD, height: SUPPLY }
    }

    /// Where the panels of so many seats are.
    pub fn seats(&self, seats: usize) -> Frame {
        let (x, y) = (MARGIN + BOARD + MARGIN, HEADER + MARGIN);
        let height = (self.height - y - MARGIN).min(PANEL_HEIGHT_MAX * seats as f32);
        Frame { x, y, width: PANEL, height }
    }
}

/// Where each place is.
struct Placed {
    places: Vec<(PlaceId, At)>,
    repeated: Vec<(PlaceId, At)>,
}

impl Placed {
    /// Where a route from this part to a place ends.
    fn end(&self, from: Part, place: PlaceId) -> Option<At> {
        let among = if place.part() == from { &self.places } else { &self.repeated };
        among.iter().find(|(id, _)| *id == place).map(|(_, at)| *at)
    }
}

/// Where each place is.
fn place_all(board: &Board, parts: &[(Part, Frame)], maps: &BoardMaps) -> Placed {
    let places = board.places();
    let mut placed: BTreeMap<PlaceId, At> = BTreeMap::new();
    let mut repeated = Vec::new();
    for &(part, frame) in parts {
        let mut columns = columns(board, &places, part);
        let further = exits(board, part);
        let own = columns.len();
        let mapped = mapped(board, &places, part, maps);
        columns.extend((!further.is_empty()).then_some(further));
        let pitch = (frame.width - 2.0 * INSET) / columns.len().saturating_sub(1).max(1) as f32;
        for (number, column) in columns.iter().enumerate() {
            let x = frame.x + INSET + pitch * number as f32;
            let ordered = in_order(board, column, &placed);
            let row = frame.height / ordered.len() as f32;
            for (place, id) in ordered.into_iter().enumerate() {
                let at = match mapped.get(&id) {
                    // The last column has the places of the next part.
                    Some((across, down)) => {
                        let ends = if columns.len() > own { 1.0 } else { 0.0 };
                        let wide = frame.width - 2.0 * INSET - EXITS_WIDTH * ends;
                        let high = frame.height - 2.0 * INSET;
                        At::new(frame.x + INSET + wide * across, frame.y + INSET + high * down)
                    }
                    None => At::new(x, frame.y + row * (place as f32 + 0.5)),
                };
                if number < own {
                    placed.insert(id, at);
                } else {
                    repeated.push((id, at));
                }
            }
        }
    }
    let places = places.into_iter().filter_map(|id| Some((id, *placed.get(&id)?))).collect();
    Placed { places, repeated }
}

/// Where the places of a part lie on its map, as shares of its width and height; none of them if it has no
/// map of all its places. A game keeps its board, so an old one may have others than the map.
fn mapped(board: &Board, places: &[PlaceId], part: Part, maps: &BoardMaps) -> BTreeMap<PlaceId, (f32, f32)> {
    let Some(map) = maps.of_part(board.sides(), part) else { return BTreeMap::new() };
    let own = places.iter().filter(|place| place.part() == part);
    own.map(|&place| Some((place, map.share(place)?))).collect::<Option<_>>().unwrap_or_default()
}

/// The places of other parts where routes of this one end.
fn exits(board: &Board, part: Part) -> Vec<PlaceId> {
    let leaving = board.routes().map(|(_, route)| route).filter(|route| route.from().part() == part);
    let mut exits: Vec<PlaceId> = leaving.map(Route::to).filter(|place| place.part() != part).collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

/// The places of a part in columns, by the number of routes of the longest way within the part.
fn columns(board: &Board, places: &[PlaceId], part: Part) -> Vec<Vec<PlaceId>> {
    let mut depths: BTreeMap<PlaceId, usize> =
        places.iter().filter(|place| place.part() == part).map(|&place| (place, 0)).collect();
    // A way has fewer routes than there are places, and no way leads in a circle (K2).
    for _ in 0..depths.len() {
        for (_, route) in board.routes() {
            let Some(&before) = depths.get(&route.from()) else { continue };
            if let Some(depth) = depths.get_mut(&route.to()) {
                *depth = (*depth).max(before + 1);
            }
        }
    }
    let last = depths.values().copied().max().unwrap_or(0);
    let mut columns = vec![Vec::new(); last + 1];
    for (place, depth) in depths {
        columns[depth.min(last)].push(place);
    }
    columns
}

/// The places of a column from the top: by the height of those that lead there, so that few routes cross.
/// Where a part begins, nothing leads there within it, and the places are in their own order.
fn in_order(board: &Board, column: &[PlaceId], placed: &BTreeMap<PlaceId, At>) -> Vec<PlaceId> {
    let height = |place: PlaceId| {
        let from = board.routes().map(|(_, route)| route).filter(|route| route.to() == place);
        let near = from.filter(|route| route.from().part() == place.part());
        let heights: Vec<f32> = near.filter_map(|route| placed.get(&route.from()).map(|at| at.y)).collect();
        heights.iter().sum::<f32>() / heights.len().max(1) as f32
    };
    let mut ordered: Vec<(f32, PlaceId)> = column.iter().map(|&place| (height(place), place)).collect();
    ordered.sort_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
    ordered.into_iter().map(|(_, place)| place).collect()
}

/// The routes, each with a place for its cost where it covers little else.
fn route_all(board: &Board, placed: &Placed) -> Vec<DrawnRoute> {
    let around =
        |at: &At| Frame { x: at.x - PLACE, y: at.y - PLACE, width: 2.0 * PLACE, height: 2.0 * PLACE };
    let at_places: Vec<Frame> =
        placed.places.iter().chain(&placed.repeated).map(|(_, at)| around(at)).collect();
    let mut drawn: Vec<DrawnRoute> = Vec::new();
    for (id, route) in board.routes() {
        let part = route.from().part();
        let (Some(from), Some(to)) = (placed.end(part, route.from()), placed.end(part, route.to())) else {
            continue;
        };
        let mut new =
            DrawnRoute { id, route, from, to, cost: Frame { x: 0.0, y: 0.0, width: 0.0, height: 0.0 } };
        new.cost = new.best_cost(&at_places, drawn.iter());
        drawn.push(new);
    }
    for _ in 0..ROUNDS {
        for number in 0..drawn.len() {
            let (before, from_here) = drawn.split_at(number);
            let Some((this, after)) = from_here.split_first() else { continue };
            let best = this.best_cost(&at_places, before.iter().chain(after));
            drawn[number].cost = best;
        }
    }
    drawn
}

impl DrawnRoute {
    /// The rectangle of its cost, this share of the way.
    fn cost_at(&self, share: f32) -> Frame {
        let kinds = self.route.cost().kinds().count().max(1);
        let width = COST.0 * kinds.min(COSTS_PER_LINE) as f32 + 2.0;
        let height = COST.1 * kinds.div_ceil(COSTS_PER_LINE) as f32 + 2.0;
        let (x, y) = (
            self.from.x + (self.to.x - self.from.x) * share,
            self.from.y + (self.to.y - self.from.y) * share,
        );
        Frame { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    /// The rectangle of its cost that covers least of places and of other costs.
    fn best_cost<'a>(
        &self,
        at_places: &[Frame],
        others: impl Iterator<Item = &'a DrawnRoute> + Clone,
    ) -> Frame {
        let covered = |frame: Frame| {
            let costs: f32 = others.clone().map(|other| overlap(frame, other.cost)).sum();
            costs + PLACE_WEIGHT * at_places.iter().map(|&place| overlap(frame, place)).sum::<f32>()
        };
        let (mut best, mut least) = (self.cost_at(COST_PLACES[0]), f32::INFINITY);
        for share in COST_PLACES {
            let frame = self.cost_at(share);
            let covered = covered(frame);
            if covered < least {
                (best, least) = (frame, covered);
            }
            if least <= 0.0 {
                break;
            }
        }
        best
    }
}

/// The area that two rectangles share.
fn overlap(one: Frame, other: Frame) -> f32 {
    let shared = |from: f32, length: f32, other_from: f32, other_length: f32| {
        ((from + length).min(other_from + other_length) - from.max(other_from)).max(0.0)
    };
    shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height)
}
