//! Knows what a traveller can decide. Knows nothing of whether it is legal: see `check` and `legal`.

use super::place::RouteId;
use super::resource::{Resource, Token};
use super::tokens::{Bag, Resources, Tokens};
use crate::engine::seat::Seat;
use crate::engine::words::words;

/// What a seat is asked to decide, in the words of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The action of the turn (K3).
    Main,
    /// Which tokens to return (K5, K12).
    Return,
    /// Which town tile to draw (K11).
    DrawTown,
    /// Which token to give to whom (K12).
    Give,
}

words! { Decision:
    Main => "main",
    Return => "return",
    DrawTown => "draw_town",
    Give => "give",
}

/// How a route is paid for (K6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Payment {
    /// Tokens, which go to the supply, and Treasures, which leave the game (K12).
    pub bag: Bag,
    /// Face-up town tiles, which are turned face down.
    pub tiles: Resources,
}

/// Where a town tile is drawn from (K11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TownSource {
    /// This resource from the market.
    Market(Resource),
    /// The unseen top of the stack.
    Stack,
}

/// A decision of a seat, complete: a move names its payment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take tokens: different resources, two of one, or one gold (K3, K4).
    Take(Tokens),
    /// Move along a route (K6).
    Move {
        /// The route.
        route: RouteId,
        /// What is paid.
        payment: Payment,
    },
    /// Return tokens above the limit (K5, K12).
    Return(Tokens),
    /// Draw a town tile (K7, K11).
    DrawTown(TownSource),
    /// Give a token to another traveller (K12).
    Give {
        /// The token.
        token: Token,
        /// Who receives it.
        seat: Seat,
    },
}

impl Action {
    /// Whether it may follow a town tile that was uncovered, in the same request: no refusal of it tells the tile (K14).
    pub const fn may_follow_reveal(&self) -> bool {
        matches!(self, Action::Return(_))
    }
}

/// What a move offers: the payment as far as the player names it (K6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offer {
    /// Tokens and Treasures; none leaves them to K6.
    pub bag: Option<Bag>,
    /// Face-up town tiles; none leaves them to K6, or means no tile where tokens are named.
    pub tiles: Option<Resources>,
}

/// A decision as posted: complete, or a move whose payment the engine fills in (K6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposal {
    /// A complete decision.
    Exact(Action),
    /// A move.
    Move {
        /// The route.
        route: RouteId,
        /// The payment as far as it is named.
        offer: Offer,
    },
}

impl From<Action> for Proposal {
    fn from(action: Action) -> Self {
        Proposal::Exact(action)
    }
}
