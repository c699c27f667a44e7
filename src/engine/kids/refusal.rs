//! Knows why an action is illegal, and which ruling says so. Knows nothing of HTTP, and names no hidden tile.

use std::fmt;

/// Why an action is refused. The state is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The action answers another question than the one that is open.
    NotAsked,
    /// Nothing is taken.
    NothingTaken,
    /// A mixture that no action takes.
    NoSuchTake,
    /// Gold is taken alone, one token.
    GoldNotAlone,
    /// Three kinds are in the supply, so three must be taken.
    ThreeKindsLeft,
    /// A kind of which the supply has none, or not two.
    NotLeft,
    /// The board has no such route.
    NoSuchRoute,
    /// The route begins elsewhere.
    RouteElsewhere,
    /// The player does not hold these tokens.
    TokensNotHeld,
    /// The player does not hold these Treasures.
    TreasureNotHeld,
    /// The player does not own these tiles face up.
    TilesNotFaceUp,
    /// The route cannot be paid for with what the player has.
    CannotPay,
    /// The payment covers less than the cost.
    Underpaid,
    /// The payment covers more than the cost.
    Overpaid,
    /// The number of tokens returned is not the surplus over the limit of the bag.
    WrongReturn,
    /// The number of tokens returned is not the surplus over the five that the Drought leaves.
    WrongDroughtReturn,
    /// The stack of town tiles is empty.
    StackEmpty,
    /// The market has no such tile.
    NotInMarket,
    /// The token is not held.
    TokenNotHeld,
    /// Nobody else in play sits there.
    NoSuchReceiver,
}

impl Refusal {
    /// The number of the ruling that forbids the action.
    pub const fn rule(self) -> &'static str {
        match self {
            Refusal::NotAsked => "T1",
            Refusal::NothingTaken | Refusal::NoSuchTake | Refusal::GoldNotAlone | Refusal::RouteElsewhere => {
                "K3"
            }
            Refusal::ThreeKindsLeft | Refusal::NotLeft => "K4",
            Refusal::NoSuchRoute => "K2",
            Refusal::TokensNotHeld
            | Refusal::TilesNotFaceUp
            | Refusal::CannotPay
            | Refusal::Underpaid
            | Refusal::Overpaid => "K6",
            Refusal::WrongReturn => "K5",
            Refusal::StackEmpty | Refusal::NotInMarket => "K11",
            Refusal::TreasureNotHeld
            | Refusal::WrongDroughtReturn
            | Refusal::TokenNotHeld
            | Refusal::NoSuchReceiver => "K12",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotAsked => "Another decision is asked for now.",
            Refusal::NothingTaken => "At least one token must be taken.",
            Refusal::NoSuchTake => "Take three tokens of different kinds, or two of one kind, or one gold.",
            Refusal::GoldNotAlone => "Gold is taken alone, and one at a time.",
            Refusal::ThreeKindsLeft => {
                "Three or more kinds are left in the supply, so tokens of three kinds must be taken."
            }
            Refusal::NotLeft => "The supply has not as many of these tokens.",
            Refusal::NoSuchRoute => "The board has no such route.",
            Refusal::RouteElsewhere => "The route does not begin where your pawn stands.",
            Refusal::TokensNotHeld => "You do not hold these tokens.",
            Refusal::TreasureNotHeld => "You do not hold this many Treasures.",
            Refusal::TilesNotFaceUp => "You do not own these town tiles face up.",
            Refusal::CannotPay => "Your tokens, face-up town tiles and Treasures do not cover the cost.",
            Refusal::Underpaid => "The payment covers less than the cost.",
            Refusal::Overpaid => "The payment covers more than the cost.",
            Refusal::WrongReturn => {
                "Return exactly the tokens above the limit of your bag, from those you hold."
            }
            Refusal::WrongDroughtReturn => "Return exactly the tokens above five, from those you hold.",
            Refusal::StackEmpty => "The stack of town tiles is empty.",
            Refusal::NotInMarket => "The market has no such tile.",
            Refusal::TokenNotHeld => "You do not hold such a token.",
            Refusal::NoSuchReceiver => "Give the token to another seat in play.",
        })
    }
}

impl std::error::Error for Refusal {}
