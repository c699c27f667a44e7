//! Actions of Kids in an export, in their canonical form. Frozen with the format.

use serde::Serialize;
use utoipa::ToSchema;

use super::Id;
use super::tokens::{PaymentSet, ResourceName, TokenName, TokenSet, TownFrom, tile_list};
use lapidary_engine::kids::action::Action;

/// A decision in Kids, in its canonical form: the payment is always named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = KidsExportAction)]
pub enum ActionBody {
    /// Take tokens: three of different resources, two of one, or one gold (K3, K4).
    Take { resources: Vec<TokenName> },
    /// Move along a route (K6).
    Move {
        #[schema(value_type = String)]
        route: Id,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        tokens: Option<PaymentSet>,
        /// Face-up town tiles to turn face down.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        tiles: Option<Vec<ResourceName>>,
    },
    /// Return the tokens above the limit of the bag (K5), or above five in a Drought (K12).
    Return { tokens: TokenSet },
    /// Draw a town tile from the market, named by its resource, or from the stack (K11).
    DrawTown { from: TownFrom },
    /// Give a token to another seat (K12).
    Give { resource: TokenName, seat: u8 },
}

impl From<&Action> for ActionBody {
    /// Returns the canonical body: the payment is always included; counts of zero and an empty list of tiles
    /// are left out.
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
