//! Resources, tokens and payments of Kids in JSON: sets, in which counts of zero are left out, and complete
//! counts. It does not know what they are used for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::tokens::{Bag, Resources, Tokens};

/// A kind of token: a resource, or gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KidsToken)]
pub enum TokenName {
    Mushroom,
    Apple,
    Cabbage,
    Hazelnut,
    Water,
    Gold,
}

impl From<TokenName> for Token {
    fn from(name: TokenName) -> Token {
        match name {
            TokenName::Mushroom => Token::Resource(Resource::Mushroom),
            TokenName::Apple => Token::Resource(Resource::Apple),
            TokenName::Cabbage => Token::Resource(Resource::Cabbage),
            TokenName::Hazelnut => Token::Resource(Resource::Hazelnut),
            TokenName::Water => Token::Resource(Resource::Water),
            TokenName::Gold => Token::Gold,
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

fn none(count: &u8) -> bool {
    *count == 0
}

/// A set of tokens; a kind that is left out is 0.
///
/// A request names at most 20 of a kind, which is more than a seat can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = KidsTokens, example = json!({"apple": 2, "gold": 1}))]
pub struct TokenSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub apple: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub water: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub gold: u8,
}

/// A payment from a bag: tokens, and Treasures. A kind that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = KidsPayment, example = json!({"apple": 2, "gold": 1}))]
pub struct PaymentSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub mushroom: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub apple: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub cabbage: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub hazelnut: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub water: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub gold: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub treasure: u8,
}

impl From<&TokenSet> for Tokens {
    fn from(set: &TokenSet) -> Self {
        Tokens::from_counts([set.mushroom, set.apple, set.cabbage, set.hazelnut, set.water, set.gold])
    }
}

impl From<PaymentSet> for Bag {
    fn from(set: PaymentSet) -> Self {
        let counts = [set.mushroom, set.apple, set.cabbage, set.hazelnut, set.water, set.gold];
        Bag { tokens: Tokens::from_counts(counts), treasures: set.treasure }
    }
}

impl From<Tokens> for TokenSet {
    fn from(tokens: Tokens) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = tokens.counts();
        TokenSet { mushroom, apple, cabbage, hazelnut, water, gold }
    }
}

impl From<Bag> for PaymentSet {
    fn from(bag: Bag) -> Self {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = bag.tokens.counts();
        PaymentSet { mushroom, apple, cabbage, hazelnut, water, gold, treasure: bag.treasures }
    }
}

/// The number of tokens of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = KidsTokenCounts)]
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
#[schema(as = KidsCost, example = json!({"mushroom": 2, "apple": 1, "hazelnut": 1}))]
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
pub fn tile_list(tiles: Resources) -> Vec<Resource> {
    tiles.each().collect()
}
