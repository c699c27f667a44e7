//! The events on a table of Splendor in JSON: one tagged object for each effect, in the order of animation.
//! It knows spellings, not secrets: effects are redacted for their viewer before they arrive here.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::Id;
use super::tokens::TokenSet;
use super::view::card_id;
use lapidary_engine::outcome::Reason;
use lapidary_engine::splendor::action::Decision;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::effect::{Effect, Face, Place, Source};

/// One thing that happened. If `card` is null, the viewer sees only the back of the card.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SplendorEffect)]
pub enum EffectBody {
    /// Tokens went from the supply to the seat.
    TokensTaken { seat: u8, tokens: TokenSet },
    /// Tokens went from the seat to the supply.
    TokensReturned { seat: u8, tokens: TokenSet },
    /// A market card went to the hand of the seat (B7).
    CardReserved {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        place: PlaceBody,
    },
    /// The seat drew cards from the top of a deck: one to its hand, or with draw_two_reserve_one up to two to
    /// choose from.
    CardsDrawn {
        seat: u8,
        #[schema(value_type = String)]
        deck: Id,
        #[schema(value_type = Vec<Option<String>>)]
        cards: Vec<Option<Id>>,
    },
    /// A drawn card went to the hand (P4).
    CardKept {
        seat: u8,
        #[schema(value_type = String)]
        deck: Id,
        #[schema(value_type = Option<String>)]
        card: Option<Id>,
    },
    /// A drawn card went under its deck (P4).
    CardPutUnder {
        seat: u8,
        #[schema(value_type = String)]
        deck: Id,
        #[schema(value_type = Option<String>)]
        card: Option<Id>,
    },
    /// The seat bought a card (B8, S7); `place` is null for a card from the hand.
    CardBought {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        place: Option<PlaceBody>,
    },
    /// The seat took a market card at no cost (O11).
    CardTakenFree {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        place: PlaceBody,
    },
    /// A card took over the color and bonuses of another card (O5).
    CardAssociated {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        #[schema(value_type = String)]
        with: Id,
        color: Color,
        bonus: u8,
    },
    /// An owned card left the game (O4, O10).
    CardDiscarded {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
    },
    /// A vacant place of the market was filled from its deck (B11).
    MarketRefilled {
        place: PlaceBody,
        #[schema(value_type = String)]
        card: Id,
    },
    /// A vacant place of the market stays empty, because its deck is empty (B11).
    PlaceLeftEmpty { place: PlaceBody },
    /// The seat put a stronghold on a market card, from home or from another card (S2).
    StrongholdPlaced {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        #[schema(value_type = Option<String>)]
        from: Option<Id>,
    },
    /// A stronghold of the seat was sent home by an opponent (S2).
    StrongholdRemoved {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
    },
    /// Strongholds of the seat came home from a card (S5).
    StrongholdsReturned {
        seat: u8,
        #[schema(value_type = String)]
        card: Id,
        count: u8,
    },
    /// The seat received a noble (B14).
    NobleReceived {
        seat: u8,
        #[schema(value_type = String)]
        noble: Id,
    },
    /// The seat took a trading post (P0).
    PostTaken {
        seat: u8,
        #[schema(value_type = String)]
        post: Id,
    },
    /// The seat fulfills a city at the end of its turn (C2).
    CityFulfilled {
        seat: u8,
        #[schema(value_type = String)]
        city: Id,
    },
    /// A step of the turn was skipped because it was impossible; `step` is a value of `to_act.decision`.
    StepLapsed { seat: u8, step: Decision },
    /// The end of the game is triggered: the current round is the last one (B15, C2).
    FinalRound { seat: u8 },
    /// No seat in play meets the end condition any more: the game continues (B19, C3).
    PlayGoesOn {},
    /// The seat went out; its hand left the game unseen (B19).
    SeatOut { seat: u8 },
    /// The next turn began.
    TurnBegan { seat: u8, number: u16 },
    /// The game ended.
    GameOver { reason: Reason },
}

/// A place of the market.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorPlace)]
pub struct PlaceBody {
    /// The deck of the row.
    #[schema(value_type = String)]
    pub deck: Id,
    /// The place in the row, from 0 at the left.
    pub index: u8,
}

impl From<Place> for PlaceBody {
    fn from(place: Place) -> Self {
        PlaceBody { deck: place.deck.name().into(), index: place.index }
    }
}

fn face(face: Face) -> Option<Id> {
    match face {
        Face::Up(card) => Some(card_id(card)),
        Face::Down => None,
    }
}

impl From<Effect> for EffectBody {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::TokensTaken { seat, tokens } => {
                EffectBody::TokensTaken { seat: seat.number(), tokens: tokens.into() }
            }
            Effect::TokensReturned { seat, tokens } => {
                EffectBody::TokensReturned { seat: seat.number(), tokens: tokens.into() }
            }
            Effect::CardReserved { seat, card, place } => {
                EffectBody::CardReserved { seat: seat.number(), card: card_id(card), place: place.into() }
            }
            Effect::CardsDrawn { seat, deck, cards } => EffectBody::CardsDrawn {
                seat: seat.number(),
                deck: deck.name().into(),
                cards: cards.into_iter().flatten().map(face).collect(),
            },
            Effect::CardKept { seat, deck, card } => {
                EffectBody::CardKept { seat: seat.number(), deck: deck.name().into(), card: face(card) }
            }
            Effect::CardPutUnder { seat, deck, card } => {
                EffectBody::CardPutUnder { seat: seat.number(), deck: deck.name().into(), card: face(card) }
            }
            Effect::CardBought { seat, card, source } => {
                let place = match source {
                    Source::Market(place) => Some(place.into()),
                    Source::Hand => None,
                };
                EffectBody::CardBought { seat: seat.number(), card: card_id(card), place }
            }
            Effect::CardTakenFree { seat, card, place } => {
                EffectBody::CardTakenFree { seat: seat.number(), card: card_id(card), place: place.into() }
            }
            Effect::CardAssociated { seat, card, with, color, bonus } => EffectBody::CardAssociated {
                seat: seat.number(),
                card: card_id(card),
                with: card_id(with),
                color,
                bonus,
            },
            Effect::CardDiscarded { seat, card } => {
                EffectBody::CardDiscarded { seat: seat.number(), card: card_id(card) }
            }
            Effect::MarketRefilled { place, card } => {
                EffectBody::MarketRefilled { place: place.into(), card: card_id(card) }
            }
            Effect::PlaceLeftEmpty { place } => EffectBody::PlaceLeftEmpty { place: place.into() },
            Effect::StrongholdPlaced { seat, card, from } => EffectBody::StrongholdPlaced {
                seat: seat.number(),
                card: card_id(card),
                from: from.map(card_id),
            },
            Effect::StrongholdRemoved { seat, card } => {
                EffectBody::StrongholdRemoved { seat: seat.number(), card: card_id(card) }
            }
            Effect::StrongholdsReturned { seat, card, count } => {
                EffectBody::StrongholdsReturned { seat: seat.number(), card: card_id(card), count }
            }
            Effect::NobleReceived { seat, noble } => {
                EffectBody::NobleReceived { seat: seat.number(), noble: noble.name().into() }
            }
            Effect::PostTaken { seat, post } => {
                EffectBody::PostTaken { seat: seat.number(), post: post.name().into() }
            }
            Effect::CityFulfilled { seat, city } => {
                EffectBody::CityFulfilled { seat: seat.number(), city: city.name().into() }
            }
            Effect::StepLapsed { seat, step } => EffectBody::StepLapsed { seat: seat.number(), step },
            Effect::FinalRound { seat } => EffectBody::FinalRound { seat: seat.number() },
            Effect::PlayGoesOn => EffectBody::PlayGoesOn {},
            Effect::SeatOut { seat } => EffectBody::SeatOut { seat: seat.number() },
            Effect::TurnBegan { seat, number } => EffectBody::TurnBegan { seat: seat.number(), number },
            Effect::GameOver { reason } => EffectBody::GameOver { reason },
        }
    }
}
