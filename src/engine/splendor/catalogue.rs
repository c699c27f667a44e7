//! The printed facts of cards, nobles, trading posts and cities, in catalogue order. It does not know any
//! rules.
//!
//! The tables repeat the facts of `data/*.json` in the form that is fastest for the engine; a test checks
//! that both agree.

use super::card::{CardId, CardSet, Deck, Facts, Power};
use super::color::Color::{self, Black, Blue, Green, Red, White};
use super::tokens::Gems;
use std::fmt;

/// A card of the base game.
const fn base(deck: Deck, color: Color, points: u8, cost: [u8; 5]) -> Facts {
    Facts { cost: Gems::new(cost), deck, color: Some(color), bonus: 1, points, power: Power::Plain }
}

/// An Orient card with a color of its own.
const fn orient(deck: Deck, color: Color, bonus: u8, points: u8, cost: [u8; 5], power: Power) -> Facts {
    Facts { cost: Gems::new(cost), deck, color: Some(color), bonus, points, power }
}

/// An Orient card without a color of its own: it gets one when it is associated, or never has one.
const fn colorless(deck: Deck, points: u8, cost: [u8; 5], power: Power) -> Facts {
    Facts { cost: Gems::new(cost), deck, color: None, bonus: 0, points, power }
}

/// The cost of an unknown card of a veiled position: more than any seat can pay.
const COST_OF_BLANK: [u8; 5] = [40; 5];

/// The facts of every card by catalogue number, then those of unknown cards; other indices are unused.
#[rustfmt::skip]
static CARDS: [Facts; 128] = {
    use Deck::*;
    use Power::*;
    let mut table = [colorless(Base1, 0, [0, 0, 0, 0, 0], Plain); 128];
    let printed = [
        base(Base1, White, 0, [3, 1, 0, 0, 1]),
        base(Base1, White, 0, [0, 3, 0, 0, 0]),
        base(Base1, White, 0, [0, 2, 2, 0, 1]),
        base(Base1, White, 0, [0, 2, 0, 0, 2]),
        base(Base1, White, 0, [0, 1, 2, 1, 1]),
        base(Base1, White, 0, [0, 1, 1, 1, 1]),
        base(Base1, White, 0, [0, 0, 0, 2, 1]),
        base(Base1, White, 1, [0, 0, 4, 0, 0]),
        base(Base1, Blue, 0, [1, 0, 2, 2, 0]),
        base(Base1, Blue, 0, [1, 0, 1, 2, 1]),
        base(Base1, Blue, 0, [1, 0, 1, 1, 1]),
        base(Base1, Blue, 0, [1, 0, 0, 0, 2]),
        base(Base1, Blue, 0, [0, 1, 3, 1, 0]),
        base(Base1, Blue, 0, [0, 0, 2, 0, 2]),
        base(Base1, Blue, 0, [0, 0, 0, 0, 3]),
        base(Base1, Blue, 1, [0, 0, 0, 4, 0]),
        base(Base1, Green, 0, [2, 1, 0, 0, 0]),
        base(Base1, Green, 0, [1, 3, 1, 0, 0]),
        base(Base1, Green, 0, [1, 1, 0, 1, 2]),
        base(Base1, Green, 0, [1, 1, 0, 1, 1]),
        base(Base1, Green, 0, [0, 2, 0, 2, 0]),
        base(Base1, Green, 0, [0, 1, 0, 2, 2]),
        base(Base1, Green, 0, [0, 0, 0, 3, 0]),
        base(Base1, Green, 1, [0, 0, 0, 0, 4]),
        base(Base1, Red, 0, [3, 0, 0, 0, 0]),
        base(Base1, Red, 0, [2, 1, 1, 0, 1]),
        base(Base1, Red, 0, [2, 0, 1, 0, 2]),
        base(Base1, Red, 0, [2, 0, 0, 2, 0]),
        base(Base1, Red, 0, [1, 1, 1, 0, 1]),
        base(Base1, Red, 0, [1, 0, 0, 1, 3]),
        base(Base1, Red, 0, [0, 2, 1, 0, 0]),
        base(Base1, Red, 1, [4, 0, 0, 0, 0]),
        base(Base1, Black, 0, [2, 2, 0, 1, 0]),
        base(Base1, Black, 0, [2, 0, 2, 0, 0]),
        base(Base1, Black, 0, [1, 2, 1, 1, 0]),
        base(Base1, Black, 0, [1, 1, 1, 1, 0]),
        base(Base1, Black, 0, [0, 0, 3, 0, 0]),
        base(Base1, Black, 0, [0, 0, 2, 1, 0]),
        base(Base1, Black, 0, [0, 0, 1, 3, 1]),
        base(Base1, Black, 1, [0, 4, 0, 0, 0]),
        base(Base2, White, 1, [2, 3, 0, 3, 0]),
        base(Base2, White, 1, [0, 0, 3, 2, 2]),
        base(Base2, White, 2, [0, 0, 1, 4, 2]),
        base(Base2, White, 2, [0, 0, 0, 5, 3]),
        base(Base2, White, 2, [0, 0, 0, 5, 0]),
        base(Base2, White, 3, [6, 0, 0, 0, 0]),
        base(Base2, Blue, 1, [0, 2, 3, 0, 3]),
        base(Base2, Blue, 1, [0, 2, 2, 3, 0]),
        base(Base2, Blue, 2, [5, 3, 0, 0, 0]),
        base(Base2, Blue, 2, [2, 0, 0, 1, 4]),
        base(Base2, Blue, 2, [0, 5, 0, 0, 0]),
        base(Base2, Blue, 3, [0, 6, 0, 0, 0]),
        base(Base2, Green, 1, [3, 0, 2, 3, 0]),
        base(Base2, Green, 1, [2, 3, 0, 0, 2]),
        base(Base2, Green, 2, [4, 2, 0, 0, 1]),
        base(Base2, Green, 2, [0, 5, 3, 0, 0]),
        base(Base2, Green, 2, [0, 0, 5, 0, 0]),
        base(Base2, Green, 3, [0, 0, 6, 0, 0]),
        base(Base2, Red, 1, [2, 0, 0, 2, 3]),
        base(Base2, Red, 1, [0, 3, 0, 2, 3]),
        base(Base2, Red, 2, [3, 0, 0, 0, 5]),
        base(Base2, Red, 2, [1, 4, 2, 0, 0]),
        base(Base2, Red, 2, [0, 0, 0, 0, 5]),
        base(Base2, Red, 3, [0, 0, 0, 6, 0]),
        base(Base2, Black, 1, [3, 2, 2, 0, 0]),
        base(Base2, Black, 1, [3, 0, 3, 0, 2]),
        base(Base2, Black, 2, [5, 0, 0, 0, 0]),
        base(Base2, Black, 2, [0, 1, 4, 2, 0]),
        base(Base2, Black, 2, [0, 0, 5, 3, 0]),
        base(Base2, Black, 3, [0, 0, 0, 0, 6]),
        base(Base3, White, 3, [0, 3, 3, 5, 3]),
        base(Base3, White, 4, [3, 0, 0, 3, 6]),
        base(Base3, White, 4, [0, 0, 0, 0, 7]),
        base(Base3, White, 5, [3, 0, 0, 0, 7]),
        base(Base3, Blue, 3, [3, 0, 3, 3, 5]),
        base(Base3, Blue, 4, [7, 0, 0, 0, 0]),
        base(Base3, Blue, 4, [6, 3, 0, 0, 3]),
        base(Base3, Blue, 5, [7, 3, 0, 0, 0]),
        base(Base3, Green, 3, [5, 3, 0, 3, 3]),
        base(Base3, Green, 4, [3, 6, 3, 0, 0]),
        base(Base3, Green, 4, [0, 7, 0, 0, 0]),
        base(Base3, Green, 5, [0, 7, 3, 0, 0]),
        base(Base3, Red, 3, [3, 5, 3, 0, 3]),
        base(Base3, Red, 4, [0, 3, 6, 3, 0]),
        base(Base3, Red, 4, [0, 0, 7, 0, 0]),
        base(Base3, Red, 5, [0, 0, 7, 3, 0]),
        base(Base3, Black, 3, [3, 3, 5, 3, 0]),
        base(Base3, Black, 4, [0, 0, 3, 6, 3]),
        base(Base3, Black, 4, [0, 0, 0, 7, 0]),
        base(Base3, Black, 5, [0, 0, 0, 7, 3]),
        colorless(Orient1, 0, [3, 0, 0, 0, 0], VirtualGold),
        colorless(Orient1, 0, [0, 3, 0, 0, 0], VirtualGold),
        colorless(Orient1, 0, [0, 0, 3, 0, 0], VirtualGold),
        colorless(Orient1, 0, [0, 0, 0, 3, 0], VirtualGold),
        colorless(Orient1, 0, [0, 0, 0, 0, 3], VirtualGold),
        colorless(Orient1, 0, [3, 0, 0, 2, 0], Associate),
        colorless(Orient1, 0, [2, 0, 0, 0, 3], Associate),
        colorless(Orient1, 0, [0, 3, 2, 0, 0], Associate),
        colorless(Orient1, 0, [0, 2, 0, 3, 0], Associate),
        colorless(Orient1, 0, [0, 0, 3, 0, 2], Associate),
        orient(Orient2, White, 2, 1, [0, 0, 3, 4, 0], Plain),
        orient(Orient2, Blue, 2, 1, [0, 0, 0, 3, 4], Plain),
        orient(Orient2, Green, 2, 1, [4, 0, 0, 0, 3], Plain),
        orient(Orient2, Red, 2, 1, [3, 4, 0, 0, 0], Plain),
        orient(Orient2, Black, 2, 1, [0, 3, 4, 0, 0], Plain),
        colorless(Orient2, 1, [4, 3, 0, 0, 1], AssociateThenTake),
        colorless(Orient2, 1, [3, 1, 4, 0, 0], AssociateThenTake),
        colorless(Orient2, 1, [1, 0, 3, 4, 0], AssociateThenTake),
        colorless(Orient2, 1, [0, 4, 0, 1, 3], AssociateThenTake),
        colorless(Orient2, 1, [0, 0, 1, 3, 4], AssociateThenTake),
        orient(Orient3, White, 1, 1, [0, 6, 3, 1, 0], TakeLevelTwo),
        orient(Orient3, Blue, 1, 1, [0, 0, 6, 3, 1], TakeLevelTwo),
        orient(Orient3, Green, 1, 1, [1, 0, 0, 6, 3], TakeLevelTwo),
        orient(Orient3, Red, 1, 1, [3, 1, 0, 0, 6], TakeLevelTwo),
        orient(Orient3, Black, 1, 1, [6, 3, 1, 0, 0], TakeLevelTwo),
        orient(Orient3, White, 1, 3, [0, 0, 0, 0, 0], DiscardTwo(Green)),
        orient(Orient3, Blue, 1, 3, [0, 0, 0, 0, 0], DiscardTwo(Red)),
        orient(Orient3, Green, 1, 3, [0, 0, 0, 0, 0], DiscardTwo(Black)),
        orient(Orient3, Red, 1, 3, [0, 0, 0, 0, 0], DiscardTwo(White)),
        orient(Orient3, Black, 1, 3, [0, 0, 0, 0, 0], DiscardTwo(Blue)),
    ];
    let mut number = 0;
    while number < CardId::COUNT as usize {
        table[number + 1] = printed[number];
        number += 1;
    }
    let mut deck = 0;
    while deck < Deck::ALL.len() {
        let blank = CardId::blank(Deck::ALL[deck]);
        table[blank.number() as usize] = colorless(Deck::ALL[deck], 0, COST_OF_BLANK, Plain);
        deck += 1;
    }
    table
};

/// The id of every card by catalogue number; indices without a card are unused.
#[rustfmt::skip]
static CARD_NAMES: [&str; 128] = {
    let mut table = [""; 128];
    let names = [
        "base-1-white-1", "base-1-white-2", "base-1-white-3", "base-1-white-4", "base-1-white-5",
        "base-1-white-6", "base-1-white-7", "base-1-white-8", "base-1-blue-1", "base-1-blue-2",
        "base-1-blue-3", "base-1-blue-4", "base-1-blue-5", "base-1-blue-6", "base-1-blue-7",
        "base-1-blue-8", "base-1-green-1", "base-1-green-2", "base-1-green-3", "base-1-green-4",
        "base-1-green-5", "base-1-green-6", "base-1-green-7", "base-1-green-8", "base-1-red-1",
        "base-1-red-2", "base-1-red-3", "base-1-red-4", "base-1-red-5", "base-1-red-6",
        "base-1-red-7", "base-1-red-8", "base-1-black-1", "base-1-black-2", "base-1-black-3",
        "base-1-black-4", "base-1-black-5", "base-1-black-6", "base-1-black-7", "base-1-black-8",
        "base-2-white-1", "base-2-white-2", "base-2-white-3", "base-2-white-4", "base-2-white-5",
        "base-2-white-6", "base-2-blue-1", "base-2-blue-2", "base-2-blue-3", "base-2-blue-4",
        "base-2-blue-5", "base-2-blue-6", "base-2-green-1", "base-2-green-2", "base-2-green-3",
        "base-2-green-4", "base-2-green-5", "base-2-green-6", "base-2-red-1", "base-2-red-2",
        "base-2-red-3", "base-2-red-4", "base-2-red-5", "base-2-red-6", "base-2-black-1",
        "base-2-black-2", "base-2-black-3", "base-2-black-4", "base-2-black-5", "base-2-black-6",
        "base-3-white-1", "base-3-white-2", "base-3-white-3", "base-3-white-4", "base-3-blue-1",
        "base-3-blue-2", "base-3-blue-3", "base-3-blue-4", "base-3-green-1", "base-3-green-2",
        "base-3-green-3", "base-3-green-4", "base-3-red-1", "base-3-red-2", "base-3-red-3",
        "base-3-red-4", "base-3-black-1", "base-3-black-2", "base-3-black-3", "base-3-black-4",
        "orient-1-virtual-gold-1", "orient-1-virtual-gold-2", "orient-1-virtual-gold-3", "orient-1-virtual-gold-4",
        "orient-1-virtual-gold-5",
        "orient-1-copy-1", "orient-1-copy-2", "orient-1-copy-3", "orient-1-copy-4",
        "orient-1-copy-5",
        "orient-2-double-1", "orient-2-double-2", "orient-2-double-3", "orient-2-double-4",
        "orient-2-double-5",
        "orient-2-copy-take1-1", "orient-2-copy-take1-2", "orient-2-copy-take1-3", "orient-2-copy-take1-4",
        "orient-2-copy-take1-5",
        "orient-3-take2-1", "orient-3-take2-2", "orient-3-take2-3", "orient-3-take2-4",
        "orient-3-take2-5",
        "orient-3-discard2-1", "orient-3-discard2-2", "orient-3-discard2-3", "orient-3-discard2-4",
        "orient-3-discard2-5",
    ];
    let mut number = 0;
    while number < CardId::COUNT as usize {
        table[number + 1] = names[number];
        number += 1;
    }
    let mut deck = 0;
    while deck < Deck::ALL.len() {
        table[CardId::blank(Deck::ALL[deck]).number() as usize] = "?";
        deck += 1;
    }
    table
};

impl CardId {
    /// The card's printed facts.
    #[inline]
    pub const fn facts(self) -> &'static Facts {
        &CARDS[(self.number() & 127) as usize]
    }

    /// The cost in gems.
    #[inline]
    pub const fn cost(self) -> Gems {
        CARDS[(self.number() & 127) as usize].cost
    }

    /// The card's id in the contract.
    pub fn name(self) -> &'static str {
        CARD_NAMES[(self.number() & 127) as usize]
    }

    /// The card with this id.
    pub fn from_name(name: &str) -> Option<CardId> {
        CardId::all().find(|card| card.name() == name)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Deck {
    /// Its cards in catalogue order.
    pub fn cards(self) -> impl Iterator<Item = CardId> {
        CardId::all().filter(move |card| card.facts().deck == self)
    }
}

impl CardSet {
    /// The cards on which this color is printed.
    #[inline]
    pub(super) fn printed(color: Color) -> CardSet {
        static SETS: [CardSet; Color::ALL.len()] = {
            let (mut sets, mut number) = ([CardSet::NONE; Color::ALL.len()], 1);
            while let Some(card) = CardId::new(number) {
                if let Some(color) = card.facts().color {
                    sets[color.index()].insert(card);
                }
                number += 1;
            }
            sets
        };
        SETS[color.index()]
    }
}

/// The cards that each noble requires, in catalogue order; the last noble belongs to the Orient (O1).
pub(super) static NOBLES: [Gems; 11] = [
    Gems::new([0, 0, 4, 4, 0]),
    Gems::new([3, 0, 0, 3, 3]),
    Gems::new([4, 4, 0, 0, 0]),
    Gems::new([4, 0, 0, 0, 4]),
    Gems::new([0, 4, 4, 0, 0]),
    Gems::new([0, 3, 3, 3, 0]),
    Gems::new([3, 3, 3, 0, 0]),
    Gems::new([0, 0, 0, 4, 4]),
    Gems::new([3, 3, 0, 0, 3]),
    Gems::new([0, 0, 3, 3, 3]),
    Gems::new([4, 0, 0, 4, 0]),
];

/// The cards that each trading post requires, in catalogue order (P0).
pub(super) static POSTS: [Gems; 5] = [
    Gems::new([1, 0, 0, 3, 0]),
    Gems::new([2, 0, 0, 0, 0]),
    Gems::new([0, 3, 0, 0, 1]),
    Gems::new([0, 0, 0, 0, 3]),
    Gems::new([0, 0, 5, 0, 0]),
];

/// The requirements of one face of a city tile (C2).
pub(super) struct CityFacts {
    /// The minimum prestige.
    pub points: u8,
    /// The minimum number of cards of each color.
    pub cards: Gems,
    /// The minimum number of cards of one further color, which `cards` does not contain; 0 if there is no
    /// such requirement.
    pub any_one_other_color: u8,
}

/// A face of a city tile.
const fn city(points: u8, cards: [u8; 5], any_one_other_color: u8) -> CityFacts {
    CityFacts { points, cards: Gems::new(cards), any_one_other_color }
}

/// The seven city tiles, faces a and b in turn (C1).
pub(super) static CITIES: [CityFacts; 14] = [
    city(13, [0, 0, 3, 0, 4], 0),
    city(13, [0, 0, 0, 4, 3], 0),
    city(13, [3, 4, 0, 0, 0], 0),
    city(13, [4, 0, 0, 3, 0], 0),
    city(17, [0, 0, 0, 0, 0], 0),
    city(16, [1, 1, 1, 1, 1], 0),
    city(12, [0, 3, 3, 3, 3], 0),
    city(12, [3, 0, 3, 3, 3], 0),
    city(14, [4, 0, 0, 0, 0], 4),
    city(14, [0, 0, 0, 0, 4], 4),
    city(15, [0, 0, 0, 0, 0], 5),
    city(13, [0, 0, 0, 0, 0], 6),
    city(13, [0, 3, 4, 0, 0], 0),
    city(14, [2, 2, 2, 2, 2], 0),
];
