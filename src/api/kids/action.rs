//! Actions of Kids in JSON, read and written. It knows spellings and what they name, not what is legal.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tokens::{PaymentSet, ResourceName, TOKENS_OF_A_KIND_MAX, TokenName, TokenSet, tile_list};
use crate::api::problem::Fault;
use crate::engine::kids::action::{Action, Offer, Proposal, TownSource};
use crate::engine::kids::resource::{Resource, Token};
use crate::engine::seat::Seat;

/// The most tokens that a request to take can name; the rules allow three (K3).
pub const RESOURCES_NAMED_MAX: usize = 5;
/// The most town tiles that a payment can name; no route costs more (K15).
pub const TILES_NAMED_MAX: usize = 8;

/// The name of a place or a route.
pub type Id = Cow<'static, str>;

/// A decision in Kids; which ones are open stands under `legal-actions`.
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
    /// Move along a route (K6). Without `tokens` and `tiles` the payment is the canonical one. `tiles` alone pays with exactly
    /// these tiles, then tokens, then gold, then Treasure. `tokens` alone pays with exactly these and no tile.
    #[schema(example = json!({"type": "move", "route": "a1a-1", "tokens": {"mushroom": 2, "gold": 1}, "tiles": ["hazelnut"]}))]
    Move {
        #[schema(value_type = String)]
        route: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        tokens: Option<PaymentSet>,
        /// Face-up town tiles to turn face down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, max_items = 8)]
        tiles: Option<Vec<ResourceName>>,
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
    /// What the action proposes; `at` points to it in the body of the request.
    ///
    /// # Errors
    /// The field that names nothing, or more than a game can hold.
    pub fn proposal(&self, at: &str) -> Result<Proposal, Fault> {
        let field = |name: &str| format!("{at}/{name}");
        Ok(Proposal::Exact(match self {
            ActionBody::Take { resources } => {
                within(resources.len(), RESOURCES_NAMED_MAX, || field("resources"))?;
                Action::Take(resources.iter().copied().map(Token::from).collect())
            }
            ActionBody::Move { route, tokens, tiles } => {
                let route =
                    route.parse().map_err(|_| Fault::at(field("route"), "is the name of no route"))?;
                return Ok(Proposal::Move { route, offer: read_offer(tokens, tiles, field)? });
            }
            ActionBody::Return { tokens } => {
                Action::Return(tokens.tokens().ok_or_else(|| too_many(field("tokens")))?)
            }
            ActionBody::DrawTown { from } => Action::DrawTown((*from).into()),
            ActionBody::Give { resource, seat } => {
                let seat = Seat::new(*seat).ok_or_else(|| Fault::at(field("seat"), "is no seat"))?;
                Action::Give { token: (*resource).into(), seat }
            }
        }))
    }
}

fn too_many(at: String) -> Fault {
    Fault::at(at, format!("names more than {TOKENS_OF_A_KIND_MAX} of a kind"))
}

fn within(count: usize, most: usize, at: impl Fn() -> String) -> Result<(), Fault> {
    if count <= most { Ok(()) } else { Err(Fault::at(at(), format!("names more than {most}"))) }
}

fn read_offer(
    tokens: &Option<PaymentSet>,
    tiles: &Option<Vec<ResourceName>>,
    field: impl Fn(&str) -> String,
) -> Result<Offer, Fault> {
    let bag = tokens.map(|tokens| tokens.bag().ok_or_else(|| too_many(field("tokens")))).transpose()?;
    if let Some(tiles) = tiles {
        within(tiles.len(), TILES_NAMED_MAX, || field("tiles"))?;
    }
    let tiles = tiles.as_ref().map(|tiles| tiles.iter().copied().map(Resource::from).collect());
    Ok(Offer { bag, tiles })
}

impl From<&Action> for ActionBody {
    /// The canonical body: the payment is always named, counts of zero and an empty list of tiles are not.
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
