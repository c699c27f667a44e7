//! What each viewer sees (B18). A view is built field by field for one viewer; it is never a full state with
//! fields removed.

use super::action::{Action, Decision};
use super::agenda::Step;
use super::card::{CardId, Deck, Level};
use super::module::Modules;
use super::modules::cities::CityId;
use super::modules::orient::Association;
use super::modules::trading_posts::Post;
use super::noble::NobleId;
use super::slot::Slot;
use super::state::{State, TOKENS_MAX};
use super::tokens::{Gems, Tokens};
use crate::outcome::Outcome;
use crate::rounds::Rounds;
use crate::seat::Seat;
use crate::turn::Turn;
use crate::viewer::Viewer;

/// A game as seen by one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The modules in play.
    pub modules: Modules,
    /// The seat that must decide next, and the kind of decision; `None` when the game is over.
    pub to_act: Option<(Seat, Decision)>,
    /// Details of the pending decision.
    pub question: Question,
    /// The current turn; `None` when the game is over.
    pub turn: Option<Turn>,
    /// How many turns have begun.
    pub turns_begun: u16,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The tokens in the supply.
    pub supply: Tokens,
    /// A row for each deck in play.
    pub market: Vec<MarketRow>,
    /// The nobles on the table.
    pub nobles: Vec<NobleId>,
    /// The city tiles on the table.
    pub cities: Vec<CityId>,
    /// Whether this is the final round (B15).
    pub final_round: bool,
    /// The number of consecutive passes (B12).
    pub passes: u8,
    /// The number of consecutive full rounds without purchase and reserve (B20).
    pub quiet_rounds: u8,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// Details of the pending decision. All of them are public: they follow from what is visible on the table
/// (B18).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// How many tokens must be returned (B13).
    pub tokens: Option<u8>,
    /// The level of the card that may be taken at no cost (O7, O8).
    pub level: Option<Level>,
    /// The card to be associated (O5), or the card that Conquest may buy (S7).
    pub card: Option<CardId>,
}

/// A deck and its face-up cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarketRow {
    /// The deck.
    pub deck: Deck,
    /// How many cards are left in it.
    pub deck_size: u8,
    /// Its face-up cards from the left; `None` for an empty place.
    pub cards: Vec<Option<CardId>>,
}

/// An owned card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnedCard {
    /// The card.
    pub card: CardId,
    /// The color and bonuses it took over (O5).
    pub association: Option<Association>,
}

/// A reserved card as seen by the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandCard {
    /// The viewer may know the card.
    Shown {
        /// The card.
        card: CardId,
        /// Whether others see only its back.
        blind: bool,
    },
    /// The viewer sees a back.
    Hidden {
        /// The deck it comes from.
        deck: Deck,
    },
}

/// A seat as seen by one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Its tokens.
    pub tokens: Tokens,
    /// Its cards, in catalogue order.
    pub cards: Vec<OwnedCard>,
    /// The discount that its cards give on a cost (O9).
    pub bonuses: Gems,
    /// The number of cards of each color it owns (O9).
    pub card_counts: Gems,
    /// Its reserved cards, in the order in which they were reserved.
    pub hand: Vec<HandCard>,
    /// The cards drawn with P4; shown only to the seat itself.
    pub drawn: Option<Vec<CardId>>,
    /// Its nobles.
    pub nobles: Vec<NobleId>,
    /// Its trading posts.
    pub posts: Vec<Post>,
    /// The cards with its strongholds; `None` for each stronghold at home, at the end. Empty without the
    /// module.
    pub strongholds: Vec<Option<CardId>>,
    /// The cities it currently fulfills (C2).
    pub cities: Vec<CityId>,
    /// Its prestige (B15).
    pub prestige: u8,
    /// The number of its purchases (B16).
    pub purchases: u8,
    /// Whether it went out (B19).
    pub out: bool,
}

impl State {
    /// The game as seen by this viewer (B18).
    pub fn view(&self, viewer: Viewer) -> View {
        View {
            modules: self.modules,
            to_act: self.to_act(),
            question: self.question(),
            turn: self.turn(),
            turns_begun: self.turns_begun(),
            seats: self.seat_count.seats().map(|seat| self.seat_view(seat, viewer)).collect(),
            supply: self.supply,
            market: self.market_rows(),
            nobles: self.nobles.iter().collect(),
            cities: self.cities.iter().flat_map(|cities| cities.0).collect(),
            final_round: self.ending.final_round,
            passes: self.ending.passes,
            quiet_rounds: self.ending.quiet_rounds,
            outcome: self.outcome(),
        }
    }

    fn question(&self) -> Question {
        let nothing = Question::default();
        if self.is_over() {
            return nothing;
        }
        match self.agenda.next() {
            Step::TokenLimit => {
                let surplus = self.active().tokens.total().saturating_sub(TOKENS_MAX);
                Question { tokens: Some(surplus), ..nothing }
            }
            Step::TakeFree(level) => Question { level: Some(level), ..nothing },
            Step::Associate(card) => Question { card: Some(card), ..nothing },
            Step::Conquest => Question { card: self.conquest_card(), ..nothing },
            _ => nothing,
        }
    }

    fn market_rows(&self) -> Vec<MarketRow> {
        let row = |deck| MarketRow {
            deck,
            deck_size: self.market.deck_size(deck),
            cards: Slot::of(deck).map(|slot| self.market.card(slot)).collect(),
        };
        self.modules.decks().map(row).collect()
    }

    fn seat_view(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let holdings = &self.seats[seat];
        SeatView {
            seat,
            tokens: holdings.tokens,
            cards: holdings.cards.iter().map(|card| self.owned_card(card)).collect(),
            bonuses: holdings.bonuses,
            card_counts: holdings.card_counts,
            hand: self.hand_view(seat, viewer),
            drawn: self.drawn_view(seat, viewer),
            nobles: holdings.nobles.iter().collect(),
            posts: self.posts_view(seat),
            strongholds: self.stronghold_view(seat),
            cities: self.cities_of(seat).collect(),
            prestige: self.prestige(seat),
            purchases: holdings.purchases,
            out: !self.in_play(seat),
        }
    }

    fn hand_view(&self, seat: Seat, viewer: Viewer) -> Vec<HandCard> {
        let shown = |blind: bool| !blind || viewer.sees(seat);
        let face = |reserved: super::holdings::Reserved| match shown(reserved.blind) {
            true => HandCard::Shown { card: reserved.card, blind: reserved.blind },
            false => HandCard::Hidden { deck: reserved.card.facts().deck },
        };
        self.seats[seat].hand.iter().map(face).collect()
    }
}

/// The notation of a seat's action as shown to this viewer: others see `keep ?` (B18, P4).
pub fn notation_shown_to(action: &Action, seat: Seat, viewer: Viewer) -> String {
    action.shown_to(seat, viewer).map_or_else(|| "keep ?".to_owned(), Action::to_string)
}
