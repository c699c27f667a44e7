//! Actions of Splendor in an export, in their canonical form. Frozen with the format.

use serde::Serialize;
use utoipa::ToSchema;

use super::Id;
use super::tokens::{Gem, TokenSet};
use lapidary_engine::splendor::action::{Action, Payment};
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::tokens::Gems;

/// A decision in Splendor, in its canonical form: the payment is always named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SplendorExportAction)]
pub enum ActionBody {
    /// Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
    /// (P2).
    Take { gems: Vec<Gem> },
    /// Reserve a card of the market (B7).
    Reserve {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Reserve the unseen top card of a deck (B7, P4).
    ReserveBlind {
        #[schema(value_type = String)]
        deck: Id,
    },
    /// Keep one of the cards that the draw_two_reserve_one post drew (P4).
    Keep {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Buy a card from the market or from the seat's own hand (B8).
    Buy {
        #[schema(value_type = String)]
        card: Id,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        payment: Option<TokenSet>,
        /// Virtual-gold cards to discard (O4).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false)]
        virtual_gold: Option<Vec<Id>>,
        /// The two cards to discard for a card that costs two (O10).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false)]
        discard: Option<Vec<Id>>,
    },
    /// Associate the card just acquired with an owned card (O5).
    Associate {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Take a card of the market at no cost (O7, O8).
    TakeFree {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Take a gem after a purchase, with the purchase_token post (P1).
    TakeToken { gem: Gem },
    /// Put a stronghold on a card of the market, from home or from another card (S2).
    PlaceStronghold {
        #[schema(value_type = String)]
        card: Id,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>, nullable = false)]
        from: Option<Id>,
    },
    /// Send home an opponent's stronghold that stands alone on a card (S2).
    RemoveStronghold {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Buy the card on which all three strongholds of the seat stand (S7).
    Conquer {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        payment: Option<TokenSet>,
        /// Virtual-gold cards to discard (O4).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false)]
        virtual_gold: Option<Vec<Id>>,
        /// The two cards to discard for a card that costs two (O10).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false)]
        discard: Option<Vec<Id>>,
    },
    /// Decline Conquest (S7).
    DeclineConquest {},
    /// Return the tokens above ten (B13).
    Return { tokens: TokenSet },
    /// Choose among several nobles that visit (B14).
    ChooseNoble {
        #[schema(value_type = String)]
        noble: Id,
    },
    /// Choose among several trading posts within reach (P0).
    ChoosePost {
        #[schema(value_type = String)]
        post: Id,
    },
    /// Pass, which is legal only if nothing else is (B12).
    Pass {},
}

impl From<&Action> for ActionBody {
    /// Returns the canonical body: the payment is always included; counts of zero and empty lists are left
    /// out.
    fn from(action: &Action) -> Self {
        match *action {
            Action::Take(gems) => ActionBody::Take { gems: gem_list(gems) },
            Action::Reserve(card) => ActionBody::Reserve { card: card.name().into() },
            Action::ReserveBlind(deck) => ActionBody::ReserveBlind { deck: deck.name().into() },
            Action::Keep(card) => ActionBody::Keep { card: card.name().into() },
            Action::Buy { card, payment } => {
                let (payment, virtual_gold, discard) = payment_fields(&payment);
                ActionBody::Buy { card: card.name().into(), payment, virtual_gold, discard }
            }
            Action::Associate(card) => ActionBody::Associate { card: card.name().into() },
            Action::TakeFree(card) => ActionBody::TakeFree { card: card.name().into() },
            Action::TakeToken(color) => ActionBody::TakeToken { gem: color.into() },
            Action::PlaceStronghold { card, from } => ActionBody::PlaceStronghold {
                card: card.name().into(),
                from: from.map(|from| from.name().into()),
            },
            Action::RemoveStronghold(card) => ActionBody::RemoveStronghold { card: card.name().into() },
            Action::Conquer(payment) => {
                let (payment, virtual_gold, discard) = payment_fields(&payment);
                ActionBody::Conquer { payment, virtual_gold, discard }
            }
            Action::DeclineConquest => ActionBody::DeclineConquest {},
            Action::Return(tokens) => ActionBody::Return { tokens: tokens.into() },
            Action::ChooseNoble(noble) => ActionBody::ChooseNoble { noble: noble.name().into() },
            Action::ChoosePost(post) => ActionBody::ChoosePost { post: post.name().into() },
            Action::Pass => ActionBody::Pass {},
        }
    }
}

fn gem_list(gems: Gems) -> Vec<Gem> {
    let of_color = |color: Color| std::iter::repeat_n(color.into(), gems.get(color) as usize);
    Color::ALL.into_iter().flat_map(of_color).collect()
}

fn payment_fields(payment: &Payment) -> (Option<TokenSet>, Option<Vec<Id>>, Option<Vec<Id>>) {
    let names = |cards: Vec<CardId>| cards.into_iter().map(|card| card.name().into()).collect();
    let virtual_gold: Vec<CardId> = payment.virtual_gold.cards().collect();
    (
        Some(payment.tokens.into()),
        (!virtual_gold.is_empty()).then(|| names(virtual_gold)),
        payment.discard.map(|pair| names(pair.to_vec())),
    )
}
