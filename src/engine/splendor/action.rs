//! The decisions that a player can make. Whether they are legal is judged in `check` and `legal`.

use super::card::{CardId, Deck};
use super::color::Color;
use super::modules::orient::VirtualGold;
use super::modules::trading_posts::Post;
use super::noble::NobleId;
use super::tokens::{Gems, Tokens};
use lapidary_words::words;

words! {
    /// The kind of decision that a seat must make, as named in the contract.
    Decision:
    /// The normal action of the turn (B4), a forced pass included (B12).
    Main = "main",
    /// Which of the drawn cards to keep (P4).
    Keep = "keep",
    /// Which owned card to associate with (O5).
    Associate = "associate",
    /// Which market card to take free (O7, O8).
    TakeFree = "take_free",
    /// Which gem token to take after a purchase (P1).
    TakeToken = "take_token",
    /// What to do with a stronghold (S2).
    Stronghold = "stronghold",
    /// Whether to buy by Conquest (S7).
    Conquest = "conquest",
    /// Which tokens to return (B13).
    Return = "return",
    /// Which noble to receive (B14).
    Noble = "noble",
    /// Which trading post to take (P0).
    Post = "post",
}

/// The payment for a card (B9, B10, O4, O10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Payment {
    /// Tokens that are returned to the supply.
    pub tokens: Tokens,
    /// Virtual-gold cards that are discarded (O4).
    pub virtual_gold: VirtualGold,
    /// The two cards discarded for a card of O10, in catalogue order.
    pub discard: Option<[CardId; 2]>,
}

impl Payment {
    /// A payment with tokens only.
    pub const fn tokens(tokens: Tokens) -> Payment {
        Payment { tokens, virtual_gold: VirtualGold::NONE, discard: None }
    }
}

/// A complete decision of a seat: a purchase includes its payment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take gem tokens, different ones (B5) or two equal (B6), with P2 one more.
    Take(Gems),
    /// Reserve a market card (B7).
    Reserve(CardId),
    /// Reserve the unseen top card of a deck (B7, P4).
    ReserveBlind(Deck),
    /// Keep this one of the drawn cards (P4).
    Keep(CardId),
    /// Purchase a card from the market or from hand (B8).
    Buy {
        /// The card.
        card: CardId,
        /// What is paid.
        payment: Payment,
    },
    /// Associate the card just acquired with this owned card (O5).
    Associate(CardId),
    /// Take this market card at no cost (O7, O8).
    TakeFree(CardId),
    /// Take one gem token after a purchase (P1).
    TakeToken(Color),
    /// Put a stronghold on a market card, from home or from another card (S2).
    PlaceStronghold {
        /// Where it goes.
        card: CardId,
        /// The card it comes from; none for home.
        from: Option<CardId>,
    },
    /// Send home an opponent's stronghold that stands alone on this card (S2).
    RemoveStronghold(CardId),
    /// Buy the card that bears all three own strongholds (S7).
    Conquer(Payment),
    /// Skip Conquest (S7).
    DeclineConquest,
    /// Return tokens above the limit (B13).
    Return(Tokens),
    /// Receive this noble (B14).
    ChooseNoble(NobleId),
    /// Take this trading post (P0).
    ChoosePost(Post),
    /// Pass, because nothing else is legal (B12).
    Pass,
}

impl Action {
    /// Whether it may follow an action that revealed something, in the same request. Its refusals never
    /// depend on a hidden card (B18).
    pub const fn may_follow_reveal(&self) -> bool {
        matches!(self, Action::Return(_) | Action::ChooseNoble(_) | Action::ChoosePost(_))
    }

    /// The purchase without its payment, either of a card or by Conquest; `None` for other actions.
    pub const fn purchase(&self) -> Option<Purchase> {
        match self {
            Action::Buy { card, .. } => Some(Purchase::Of(*card)),
            Action::Conquer(_) => Some(Purchase::ByConquest),
            _ => None,
        }
    }
}

/// A purchase without its payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purchase {
    /// Of this card (B8).
    Of(CardId),
    /// Of the card that is conquered (S7).
    ByConquest,
}

/// The payment of a purchase, as far as the player specifies it (B10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offer {
    /// The tokens; if `None`, the engine fills them in (B10).
    pub tokens: Option<Tokens>,
    /// The virtual-gold cards; if `None`, the engine fills them in (B10), or uses none if tokens are
    /// specified.
    pub virtual_gold: Option<VirtualGold>,
    /// The discards of O10; may be `None` if only one choice is legal.
    pub discard: Option<[CardId; 2]>,
}

/// A decision as posted: complete, or a purchase whose payment the engine fills in (B10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposal {
    /// A complete decision.
    Exact(Action),
    /// A purchase.
    Buy {
        /// The card.
        card: CardId,
        /// The payment as far as it is specified.
        offer: Offer,
    },
    /// A Conquest.
    Conquer(Offer),
}

impl From<Action> for Proposal {
    fn from(action: Action) -> Self {
        Proposal::Exact(action)
    }
}
