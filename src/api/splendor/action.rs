//! Reading and writing actions of Splendor in JSON. It knows spellings and their meaning, not what is legal.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tokens::TokenSet;
use crate::extract::wording;
use crate::problems::problem::Fault;
use lapidary_engine::splendor::action::{Action, Offer, Payment, Proposal};
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::orient::VirtualGold;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::tokens::{Gems, Tokens};

/// The name of the schema.
pub const SCHEMA: &str = "SplendorAction";

/// An id of the catalogue.
pub type Id = Cow<'static, str>;

/// An action of Splendor; `legal-actions` lists the legal ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = SplendorAction)]
pub enum ActionBody {
    /// Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
    /// (P2).
    #[schema(example = json!({"type": "take", "gems": ["white", "blue", "green"]}))]
    Take {
        #[schema(max_items = 5)]
        gems: Vec<Color>,
    },
    /// Reserve a card of the market (B7).
    #[schema(example = json!({"type": "reserve", "card": "base-2-red-1"}))]
    Reserve {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Reserve the unseen top card of a deck (B7, P4).
    #[schema(example = json!({"type": "reserve_blind", "deck": "base-2"}))]
    ReserveBlind {
        #[schema(value_type = String)]
        deck: Id,
    },
    /// Keep one of the cards that the draw_two_reserve_one post drew (P4).
    #[schema(example = json!({"type": "keep", "card": "base-2-red-1"}))]
    Keep {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Buy a card from the market or from the seat's own hand (B8).
    ///
    /// Without `payment`, the server uses the canonical payment (B10), which spends as little gold as
    /// possible. With `virtual_gold` and without `payment`, exactly the named cards are discarded, and the
    /// canonical payment covers the rest (O4).
    #[schema(example = json!({"type": "buy", "card": "base-1-white-1", "payment": {"white": 2, "blue": 1, "gold": 2}}))]
    Buy {
        #[schema(value_type = String)]
        card: Id,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        payment: Option<TokenSet>,
        /// Virtual-gold cards to discard (O4).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false, max_items = 5)]
        virtual_gold: Option<Vec<Id>>,
        /// The two cards to discard for a card that costs two (O10).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 2, max_items = 2)]
        discard: Option<Vec<Id>>,
    },
    /// Associate the card just acquired with an owned card (O5).
    #[schema(example = json!({"type": "associate", "card": "base-1-white-1"}))]
    Associate {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Take a card of the market at no cost (O7, O8).
    #[schema(example = json!({"type": "take_free", "card": "base-1-white-1"}))]
    TakeFree {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Take a gem after a purchase, with the purchase_token post (P1).
    #[schema(example = json!({"type": "take_token", "gem": "white"}))]
    TakeToken { gem: Color },
    /// Put a stronghold on a card of the market, from home or from another card (S2).
    #[schema(example = json!({"type": "place_stronghold", "card": "base-1-white-1", "from": "base-2-red-1"}))]
    PlaceStronghold {
        #[schema(value_type = String)]
        card: Id,
        /// The card that the stronghold moves from.
        ///
        /// Null or left out for a stronghold from home.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        from: Option<Id>,
    },
    /// Send home an opponent's stronghold that stands alone on a card (S2).
    #[schema(example = json!({"type": "remove_stronghold", "card": "base-1-white-1"}))]
    RemoveStronghold {
        #[schema(value_type = String)]
        card: Id,
    },
    /// Buy the card on which all three strongholds of the seat stand (S7).
    ///
    /// `payment`, `virtual_gold` and `discard` mean the same as for `buy` (B10, O4).
    #[schema(example = json!({"type": "conquer", "payment": {"white": 2, "blue": 1, "gold": 2}}))]
    Conquer {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        payment: Option<TokenSet>,
        /// Virtual-gold cards to discard (O4).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false, max_items = 5)]
        virtual_gold: Option<Vec<Id>>,
        /// The two cards to discard for a card that costs two (O10).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 2, max_items = 2)]
        discard: Option<Vec<Id>>,
    },
    /// Decline Conquest (S7).
    #[schema(example = json!({"type": "decline_conquest"}))]
    DeclineConquest {},
    /// Return the tokens above ten (B13).
    #[schema(example = json!({"type": "return", "tokens": {"white": 1}}))]
    Return { tokens: TokenSet },
    /// Choose among several nobles that visit (B14).
    #[schema(example = json!({"type": "choose_noble", "noble": "noble-1"}))]
    ChooseNoble {
        #[schema(value_type = String)]
        noble: Id,
    },
    /// Choose among several trading posts within reach (P0).
    #[schema(example = json!({"type": "choose_post", "post": "extra_token"}))]
    ChoosePost {
        #[schema(value_type = String)]
        post: Id,
    },
    /// Pass, which is legal only if nothing else is (B12).
    #[schema(example = json!({"type": "pass"}))]
    Pass {},
}

impl ActionBody {
    /// Returns the proposal of the action. `at` is the JSON pointer to it in the request body.
    pub fn proposal(&self, at: &str) -> Result<Proposal, Fault> {
        let field = |name: &str| format!("{at}/{name}");
        Ok(Proposal::Exact(match self {
            ActionBody::Take { gems } => {
                Action::Take(gems.iter().fold(Gems::NONE, |sum, &gem| sum.plus(Gems::one(gem))))
            }
            ActionBody::Reserve { card } => Action::Reserve(read_card(card, field("card"))?),
            ActionBody::ReserveBlind { deck } => {
                Action::ReserveBlind(read_id(Deck::named, deck, "deck", field("deck"))?)
            }
            ActionBody::Keep { card } => Action::Keep(read_card(card, field("card"))?),
            ActionBody::Buy { card, payment, virtual_gold, discard } => {
                let card = read_card(card, field("card"))?;
                let offer = read_offer(payment, virtual_gold, discard, at)?;
                return Ok(Proposal::Buy { card, offer });
            }
            ActionBody::Associate { card } => Action::Associate(read_card(card, field("card"))?),
            ActionBody::TakeFree { card } => Action::TakeFree(read_card(card, field("card"))?),
            ActionBody::TakeToken { gem } => Action::TakeToken(*gem),
            ActionBody::PlaceStronghold { card, from } => Action::PlaceStronghold {
                card: read_card(card, field("card"))?,
                from: from.as_ref().map(|from| read_card(from, field("from"))).transpose()?,
            },
            ActionBody::RemoveStronghold { card } => {
                Action::RemoveStronghold(read_card(card, field("card"))?)
            }
            ActionBody::Conquer { payment, virtual_gold, discard } => {
                return Ok(Proposal::Conquer(read_offer(payment, virtual_gold, discard, at)?));
            }
            ActionBody::DeclineConquest {} => Action::DeclineConquest,
            ActionBody::Return { tokens } => Action::Return(tokens.into()),
            ActionBody::ChooseNoble { noble } => {
                Action::ChooseNoble(read_id(NobleId::from_name, noble, "noble", field("noble"))?)
            }
            ActionBody::ChoosePost { post } => {
                Action::ChoosePost(read_id(Post::named, post, "post", field("post"))?)
            }
            ActionBody::Pass {} => Action::Pass,
        }))
    }
}

fn read_id<T>(find: impl Fn(&str) -> Option<T>, id: &str, kind: &str, at: String) -> Result<T, Fault> {
    find(id).ok_or_else(|| {
        let id = wording::shown(&id.into());
        Fault::at(at, format!("{id} is not the id of a {kind} in the catalogue"))
    })
}

fn read_card(id: &str, at: String) -> Result<CardId, Fault> {
    read_id(CardId::from_name, id, "card", at)
}

fn read_offer(
    payment: &Option<TokenSet>,
    virtual_gold: &Option<Vec<Id>>,
    discard: &Option<Vec<Id>>,
    at: &str,
) -> Result<Offer, Fault> {
    let virtual_gold = virtual_gold.as_ref().map(|ids| read_virtual_gold(ids, &format!("{at}/virtual_gold")));
    let discard = discard.as_ref().map(|ids| read_discard(ids, &format!("{at}/discard")));
    Ok(Offer {
        tokens: payment.as_ref().map(Tokens::from),
        virtual_gold: virtual_gold.transpose()?,
        discard: discard.transpose()?,
    })
}

fn read_virtual_gold(ids: &[Id], at: &str) -> Result<VirtualGold, Fault> {
    ids.iter().enumerate().try_fold(VirtualGold::NONE, |all, (place, id)| {
        let here = || format!("{at}/{place}");
        let card = VirtualGold::of(read_card(id, here())?)
            .ok_or_else(|| Fault::at(here(), "is not a virtual-gold card"))?;
        if all.includes(card) {
            return Err(Fault::at(here(), "is named twice"));
        }
        Ok(all.union(card))
    })
}

/// Reads the two discarded cards, in any order.
fn read_discard(ids: &[Id], at: &str) -> Result<[CardId; 2], Fault> {
    let [first, second] = ids else { return Err(Fault::at(at, "must name exactly two cards")) };
    let first = read_card(first, format!("{at}/0"))?;
    let second = read_card(second, format!("{at}/1"))?;
    match first.cmp(&second) {
        std::cmp::Ordering::Less => Ok([first, second]),
        std::cmp::Ordering::Greater => Ok([second, first]),
        std::cmp::Ordering::Equal => Err(Fault::at(format!("{at}/1"), "is named twice")),
    }
}

impl From<&Action> for ActionBody {
    /// Returns the canonical body. It always includes the payment, and omits counts of zero and empty lists.
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
            Action::TakeToken(color) => ActionBody::TakeToken { gem: color },
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

fn gem_list(gems: Gems) -> Vec<Color> {
    let of_color = |color: Color| std::iter::repeat_n(color, gems.get(color) as usize);
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

/// Returns the `type` of an action.
pub const fn type_name(action: &Action) -> &'static str {
    match action {
        Action::Take(_) => "take",
        Action::Reserve(_) => "reserve",
        Action::ReserveBlind(_) => "reserve_blind",
        Action::Keep(_) => "keep",
        Action::Buy { .. } => "buy",
        Action::Associate(_) => "associate",
        Action::TakeFree(_) => "take_free",
        Action::TakeToken(_) => "take_token",
        Action::PlaceStronghold { .. } => "place_stronghold",
        Action::RemoveStronghold(_) => "remove_stronghold",
        Action::Conquer(_) => "conquer",
        Action::DeclineConquest => "decline_conquest",
        Action::Return(_) => "return",
        Action::ChooseNoble(_) => "choose_noble",
        Action::ChoosePost(_) => "choose_post",
        Action::Pass => "pass",
    }
}
