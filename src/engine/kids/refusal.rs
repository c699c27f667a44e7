//! Knows why an action is illegal, and which ruling says so. Knows nothing of HTTP, and names no hidden tile.

/// Why an action is refused. The state is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// The action answers another question than the one that is open.
    #[error("Another decision is asked for now.")]
    NotAsked,
    /// Nothing is taken.
    #[error("At least one token must be taken.")]
    NothingTaken,
    /// A mixture that no action takes.
    #[error("Take three tokens of different kinds, or two of one kind, or one gold.")]
    NoSuchTake,
    /// Gold is taken alone, one token.
    #[error("Gold is taken alone, and one at a time.")]
    GoldNotAlone,
    /// Three kinds are in the supply, so three must be taken.
    #[error("Three or more kinds are left in the supply, so tokens of three kinds must be taken.")]
    ThreeKindsLeft,
    /// A kind of which the supply has none, or not two.
    #[error("The supply has not as many of these tokens.")]
    NotLeft,
    /// The board has no such route.
    #[error("The board has no such route.")]
    NoSuchRoute,
    /// The route begins elsewhere.
    #[error("The route does not begin where your pawn stands.")]
    RouteElsewhere,
    /// The player does not hold these tokens.
    #[error("You do not hold these tokens.")]
    TokensNotHeld,
    /// The player does not hold these Treasures.
    #[error("You do not hold this many Treasures.")]
    TreasureNotHeld,
    /// The player does not own these tiles face up.
    #[error("You do not own these town tiles face up.")]
    TilesNotFaceUp,
    /// The route cannot be paid for with what the player has.
    #[error("Your tokens, face-up town tiles and Treasures do not cover the cost.")]
    CannotPay,
    /// The payment covers less than the cost.
    #[error("The payment covers less than the cost.")]
    Underpaid,
    /// The payment covers more than the cost.
    #[error("The payment covers more than the cost.")]
    Overpaid,
    /// The number of tokens returned is not the surplus over the limit of the bag.
    #[error("Return exactly the tokens above the limit of your bag, from those you hold.")]
    WrongReturn,
    /// The number of tokens returned is not the surplus over the five that the Drought leaves.
    #[error("Return exactly the tokens above five, from those you hold.")]
    WrongDroughtReturn,
    /// The stack of town tiles is empty.
    #[error("The stack of town tiles is empty.")]
    StackEmpty,
    /// The market has no such tile.
    #[error("The market has no such tile.")]
    NotInMarket,
    /// The token is not held.
    #[error("You do not hold such a token.")]
    TokenNotHeld,
    /// Nobody else in play sits there.
    #[error("Give the token to another seat in play.")]
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
