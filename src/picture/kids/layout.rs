//! The layout. It depends only on the board and the number of seats, so that nothing jumps between two
//! positions of a game.
//!
//! The parts are below each other, and each goes from left to right like a line of text. The places of a part
//! are in columns, by the length of the longest way to them. At its end, a part repeats the places of the
//! next part where its routes end.

use std::collections::BTreeMap;

use crate::arrangement::Arrangement;
use crate::header::HEADER;
use crate::map::BoardMaps;
use crate::piece::At;
use crate::seats::{self, Frame, UPRIGHT_GAP, UPRIGHT_MARGIN, below_lines};
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{Part, PlaceId, PlaceKind, RouteId};
use lapidary_engine::kids::view::View;

/// The margin of the picture.
pub(super) const MARGIN: f32 = 14.0;
const BOARD: f32 = 780.0;
/// The height of a part of the board.
const PART: f32 = 212.0;
/// The distance between two parts.
const GAP: f32 = 8.0;
const SUPPLY: f32 = 66.0;
/// The width of a seat's panel.
const PANEL: f32 = 330.0;
/// The minimum and maximum height of a seat's panel.
const PANEL_HEIGHT_MIN: f32 = 142.0;
const PANEL_HEIGHT_MAX: f32 = 190.0;
/// Upright: the height of a part, and of a seat's panel with tokens that a finger can tap.
const UPRIGHT_PART: f32 = 520.0;
const UPRIGHT_PANEL: f32 = 154.0;
/// Upright: the height of a row of the supply.
pub(super) const UPRIGHT_SUPPLY: f32 = 60.0;
/// The radius of most places.
pub(super) const PLACE: f32 = 19.0;
/// The position of a place's letter relative to its center, and the radius of the letter.
pub(super) const TAG: (f32, f32) = (3.0 - PLACE, PLACE - 4.0);
pub(super) const TAG_RADIUS: f32 = 8.5;
/// The position of a village's tile, and its radius.
pub(super) const TILE: (f32, f32) = (PLACE - 4.0, PLACE - 5.0);
const TILE_REACH: f32 = 9.6;
/// How far pawns are above the center of a place, and the radius of a pawn.
pub(super) const PAWN_ABOVE: f32 = 17.0;
const PAWN_REACH: f32 = 13.0;
/// The width at the end of a part with a map, in which it repeats the places of the next one.
const EXITS_WIDTH: f32 = 90.0;
/// The distance between places and the edge of their part.
const INSET: f32 = 34.0;
/// The width of one resource of a cost, and the height of a line.
pub(super) const COST: (f32, f32) = (29.0, 19.0);
/// The number of resources in one line of a cost.
pub(super) const COSTS_PER_LINE: usize = 2;
/// The best position of a cost on its route, as a share of its length; the step and the number of moves along
/// the route, to either side.
const COST_SHARE: f32 = 0.42;
const COST_STEP: f32 = 0.03;
const COST_STEPS: usize = 10;
/// The step of moves beside the route, and their number.
const COST_BESIDE: f32 = 7.0;
const COSTS_BESIDE: usize = 40;
/// The shares of a route between which a line leads to a cost beside it.
const LEADERS: (f32, f32) = (0.2, 0.8);
/// The possible sizes of costs, as shares: crowded boards use smaller ones.
const COST_SCALES: [f32; 6] = [1.0, 0.85, 0.7, 0.55, 0.4, 0.25];

/// A route with the positions of its parts in the drawing.
pub(super) struct DrawnRoute {
    pub id: RouteId,
    pub route: Route,
    pub from: At,
    pub to: At,
    within: Frame,
    /// The rectangle of its cost.
    pub cost: Frame,
    /// The size of its cost, as a share of the usual one.
    pub scale: f32,
}

/// The places of a picture.
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    pub arrangement: Arrangement,
    /// Where the supply is, and the panels of the seats.
    pub supply: Frame,
    pub seats: Frame,
    /// The frames of the parts in play, with their land.
    pub parts: Vec<(Part, Frame)>,
    /// The center of each place, in the order of the board.
    pub places: Vec<(PlaceId, At)>,
    /// The first places of the next part, with their centers at the end of the part before it.
    pub repeated: Vec<(PlaceId, At)>,
    pub routes: Vec<DrawnRoute>,
}

impl Layout {
    /// The places of this game.
    pub fn new(view: &View, maps: &BoardMaps, arrangement: Arrangement) -> Layout {
        let (board, seats) = (&view.board, view.seats.len());
        let count = Part::ALL.into_iter().filter(|&part| board.has(part)).count() as f32;
        let (width, height, first, supply, panels) = match arrangement {
            Arrangement::Landscape => {
                let first = Frame { x: MARGIN, y: HEADER + MARGIN, width: BOARD, height: PART };
                let supply = Frame { y: first.y + (PART + GAP) * count, height: SUPPLY, ..first };
                let x = MARGIN + BOARD + MARGIN;
                let seats_end = first.y + (PANEL_HEIGHT_MIN + seats::GAP) * seats as f32 - seats::GAP;
                let height = (supply.y + SUPPLY).max(seats_end) + MARGIN;
                let high = (height - first.y - MARGIN).min(PANEL_HEIGHT_MAX * seats as f32);
                (x + PANEL + MARGIN, height, first, supply, Frame { x, width: PANEL, height: high, ..first })
            }
            Arrangement::Portrait => {
                let (x, y) = (UPRIGHT_MARGIN, below_lines(seats));
                let rows = if view.market.is_some() { 2.0 } else { 1.0 };
                let supply = Frame { x, y, width: seats::UPRIGHT - 2.0 * x, height: UPRIGHT_SUPPLY * rows };
                let first = Frame { y: y + supply.height + UPRIGHT_GAP, height: UPRIGHT_PART, ..supply };
                let panels_y = first.y + (UPRIGHT_PART + UPRIGHT_GAP) * count;
                let panels = (UPRIGHT_PANEL + seats::GAP) * seats as f32 - seats::GAP;
                let panels = Frame { y: panels_y, height: panels, ..supply };
                (seats::UPRIGHT, panels_y + panels.height + UPRIGHT_MARGIN, first, supply, panels)
            }
        };
        let gap = if arrangement == Arrangement::Portrait { UPRIGHT_GAP } else { GAP };
        let in_play = Part::ALL.into_iter().filter(|&part| board.has(part)).enumerate();
        let below = |row: usize| Frame { y: first.y + (first.height + gap) * row as f32, ..first };
        let parts: Vec<(Part, Frame)> = in_play.map(|(row, part)| (part, below(row))).collect();
        let placed = place_all(board, &parts, maps, arrangement);
        let routes = route_all(board, &parts, &placed);
        let Placed { places, repeated } = placed;
        Layout { width, height, arrangement, supply, seats: panels, parts, places, repeated, routes }
    }

    /// The center of a place.
    pub fn place(&self, place: PlaceId) -> At {
        self.places.iter().find(|(id, _)| *id == place).map_or(At::new(MARGIN, HEADER), |(_, at)| *at)
    }
}

/// The positions of the places.
struct Placed {
    places: Vec<(PlaceId, At)>,
    repeated: Vec<(PlaceId, At)>,
}

impl Placed {
    /// The point at which a route from this part ends at a place.
    fn end(&self, from: Part, place: PlaceId) -> Option<At> {
        let among = if place.part() == from { &self.places } else { &self.repeated };
        among.iter().find(|(id, _)| *id == place).map(|(_, at)| *at)
    }

    /// The areas of places, their tags and tiles, and a pawn.
    fn taken(&self) -> Vec<Frame> {
        let around = |(x, y): (f32, f32), width: f32, height: f32| Frame {
            x: x - width,
            y: y - height,
            width: 2.0 * width,
            height: 2.0 * height,
        };
        let is_repeated = |place: PlaceId| self.repeated.iter().any(|(id, _)| *id == place);
        self.places
            .iter()
            .chain(&self.repeated)
            .flat_map(|&(id, at)| {
                let radius = radius(id);
                let tag =
                    is_repeated(id).then(|| around((at.x + TAG.0, at.y + TAG.1), TAG_RADIUS, TAG_RADIUS));
                let tile = (id.kind() == PlaceKind::Village)
                    .then(|| around((at.x + TILE.0, at.y + TILE.1), TILE_REACH, TILE_REACH));
                let pawn = around((at.x, at.y - PAWN_ABOVE), PAWN_REACH, PAWN_REACH);
                [Some(around((at.x, at.y), radius, radius)), tag, tile, Some(pawn)].into_iter().flatten()
            })
            .collect()
    }
}

/// The radius of a place.
pub(super) const fn radius(place: PlaceId) -> f32 {
    match place.kind() {
        PlaceKind::Palace => PLACE + 6.0,
        PlaceKind::Port => PLACE + 2.0,
        PlaceKind::Town | PlaceKind::Village => PLACE,
    }
}

/// The position of each place.
///
/// A way leads along its part from left to right, or upright from top to bottom. The places of a column are
/// across it.
fn place_all(board: &Board, parts: &[(Part, Frame)], maps: &BoardMaps, arrangement: Arrangement) -> Placed {
    let places = board.places();
    let mut placed: BTreeMap<PlaceId, At> = BTreeMap::new();
    let mut repeated = Vec::new();
    for &(part, frame) in parts {
        let mut columns = columns(board, &places, part);
        let further = exits(board, part);
        let own = columns.len();
        let mapped = mapped(board, &places, part, maps);
        columns.extend((!further.is_empty()).then_some(further));
        let (long, wide) = match arrangement {
            Arrangement::Landscape => (frame.width, frame.height),
            Arrangement::Portrait => (frame.height, frame.width),
        };
        let pitch = (long - 2.0 * INSET) / columns.len().saturating_sub(1).max(1) as f32;
        for (number, column) in columns.iter().enumerate() {
            let ordered = in_order(board, column, &placed, arrangement);
            let row = wide / ordered.len() as f32;
            for (place, id) in ordered.into_iter().enumerate() {
                let (along, across) = match mapped.get(&id) {
                    // The last column has the places of the next part.
                    Some((along, across)) => {
                        let ends = if columns.len() > own { 1.0 } else { 0.0 };
                        let length = long - 2.0 * INSET - EXITS_WIDTH * ends;
                        (INSET + length * along, INSET + (wide - 2.0 * INSET) * across)
                    }
                    None => (INSET + pitch * number as f32, row * (place as f32 + 0.5)),
                };
                let at = match arrangement {
                    Arrangement::Landscape => At::new(frame.x + along, frame.y + across),
                    Arrangement::Portrait => At::new(frame.x + across, frame.y + along),
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

/// The positions of places on the map of their part, as shares of its width and height. None if the map does
/// not have all places: a game keeps its board, so an old one may have other places.
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

/// The places of a part in columns, by the number of routes on the longest way within the part.
fn columns(board: &Board, places: &[PlaceId], part: Part) -> Vec<Vec<PlaceId>> {
    let mut depths: BTreeMap<PlaceId, usize> =
        places.iter().filter(|place| place.part() == part).map(|&place| (place, 0)).collect();
    // A way has fewer routes than there are places, because no way is a circle (K2).
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

/// The places of a column from the top, by the height of the places before them, so that few routes cross.
/// Where a part begins, no place is before them, and they keep their order.
fn in_order(
    board: &Board,
    column: &[PlaceId],
    placed: &BTreeMap<PlaceId, At>,
    arrangement: Arrangement,
) -> Vec<PlaceId> {
    let across = |at: &At| if arrangement == Arrangement::Portrait { at.x } else { at.y };
    let height = |place: PlaceId| {
        let from = board.routes().map(|(_, route)| route).filter(|route| route.to() == place);
        let near = from.filter(|route| route.from().part() == place.part());
        let heights: Vec<f32> = near.filter_map(|route| placed.get(&route.from()).map(across)).collect();
        heights.iter().sum::<f32>() / heights.len().max(1) as f32
    };
    let mut ordered: Vec<(f32, PlaceId)> = column.iter().map(|&place| (height(place), place)).collect();
    ordered.sort_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
    ordered.into_iter().map(|(_, place)| place).collect()
}

/// The routes, each with a free position for its cost. All costs are as large as the free space allows.
fn route_all(board: &Board, parts: &[(Part, Frame)], placed: &Placed) -> Vec<DrawnRoute> {
    let mut routes: Vec<DrawnRoute> = board
        .routes()
        .filter_map(|(id, route)| {
            let part = route.from().part();
            let (from, to) = (placed.end(part, route.from())?, placed.end(part, route.to())?);
            let (_, within) = *parts.iter().find(|(drawn, _)| *drawn == part)?;
            Some(DrawnRoute { id, route, from, to, within, cost: within, scale: 1.0 })
        })
        .collect();
    let taken = placed.taken();
    let _ = COST_SCALES.into_iter().any(|scale| lay_out(&mut routes, &taken, scale));
    routes
}

/// Puts each cost at the first free position in this size, beginning with short routes. Returns whether all
/// had one.
fn lay_out(routes: &mut [DrawnRoute], taken: &[Frame], scale: f32) -> bool {
    let mut order: Vec<usize> = (0..routes.len()).collect();
    order.sort_by(|&one, &other| routes[one].length().total_cmp(&routes[other].length()));
    let mut taken = taken.to_vec();
    let mut is_free = true;
    for number in order {
        let route = &mut routes[number];
        let free = route.cost_places(scale).find(|frame| taken.iter().all(|other| !meet(*frame, *other)));
        is_free &= free.is_some();
        route.scale = scale;
        route.cost = free.unwrap_or_else(|| route.cost_at(scale, COST_SHARE, (0.0, 0.0)));
        taken.push(route.cost);
    }
    is_free
}

impl DrawnRoute {
    /// Its length, with the same result on every machine. `hypot` differs, and the order of routes with
    /// almost equal lengths depends on it.
    pub(super) fn length(&self) -> f32 {
        let (x, y) = (self.to.x - self.from.x, self.to.y - self.from.y);
        (x * x + y * y).sqrt()
    }

    /// The ends of a line from the route to its cost, relative to the start of the route. None if the cost is
    /// on the route.
    pub(super) fn leader(&self) -> Option<[(f32, f32); 2]> {
        let (x, y) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let (width, height) = (self.cost.width, self.cost.height);
        let middle = (self.cost.x + width / 2.0 - self.from.x, self.cost.y + height / 2.0 - self.from.y);
        let share = (middle.0 * x + middle.1 * y) / (x * x + y * y).max(1.0);
        let share = share.clamp(LEADERS.0, LEADERS.1);
        let nearest = (x * share, y * share);
        let is_on_it =
            (nearest.0 - middle.0).abs() <= width / 2.0 && (nearest.1 - middle.1).abs() <= height / 2.0;
        (!is_on_it).then_some([nearest, middle])
    }

    /// The rectangle of its cost at this share of the way, moved by this much.
    fn cost_at(&self, scale: f32, share: f32, (right, down): (f32, f32)) -> Frame {
        let kinds = self.route.cost().kinds().count().max(1);
        let width = scale * (COST.0 * kinds.min(COSTS_PER_LINE) as f32 + 2.0);
        let height = scale * (COST.1 * kinds.div_ceil(COSTS_PER_LINE) as f32 + 2.0);
        let (x, y) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let (x, y) = (self.from.x + x * share + right, self.from.y + y * share + down);
        Frame { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    /// The possible positions of its cost within its part, with the best first: on the route, then beside it.
    fn cost_places(&self, scale: f32) -> impl Iterator<Item = Frame> {
        let along = (0..=COST_STEPS).flat_map(|step| [step as f32, -(step as f32)]);
        let along = along.map(|step| (COST_SHARE + COST_STEP * step, (0.0, 0.0)));
        let beside = (1..=COSTS_BESIDE).map(|step| COST_BESIDE * step as f32).flat_map(|far| {
            let straight = [(0.0, -far), (0.0, far), (-far, 0.0), (far, 0.0)];
            let slanted = [(-far, -far), (far, far), (-far, far), (far, -far)];
            let moved = straight.into_iter().chain(slanted);
            moved.flat_map(|moved| [COST_SHARE, 0.25, 0.6].map(|share| (share, moved)))
        });
        let places = along.chain(beside).map(move |(share, moved)| self.cost_at(scale, share, moved));
        places.filter(|frame| {
            let (within, right, down) = (self.within, frame.x + frame.width, frame.y + frame.height);
            frame.x >= within.x
                && frame.y >= within.y
                && right <= within.x + within.width
                && down <= within.y + within.height
        })
    }
}

/// Whether two rectangles overlap.
fn meet(one: Frame, other: Frame) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_that_touch_do_not_meet() {
        let at = |x: f32, y: f32| Frame { x, y, width: 10.0, height: 4.0 };
        assert!(meet(at(0.0, 0.0), at(9.0, 3.0)) && meet(at(3.0, 1.0), at(3.0, 1.0)));
        assert!(!meet(at(0.0, 0.0), at(10.0, 0.0)) && !meet(at(0.0, 0.0), at(0.0, 4.0)));
    }
}
