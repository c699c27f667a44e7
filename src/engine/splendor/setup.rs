//! Sets up a game (B1, B2, O1, C1). A `Setup` may be invalid; only a valid one becomes a [`State`].

use super::agenda::Agenda;
use super::card::{CardId, CardSet, Deck};
use super::holdings::Holdings;
use super::market::Market;
use super::module::{Module, Modules};
use super::modules::cities::{CITIES_ON_TABLE, Cities, CityId, are_three_tiles, nobles_on_table};
use super::modules::orient::Associations;
use super::modules::strongholds::Strongholds;
use super::modules::trading_posts::{Drawn, TradingPosts};
use super::noble::{NobleId, NobleSet};
use super::slot::Slot;
use super::state::State;
use super::tokens::{Gems, Tokens};
use crate::deal::{DealtSplendor, SplendorBox};
use crate::rounds::Ending;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;
use std::fmt;

/// The number of gold tokens in every game (B1).
pub const GOLD_TOKENS: u8 = 5;

/// The number of cards of the base game, which come before those of the Orient.
const BASE_CARDS: u8 = 90;

/// A game as dealt: the table before the first turn.
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    /// The number of seats.
    pub seats: SeatCount,
    /// The modules in play.
    pub modules: Modules,
    /// The cards of each deck, top first, including those of the opening market; Orient decks are empty
    /// without the module.
    pub decks: [Vec<CardId>; 6],
    /// The nobles in play; empty with Cities.
    pub nobles: Vec<NobleId>,
    /// The city tiles in play; empty without Cities.
    pub cities: Vec<CityId>,
}

/// Why a setup is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum SetupError {
    /// A deck does not contain each of its cards exactly once (B2, O1).
    #[error("deck {0} does not contain each of its cards exactly once")]
    WrongDeck(Deck),
    /// The number of nobles is not seats + 1, a noble occurs twice, or its module is not in play (B1, O1,
    /// C1).
    #[error("the nobles do not match the seats and modules of this game")]
    WrongNobles,
    /// There are not three different tiles (C1).
    #[error("the city tiles are not three different tiles")]
    WrongCities,
}

/// The number of gem tokens of each color (B1).
pub const fn gem_tokens(seats: SeatCount) -> u8 {
    match seats.get() {
        2 => 4,
        3 => 5,
        _ => 7,
    }
}

/// What a deal includes for these modules.
pub const fn opened_boxes(modules: Modules) -> SplendorBox {
    SplendorBox { orient: modules.has(Module::Orient), cities: modules.has(Module::Cities) }
}

/// The cards with these numbers of a deal, in a deck whose first card has the catalogue number `before` + 1.
fn cards(numbers: &[u8], before: u8) -> Option<Vec<CardId>> {
    numbers.iter().map(|&number| CardId::new(before + number)).collect()
}

impl Setup {
    /// The setup that follows from a deal; `None` if the deal was made for other modules.
    pub fn from_deal(modules: Modules, dealt: &DealtSplendor) -> Option<Setup> {
        let seats = SeatCount::new(dealt.seats.len() as u8)?;
        let mut decks: [Vec<CardId>; 6] = Default::default();
        for (deck, numbers) in decks.iter_mut().zip(&dealt.decks) {
            *deck = cards(numbers, 0)?;
        }
        for (deck, numbers) in decks[3..].iter_mut().zip(dealt.orient.iter().flatten()) {
            *deck = cards(numbers, BASE_CARDS)?;
        }
        let in_play = nobles_on_table(seats, modules);
        let nobles =
            dealt.nobles.iter().flatten().take(in_play).map(|&number| NobleId::new(number.checked_sub(1)?));
        let cities =
            dealt.cities.iter().flatten().map(|tile| CityId::new(tile.tile.checked_sub(1)? * 2 + tile.face));
        Some(Setup {
            seats,
            modules,
            decks,
            nobles: nobles.collect::<Option<_>>()?,
            cities: cities.collect::<Option<_>>()?,
        })
    }

    /// Checks that decks, nobles and cities match the seats and modules.
    fn check(&self) -> Result<(), SetupError> {
        for deck in Deck::ALL {
            let in_play = self.modules.decks().any(|there| there == deck);
            let mut seen = CardSet::NONE;
            self.decks[deck.index()].iter().for_each(|&card| seen.insert(card));
            let all: CardSet = deck.cards().filter(|_| in_play).fold(CardSet::NONE, |mut all, card| {
                all.insert(card);
                all
            });
            if seen != all || self.decks[deck.index()].len() != all.len() as usize {
                return Err(SetupError::WrongDeck(deck));
            }
        }
        self.check_tiles()
    }

    fn check_tiles(&self) -> Result<(), SetupError> {
        let nobles: NobleSet = self.nobles.iter().copied().collect();
        let expected = nobles_on_table(self.seats, self.modules);
        let last = NobleId::new(NobleId::COUNT - 1).is_some_and(|orient| nobles.has(orient));
        if nobles.len() != expected
            || self.nobles.len() != expected
            || last && !self.modules.has(Module::Orient)
        {
            return Err(SetupError::WrongNobles);
        }
        if are_three_tiles(&self.cities, self.modules) { Ok(()) } else { Err(SetupError::WrongCities) }
    }

    fn market(&self) -> Market {
        let mut market = Market::EMPTY;
        for deck in Deck::ALL {
            market.set_deck(deck, &self.decks[deck.index()]);
            Slot::of(deck).for_each(|slot| {
                market.refill(slot);
            });
        }
        market
    }

    /// The game before its first turn.
    pub fn start(&self) -> Result<State, SetupError> {
        self.check()?;
        let gems = gem_tokens(self.seats);
        let cities: Option<[CityId; CITIES_ON_TABLE]> = self.cities.as_slice().try_into().ok();
        Ok(State {
            seat_count: self.seats,
            modules: self.modules,
            supply: Tokens::new(Gems::new([gems; 5]), GOLD_TOKENS),
            market: self.market(),
            nobles: self.nobles.iter().copied().collect(),
            seats: BySeat([Holdings::default(); 4]),
            out: BySeat::default(),
            turn: Turn { seat: Seat::FIRST, number: 1 },
            agenda: Agenda::TURN_BEGINS,
            drawn: Drawn::default(),
            ending: Ending::default(),
            associations: Associations::default(),
            strongholds: self.modules.has(Module::Strongholds).then(Strongholds::default),
            posts: self.modules.has(Module::TradingPosts).then(TradingPosts::default),
            cities: cities.map(Cities),
        })
    }
}

impl fmt::Debug for Setup {
    /// Shows the table but not the order of the decks (B18).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("seats", &self.seats)
            .field("modules", &self.modules)
            .finish_non_exhaustive()
    }
}
