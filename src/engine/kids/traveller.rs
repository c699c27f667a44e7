//! Knows what a traveler has and where they stand. Knows no rules.

use super::place::PlaceId;
use super::tokens::{Bag, Resources};

/// The most tokens in a bag without Treasure (K5).
pub const BAG_MAX: u8 = 8;
/// The most tokens that a Drought leaves (K12).
pub const DROUGHT_MAX: u8 = 5;

/// A traveller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traveller {
    /// Tokens and Treasures.
    pub bag: Bag,
    /// Face-up town tiles, which pay (K6).
    pub tiles_up: Resources,
    /// Face-down town tiles, which are spent until the next town (K7).
    pub tiles_down: Resources,
    /// Whether they have the Queen's jewel (K12).
    pub jewel: bool,
    /// Where their pawn stands; none once the seat is out (K10).
    pub place: Option<PlaceId>,
    /// 0 while in play; else its place in the order of elimination (B19).
    pub out: u8,
}

impl Traveller {
    /// A traveler before the journey (K1).
    pub const AT_PORT: Traveller = Traveller {
        bag: Bag { tokens: super::tokens::Tokens::NONE, treasures: 0 },
        tiles_up: Resources::NONE,
        tiles_down: Resources::NONE,
        jewel: false,
        place: Some(PlaceId::PORT),
        out: 0,
    };

    /// Whether the seat is in play (B19).
    #[inline]
    pub const fn in_play(&self) -> bool {
        self.out == 0
    }

    /// Whether the traveller is in play and has reached the palace (K9).
    #[inline]
    pub fn in_palace(&self) -> bool {
        self.in_play() && self.place == Some(PlaceId::PALACE)
    }

    /// The most tokens they may hold: each Treasure takes a place in the bag (K5, K12).
    pub const fn bag_limit(&self) -> u8 {
        BAG_MAX.saturating_sub(self.bag.treasures)
    }

    /// Turns all town tiles face up (K7).
    pub fn turn_tiles_up(&mut self) {
        self.tiles_up = self.tiles_up.plus(self.tiles_down);
        self.tiles_down = Resources::NONE;
    }
}
