//! Why an action is illegal, and which ruling says so. It does not know HTTP, and never names a hidden card.

/// Why an action is refused. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game waits for another kind of decision.
    #[error("The game waits for another decision.")]
    NotAsked,
    /// Nothing is taken.
    #[error("At least one token must be taken.")]
    NothingTaken,
    /// The supply has three colors or more, so three must be taken.
    #[error("The supply has three or more colors left, so take tokens of three colors.")]
    ThreeColorsLeft,
    /// More than three tokens, or a combination that no action takes.
    #[error("Take up to three tokens of different colors, or two of one color.")]
    NoSuchTake,
    /// The supply has no token of one of these colors.
    #[error("The supply has no token of one of these colors.")]
    ColorNotLeft,
    /// Two equal tokens from a pile with fewer than four.
    #[error("Two equal tokens need four in the pile.")]
    PileBelowFour,
    /// The extra-token post requires one token of another color with two equal ones.
    #[error("With the extra_token post, take one token of another color together with two equal ones.")]
    ExtraTokenMissing,
    /// A third token with two equal ones, without the extra-token post.
    #[error("A third token with two equal ones requires the extra_token post.")]
    NoExtraToken,
    /// The hand already has three cards.
    #[error("Your hand is full: it has three cards.")]
    HandFull,
    /// The deck is empty.
    #[error("The deck is empty or not in play.")]
    DeckEmpty,
    /// The card is not face up in the market.
    #[error("The card is not face up in the market.")]
    NotInMarket,
    /// The card is neither face up in the market nor in the player's hand.
    #[error("The card is neither face up in the market nor in your hand.")]
    NotForSale,
    /// An opponent's stronghold is on the card.
    #[error("An opponent's stronghold is on the card.")]
    EnemyStronghold,
    /// The player does not hold these tokens.
    #[error("You do not hold these tokens.")]
    TokensNotHeld,
    /// The player cannot pay for the card.
    #[error("Your tokens and bonuses do not cover the cost.")]
    CannotPay,
    /// The payment covers less than the cost.
    #[error("The payment covers less than the cost.")]
    Underpaid,
    /// The payment covers more than the cost.
    #[error("The payment covers more than the cost.")]
    Overpaid,
    /// With double gold, a gem of this payment is superfluous.
    #[error("With double gold, one of the gems is superfluous: the same gold also covers it.")]
    SuperfluousGem,
    /// The virtual-gold card is not owned.
    #[error("You do not own this virtual-gold card.")]
    VirtualGoldNotOwned,
    /// A virtual-gold card of this payment pays for nothing.
    #[error("Each discarded virtual-gold card must pay for at least one gem.")]
    VirtualGoldUnused,
    /// The card costs two owned cards of a color, and nothing else.
    #[error("Pay for this card with two cards you own of the required color and nothing else.")]
    OnlyDiscardsPay,
    /// The card cannot be paid for with discards.
    #[error("This card cannot be paid for by discarding cards.")]
    NoDiscardAsked,
    /// Several discards are possible, so they must be specified.
    #[error("Several discards are possible: name the two cards.")]
    DiscardNotNamed,
    /// These two cards are not a valid discard for the card.
    #[error("Discard two cards you own of the required color, associated ones first.")]
    WrongDiscard,
    /// The player owns no card with a bonus, so there is nothing to associate with.
    #[error("You own no card with a bonus, so this card cannot be associated.")]
    NothingToAssociate,
    /// The card is not another owned card with a bonus.
    #[error("Associate the card with another card you own that has a bonus.")]
    NotAssociable,
    /// The card does not have the level that may be taken at no cost.
    #[error("The free card must be of another level.")]
    WrongLevel,
    /// The player has no stronghold on the card.
    #[error("You have no stronghold on that card.")]
    NoStrongholdThere,
    /// A stronghold cannot move to the card it is already on.
    #[error("A stronghold cannot move to the card it is already on.")]
    StrongholdStays,
    /// The card does not have exactly one stronghold of an opponent.
    #[error("You can remove a stronghold only if it is an opponent's and alone on the card.")]
    NotRemovable,
    /// The player's three strongholds are not all on one card.
    #[error("Your three strongholds are not all on one card.")]
    NoConquest,
    /// The card was not drawn.
    #[error("The card is not one of those drawn.")]
    NotDrawn,
    /// The number of tokens returned is not the surplus above ten.
    #[error("Return exactly the tokens above ten, from those you hold.")]
    WrongReturn,
    /// The noble does not visit: it is not on the table, or the player lacks the cards.
    #[error("The noble is not on the table, or you do not have the cards it requires.")]
    NobleNotEarned,
    /// The post cannot be taken: the player owns it, or lacks the cards.
    #[error("You already own the post, or you do not have the cards it requires.")]
    PostNotEarned,
    /// Another action is legal.
    #[error("Passing is legal only if no other action is.")]
    PassNotForced,
}

impl Refusal {
    /// The number of the ruling that forbids the action.
    pub const fn rule(self) -> &'static str {
        match self {
            Refusal::NotAsked => "T1",
            Refusal::NothingTaken
            | Refusal::ThreeColorsLeft
            | Refusal::NoSuchTake
            | Refusal::ColorNotLeft => "B5",
            Refusal::PileBelowFour => "B6",
            Refusal::ExtraTokenMissing => "P2",
            Refusal::NoExtraToken => "B6",
            Refusal::HandFull | Refusal::DeckEmpty | Refusal::NotInMarket => "B7",
            Refusal::NotForSale | Refusal::CannotPay | Refusal::TokensNotHeld => "B8",
            Refusal::EnemyStronghold => "S4",
            Refusal::Underpaid | Refusal::Overpaid => "B9",
            Refusal::SuperfluousGem => "P3",
            Refusal::VirtualGoldNotOwned | Refusal::VirtualGoldUnused => "O4",
            Refusal::OnlyDiscardsPay
            | Refusal::NoDiscardAsked
            | Refusal::DiscardNotNamed
            | Refusal::WrongDiscard => "O10",
            Refusal::NothingToAssociate | Refusal::NotAssociable => "O5",
            Refusal::WrongLevel => "O11",
            Refusal::NoStrongholdThere | Refusal::NotRemovable => "S2",
            Refusal::StrongholdStays => "S3",
            Refusal::NoConquest => "S7",
            Refusal::NotDrawn => "P4",
            Refusal::WrongReturn => "B13",
            Refusal::NobleNotEarned => "B14",
            Refusal::PostNotEarned => "P0",
            Refusal::PassNotForced => "B12",
        }
    }
}
