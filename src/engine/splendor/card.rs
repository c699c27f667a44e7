//! Knows development cards: their numbers, decks and kinds of facts. The facts are in `catalogue`. Knows
//! nothing of a running game.

use super::color::Color;
use super::tokens::Gems;
use crate::bits::each_bit;
use lapidary_words::words;
use std::fmt;
use std::num::NonZeroU8;

/// A card's level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// The cheapest cards.
    One,
    /// The cards of medium cost.
    Two,
    /// The most expensive cards.
    Three,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: [Level; 3] = [Level::One, Level::Two, Level::Three];

    /// The number of the level: 1, 2 or 3.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

words! {
    /// One of the six decks: three of the base game, three of the Orient (B2, O1).
    /// The order is that in which the market is refilled.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    Deck:
    /// Base cards of level 1.
    Base1 = "base-1",
    /// Base cards of level 2.
    Base2 = "base-2",
    /// Base cards of level 3.
    Base3 = "base-3",
    /// Orient cards of level 1.
    Orient1 = "orient-1",
    /// Orient cards of level 2.
    Orient2 = "orient-2",
    /// Orient cards of level 3.
    Orient3 = "orient-3",
}

impl Deck {
    /// The deck's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of cards in the full deck (B2, O1).
    pub const fn size(self) -> usize {
        match self {
            Deck::Base1 => 40,
            Deck::Base2 => 30,
            Deck::Base3 => 20,
            Deck::Orient1 | Deck::Orient2 | Deck::Orient3 => 10,
        }
    }

    /// Its first card in the order of the catalogue.
    #[inline]
    pub(super) const fn first_card(self) -> CardId {
        CardId(NonZeroU8::MIN.saturating_add(match self {
            Deck::Base1 => 0,
            Deck::Base2 => 40,
            Deck::Base3 => 70,
            Deck::Orient1 => 90,
            Deck::Orient2 => 100,
            Deck::Orient3 => 110,
        }))
    }

    /// The number of places for its face-up cards (B2, O1).
    pub const fn places(self) -> usize {
        if self.is_orient() { 2 } else { 4 }
    }

    /// The level of its cards.
    pub const fn level(self) -> Level {
        match self {
            Deck::Base1 | Deck::Orient1 => Level::One,
            Deck::Base2 | Deck::Orient2 => Level::Two,
            Deck::Base3 | Deck::Orient3 => Level::Three,
        }
    }

    /// Whether it belongs to the Orient module.
    pub const fn is_orient(self) -> bool {
        self as u8 >= Deck::Orient1 as u8
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a card does besides its color, points and cost (O3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Power {
    /// Nothing: a card of the base game, or one that only has a double bonus (O9).
    Plain,
    /// May be discarded for two virtual gold (O4).
    VirtualGold,
    /// Takes over color and bonuses of another owned card (O5).
    Associate,
    /// Is associated, then gives a free card of level 1 (O7).
    AssociateThenTake,
    /// Gives a free card of level 2 (O8).
    TakeLevelTwo,
    /// Costs two owned cards of this color (O10).
    DiscardTwo(Color),
}

/// The printed facts of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Its cost in gems.
    pub cost: Gems,
    /// The deck it belongs to.
    pub deck: Deck,
    /// Its color; `None` for virtual gold and for cards that are associated.
    pub color: Option<Color>,
    /// The number of bonuses of its color (O9).
    pub bonus: u8,
    /// Its prestige.
    pub points: u8,
    /// Its further effect.
    pub power: Power,
}

/// A development card: its number in the catalogue, 1 to 90 of the base game, 91 to 120 of the Orient.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(NonZeroU8);

impl CardId {
    /// The first card of the catalogue.
    pub(super) const FIRST: CardId = CardId(NonZeroU8::MIN);
    /// The number of cards in the catalogue.
    pub const COUNT: u8 = 120;

    /// The card with this catalogue number.
    #[inline]
    pub const fn new(number: u8) -> Option<CardId> {
        match NonZeroU8::new(number) {
            Some(number) if number.get() <= Self::COUNT => Some(CardId(number)),
            _ => None,
        }
    }

    /// The catalogue number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// An unknown card of a deck, which only a veiled position contains; see [`super::state::State::veil`].
    /// No seat can pay for it, and [`CardId::new`] never returns it.
    #[inline]
    pub(super) const fn blank(deck: Deck) -> CardId {
        CardId(NonZeroU8::MIN.saturating_add(Self::COUNT + deck as u8))
    }

    /// Whether this is not a card but the back of one, in a veiled position.
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.number() > Self::COUNT
    }

    /// All cards in catalogue order.
    pub fn all() -> impl DoubleEndedIterator<Item = CardId> {
        (1..=Self::COUNT).filter_map(CardId::new)
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// No cards.
    pub const NONE: CardSet = CardSet([0; 2]);

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: CardId) {
        self.0[(card.number() >> 6 & 1) as usize] |= 1 << (card.number() & 63);
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        self.0[(card.number() >> 6 & 1) as usize] &= !(1 << (card.number() & 63));
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn has(self, card: CardId) -> bool {
        self.0[(card.number() >> 6 & 1) as usize] >> (card.number() & 63) & 1 == 1
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The cards in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The cards in catalogue order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let [low, high] = self.0;
        each_bit(low).chain(each_bit(high).map(|bit| bit + 64)).filter_map(|number| CardId::new(number as u8))
    }

    /// The set as bits; bit n stands for catalogue number n.
    pub const fn bits(self) -> u128 {
        (self.0[1] as u128) << 64 | self.0[0] as u128
    }

    /// The set with these bits; bits that do not stand for a card are dropped.
    pub const fn from_bits(bits: u128) -> CardSet {
        let known = bits & ((1 << (Self::LAST + 1)) - 2);
        CardSet([known as u64, (known >> 64) as u64])
    }

    /// The highest catalogue number.
    const LAST: u8 = CardId::COUNT;
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
