//! Tokens of Splendor in an export: sets, in which counts of zero are left out, and complete counts.

use serde::Serialize;
use utoipa::ToSchema;

use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::tokens::Tokens;

/// A gem color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SplendorExportGem)]
pub enum Gem {
    White,
    Blue,
    Green,
    Red,
    Black,
}

impl From<Color> for Gem {
    fn from(color: Color) -> Gem {
        match color {
            Color::White => Gem::White,
            Color::Blue => Gem::Blue,
            Color::Green => Gem::Green,
            Color::Red => Gem::Red,
            Color::Black => Gem::Black,
        }
    }
}

fn none(count: &u8) -> bool {
    *count == 0
}

/// A set of tokens; a kind that is left out is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SplendorExportTokens, example = json!({"red": 2, "gold": 1}))]
pub struct TokenSet {
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
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub gold: u8,
}

impl From<Tokens> for TokenSet {
    fn from(tokens: Tokens) -> Self {
        let [white, blue, green, red, black, gold] = tokens.counts();
        TokenSet { white, blue, green, red, black, gold }
    }
}

/// The number of tokens of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SplendorExportTokenCounts)]
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
