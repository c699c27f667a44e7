//! Reading and writing actions of Kids in JSON. It knows spellings and their meaning, not what is legal.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tokens::{PaymentSet, TokenName, TokenSet, tile_list};
use crate::extract::wording;
use crate::problems::problem::Fault;
use lapidary_engine::kids::action::{Action, Offer, Proposal, TownSource};
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::tokens::Bag;
use lapidary_engine::seat::Seat;

/// The name of the schema.
pub const SCHEMA: &str = "KidsAction";

/// The name of a place or a route.
pub type Id = Cow<'static, str>;

/// An action of Kids; `legal-actions` lists the legal ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = KidsAction)]
pub enum ActionBody {
    /// Take tokens: three of different resources, two of one, or one gold (K3, K4).
    #[schema(example = json!({"type": "take", "resources": ["mushroom", "apple", "cabbage"]}))]
    Take {
        #[schema(max_items = 5)]
        resources: Vec<TokenName>,
    },
    /// Move along a route (K6).
    ///
    /// Without `tokens` and `tiles`, the server uses the canonical payment. With `tiles` alone, it pays with
    /// exactly these tiles, then tokens, then gold, then Treasure. With `tokens` alone, it pays with exactly
    /// these tokens and no tile.
    #[schema(example = json!({"type": "move", "route": "a1a-1", "tokens": {"mushroom": 2, "gold": 1}, "tiles": ["hazelnut"]}))]
    Move {
        #[schema(value_type = String)]
        route: Id,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        tokens: Option<PaymentSet>,
        /// Face-up town tiles to turn face down.
        ///
        /// No route costs more than eight (K15).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, max_items = 8)]
        tiles: Option<Vec<Resource>>,
    },
    /// Return the tokens above the limit of the bag (K5), or above five in a Drought (K12).
    #[schema(example = json!({"type": "return", "tokens": {"water": 1}}))]
    Return { tokens: TokenSet },
    /// Draw a town tile from the market, named by its resource, or from the stack (K11).
    #[schema(example = json!({"type": "draw_town", "from": "stack"}))]
    DrawTown { from: TownFrom },
    /// Give a token to another seat (K12).
    #[schema(example = json!({"type": "give", "resource": "water", "seat": 1}))]
    Give {
        resource: TokenName,
        #[schema(maximum = 3)]
        seat: u8,
    },
}

/// Where a town tile is drawn from: the stack, or the market's tile of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KidsTownSource)]
pub enum TownFrom {
    Stack,
    Mushroom,
    Apple,
    Cabbage,
    Hazelnut,
    Water,
}

impl From<TownFrom> for TownSource {
    fn from(from: TownFrom) -> TownSource {
        match from {
            TownFrom::Stack => TownSource::Stack,
            TownFrom::Mushroom => TownSource::Market(Resource::Mushroom),
            TownFrom::Apple => TownSource::Market(Resource::Apple),
            TownFrom::Cabbage => TownSource::Market(Resource::Cabbage),
            TownFrom::Hazelnut => TownSource::Market(Resource::Hazelnut),
            TownFrom::Water => TownSource::Market(Resource::Water),
        }
    }
}

impl From<TownSource> for TownFrom {
    fn from(source: TownSource) -> TownFrom {
        match source {
            TownSource::Stack => TownFrom::Stack,
            TownSource::Market(Resource::Mushroom) => TownFrom::Mushroom,
            TownSource::Market(Resource::Apple) => TownFrom::Apple,
            TownSource::Market(Resource::Cabbage) => TownFrom::Cabbage,
            TownSource::Market(Resource::Hazelnut) => TownFrom::Hazelnut,
            TownSource::Market(Resource::Water) => TownFrom::Water,
        }
    }
}

impl ActionBody {
    /// Returns the proposal of the action. `at` is the JSON pointer to it in the request body.
    pub fn proposal(&self, at: &str) -> Result<Proposal, Fault> {
        let field = |name: &str| format!("{at}/{name}");
        Ok(Proposal::Exact(match self {
            ActionBody::Take { resources } => {
                Action::Take(resources.iter().copied().map(Token::from).collect())
            }
            ActionBody::Move { route, tokens, tiles } => {
                let route = route.parse().map_err(|_| Fault::at(field("route"), no_route(route)))?;
                return Ok(Proposal::Move { route, offer: offer(tokens, tiles) });
            }
            ActionBody::Return { tokens } => Action::Return(tokens.into()),
            ActionBody::DrawTown { from } => Action::DrawTown((*from).into()),
            ActionBody::Give { resource, seat } => {
                let seat = Seat::new(*seat).ok_or_else(|| Fault::at(field("seat"), "is not a seat"))?;
                Action::Give { token: (*resource).into(), seat }
            }
        }))
    }
}

fn no_route(given: &str) -> String {
    format!("{} is not the name of a route", wording::shown(&given.into()))
}

fn offer(tokens: &Option<PaymentSet>, tiles: &Option<Vec<Resource>>) -> Offer {
    let tiles = tiles.as_ref().map(|tiles| tiles.iter().copied().collect());
    Offer { bag: tokens.map(Bag::from), tiles }
}

impl From<&Action> for ActionBody {
    /// Returns the canonical body. It always includes the payment, and omits counts of zero and an empty list
    /// of tiles.
    fn from(action: &Action) -> Self {
        match *action {
            Action::Take(tokens) => {
                ActionBody::Take { resources: tokens.each().map(TokenName::from).collect() }
            }
            Action::Move { route, payment } => ActionBody::Move {
                route: route.to_string().into(),
                tokens: Some(payment.bag.into()),
                tiles: (!payment.tiles.is_none()).then(|| tile_list(payment.tiles)),
            },
            Action::Return(tokens) => ActionBody::Return { tokens: tokens.into() },
            Action::DrawTown(source) => ActionBody::DrawTown { from: source.into() },
            Action::Give { token, seat } => ActionBody::Give { resource: token.into(), seat: seat.number() },
        }
    }
}

/// Returns the `type` of an action.
pub const fn type_name(action: &Action) -> &'static str {
    match action {
        Action::Take(_) => "take",
        Action::Move { .. } => "move",
        Action::Return(_) => "return",
        Action::DrawTown(_) => "draw_town",
        Action::Give { .. } => "give",
    }
}
