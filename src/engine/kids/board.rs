//! The board of one game: its places and one-way routes with their costs (K2). It does not know the sides it
//! was put together from (see `sides`), nor where the pawns stand.

use super::place::{PARTS, Part, PlaceId, PlaceKind, ROUTES_MAX, RouteId, Side};
use super::tokens::Resources;
use crate::bits::{each_bit, places_of};
use std::fmt;

/// The maximum number of resources that a route costs (K15).
pub const COST_MAX: u8 = 6;

/// The number of different costs.
const COSTS: usize = 462;

/// Every cost in ascending order. A board stores the index of a cost, which needs nine bits; the counts need
/// fifteen.
static COST_TABLE: [Resources; COSTS] = {
    const BASE: u16 = COST_MAX as u16 + 1;
    let mut table = [Resources::NONE; COSTS];
    let (mut digits, mut found) = (0, 0);
    while digits < BASE.pow(5) {
        let (mut counts, mut left, mut kind, mut sum) = ([0; 5], digits, 5, 0);
        while kind > 0 {
            kind -= 1;
            counts[kind] = (left % BASE) as u8;
            sum += counts[kind];
            left /= BASE;
        }
        if sum <= COST_MAX {
            table[found] = Resources::new(counts);
            found += 1;
        }
        digits += 1;
    }
    assert!(found == COSTS);
    table
};

/// A one-way route (K2).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Route {
    from: PlaceId,
    to: PlaceId,
    cost: Resources,
}

impl Route {
    /// A route between two places; resources of the cost beyond [`COST_MAX`] are dropped.
    pub fn new(from: PlaceId, to: PlaceId, cost: Resources) -> Route {
        let mut left = COST_MAX;
        let cost = Resources::new(cost.counts().map(|count| {
            let kept = count.min(left);
            left -= kept;
            kept
        }));
        Route { from, to, cost }
    }

    /// The place where it begins.
    #[inline]
    pub const fn from(self) -> PlaceId {
        self.from
    }

    /// The place where it ends.
    #[inline]
    pub const fn to(self) -> PlaceId {
        self.to
    }

    /// The cost (K6).
    #[inline]
    pub const fn cost(self) -> Resources {
        self.cost
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {} for {:?}", self.from, self.to, self.cost())
    }
}

/// The routes that begin on one side of a part, in three bytes each: they are most of a state, and every copy
/// of a state copies them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SideInPlay {
    side: Side,
    len: u8,
    /// For each route, the number on the side of the place where it begins; above it, the top bits of the
    /// index of its cost.
    starts: [u8; ROUTES_MAX],
    /// For each route, the place where it ends.
    ends: [PlaceId; ROUTES_MAX],
    /// For each route, the low bits of the index of its cost.
    costs: [u8; ROUTES_MAX],
}

/// The bits of a place's number on a side.
const START_BITS: u32 = 6;
/// The start of a route that is not laid: no place has this number.
const NOWHERE: u8 = (1 << START_BITS) - 1;

// Three bytes are enough for a route, and a word has a bit for each route of a side.
const _: () = assert!(PlaceId::PORT.number_on_side() < NOWHERE && PlaceId::PALACE.number_on_side() < NOWHERE);
const _: () = assert!(COSTS <= 1 << (2 * u8::BITS - START_BITS));
const _: () = assert!(ROUTES_MAX <= u32::BITS as usize);

impl SideInPlay {
    /// The side without routes.
    const fn new(side: Side) -> SideInPlay {
        let (ends, costs) = ([PlaceId::PALACE; ROUTES_MAX], [0; ROUTES_MAX]);
        SideInPlay { side, len: 0, starts: [NOWHERE; ROUTES_MAX], ends, costs }
    }

    /// Adds a route, if there is space for it.
    fn lay(&mut self, route: Route) {
        let number = self.len as usize;
        if number < ROUTES_MAX {
            let cost = COST_TABLE.partition_point(|&cost| cost < route.cost);
            self.starts[number] = route.from.number_on_side() | ((cost >> u8::BITS) << START_BITS) as u8;
            self.ends[number] = route.to;
            self.costs[number] = cost as u8;
            self.len += 1;
        }
    }

    /// The route with this number.
    #[inline]
    fn route(&self, number: usize) -> Route {
        let (start, cost) = (self.starts[number], self.costs[number]);
        let cost = usize::from(start >> START_BITS) << u8::BITS | usize::from(cost);
        Route {
            from: PlaceId::on_side(self.side, start & NOWHERE),
            to: self.ends[number],
            cost: COST_TABLE.get(cost).copied().unwrap_or_default(),
        }
    }

    /// The route with this number, with its id.
    #[inline]
    fn numbered(&self, number: u8) -> Option<(RouteId, Route)> {
        RouteId::new(self.side, number).map(|id| (id, self.route(id.number())))
    }

    /// The numbers of the routes that begin at the place, as bits.
    #[inline]
    fn begins_at(&self, place: PlaceId) -> u32 {
        if place.side().is_some_and(|side| side != self.side) {
            return 0;
        }
        let start = place.number_on_side();
        let found = |starts: &[u8; 8]| u32::from(places_of(start, starts.map(|start| start & NOWHERE)));
        self.starts.as_chunks().0.iter().rev().fold(0, |bits, starts| bits << 8 | found(starts))
    }
}

/// The board of a game: one side of each part in play, put together (K2).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([Option<SideInPlay>; PARTS]);

impl Board {
    /// A board without any sides, to start from.
    pub const EMPTY: Board = Board([None; PARTS]);

    /// Adds a side with the routes that begin on it, in their order; routes beyond [`ROUTES_MAX`] are
    /// dropped. A route that begins elsewhere is laid as if it began at the place with the same number on
    /// this side.
    pub fn lay(&mut self, side: Side, routes: impl IntoIterator<Item = Route>) {
        let mut laid = SideInPlay::new(side);
        routes.into_iter().for_each(|route| laid.lay(route));
        self.0[side.part() as usize] = Some(laid);
    }

    /// The sides in play, from the port to the palace.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        self.0.iter().flatten().map(|laid| laid.side)
    }

    /// Whether the part is in play (K2).
    pub const fn has(&self, part: Part) -> bool {
        self.0[part as usize].is_some()
    }

    /// The route with this id, if the board has it.
    #[inline]
    pub fn route(&self, id: RouteId) -> Option<Route> {
        let laid = self.0[id.side().part() as usize].as_ref()?;
        (laid.side == id.side() && id.number() < laid.len as usize).then(|| laid.route(id.number()))
    }

    /// All routes in their order.
    pub fn routes(&self) -> impl Iterator<Item = (RouteId, Route)> + '_ {
        self.0.iter().flatten().flat_map(|laid| (0..laid.len).filter_map(|number| laid.numbered(number)))
    }

    /// The routes that begin at a place.
    #[inline]
    pub fn routes_from(&self, place: PlaceId) -> impl Iterator<Item = (RouteId, Route)> + '_ {
        let printed_on = self.0[place.part() as usize].as_ref();
        let begins_here = printed_on.map_or(0, |laid| laid.begins_at(place));
        each_bit(u64::from(begins_here)).filter_map(move |number| printed_on?.numbered(number as u8))
    }

    /// All places: the port, those of each side in their order, the palace.
    pub fn places(&self) -> Vec<PlaceId> {
        let mut places: Vec<PlaceId> = self.routes().flat_map(|(_, route)| [route.from, route.to]).collect();
        places.sort_unstable_by_key(|&place| (place != PlaceId::PORT, place));
        places.dedup();
        places
    }

    /// The number of villages on the middle part (K11); 0 if the middle part is left out.
    #[inline]
    pub fn villages_of_middle(&self) -> u8 {
        let of_middle = |place: &PlaceId| place.kind() == PlaceKind::Village && place.part() == Part::A2;
        let ends = self.routes().flat_map(|(_, route)| [route.from, route.to]);
        ends.filter(of_middle).map(|place| place.number() + 1).max().unwrap_or(0)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sides().map(|side| side.to_string())).finish()
    }
}
