//! The decisions that a traveler can make. Whether they are legal is judged in `check` and `legal`.

use super::place::RouteId;
use super::resource::{Resource, Token};
use super::tokens::{Bag, Resources, Tokens};
use crate::seat::Seat;
use lapidary_words::words;

words! {
    /// The kind of decision that a seat must make, as named in the contract.
    Decision:
    /// The action of the turn (K3).
    Main = "main",
    /// Which tokens to return (K5, K12).
    Return = "return",
    /// Which town tile to draw (K11).
    DrawTown = "draw_town",
    /// Which token to give, and to which seat (K12).
    Give = "give",
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

/// A complete decision of a seat: a move includes its payment.
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
    /// Give a token to another traveler (K12).
    Give {
        /// The token.
        token: Token,
        /// Who receives it.
        seat: Seat,
    },
}

impl Action {
    /// Whether it may follow a revealed town tile in the same request. Its refusals never depend on the tile
    /// (K14).
    pub const fn may_follow_reveal(&self) -> bool {
        matches!(self, Action::Return(_))
    }
}

/// The payment of a move, as far as the player specifies it (K6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offer {
    /// Tokens and Treasures; if `None`, the engine fills them in (K6).
    pub bag: Option<Bag>,
    /// Face-up town tiles; if `None`, the engine fills them in (K6), or uses none if tokens are specified.
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
        /// The payment as far as it is specified.
        offer: Offer,
    },
}

impl From<Action> for Proposal {
    fn from(action: Action) -> Self {
        Proposal::Exact(action)
    }
}
