//! Resources, tokens and payments of Kids in JSON: sets without counts of zero, and complete counts. It does
//! not know what they are used for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::counts::counts;
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

counts! {
    /// A set of tokens; a kind that is left out is 0.
    ///
    /// A request names at most 20 of a kind, which is more than a seat can hold.
    #[schema(as = KidsTokens, example = json!({"apple": 2, "gold": 1}))]
    given pub struct TokenSet of Tokens, |tokens: Tokens| tokens.counts();
    mushroom, apple, cabbage, hazelnut, water, gold
}

counts! {
    /// A payment from a bag: tokens, and Treasures. A kind that is left out is 0.
    #[schema(as = KidsPayment, example = json!({"apple": 2, "gold": 1}))]
    given pub struct PaymentSet of Bag, |bag: Bag| {
        let [mushroom, apple, cabbage, hazelnut, water, gold] = bag.tokens.counts();
        [mushroom, apple, cabbage, hazelnut, water, gold, bag.treasures]
    };
    mushroom, apple, cabbage, hazelnut, water, gold, treasure
}

impl From<&TokenSet> for Tokens {
    fn from(set: &TokenSet) -> Self {
        Tokens::from_counts(set.counts())
    }
}

impl From<PaymentSet> for Bag {
    fn from(set: PaymentSet) -> Self {
        let [tokens @ .., treasures] = set.counts();
        Bag { tokens: Tokens::from_counts(tokens), treasures }
    }
}

counts! {
    /// The number of tokens of each kind.
    #[schema(as = KidsTokenCounts)]
    all pub struct TokenCounts of Tokens, |tokens: Tokens| tokens.counts();
    mushroom, apple, cabbage, hazelnut, water, gold
}

counts! {
    /// A number of some resources; a resource that is left out is 0.
    #[schema(as = KidsCost, example = json!({"mushroom": 2, "apple": 1, "hazelnut": 1}))]
    some pub struct ResourceSet of Resources, |resources: Resources| resources.counts();
    mushroom, apple, cabbage, hazelnut, water
}

/// Returns town tiles, each by its resource.
pub fn tile_list(tiles: Resources) -> Vec<Resource> {
    tiles.each().collect()
}
