//! Cities: the tiles, who fulfills them, and everything that they change (C1-C3). It does not know other
//! modules.
//!
//! | ruling | what it changes | where |
//! |---|---|---|
//! | C1 | no nobles, three tiles | `nobles_on_table`, `are_three_tiles` |
//! | C2 | the end is triggered by a city, not by prestige | `reaches_end`, `cities_of`, `reason_of_end` |
//! | C3 | seats that fulfill a city rank before seats that do not | `lacks_city` |

use crate::bytes::{Reader, SnapshotError};
use crate::outcome::Reason;
use crate::seat::{Seat, SeatCount};
use crate::splendor::catalogue::{CITIES, CityFacts};
use crate::splendor::module::{Module, Modules};
use crate::splendor::state::{PRESTIGE_TO_END, State};
use crate::splendor::tokens::Gems;
use std::fmt;

/// The minimum prestige that any city requires; seats with less need no further check.
const CITY_POINTS_MIN: u8 = {
    let (mut fewest, mut place) = (u8::MAX, 0);
    while place < CITIES.len() {
        if CITIES[place].points < fewest {
            fewest = CITIES[place].points;
        }
        place += 1;
    }
    fewest
};
/// The number of tiles on the table (C1).
pub const CITIES_ON_TABLE: usize = 3;

/// One face of a city tile: its index in the catalogue, from 0; faces a and b alternate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CityId(u8);

impl CityId {
    /// The number of faces in the catalogue.
    pub const COUNT: u8 = 14;

    /// The face with this index in the catalogue.
    pub const fn new(place: u8) -> Option<CityId> {
        if place < Self::COUNT { Some(CityId(place)) } else { None }
    }

    /// All faces in catalogue order.
    pub fn all() -> impl Iterator<Item = CityId> {
        (0..Self::COUNT).map(CityId)
    }

    /// The index in the catalogue.
    pub const fn place(self) -> u8 {
        self.0
    }

    /// The face's id in the contract.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; CityId::COUNT as usize] = [
            "city-1a", "city-1b", "city-2a", "city-2b", "city-3a", "city-3b", "city-4a", "city-4b",
            "city-5a", "city-5b", "city-6a", "city-6b", "city-7a", "city-7b",
        ];
        NAMES[self.0 as usize]
    }

    /// The face with this id.
    pub fn from_name(name: &str) -> Option<CityId> {
        CityId::all().find(|city| city.name() == name)
    }

    /// The minimum prestige it requires.
    pub fn points(self) -> u8 {
        self.facts().points
    }

    /// The number of cards of each color it requires.
    pub fn cards(self) -> Gems {
        self.facts().cards
    }

    /// The number of cards it requires of one further color, which [`CityId::cards`] does not contain; 0 for
    /// none.
    pub fn any_one_other_color(self) -> u8 {
        self.facts().any_one_other_color
    }

    /// Whether a seat with this prestige and these cards of each color fulfills it (C2).
    pub fn fulfilled_by(self, prestige: u8, cards: Gems) -> bool {
        let facts = self.facts();
        prestige >= facts.points
            && cards.covers(facts.cards)
            && (facts.any_one_other_color == 0
                || cards.colors_with(facts.any_one_other_color).bits() & !facts.cards.colors().bits() != 0)
    }

    fn facts(self) -> &'static CityFacts {
        &CITIES[self.0 as usize]
    }
}

impl fmt::Display for CityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for CityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The tiles of a game with Cities, left to right (C1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cities(pub [CityId; CITIES_ON_TABLE]);

impl Cities {
    /// The tiles that a seat with this prestige and these cards fulfills (C2).
    pub fn fulfilled_by(self, prestige: u8, cards: Gems) -> impl Iterator<Item = CityId> {
        self.0.into_iter().filter(move |city| city.fulfilled_by(prestige, cards))
    }

    pub(in super::super) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.0.map(CityId::place));
    }

    pub(in super::super) fn decode(reader: &mut Reader<'_>) -> Result<Cities, SnapshotError> {
        let city = |place| CityId::new(place).ok_or(SnapshotError);
        let [a, b, c] = reader.array()?;
        Ok(Cities([city(a)?, city(b)?, city(c)?]))
    }
}

/// The number of nobles on the table: one more than seats; 0 with Cities (B1, C1).
pub const fn nobles_on_table(seats: SeatCount, modules: Modules) -> usize {
    if modules.has(Module::Cities) { 0 } else { seats.get() + 1 }
}

/// Whether these are three different tiles, or no tiles if the module is not in play (C1).
pub(in super::super) fn are_three_tiles(cities: &[CityId], modules: Modules) -> bool {
    let expected = if modules.has(Module::Cities) { CITIES_ON_TABLE } else { 0 };
    let mut tiles: Vec<u8> = cities.iter().map(|city| city.place() / 2).collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles.len() == expected && cities.len() == expected
}

/// C2: a city triggers the end; prestige alone does not. C3: a fulfilled city ranks before prestige.
impl State {
    /// Whether the seat meets the end condition: a city if Cities are in play, otherwise 15 prestige (B15,
    /// C1, C2).
    #[inline(always)]
    pub(in super::super) fn reaches_end(&self, seat: Seat) -> bool {
        match self.cities {
            Some(cities) => self.prestige(seat) >= CITY_POINTS_MIN && self.fulfills_one_of(cities, seat),
            None => self.prestige(seat) >= PRESTIGE_TO_END,
        }
    }

    fn fulfills_one_of(&self, cities: Cities, seat: Seat) -> bool {
        cities.fulfilled_by(self.prestige(seat), self.seats[seat].card_counts).next().is_some()
    }

    /// The reason of the end when the final round is finished (B15, C2).
    pub(in super::super) const fn reason_of_end(&self) -> Reason {
        if self.cities.is_some() { Reason::City } else { Reason::Prestige }
    }

    /// Whether Cities are in play and the seat fulfills none (C3).
    pub(in super::super) fn lacks_city(&self, seat: Seat) -> bool {
        self.cities.is_some() && !self.reaches_end(seat)
    }

    /// The cities that the seat currently fulfills (C2).
    pub(in super::super) fn cities_of(&self, seat: Seat) -> impl Iterator<Item = CityId> + '_ {
        let (prestige, cards) = (self.prestige(seat), self.seats[seat].card_counts);
        self.cities.into_iter().flat_map(move |cities| cities.fulfilled_by(prestige, cards))
    }
}
