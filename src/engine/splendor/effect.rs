//! The things that can happen on the table, in steps small enough to animate. It does not know why they
//! happen.

use super::action::Decision;
use super::card::{CardId, Deck};
use super::color::Color;
use super::modules::cities::CityId;
use super::modules::trading_posts::Post;
use super::noble::NobleId;
use super::tokens::Tokens;
use crate::outcome::Reason;
use crate::rounds::Milestone;
use crate::seat::Seat;
use crate::turn::Turn;
use crate::viewer::Viewer;

/// A card as seen by a viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// The viewer may know the card.
    Up(CardId),
    /// The viewer sees a back.
    Down,
}

/// A place of the market: a deck's row and the place in it, from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The deck the row belongs to.
    pub deck: Deck,
    /// The place in the row, from 0 at the left.
    pub index: u8,
}

/// Where an acquired card came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The market.
    Market(Place),
    /// The hand of the seat.
    Hand,
}

/// One thing that happened. A card of type [`Face`] may be hidden from everyone except the seat concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Tokens went from the supply to the seat.
    TokensTaken { seat: Seat, tokens: Tokens },
    /// Tokens went from the seat to the supply.
    TokensReturned { seat: Seat, tokens: Tokens },
    /// A market card went to the hand of the seat (B7).
    CardReserved { seat: Seat, card: CardId, place: Place },
    /// The seat drew cards from the top of a deck, unseen by others: one to its hand, or with P4 up to two to
    /// choose from.
    CardsDrawn { seat: Seat, deck: Deck, cards: [Option<Face>; 2] },
    /// A drawn card went to the hand (B7, P4).
    CardKept { seat: Seat, deck: Deck, card: Face },
    /// A drawn card went under its deck (P4).
    CardPutUnder { seat: Seat, deck: Deck, card: Face },
    /// The seat bought a card (B8, S7).
    CardBought { seat: Seat, card: CardId, source: Source },
    /// The seat took a market card at no cost (O11).
    CardTakenFree { seat: Seat, card: CardId, place: Place },
    /// A card took color and bonuses of another (O5).
    CardAssociated { seat: Seat, card: CardId, with: CardId, color: Color, bonus: u8 },
    /// An owned card left the game (O4, O10).
    CardDiscarded { seat: Seat, card: CardId },
    /// An empty place of the market was filled from its deck (B11).
    MarketRefilled { place: Place, card: CardId },
    /// An empty place of the market stays empty, because its deck is empty (B11).
    PlaceLeftEmpty { place: Place },
    /// The seat put a stronghold on a market card (S2).
    StrongholdPlaced { seat: Seat, card: CardId, from: Option<CardId> },
    /// A stronghold of the seat was sent home by an opponent (S2).
    StrongholdRemoved { seat: Seat, card: CardId },
    /// Strongholds of the seat were returned home from a card (S5, B19).
    StrongholdsReturned { seat: Seat, card: CardId, count: u8 },
    /// The seat received a noble (B14).
    NobleReceived { seat: Seat, noble: NobleId },
    /// The seat took a trading post (P0).
    PostTaken { seat: Seat, post: Post },
    /// The seat fulfills a city at the end of its turn (C2).
    CityFulfilled { seat: Seat, city: CityId },
    /// A step of the turn was skipped because it was impossible (P1, P2, S3, O11).
    StepLapsed { seat: Seat, step: Decision },
    /// The end of the game is triggered: the current round is the last (B15, C2).
    FinalRound { seat: Seat },
    /// The final round ended, but no seat in play meets the end condition: play goes on (B19, C3).
    PlayGoesOn,
    /// The seat went out; its hand left the game unseen (B19).
    SeatOut { seat: Seat },
    /// The next turn began.
    TurnBegan { seat: Seat, number: u16 },
    /// The game ended.
    GameOver { reason: Reason },
}

impl From<Milestone> for Effect {
    fn from(milestone: Milestone) -> Effect {
        match milestone {
            Milestone::FinalRound(seat) => Effect::FinalRound { seat },
            Milestone::PlayGoesOn => Effect::PlayGoesOn,
            Milestone::TurnBegan(Turn { seat, number }) => Effect::TurnBegan { seat, number },
            Milestone::GameOver(reason) => Effect::GameOver { reason },
        }
    }
}

impl Effect {
    /// Whether the effect reveals something that was hidden or random before (B18).
    ///
    /// Only a return, a noble or a post may follow it in the same request, so that no refusal reveals a card.
    pub const fn uncovers(&self) -> bool {
        matches!(self, Effect::CardsDrawn { .. } | Effect::MarketRefilled { .. })
    }

    /// The effect as shown to this viewer (B18): complete for the seat concerned, with backs of cards for all
    /// others.
    #[must_use]
    pub fn shown_to(self, viewer: Viewer) -> Effect {
        let face = |owner: Seat, face: Face| if viewer.sees(owner) { face } else { Face::Down };
        match self {
            Effect::CardsDrawn { seat, deck, cards } => {
                Effect::CardsDrawn { seat, deck, cards: cards.map(|card| card.map(|card| face(seat, card))) }
            }
            Effect::CardKept { seat, deck, card } => Effect::CardKept { seat, deck, card: face(seat, card) },
            Effect::CardPutUnder { seat, deck, card } => {
                Effect::CardPutUnder { seat, deck, card: face(seat, card) }
            }
            Effect::TokensTaken { .. }
            | Effect::TokensReturned { .. }
            | Effect::CardReserved { .. }
            | Effect::CardBought { .. }
            | Effect::CardTakenFree { .. }
            | Effect::CardAssociated { .. }
            | Effect::CardDiscarded { .. }
            | Effect::MarketRefilled { .. }
            | Effect::PlaceLeftEmpty { .. }
            | Effect::StrongholdPlaced { .. }
            | Effect::StrongholdRemoved { .. }
            | Effect::StrongholdsReturned { .. }
            | Effect::NobleReceived { .. }
            | Effect::PostTaken { .. }
            | Effect::CityFulfilled { .. }
            | Effect::StepLapsed { .. }
            | Effect::FinalRound { .. }
            | Effect::PlayGoesOn
            | Effect::SeatOut { .. }
            | Effect::TurnBegan { .. }
            | Effect::GameOver { .. } => self,
        }
    }
}
