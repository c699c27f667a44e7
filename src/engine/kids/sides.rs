//! The six part-sides from which boards are put together, and the rules that make them valid (K15). It does
//! not know the board file.

use super::board::{Board, COST_MAX, Route};
use super::place::{PLACES_OF_A_KIND_MAX, Part, PlaceId, PlaceKind, ROUTES_MAX, RouteId, Side};
use super::resource::Resource;
use super::tokens::Resources;
use super::variant::Variant;
#[cfg(feature = "serde")]
use lapidary_words::serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

/// The number of resources that a route may cost (K15).
pub const COST: RangeInclusive<i64> = 3..=COST_MAX as i64;
/// The number of villages on either side of A2 (K15).
pub const VILLAGES_OF_MIDDLE: RangeInclusive<usize> = 4..=8;
/// The maximum number of exits from one part to the next.
pub const EXITS_MAX: usize = 9;

/// A side as written in a board file, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Deserialize), serde(crate = "lapidary_words::serde"))]
pub struct SideDraft {
    /// The side's name, `a1a` to `a3b`.
    pub id: String,
    /// The places on this side where the exits of the previous part end, in their order; empty on A1, which
    /// begins at the port.
    #[cfg_attr(feature = "serde", serde(default))]
    pub entries: Vec<String>,
    /// Towns and villages, each kind numbered in order: `a2a-town-1`, `a2a-village-1`.
    pub places: Vec<String>,
    /// The routes that begin on this side, numbered in order.
    pub routes: Vec<RouteDraft>,
}

/// A route as written in a board file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(Deserialize),
    serde(crate = "lapidary_words::serde", deny_unknown_fields)
)]
pub struct RouteDraft {
    /// The route's name, `a2a-1`.
    pub id: String,
    /// The place where it begins.
    pub from: String,
    /// The place where it ends: a place of this side; on A3 also `palace`, on other parts also `exit-1`,
    /// `exit-2` and so on.
    pub to: String,
    /// The resources it costs.
    pub cost: BTreeMap<String, i64>,
}

/// A problem of a board, with its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("side {side}{}{}: {fault}", named("place", .place.as_ref()), named("route", .route.as_ref()))]
pub struct BoardError {
    /// The name of the side with the problem; empty if the side is missing or unknown.
    pub side: String,
    /// The place with the problem.
    pub place: Option<String>,
    /// The route with the problem.
    pub route: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a board (K2, K15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// No side has this name.
    #[error("the sides are a1a, a1b, a2a, a2b, a3a and a3b")]
    UnknownSide,
    /// A side is missing or occurs twice.
    #[error("each side must occur exactly once")]
    NotOnce,
    /// A1 has entries, or the other sides do not all have the same number.
    #[error(
        "a1a and a1b must have no entries; the other sides must all have the same number of entries, one to nine"
    )]
    WrongEntries,
    /// A town or village does not have the next name of its kind on this side, or there are too many.
    #[error(
        "towns and villages are numbered in order, such as a2a-town-1 and a2a-village-1, 16 of each at most"
    )]
    WrongPlaceName,
    /// A route does not have the next name on this side, or there are too many.
    #[error("routes are numbered in order, such as a2a-1, 32 at most")]
    WrongRouteName,
    /// The side has no such place.
    #[error(
        "there is no such place to begin at or to lead to: port begins on A1, palace ends on A3, exits leave A1 and A2"
    )]
    UnknownPlace,
    /// There is no such resource.
    #[error("resources are mushroom, apple, cabbage, hazelnut and water")]
    UnknownResource,
    /// A count in a cost is zero or negative.
    #[error("each resource of a cost must be at least 1")]
    CostNotPositive,
    /// The cost is not 3 to 6 resources.
    #[error("a route costs 3 to 6 resources")]
    CostOutOfBounds,
    /// Too few costs consist of two or three kinds.
    #[error("more than half of the routes must cost two or three kinds of resources")]
    TooFewOrManyKinds,
    /// A side of A2 does not have 4 to 8 villages.
    #[error("either side of A2 has 4 to 8 villages")]
    VillagesOutOfBounds,
    /// No route begins here, so the palace cannot be reached.
    #[error("no route begins here, so the palace cannot be reached")]
    DeadEnd,
    /// The route is part of a cycle.
    #[error("the route closes a cycle")]
    Cycle,
    /// The place cannot be reached from the port.
    #[error("the place cannot be reached from the port")]
    Unreachable,
    /// No route of a fork leads to a town.
    #[error("none of the routes at this fork leads to a town")]
    ForkWithoutTown,
    /// No route of a fork leads to a village.
    #[error("none of the routes at this fork leads to a village")]
    ForkWithoutVillage,
}

/// The name of the place or route with the problem, after its kind; empty if there is no name.
fn named(word: &str, name: Option<&String>) -> String {
    name.map_or_else(String::new, |name| format!(", {word} {name}"))
}

impl BoardError {
    fn side(side: impl fmt::Display, fault: Fault) -> BoardError {
        BoardError { side: side.to_string(), place: None, route: None, fault }
    }

    fn at_place(self, place: impl fmt::Display) -> BoardError {
        BoardError { place: Some(place.to_string()), ..self }
    }

    fn at_route(self, route: impl fmt::Display) -> BoardError {
        BoardError { route: Some(route.to_string()), ..self }
    }
}

/// The end of a route of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A place of the side, or the palace.
    Place(PlaceId),
    /// The next part, at the entry with this number, from 0.
    Exit(usize),
}

/// A route of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideRoute {
    /// The place where it begins.
    pub from: PlaceId,
    /// Its end.
    pub to: Target,
    /// Its cost.
    pub cost: Resources,
}

/// A valid side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideFacts {
    /// The side.
    pub side: Side,
    /// The places where the exits of the previous part end; empty on A1.
    pub entries: Vec<PlaceId>,
    /// Its towns and villages, in their order.
    pub places: Vec<PlaceId>,
    /// The routes that begin on it, in their order.
    pub routes: Vec<SideRoute>,
}

/// Six valid sides: every board put together from them is playable (K15).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides([SideFacts; 6]);

impl Sides {
    /// The sides that these drafts describe.
    pub fn new(drafts: &[SideDraft]) -> Result<Sides, BoardError> {
        if let Some(unknown) = drafts.iter().find(|draft| Side::from_name(&draft.id).is_none()) {
            return Err(BoardError::side(&unknown.id, Fault::UnknownSide));
        }
        let exits = drafts.iter().map(|draft| draft.entries.len()).max().unwrap_or(0);
        let mut sound = Vec::with_capacity(Side::ALL.len());
        for side in Side::ALL {
            let mut named = drafts.iter().filter(|draft| draft.id == side.to_string());
            match (named.next(), named.next()) {
                (Some(draft), None) => sound.push(read_side(side, draft, exits)?),
                _ => return Err(BoardError::side(side, Fault::NotOnce)),
            }
        }
        let sound = sound.try_into().map_err(|_| BoardError::side(Side::ALL[0], Fault::NotOnce))?;
        let sides = Sides(sound);
        sides.every_board().try_for_each(|board| sides.check_board(&board))?;
        Ok(sides)
    }

    /// The six sides in their fixed order.
    pub const fn all(&self) -> &[SideFacts; 6] {
        &self.0
    }

    /// Puts a board together from the faces drawn for A1, A2 and A3, 0 or 1 each (K2).
    pub fn board(&self, faces: [u8; 3], variant: Variant) -> Board {
        let parts = Part::ALL.into_iter().zip(faces);
        let in_play: Vec<&SideFacts> = parts
            .filter(|&(part, _)| part != Part::A2 || variant.has_middle())
            .map(|(part, face)| &self.0[Side::new(part, face).index()])
            .collect();
        let mut board = Board::EMPTY;
        for (at, facts) in in_play.iter().enumerate() {
            let next = in_play.get(at + 1).map_or(&[][..], |next| &next.entries);
            board.lay(facts.side, facts.routes.iter().map(|route| joined(route, next)));
        }
        board
    }

    /// Every board that the sides can form: eight full boards and four short ones.
    pub fn every_board(&self) -> impl Iterator<Item = Board> + '_ {
        let faces = |bits: u8| [bits & 1, bits >> 1 & 1, bits >> 2 & 1];
        let full = (0..8).map(move |bits| self.board(faces(bits), Variant::Full));
        let short = [0, 1, 4, 5].map(move |bits| self.board(faces(bits), Variant::Short));
        full.chain(short)
    }

    /// Checks a board as a graph: no dead end, no cycle, every place reachable, a town and a village at each
    /// fork (K2, K15).
    fn check_board(&self, board: &Board) -> Result<(), BoardError> {
        let on_side = |place: PlaceId| {
            let of_part = board.sides().find(|side| side.part() == place.part());
            BoardError::side(of_part.map_or_else(String::new, |side| side.to_string()), Fault::DeadEnd)
                .at_place(place)
        };
        let fail = |place, fault| Err(BoardError { fault, ..on_side(place) });
        let of_sides = board.sides().flat_map(|side| self.0[side.index()].places.iter().copied());
        let places: Vec<PlaceId> = [PlaceId::PORT].into_iter().chain(of_sides).collect();
        for &place in &places {
            if board.routes_from(place).next().is_none() {
                return fail(place, Fault::DeadEnd);
            }
            if let Some(fault) = fork_fault(board, place) {
                return fail(place, fault);
            }
        }
        if let Some((id, route)) = closing_route(board, &places) {
            return Err(BoardError { fault: Fault::Cycle, ..on_side(route.from()).at_route(id) });
        }
        let reached = reachable(board);
        match places.iter().find(|place| !reached.contains(place)) {
            Some(&place) => fail(place, Fault::Unreachable),
            None => Ok(()),
        }
    }
}

/// A route whose exit is replaced by the entry of the next part.
fn joined(route: &SideRoute, next: &[PlaceId]) -> Route {
    let to = match route.to {
        Target::Place(place) => place,
        Target::Exit(number) => next.get(number).copied().unwrap_or(PlaceId::PALACE),
    };
    Route::new(route.from, to, route.cost)
}

/// The kind of place that a fork lacks. Several routes to the same place, or to the palace, are not a fork
/// (K15).
fn fork_fault(board: &Board, place: PlaceId) -> Option<Fault> {
    let targets: BTreeSet<PlaceId> = board.routes_from(place).map(|(_, route)| route.to()).collect();
    let leads_to = |kind| targets.iter().any(|target| target.kind() == kind);
    match targets.len() {
        0 | 1 => None,
        _ if !leads_to(PlaceKind::Town) => Some(Fault::ForkWithoutTown),
        _ if !leads_to(PlaceKind::Village) => Some(Fault::ForkWithoutVillage),
        _ => None,
    }
}

/// A route that closes a cycle. Places without a route to a remaining place are removed repeatedly; what
/// remains has a cycle.
fn closing_route(board: &Board, places: &[PlaceId]) -> Option<(RouteId, Route)> {
    let mut left: Vec<PlaceId> = places.to_vec();
    loop {
        let before = left.len();
        let open = |place: &PlaceId| board.routes_from(*place).any(|(_, route)| left.contains(&route.to()));
        left = left.iter().copied().filter(open).collect();
        if left.len() == before {
            break;
        }
    }
    // Every remaining place has a route to another remaining one, so a walk must return to a place it has
    // visited.
    let mut walked = Vec::new();
    let mut place = *left.first()?;
    loop {
        walked.push(place);
        let (id, route) = board.routes_from(place).find(|(_, route)| left.contains(&route.to()))?;
        if walked.contains(&route.to()) {
            return Some((id, route));
        }
        place = route.to();
    }
}

fn reachable(board: &Board) -> BTreeSet<PlaceId> {
    let mut reached = BTreeSet::from([PlaceId::PORT]);
    let mut open = vec![PlaceId::PORT];
    while let Some(place) = open.pop() {
        let targets = board.routes_from(place).map(|(_, route)| route.to());
        open.extend(targets.filter(|&target| reached.insert(target)));
    }
    reached
}

/// Reads one side on its own: names, costs and counts.
fn read_side(side: Side, draft: &SideDraft, exits: usize) -> Result<SideFacts, BoardError> {
    let expected = if side.part() == Part::A1 { 0 } else { exits };
    if draft.entries.len() != expected || exits == 0 || exits > EXITS_MAX {
        return Err(BoardError::side(side, Fault::WrongEntries));
    }
    let places = read_places(side, draft)?;
    let villages = places.iter().filter(|place| place.kind() == PlaceKind::Village).count();
    if side.part() == Part::A2 && !VILLAGES_OF_MIDDLE.contains(&villages) {
        return Err(BoardError::side(side, Fault::VillagesOutOfBounds));
    }
    let entry = |name: &String| {
        let known = places.iter().find(|place| place.to_string() == *name);
        known.copied().ok_or_else(|| BoardError::side(side, Fault::UnknownPlace).at_place(name))
    };
    let entries = draft.entries.iter().map(entry).collect::<Result<_, _>>()?;
    let routes = read_routes(side, draft, &places, exits)?;
    Ok(SideFacts { side, entries, places, routes })
}

fn read_places(side: Side, draft: &SideDraft) -> Result<Vec<PlaceId>, BoardError> {
    let (mut towns, mut villages) = (0, 0);
    let read = |name: &String| {
        let (town, village) = (PlaceId::town(side, towns), PlaceId::village(side, villages));
        if *name == town.to_string() && towns < PLACES_OF_A_KIND_MAX {
            towns += 1;
            Ok(town)
        } else if *name == village.to_string() && villages < PLACES_OF_A_KIND_MAX {
            villages += 1;
            Ok(village)
        } else {
            Err(BoardError::side(side, Fault::WrongPlaceName).at_place(name))
        }
    };
    draft.places.iter().map(read).collect()
}

fn read_routes(
    side: Side,
    draft: &SideDraft,
    places: &[PlaceId],
    exits: usize,
) -> Result<Vec<SideRoute>, BoardError> {
    let mut routes = Vec::with_capacity(draft.routes.len());
    for (number, route) in draft.routes.iter().enumerate() {
        let fail = |fault| BoardError::side(side, fault).at_route(&route.id);
        let id = u8::try_from(number).ok().and_then(|number| RouteId::new(side, number));
        if number >= ROUTES_MAX || id.is_none_or(|id| id.to_string() != route.id) {
            return Err(fail(Fault::WrongRouteName));
        }
        let unknown = |name: &str| fail(Fault::UnknownPlace).at_place(name);
        let from = read_origin(side, &route.from, places).ok_or_else(|| unknown(&route.from))?;
        let to = read_target(side, &route.to, places, exits).ok_or_else(|| unknown(&route.to))?;
        routes.push(SideRoute { from, to, cost: read_cost(&route.cost).map_err(fail)? });
    }
    let of_two_or_three = |route: &&SideRoute| (2..=3).contains(&route.cost.kinds().count());
    if routes.iter().filter(of_two_or_three).count() * 2 <= routes.len() {
        return Err(BoardError::side(side, Fault::TooFewOrManyKinds));
    }
    Ok(routes)
}

fn read_origin(side: Side, name: &str, places: &[PlaceId]) -> Option<PlaceId> {
    let port = (side.part() == Part::A1).then_some(PlaceId::PORT);
    places.iter().copied().chain(port).find(|place| place.to_string() == name)
}

fn read_target(side: Side, name: &str, places: &[PlaceId], exits: usize) -> Option<Target> {
    let last = side.part() == Part::A3;
    let palace = last.then_some(PlaceId::PALACE);
    let place = places.iter().copied().chain(palace).find(|place| place.to_string() == name);
    let exit = || (0..exits).find(|exit| !last && format!("exit-{}", exit + 1) == name);
    place.map(Target::Place).or_else(|| exit().map(Target::Exit))
}

fn read_cost(cost: &BTreeMap<String, i64>) -> Result<Resources, Fault> {
    let mut sum = Resources::NONE;
    for (name, count) in cost {
        let resource = Resource::named(name).ok_or(Fault::UnknownResource)?;
        let count = u8::try_from(*count).ok().filter(|&count| count > 0).ok_or(Fault::CostNotPositive)?;
        sum = sum.plus(Resources::of(resource, count));
    }
    if COST.contains(&i64::from(sum.total())) { Ok(sum) } else { Err(Fault::CostOutOfBounds) }
}
