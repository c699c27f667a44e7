//! Why an action is illegal, and which ruling says so. It does not know HTTP, and never names a hidden tile.

/// Why an action is refused. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game waits for another kind of decision.
    #[error("The game waits for another decision.")]
    NotAsked,
    /// Nothing is taken.
    #[error("At least one token must be taken.")]
    NothingTaken,
    /// No action takes this combination of tokens.
    #[error("Take three tokens of different kinds, or two of one kind, or one gold.")]
    NoSuchTake,
    /// Gold must be taken alone, one token at a time.
    #[error("Take gold alone, one token at a time.")]
    GoldNotAlone,
    /// The supply has three kinds or more, so three must be taken.
    #[error("The supply has three or more kinds left, so take tokens of three kinds.")]
    ThreeKindsLeft,
    /// The supply has none of one of these kinds, or fewer than two.
    #[error("The supply does not have that many of these tokens.")]
    NotLeft,
    /// The board has no such route.
    #[error("The board has no route with this id.")]
    NoSuchRoute,
    /// The route begins at another place.
    #[error("The route does not begin at the place of your pawn.")]
    RouteElsewhere,
    /// The player does not hold these tokens.
    #[error("You do not hold these tokens.")]
    TokensNotHeld,
    /// The player does not hold that many Treasures.
    #[error("You do not hold that many Treasures.")]
    TreasureNotHeld,
    /// The player does not own these tiles face up.
    #[error("You do not own these town tiles face up.")]
    TilesNotFaceUp,
    /// The player cannot pay for the route.
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
    /// The player does not hold this token.
    #[error("You do not hold a token of this kind.")]
    TokenNotHeld,
    /// The receiver is not another seat in play.
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
