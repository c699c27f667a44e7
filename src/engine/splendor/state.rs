//! The full state of a running game, including hidden cards. It changes only in `turn` and `perform`.

use super::action::Decision;
use super::agenda::Agenda;
use super::card::{CardId, Deck};
use super::holdings::Holdings;
use super::market::Market;
use super::module::Modules;
use super::modules::cities::Cities;
use super::modules::orient::Associations;
use super::modules::strongholds::Strongholds;
use super::modules::trading_posts::{Drawn, TradingPosts};
use super::noble::NobleSet;
use super::tokens::{Gems, Tokens};
use crate::rounds::{Ending, Rounds};
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;

/// The prestige that triggers the end (B15).
pub const PRESTIGE_TO_END: u8 = 15;
/// The maximum number of tokens at the end of a turn (B13).
pub const TOKENS_MAX: u8 = 10;
/// A game of Splendor, small and cheap to copy. It is valid by construction: see [`super::setup::Setup`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(super) seat_count: SeatCount,
    pub(super) modules: Modules,
    pub(super) supply: Tokens,
    pub(super) market: Market,
    pub(super) nobles: NobleSet,
    pub(super) seats: BySeat<Holdings>,
    /// For each seat, 0 while it is in play, otherwise its place in the order of elimination (B19).
    pub(super) out: BySeat<u8>,
    pub(super) turn: Turn,
    pub(super) agenda: Agenda,
    pub(super) drawn: Drawn,
    pub(super) ending: Ending,
    pub(super) associations: Associations,
    pub(super) strongholds: Option<Strongholds>,
    pub(super) posts: Option<TradingPosts>,
    pub(super) cities: Option<Cities>,
}

// Every sampled position is a copy.
const _: () = assert!(size_of::<State>() <= 450);

impl State {
    /// The number of seats.
    pub const fn seat_count(&self) -> SeatCount {
        self.seat_count
    }

    /// The modules in play.
    pub const fn modules(&self) -> Modules {
        self.modules
    }

    /// The current turn; `None` when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.is_over() { None } else { Some(self.turn) }
    }

    /// The number of turns that have begun, including the last one of a finished game.
    pub const fn turns_begun(&self) -> u16 {
        self.turn.number
    }

    /// The seat that must decide next, and the kind of decision; `None` when the game is over.
    pub fn to_act(&self) -> Option<(Seat, Decision)> {
        if self.is_over() {
            None
        } else {
            self.agenda.next().decision().map(|decision| (self.turn.seat, decision))
        }
    }

    /// Whether the game is over.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.ending.over.is_some()
    }

    /// The seats that have not gone out (B19).
    pub fn seats_in_play(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seat_count.seats().filter(|&seat| self.in_play(seat))
    }

    /// What a seat holds, including cards that other players have not seen.
    #[inline]
    pub fn holdings(&self, seat: Seat) -> &Holdings {
        &self.seats[seat]
    }

    /// The decks and the face-up cards. The decks are hidden from everyone (B18).
    #[inline]
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// The tokens in the supply.
    #[inline]
    pub const fn tokens_left(&self) -> Tokens {
        self.supply
    }

    /// The nobles on the table.
    #[inline]
    pub const fn nobles_left(&self) -> NobleSet {
        self.nobles
    }

    /// Whether this is the final round (B15).
    #[inline]
    pub const fn is_final_round(&self) -> bool {
        self.ending.final_round
    }

    /// The places of all strongholds; none without the module.
    #[inline]
    pub const fn strongholds(&self) -> Option<&Strongholds> {
        self.strongholds.as_ref()
    }

    /// The posts of each seat; none without the module.
    #[inline]
    pub const fn posts(&self) -> Option<&TradingPosts> {
        self.posts.as_ref()
    }

    /// The city tiles; none without the module.
    #[inline]
    pub const fn cities(&self) -> Option<&Cities> {
        self.cities.as_ref()
    }

    /// What the active seat holds.
    #[inline]
    pub(super) fn active(&self) -> &Holdings {
        &self.seats[self.turn.seat]
    }

    /// The prestige of a seat: from cards, nobles and P5 (B15).
    #[inline]
    pub fn prestige(&self, seat: Seat) -> u8 {
        self.seats[seat].points + self.prestige_of_posts(seat)
    }

    /// The cards of all decks. They are hidden from everyone (B18).
    pub fn cards_in_decks(&self) -> impl Iterator<Item = CardId> + '_ {
        Deck::ALL.into_iter().flat_map(|deck| self.market.deck(deck))
    }

    /// All tokens of the seats and the supply together.
    pub fn tokens_in_game(&self) -> Tokens {
        self.seat_count.seats().fold(self.supply, |sum, seat| sum.plus(self.seats[seat].tokens))
    }

    /// The gem tokens in the supply.
    pub(super) fn gems_left(&self) -> Gems {
        self.supply.gems()
    }
}

impl std::fmt::Debug for State {
    /// Shows only public information, so that no panic or log line reveals a hidden card (B18).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("turn", &self.turn)
            .field("market", &self.market)
            .finish_non_exhaustive()
    }
}
