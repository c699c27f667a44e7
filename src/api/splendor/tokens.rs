//! Gems and tokens in JSON: sets, in which counts of zero are left out, and complete counts.
//! It does not know what they are used for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use lapidary_engine::splendor::tokens::{Gems, Tokens};

fn none(count: &u8) -> bool {
    *count == 0
}

/// A set of tokens; a kind that is left out is 0.
///
/// A request names at most 20 of a kind, which is more than a seat can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = SplendorTokens, example = json!({"red": 2, "gold": 1}))]
pub struct TokenSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub white: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub blue: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub green: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub red: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub black: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(maximum = 20)]
    pub gold: u8,
}

impl TokenSet {
    /// Returns the counts in the fixed order of colors, gold last.
    pub const fn counts(&self) -> [u8; 6] {
        [self.white, self.blue, self.green, self.red, self.black, self.gold]
    }
}

impl From<&TokenSet> for Tokens {
    fn from(set: &TokenSet) -> Self {
        Tokens::from_counts(set.counts())
    }
}

impl From<Tokens> for TokenSet {
    fn from(tokens: Tokens) -> Self {
        let [white, blue, green, red, black, gold] = tokens.counts();
        TokenSet { white, blue, green, red, black, gold }
    }
}

/// The number of tokens of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SplendorTokenCounts)]
pub struct TokenCounts {
    pub white: u8,
    pub blue: u8,
    pub green: u8,
    pub red: u8,
    pub black: u8,
    pub gold: u8,
}

impl From<Tokens> for TokenCounts {
    fn from(tokens: Tokens) -> Self {
        let [white, blue, green, red, black, gold] = tokens.counts();
        TokenCounts { white, blue, green, red, black, gold }
    }
}

/// The number of gems, or of cards, of each color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SplendorColorCounts)]
pub struct ColorCounts {
    pub white: u8,
    pub blue: u8,
    pub green: u8,
    pub red: u8,
    pub black: u8,
}

impl From<Gems> for ColorCounts {
    fn from(gems: Gems) -> Self {
        let [white, blue, green, red, black] = gems.counts().0;
        ColorCounts { white, blue, green, red, black }
    }
}

/// A number of gems or cards of some colors; a color that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SplendorColors, example = json!({"white": 3, "blue": 1, "black": 1}))]
pub struct ColorSet {
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub white: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub blue: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub green: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub red: u8,
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub black: u8,
}

impl From<Gems> for ColorSet {
    fn from(gems: Gems) -> Self {
        let [white, blue, green, red, black] = gems.counts().0;
        ColorSet { white, blue, green, red, black }
    }
}
