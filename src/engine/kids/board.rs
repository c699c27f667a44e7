//! The board of one game: its places and one-way routes with their costs (K2). It does not know the sides it was put
//! together from (see `sides`), nor where the pawns stand.

use super::place::{PARTS, Part, PlaceId, PlaceKind, ROUTES_MAX, RouteId, Side};
use super::resource::Resource;
use super::tokens::Resources;
use crate::bits::each_bit;
use std::fmt;

/// The maximum count of one resource in a cost.
pub const COST_OF_A_KIND_MAX: u8 = 7;

const COST_BITS: u32 = 3;

/// A one-way route (K2), stored compactly so that copying a whole board is cheap.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Route {
    from: PlaceId,
    to: PlaceId,
    cost: u16,
}

impl Route {
    const NONE: Route = Route { from: PlaceId::PALACE, to: PlaceId::PALACE, cost: 0 };

    /// A route between two places; its cost is at most [`COST_OF_A_KIND_MAX`] of each resource.
    pub fn new(from: PlaceId, to: PlaceId, cost: Resources) -> Route {
        let lane = |(at, count): (u32, u8)| u16::from(count.min(COST_OF_A_KIND_MAX)) << (COST_BITS * at);
        Route { from, to, cost: (0u32..).zip(cost.counts()).map(lane).sum() }
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
    pub fn cost(self) -> Resources {
        let lane =
            |resource: Resource| (self.cost >> (COST_BITS * resource as u32)) as u8 & COST_OF_A_KIND_MAX;
        Resources::new(Resource::ALL.map(lane))
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {} for {:?}", self.from, self.to, self.cost())
    }
}

/// The routes that begin on one side of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct SideInPlay {
    side: Side,
    routes: [Route; ROUTES_MAX],
    len: u8,
}

impl SideInPlay {
    /// The numbers of the routes that begin at the place, as bits.
    #[inline]
    fn begins_at(&self, place: PlaceId) -> u64 {
        let laid = self.routes.iter().take(self.len as usize).enumerate();
        laid.fold(0, |bits, (number, route)| bits | u64::from(route.from == place) << number)
    }
}

/// The board of a game: one side of each part in play, put together (K2).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([Option<SideInPlay>; PARTS]);

impl Board {
    /// A board without any sides, to start from.
    pub const EMPTY: Board = Board([None; PARTS]);

    /// Adds a side with the routes that begin on it, in their order; routes beyond [`ROUTES_MAX`] are dropped.
    pub fn lay(&mut self, side: Side, routes: impl IntoIterator<Item = Route>) {
        let mut laid = SideInPlay { side, routes: [Route::NONE; ROUTES_MAX], len: 0 };
        for (place, route) in laid.routes.iter_mut().zip(routes) {
            *place = route;
            laid.len += 1;
        }
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
        (laid.side == id.side() && id.number() < laid.len as usize).then(|| laid.routes[id.number()])
    }

    /// All routes in their order.
    pub fn routes(&self) -> impl Iterator<Item = (RouteId, Route)> + '_ {
        self.0.iter().flatten().flat_map(numbered)
    }

    /// The routes that begin at a place.
    #[inline]
    pub fn routes_from(&self, place: PlaceId) -> impl Iterator<Item = (RouteId, Route)> + '_ {
        let printed_on = self.0[place.part() as usize].iter();
        printed_on.flat_map(move |laid| {
            let begins_here = laid.begins_at(place);
            each_bit(begins_here).filter_map(move |number| {
                RouteId::new(laid.side, number as u8).map(|id| (id, laid.routes[id.number()]))
            })
        })
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

/// The routes of a side with their ids.
fn numbered(laid: &SideInPlay) -> impl Iterator<Item = (RouteId, Route)> + '_ {
    let id = |number| RouteId::new(laid.side, number);
    (0..laid.len).filter_map(id).zip(laid.routes)
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sides().map(|side| side.to_string())).finish()
    }
}
