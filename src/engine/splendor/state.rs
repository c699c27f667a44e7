//! Knows everything about a running game, hidden cards included. Knows no way to change it: see `turn` and `perform`.

use super::action::Decision;
use super::agenda::Agenda;
use super::card::{CardId, CardSet, Deck};
use super::color::Color;
use super::holdings::Holdings;
use super::market::{Market, Slot};
use super::module::Modules;
use super::modules::cities::Cities;
use super::modules::orient::{ASSOCIATING, Associations, VirtualGold};
use super::modules::strongholds::Strongholds;
use super::modules::trading_posts::{Post, TradingPosts};
use super::noble::NobleSet;
use super::tokens::{Gems, Tokens};
use crate::engine::outcome::Reason;
use crate::engine::seat::{BySeat, Seat, SeatCount};
use crate::engine::turn::Turn;

/// The prestige that triggers the end (B15).
pub const PRESTIGE_TO_END: u8 = 15;
/// The most tokens at the end of a turn (B13).
pub const TOKENS_MAX: u8 = 10;
/// The rounds in a row without purchase and reserve that end a game (B20).
pub const QUIET_ROUNDS_MAX: u8 = 25;

/// What the end of the game depends on beside the scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ending {
    /// Whether this is the final round (B15, C2).
    pub final_round: bool,
    /// Seats that passed one after another (B12).
    pub passes: u8,
    /// Whole rounds in a row without purchase and reserve (B20).
    pub quiet_rounds: u8,
    /// Whether this round has seen a purchase or a reserve (B20).
    pub busy: bool,
    /// Why the game is over, if it is.
    pub over: Option<Reason>,
}

/// What P4 drew and the seat has not yet chosen from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Drawn(pub [Option<CardId>; 2]);

impl Drawn {
    /// The drawn cards in the order drawn.
    pub fn cards(&self) -> impl Iterator<Item = CardId> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Whether the card was drawn.
    pub fn has(&self, card: CardId) -> bool {
        self.0.contains(&Some(card))
    }
}

impl std::fmt::Debug for Drawn {
    /// Shows how many only: the cards are hidden (B18).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} drawn", self.cards().count())
    }
}

/// A game of Splendor, small and cheap to copy. Legal by construction: see [`super::setup::Setup`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(super) seat_count: SeatCount,
    pub(super) modules: Modules,
    pub(super) supply: Tokens,
    pub(super) market: Market,
    pub(super) nobles: NobleSet,
    pub(super) seats: BySeat<Holdings>,
    pub(super) turn: Turn,
    pub(super) agenda: Agenda,
    pub(super) drawn: Drawn,
    pub(super) ending: Ending,
    pub(super) associations: Associations,
    pub(super) strongholds: Option<Strongholds>,
    pub(super) posts: Option<TradingPosts>,
    pub(super) cities: Option<Cities>,
}

impl State {
    /// The number of seats.
    pub const fn seat_count(&self) -> SeatCount {
        self.seat_count
    }

    /// The modules in play.
    pub const fn modules(&self) -> Modules {
        self.modules
    }

    /// Whose turn it is; none when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.is_over() { None } else { Some(self.turn) }
    }

    /// How many turns have begun, a finished game's last one included.
    pub const fn turns_begun(&self) -> u16 {
        self.turn.number
    }

    /// Who is asked what; none when the game is over.
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
        self.seat_count.seats().filter(|&seat| self.seats[seat].in_play())
    }

    /// What the seat whose turn it is holds.
    #[inline]
    pub(super) fn active(&self) -> &Holdings {
        &self.seats[self.turn.seat]
    }

    /// The prestige of a seat: cards, nobles and P5 (B15).
    #[inline]
    pub fn prestige(&self, seat: Seat) -> u8 {
        self.seats[seat].points + self.posts.map_or(0, |posts| posts.prestige(seat))
    }

    /// Whether the seat owns the post.
    #[inline]
    pub(super) fn owns_post(&self, seat: Seat, post: Post) -> bool {
        self.posts.is_some_and(|posts| posts.owns(seat, post))
    }

    /// Whether the seat may buy, reserve or take the card on this place (S4).
    #[inline]
    pub(super) fn admitted(&self, seat: Seat, slot: Slot) -> bool {
        self.strongholds.as_ref().is_none_or(|strongholds| strongholds.admit(seat, slot))
    }

    /// The color of a card and how many bonuses it gives, once it is owned (O5, O6, O9).
    pub(super) fn color_of(&self, card: CardId) -> Option<(Color, u8)> {
        let facts = card.facts();
        match facts.color {
            Some(color) => Some((color, facts.bonus)),
            None => self.associations.get(card).map(|association| (association.color, association.bonus)),
        }
    }

    /// The virtual-gold cards that the seat owns (O4).
    #[inline]
    pub(super) fn virtual_gold(&self, seat: Seat) -> VirtualGold {
        VirtualGold::among(self.seats[seat].cards)
    }

    /// The owned cards of a color, associated ones and others apart (O10).
    pub(super) fn cards_of_color(&self, seat: Seat, color: Color) -> (CardSet, CardSet) {
        let owned = self.seats[seat].cards;
        let took_over = |card: &CardId| self.associations.get(*card).is_some_and(|with| with.color == color);
        (owned.within(ASSOCIATING).iter().filter(took_over).collect(), owned.within(CardSet::printed(color)))
    }

    /// The owned cards that a card may be associated with: any other that has a bonus (O5).
    pub(super) fn association_targets(&self, seat: Seat, card: CardId) -> impl Iterator<Item = CardId> + '_ {
        self.seats[seat].cards.iter().filter(move |&target| target != card && self.color_of(target).is_some())
    }

    /// The cards of all decks, hidden from everybody (B18).
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
    /// Shows what all may see, so that no panic or log line tells a hidden card (B18).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("turn", &self.turn)
            .field("market", &self.market)
            .finish_non_exhaustive()
    }
}
