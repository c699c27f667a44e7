//! The labels of a deal and the orders drawn for each label. It does not know which cards the numbers mean,
//! nor who may see them.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use hmac::Hmac;
use sha2::Sha256;

use super::input::{DealInput, deal_key, hmac};
use super::stream::{LabelStream, Words};
use crate::seat::{Seat, SeatCount};
use lapidary_words::words;

const CITY_TILES_IN_PLAY: usize = 3;
const TWO: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

words! {
    /// How players are assigned to seats (B3).
    Seating:
    /// The deal assigns random seats.
    Random = "random",
    /// Seats follow the order of joining, or an organizer assigned them.
    JoinOrder = "join_order",
}

/// Which modules of Splendor a deal includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SplendorBox {
    /// Whether the three Orient decks and the eleventh noble are included (O1).
    pub orient: bool,
    /// Whether cities replace the nobles (C1).
    pub cities: bool,
}

/// Which modules of Splendor Kids a deal includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KidsBox {
    /// Whether village tiles are laid out (K11).
    pub mysteries: bool,
}

/// A city tile and the face it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CityFace {
    /// The tile, 1 to 7.
    pub tile: u8,
    /// 0 for face a, 1 for face b.
    pub face: u8,
}

/// All orders of a game of Splendor. Every deck is complete; its first number is drawn first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtSplendor {
    /// For each seat, its player's place in the order of joining, from 0.
    pub seats: Vec<u8>,
    /// The base decks: 1 to 40, 41 to 70, 71 to 90.
    pub decks: [Vec<u8>; 3],
    /// The Orient decks: 1 to 10, 11 to 20, 21 to 30.
    pub orient: Option<[Vec<u8>; 3]>,
    /// The nobles, 1 to 10 or 1 to 11, the ones in play first; `None` with Cities.
    pub nobles: Option<Vec<u8>>,
    /// The three city tiles in play.
    pub cities: Option<[CityFace; CITY_TILES_IN_PLAY]>,
}

/// All orders of a game of Splendor Kids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtKids {
    /// For each seat, its player's place in the order of joining, from 0.
    pub seats: Vec<u8>,
    /// The sides of A1, A2 and A3, each 0 or 1. A side is drawn for A2 even if A2 is left out.
    pub sides: [u8; 3],
    /// The town tiles, 1 to 20, four of each resource in order.
    pub towns: Vec<u8>,
    /// The village tiles, 1 to 8, in the order in which they are laid on the villages of A2. That order is
    /// the order of the board file.
    pub villages: Option<Vec<u8>>,
}

/// Draws the orders of one deal.
pub struct Dealer {
    keyed: Hmac<Sha256>,
    seats: SeatCount,
}

impl Dealer {
    /// Prepares the deal that follows from the input.
    pub fn new(input: &DealInput<'_>) -> Self {
        Dealer { keyed: hmac(&deal_key(input)), seats: input.contributions.seats() }
    }

    /// The stream of random words of a label, from its beginning.
    pub fn stream(&self, label: &str) -> LabelStream {
        LabelStream::new(self.keyed.clone(), label)
    }

    /// The numbers of a range, in the order that the label's words determine.
    pub fn permutation(&self, label: &str, numbers: RangeInclusive<u8>) -> Vec<u8> {
        let mut order: Vec<u8> = numbers.collect();
        self.stream(label).shuffle(&mut order);
        order
    }

    /// Deals a game of Splendor.
    pub fn splendor(&self, seating: Seating, opened: SplendorBox) -> DealtSplendor {
        let last_noble = if opened.orient { 11 } else { 10 };
        DealtSplendor {
            seats: self.seats(seating),
            decks: [
                self.permutation("deck1", 1..=40),
                self.permutation("deck2", 41..=70),
                self.permutation("deck3", 71..=90),
            ],
            orient: opened.orient.then(|| {
                [
                    self.permutation("orient1", 1..=10),
                    self.permutation("orient2", 11..=20),
                    self.permutation("orient3", 21..=30),
                ]
            }),
            nobles: (!opened.cities).then(|| self.permutation("nobles", 1..=last_noble)),
            cities: opened.cities.then(|| self.cities()),
        }
    }

    /// Deals a game of Splendor Kids.
    pub fn kids(&self, seating: Seating, opened: KidsBox) -> DealtKids {
        let mut board = self.stream("board");
        DealtKids {
            seats: self.seats(seating),
            sides: std::array::from_fn(|_| board.below(TWO) as u8),
            towns: self.permutation("towns", 1..=20),
            villages: opened.mysteries.then(|| self.permutation("villages", 1..=8)),
        }
    }

    /// Draws the seats: for each seat, its player's place in the order of joining, from 0.
    pub fn seats(&self, seating: Seating) -> Vec<u8> {
        let mut order: Vec<u8> = self.seats.seats().map(Seat::number).collect();
        if seating == Seating::Random {
            self.stream("seats").shuffle(&mut order);
        }
        order
    }

    fn cities(&self) -> [CityFace; CITY_TILES_IN_PLAY] {
        let mut stream = self.stream("cities");
        let mut tiles: [u8; 7] = std::array::from_fn(|tile| tile as u8 + 1);
        stream.shuffle(&mut tiles);
        std::array::from_fn(|place| CityFace { tile: tiles[place], face: stream.below(TWO) as u8 })
    }
}
