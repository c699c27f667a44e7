//! Actions of Splendor in JSON. It knows spellings and what they name, not what is legal.

use serde::{Deserialize, Serialize};

use super::text::{Fault, bounded, named, short};
use lapidary_engine::splendor::action::{Action, Offer, Payment, Proposal};
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::orient::VirtualGold;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::tokens::{Gems, Tokens};

/// An action.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionBody {
    Take {
        gems: Vec<Color>,
    },
    Reserve {
        card: String,
    },
    ReserveBlind {
        deck: String,
    },
    Keep {
        card: String,
    },
    Buy {
        card: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        payment: Option<TokenSet>,
        #[serde(skip_serializing_if = "Option::is_none")]
        virtual_gold: Option<Vec<String>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        discard: Option<Vec<String>>,
    },
    Associate {
        card: String,
    },
    TakeFree {
        card: String,
    },
    TakeToken {
        gem: Color,
    },
    PlaceStronghold {
        card: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    RemoveStronghold {
        card: String,
    },
    Conquer {
        #[serde(skip_serializing_if = "Option::is_none")]
        payment: Option<TokenSet>,
        #[serde(skip_serializing_if = "Option::is_none")]
        virtual_gold: Option<Vec<String>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        discard: Option<Vec<String>>,
    },
    DeclineConquest {},
    Return {
        tokens: TokenSet,
    },
    ChooseNoble {
        noble: String,
    },
    ChoosePost {
        post: String,
    },
    Pass {},
}

fn none(count: &u8) -> bool {
    *count == 0
}

/// A set of tokens; a kind that is left out is 0.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TokenSet {
    #[serde(skip_serializing_if = "none")]
    white: u8,
    #[serde(skip_serializing_if = "none")]
    blue: u8,
    #[serde(skip_serializing_if = "none")]
    green: u8,
    #[serde(skip_serializing_if = "none")]
    red: u8,
    #[serde(skip_serializing_if = "none")]
    black: u8,
    #[serde(skip_serializing_if = "none")]
    gold: u8,
}

impl TokenSet {
    /// The tokens.
    pub fn tokens(self, field: &str) -> Result<Tokens, Fault> {
        let counts = [self.white, self.blue, self.green, self.red, self.black, self.gold];
        bounded(counts, field).map(Tokens::from_counts)
    }
}

impl From<Tokens> for TokenSet {
    fn from(tokens: Tokens) -> TokenSet {
        let [white, blue, green, red, black, gold] = tokens.counts();
        TokenSet { white, blue, green, red, black, gold }
    }
}

impl ActionBody {
    /// What the action proposes.
    pub fn proposal(&self) -> Result<Proposal, Fault> {
        Ok(Proposal::Exact(match self {
            ActionBody::Take { gems } => {
                let gems = short(gems, 5, "gems")?;
                Action::Take(gems.iter().fold(Gems::NONE, |sum, &gem| sum.plus(Gems::one(gem))))
            }
            ActionBody::Reserve { card } => Action::Reserve(read_card(card, "card")?),
            ActionBody::ReserveBlind { deck } => {
                Action::ReserveBlind(named(Deck::named(deck), deck, "deck", "deck")?)
            }
            ActionBody::Keep { card } => Action::Keep(read_card(card, "card")?),
            ActionBody::Buy { card, payment, virtual_gold, discard } => {
                let card = read_card(card, "card")?;
                return Ok(Proposal::Buy { card, offer: read_offer(payment, virtual_gold, discard)? });
            }
            ActionBody::Associate { card } => Action::Associate(read_card(card, "card")?),
            ActionBody::TakeFree { card } => Action::TakeFree(read_card(card, "card")?),
            ActionBody::TakeToken { gem } => Action::TakeToken(*gem),
            ActionBody::PlaceStronghold { card, from } => Action::PlaceStronghold {
                card: read_card(card, "card")?,
                from: from.as_ref().map(|from| read_card(from, "from")).transpose()?,
            },
            ActionBody::RemoveStronghold { card } => Action::RemoveStronghold(read_card(card, "card")?),
            ActionBody::Conquer { payment, virtual_gold, discard } => {
                return Ok(Proposal::Conquer(read_offer(payment, virtual_gold, discard)?));
            }
            ActionBody::DeclineConquest {} => Action::DeclineConquest,
            ActionBody::Return { tokens } => Action::Return(tokens.tokens("tokens")?),
            ActionBody::ChooseNoble { noble } => {
                Action::ChooseNoble(named(NobleId::from_name(noble), noble, "noble", "noble")?)
            }
            ActionBody::ChoosePost { post } => {
                Action::ChoosePost(named(Post::named(post), post, "post", "post")?)
            }
            ActionBody::Pass {} => Action::Pass,
        }))
    }
}

fn read_card(id: &str, field: &str) -> Result<CardId, Fault> {
    named(CardId::from_name(id), id, "card", field)
}

fn read_offer(
    payment: &Option<TokenSet>,
    virtual_gold: &Option<Vec<String>>,
    discard: &Option<Vec<String>>,
) -> Result<Offer, Fault> {
    Ok(Offer {
        tokens: payment.map(|payment| payment.tokens("payment")).transpose()?,
        virtual_gold: virtual_gold.as_ref().map(|ids| read_virtual_gold(ids)).transpose()?,
        discard: discard.as_ref().map(|ids| read_discard(ids)).transpose()?,
    })
}

fn read_virtual_gold(ids: &[String]) -> Result<VirtualGold, Fault> {
    short(ids, 5, "virtual_gold")?.iter().try_fold(VirtualGold::NONE, |all, id| {
        let card =
            named(VirtualGold::of(read_card(id, "virtual_gold")?), id, "virtual-gold card", "virtual_gold")?;
        if all.includes(card) {
            Err(format!("virtual_gold: {id:?} is named twice"))
        } else {
            Ok(all.union(card))
        }
    })
}

/// Reads the two discarded cards, in any order.
fn read_discard(ids: &[String]) -> Result<[CardId; 2], Fault> {
    let [first, second] = ids else { return Err("discard: must name exactly two cards".to_owned()) };
    let mut pair = [read_card(first, "discard")?, read_card(second, "discard")?];
    pair.sort_unstable();
    if pair[0] == pair[1] { Err("discard: the card is named twice".to_owned()) } else { Ok(pair) }
}

impl From<&Action> for ActionBody {
    /// The canonical body: the payment is always included; counts of zero and empty lists are left out.
    fn from(action: &Action) -> ActionBody {
        let name = |card: CardId| card.name().to_owned();
        match *action {
            Action::Take(gems) => {
                let each = |color: Color| std::iter::repeat_n(color, gems.get(color) as usize);
                ActionBody::Take { gems: Color::ALL.into_iter().flat_map(each).collect() }
            }
            Action::Reserve(card) => ActionBody::Reserve { card: name(card) },
            Action::ReserveBlind(deck) => ActionBody::ReserveBlind { deck: deck.name().to_owned() },
            Action::Keep(card) => ActionBody::Keep { card: name(card) },
            Action::Buy { card, payment } => {
                let (payment, virtual_gold, discard) = payment_fields(&payment);
                ActionBody::Buy { card: name(card), payment, virtual_gold, discard }
            }
            Action::Associate(card) => ActionBody::Associate { card: name(card) },
            Action::TakeFree(card) => ActionBody::TakeFree { card: name(card) },
            Action::TakeToken(gem) => ActionBody::TakeToken { gem },
            Action::PlaceStronghold { card, from } => {
                ActionBody::PlaceStronghold { card: name(card), from: from.map(name) }
            }
            Action::RemoveStronghold(card) => ActionBody::RemoveStronghold { card: name(card) },
            Action::Conquer(payment) => {
                let (payment, virtual_gold, discard) = payment_fields(&payment);
                ActionBody::Conquer { payment, virtual_gold, discard }
            }
            Action::DeclineConquest => ActionBody::DeclineConquest {},
            Action::Return(tokens) => ActionBody::Return { tokens: tokens.into() },
            Action::ChooseNoble(noble) => ActionBody::ChooseNoble { noble: noble.name().to_owned() },
            Action::ChoosePost(post) => ActionBody::ChoosePost { post: post.name().to_owned() },
            Action::Pass => ActionBody::Pass {},
        }
    }
}

fn payment_fields(payment: &Payment) -> (Option<TokenSet>, Option<Vec<String>>, Option<Vec<String>>) {
    let names = |cards: Vec<CardId>| cards.into_iter().map(|card| card.name().to_owned()).collect();
    let virtual_gold: Vec<CardId> = payment.virtual_gold.cards().collect();
    (
        Some(payment.tokens.into()),
        (!virtual_gold.is_empty()).then(|| names(virtual_gold)),
        payment.discard.map(|pair| names(pair.to_vec())),
    )
}
