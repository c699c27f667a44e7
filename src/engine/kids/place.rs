//! The ids of places and routes: the part-side they are printed on, and their number there. How they are
//! connected is in `board`.

use std::fmt;
use std::str::FromStr;

use lapidary_words::words;

/// The maximum number of towns, and of villages, on a part-side.
pub const PLACES_OF_A_KIND_MAX: u8 = 16;
/// The maximum number of routes on a part-side.
pub const ROUTES_MAX: usize = 32;
/// The number of parts of the board.
pub const PARTS: usize = 3;

/// A part of the board (K2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Part {
    /// Begins at the port.
    A1,
    /// May be left out.
    A2,
    /// Ends at the palace.
    A3,
}

impl Part {
    /// The parts in order from the port to the palace.
    pub const ALL: [Part; PARTS] = [Part::A1, Part::A2, Part::A3];
}

/// One of the two sides of a part (K2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(u8);

impl Side {
    /// All six sides, grouped by part.
    pub const ALL: [Side; 2 * PARTS] = [Side(0), Side(1), Side(2), Side(3), Side(4), Side(5)];

    /// The side of a part: face 0 is a, any other value is b.
    pub const fn new(part: Part, face: u8) -> Side {
        Side(part as u8 * 2 + (face != 0) as u8)
    }

    /// The part.
    pub const fn part(self) -> Part {
        Part::ALL[self.0 as usize / 2 % PARTS]
    }

    /// The face: 0 for a, 1 for b.
    pub const fn face(self) -> u8 {
        self.0 % 2
    }

    /// The side's place in the fixed order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side with this name.
    pub fn from_name(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.to_string() == name)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}{}", self.part() as u8 + 1, if self.face() == 0 { 'a' } else { 'b' })
    }
}

words! {
    /// What a place is.
    PlaceKind:
    /// Where all pawns start (K1).
    Port = "port",
    /// Gives a town tile (K7).
    Town = "town",
    /// Gives another turn (K8).
    Village = "village",
    /// Where the journey ends (K9).
    Palace = "palace",
}

/// A place of the board: `port`, `palace`, or a town or village of a side, `a2b-village-3`.
///
/// The number encodes the side, the kind and the number on the side, so that an id can be read without a
/// board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(u8);

const VILLAGES_FROM: u8 = PLACES_OF_A_KIND_MAX;
const PLACES_OF_A_SIDE: u8 = 2 * PLACES_OF_A_KIND_MAX;
const SIDES: u8 = 2 * PARTS as u8;

impl PlaceId {
    /// The port.
    pub const PORT: PlaceId = PlaceId(254);
    /// The palace.
    pub const PALACE: PlaceId = PlaceId(255);

    /// The town with this number on a side, from 0.
    pub const fn town(side: Side, number: u8) -> PlaceId {
        PlaceId(side.0 * PLACES_OF_A_SIDE + number % PLACES_OF_A_KIND_MAX)
    }

    /// The village with this number on a side, from 0.
    pub const fn village(side: Side, number: u8) -> PlaceId {
        PlaceId(side.0 * PLACES_OF_A_SIDE + VILLAGES_FROM + number % PLACES_OF_A_KIND_MAX)
    }

    /// What the place is.
    #[inline]
    pub const fn kind(self) -> PlaceKind {
        match self {
            PlaceId::PORT => PlaceKind::Port,
            PlaceId::PALACE => PlaceKind::Palace,
            PlaceId(code) if code % PLACES_OF_A_SIDE < VILLAGES_FROM => PlaceKind::Town,
            PlaceId(_) => PlaceKind::Village,
        }
    }

    /// The side it is printed on; none for port and palace, which are on every side of their part.
    pub const fn side(self) -> Option<Side> {
        let side = self.0 / PLACES_OF_A_SIDE;
        if side < SIDES { Some(Side(side)) } else { None }
    }

    /// The part that the place is printed on.
    pub const fn part(self) -> Part {
        match (self, self.side()) {
            (_, Some(side)) => side.part(),
            (PlaceId::PORT, None) => Part::A1,
            (_, None) => Part::A3,
        }
    }

    /// Its number among the places of its kind on its side, from 0.
    pub const fn number(self) -> u8 {
        self.0 % PLACES_OF_A_KIND_MAX
    }

    /// Its number among all places of a side, from 0: towns, villages, the port, the palace.
    #[inline]
    pub(super) const fn number_on_side(self) -> u8 {
        match self.side() {
            Some(_) => self.0 % PLACES_OF_A_SIDE,
            None => PLACES_OF_A_SIDE + (self.0 - PlaceId::PORT.0),
        }
    }

    /// The place with this number among all places of a side.
    #[inline]
    pub(super) const fn on_side(side: Side, number: u8) -> PlaceId {
        if number < PLACES_OF_A_SIDE {
            PlaceId(side.0 * PLACES_OF_A_SIDE + number)
        } else {
            PlaceId(PlaceId::PORT.0 + (number - PLACES_OF_A_SIDE))
        }
    }

    /// The byte of a snapshot.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The place with this byte.
    pub const fn from_code(code: u8) -> Option<PlaceId> {
        let id = PlaceId(code);
        if id.side().is_some() || code >= PlaceId::PORT.0 { Some(id) } else { None }
    }
}

impl fmt::Display for PlaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind().name();
        match self.side() {
            Some(side) => write!(f, "{side}-{kind}-{}", self.number() + 1),
            None => f.write_str(kind),
        }
    }
}

impl fmt::Debug for PlaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no place or route.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoSuchName;

impl FromStr for PlaceId {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<PlaceId, NoSuchName> {
        (0..=u8::MAX).filter_map(PlaceId::from_code).find(|place| place.to_string() == name).ok_or(NoSuchName)
    }
}

/// A route of the board: the side it begins on and its number there, `a2b-7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RouteId(u8);

impl RouteId {
    /// The route with this number on a side, from 0.
    pub const fn new(side: Side, number: u8) -> Option<RouteId> {
        if (number as usize) < ROUTES_MAX { Some(RouteId(side.0 * ROUTES_MAX as u8 + number)) } else { None }
    }

    /// The side on which it begins.
    #[inline]
    pub const fn side(self) -> Side {
        Side(self.0 / ROUTES_MAX as u8)
    }

    /// Its number on the side, from 0.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % ROUTES_MAX
    }
}

impl fmt::Display for RouteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.side(), self.number() + 1)
    }
}

impl fmt::Debug for RouteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for RouteId {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<RouteId, NoSuchName> {
        let (side, number) = name.split_once('-').ok_or(NoSuchName)?;
        let side = Side::from_name(side).ok_or(NoSuchName)?;
        let from_one: u8 = number.parse().map_err(|_| NoSuchName)?;
        let id = from_one.checked_sub(1).and_then(|number| RouteId::new(side, number)).ok_or(NoSuchName)?;
        if id.to_string() == name { Ok(id) } else { Err(NoSuchName) }
    }
}
