//! Resources, tokens and payments of Kids in an export: sets, in which counts of zero are left out, and
//! complete counts.

use serde::Serialize;
use utoipa::ToSchema;

use lapidary_engine::kids::action::TownSource;
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::tokens::{Bag, Resources, Tokens};

/// A resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KidsExportResource)]
pub enum ResourceName {
    Mushroom,
    Apple,
    Cabbage,
    Hazelnut,
    Water,
}

/// A kind of token: a resource, or gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KidsExportToken)]
pub enum TokenName {
    Mushroom,
    Apple,
    Cabbage,
    Hazelnut,
    Water,
    Gold,
}

impl From<Resource> for ResourceName {
    fn from(resource: Resource) -> ResourceName {
        match resource {
            Resource::Mushroom => ResourceName::Mushroom,
            Resource::Apple => ResourceName::Apple,
            Resource::Cabbage => ResourceName::Cabbage,
            Resource::Hazelnut => ResourceName::Hazelnut,
            Resource::Water => ResourceName::Water,
        }
    }
}

impl From<Token> for TokenName {
    fn from(token: Token) -> TokenName {
        match token {
            Token::Resource(Resource::Mushroom) => TokenName::Mushroom,
            Token::Resource(Resource::Apple) => TokenName::Apple,
            Token::Resource(Resource::Cabbage) => TokenName::Cabbage,
            Token::Resource(Resource::Hazelnut) => TokenName::Hazelnut,
            Token::Resource(Resource::Water) => TokenName::Water,
            Token::Gold => TokenName::Gold,
        }
    }
}

/// Where a town tile is drawn from: the stack, or the market's tile of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KidsExportTownSource)]
pub enum TownFrom {
    Stack,
    Mushroom,
    Apple,
    Cabbage,
    Hazelnut,
    Water,
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

fn none(count: &u8) -> bool {
    *count == 0
}

/// A set of tokens; a kind that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = KidsExportTokens, example = json!({"apple": 2, "gold": 1}))]
pub struct TokenSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub apple: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub water: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub gold: u8,
}

impl From<Tokens> for TokenSet {
    fn from(tokens: Tokens) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = tokens.counts();
        TokenSet { mushroom, apple, cabbage, hazelnut, water, gold }
    }
}

/// A payment from a bag: tokens, and Treasures. A kind that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = KidsExportPayment, example = json!({"apple": 2, "gold": 1}))]
pub struct PaymentSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub apple: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub water: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub gold: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub treasure: u8,
}

impl From<Bag> for PaymentSet {
    fn from(bag: Bag) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = bag.tokens.counts();
        PaymentSet { mushroom, apple, cabbage, hazelnut, water, gold, treasure: bag.treasures }
    }
}

/// The number of tokens of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = KidsExportTokenCounts)]
pub struct TokenCounts {
    pub mushroom: u8,
    pub apple: u8,
    pub cabbage: u8,
    pub hazelnut: u8,
    pub water: u8,
    pub gold: u8,
}

impl From<Tokens> for TokenCounts {
    fn from(tokens: Tokens) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = tokens.counts();
        TokenCounts { mushroom, apple, cabbage, hazelnut, water, gold }
    }
}

/// A number of some resources; a resource that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = KidsExportCost, example = json!({"mushroom": 2, "apple": 1, "hazelnut": 1}))]
pub struct ResourceSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub apple: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub water: u8,
}

impl From<Resources> for ResourceSet {
    fn from(resources: Resources) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water] = resources.counts();
        ResourceSet { mushroom, apple, cabbage, hazelnut, water }
    }
}

/// Returns town tiles, each by its resource.
pub fn tile_list(tiles: Resources) -> Vec<ResourceName> {
    tiles.each().map(ResourceName::from).collect()
}
