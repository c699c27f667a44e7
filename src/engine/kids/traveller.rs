//! What a traveler has, and the place of the pawn. It does not know any rules.

use super::place::PlaceId;
use super::tokens::{Bag, Resources};

/// The maximum number of tokens in a bag without Treasures (K5).
pub const BAG_MAX: u8 = 8;
/// The maximum number of tokens after a Drought (K12).
pub const DROUGHT_MAX: u8 = 5;

/// A traveler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traveller {
    /// Tokens and Treasures.
    pub bag: Bag,
    /// Face-up town tiles, which can be used to pay (K6).
    pub tiles_up: Resources,
    /// Face-down town tiles, which cannot be used until the next town (K7).
    pub tiles_down: Resources,
    /// Whether they have the Queen's jewel (K12).
    pub jewel: bool,
    /// The place of their pawn; `None` once the seat is out (K10).
    pub place: Option<PlaceId>,
    /// 0 while in play, otherwise the seat's place in the order of elimination (B19).
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

    /// Whether the traveler is in play and has reached the palace (K9).
    #[inline]
    pub fn in_palace(&self) -> bool {
        self.in_play() && self.place == Some(PlaceId::PALACE)
    }

    /// The maximum number of tokens they may hold: each Treasure uses one place in the bag (K5, K12).
    pub const fn bag_limit(&self) -> u8 {
        BAG_MAX.saturating_sub(self.bag.treasures)
    }

    /// Turns all town tiles face up (K7).
    #[inline]
    pub fn turn_tiles_up(&mut self) {
        self.tiles_up = self.tiles_up.plus(self.tiles_down);
        self.tiles_down = Resources::NONE;
    }
}
