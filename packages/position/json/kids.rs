//! Actions of Kids in JSON. It knows spellings and what they name, not what is legal.

use serde::{Deserialize, Serialize};

use super::text::{Fault, bounded, named, short};
use lapidary_engine::kids::action::{Action, Offer, Proposal, TownSource};
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::tokens::{Bag, Tokens};
use lapidary_engine::seat::Seat;

/// An action.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionBody {
    Take {
        resources: Vec<String>,
    },
    Move {
        route: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        tokens: Option<BagSet>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tiles: Option<Vec<Resource>>,
    },
    Return {
        tokens: BagSet,
    },
    DrawTown {
        from: String,
    },
    Give {
        resource: String,
        seat: u8,
    },
}

fn none(count: &u8) -> bool {
    *count == 0
}

/// Tokens, and Treasures in a payment; a kind that is left out is 0.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BagSet {
    #[serde(skip_serializing_if = "none")]
    mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    apple: u8,
    #[serde(skip_serializing_if = "none")]
    cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    water: u8,
    #[serde(skip_serializing_if = "none")]
    gold: u8,
    #[serde(skip_serializing_if = "none")]
    treasure: u8,
}

impl BagSet {
    fn bag(self) -> Result<Bag, Fault> {
        let counts = [self.mushroom, self.apple, self.cabbage, self.hazelnut, self.water, self.gold];
        let [treasures] = bounded([self.treasure], "tokens")?;
        Ok(Bag { tokens: Tokens::from_counts(bounded(counts, "tokens")?), treasures })
    }
}

impl From<Bag> for BagSet {
    fn from(bag: Bag) -> BagSet {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = bag.tokens.counts();
        BagSet { mushroom, apple, cabbage, hazelnut, water, gold, treasure: bag.treasures }
    }
}

impl ActionBody {
    /// What the action proposes.
    pub fn proposal(&self) -> Result<Proposal, Fault> {
        let token = |name: &str, field| named(Token::from_name(name), name, "token", field);
        Ok(Proposal::Exact(match self {
            ActionBody::Take { resources } => {
                let resources = short(resources, 5, "resources")?;
                let taken: Result<Tokens, Fault> =
                    resources.iter().map(|name| token(name, "resources")).collect();
                Action::Take(taken?)
            }
            ActionBody::Move { route, tokens, tiles } => {
                let route = named(route.parse().ok(), route, "route", "route")?;
                let tiles = tiles.as_deref().map(|tiles| short(tiles, 8, "tiles")).transpose()?;
                let offer = Offer {
                    bag: tokens.map(BagSet::bag).transpose()?,
                    tiles: tiles.map(|tiles| tiles.iter().copied().collect()),
                };
                return Ok(Proposal::Move { route, offer });
            }
            ActionBody::Return { tokens } => {
                let bag = tokens.bag()?;
                if bag.treasures > 0 {
                    return Err("tokens: unknown field `treasure`".to_owned());
                }
                Action::Return(bag.tokens)
            }
            ActionBody::DrawTown { from } if from == "stack" => Action::DrawTown(TownSource::Stack),
            ActionBody::DrawTown { from } => {
                Action::DrawTown(TownSource::Market(named(Resource::named(from), from, "town tile", "from")?))
            }
            ActionBody::Give { resource, seat } => {
                let seat = Seat::new(*seat).ok_or_else(|| format!("seat: {seat} is not a seat"))?;
                Action::Give { token: token(resource, "resource")?, seat }
            }
        }))
    }
}

impl From<&Action> for ActionBody {
    /// The canonical body: the payment is always included; counts of zero and an empty list of tiles are left
    /// out.
    fn from(action: &Action) -> ActionBody {
        match *action {
            Action::Take(tokens) => {
                ActionBody::Take { resources: tokens.each().map(|token| token.name().to_owned()).collect() }
            }
            Action::Move { route, payment } => ActionBody::Move {
                route: route.to_string(),
                tokens: Some(payment.bag.into()),
                tiles: (!payment.tiles.is_none()).then(|| payment.tiles.each().collect()),
            },
            Action::Return(tokens) => ActionBody::Return { tokens: Bag::tokens(tokens).into() },
            Action::DrawTown(source) => ActionBody::DrawTown {
                from: match source {
                    TownSource::Stack => "stack",
                    TownSource::Market(resource) => resource.name(),
                }
                .to_owned(),
            },
            Action::Give { token, seat } => {
                ActionBody::Give { resource: token.name().to_owned(), seat: seat.number() }
            }
        }
    }
}
