//! Knows the city tiles and who fulfils them (C1-C3). Knows nothing of turns.

use crate::engine::splendor::catalogue::{CITIES, CityFacts};
use crate::engine::splendor::tokens::Gems;
use std::fmt;

/// The number of tiles on the table (C1).
pub const CITIES_ON_TABLE: usize = 3;

/// One face of a city tile: its place in the catalogue, from 0, faces a and b in turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CityId(u8);

impl CityId {
    /// The number of faces in the catalogue.
    pub const COUNT: u8 = 14;

    /// The face with this place in the catalogue.
    pub const fn new(place: u8) -> Option<CityId> {
        if place < Self::COUNT { Some(CityId(place)) } else { None }
    }

    /// All faces in catalogue order.
    pub fn all() -> impl Iterator<Item = CityId> {
        (0..Self::COUNT).map(CityId)
    }

    /// The place in the catalogue.
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

    /// The least prestige it asks for.
    pub fn points(self) -> u8 {
        self.facts().points
    }

    /// The cards of each color it asks for.
    pub fn cards(self) -> Gems {
        self.facts().cards
    }

    /// How many cards of one color that [`CityId::cards`] does not name it asks for; 0 for none.
    pub fn any_one_other_color(self) -> u8 {
        self.facts().any_one_other_color
    }

    /// Whether a seat with this prestige and these cards of each color fulfils it (C2).
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
    /// The tiles that a seat with this prestige and these cards fulfils (C2).
    pub fn fulfilled_by(self, prestige: u8, cards: Gems) -> impl Iterator<Item = CityId> {
        self.0.into_iter().filter(move |city| city.fulfilled_by(prestige, cards))
    }
}
