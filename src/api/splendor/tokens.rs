//! Gems and tokens in JSON: sets without counts of zero, and complete counts. It does not know what they are
//! used for.

use crate::counts::counts;
use lapidary_engine::splendor::tokens::{Gems, Tokens};

counts! {
    /// A set of tokens; a kind that is left out is 0.
    ///
    /// A request names at most 20 of a kind, which is more than a seat can hold.
    #[schema(as = SplendorTokens, example = json!({"red": 2, "gold": 1}))]
    given pub struct TokenSet of Tokens, |tokens: Tokens| tokens.counts();
    white, blue, green, red, black, gold
}

impl From<&TokenSet> for Tokens {
    fn from(set: &TokenSet) -> Self {
        Tokens::from_counts(set.counts())
    }
}

counts! {
    /// The number of tokens of each kind.
    #[schema(as = SplendorTokenCounts)]
    all pub struct TokenCounts of Tokens, |tokens: Tokens| tokens.counts();
    white, blue, green, red, black, gold
}

counts! {
    /// The number of gems, or of cards, of each color.
    #[schema(as = SplendorColorCounts)]
    all pub struct ColorCounts of Gems, |gems: Gems| gems.counts().0;
    white, blue, green, red, black
}

counts! {
    /// A number of gems or cards of some colors; a color that is left out is 0.
    #[schema(as = SplendorColors, example = json!({"white": 3, "blue": 1, "black": 1}))]
    some pub struct ColorSet of Gems, |gems: Gems| gems.counts().0;
    white, blue, green, red, black
}
