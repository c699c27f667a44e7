//! Knows why an action is illegal, and which ruling says so. Knows nothing of HTTP, and names no hidden card.

/// Why an action is refused. The state is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// The action answers another question than the one that is open.
    #[error("Another decision is asked for now.")]
    NotAsked,
    /// Nothing is taken.
    #[error("At least one token must be taken.")]
    NothingTaken,
    /// Three different colors are in the supply, so three must be taken.
    #[error("Three or more colors are left in the supply, so tokens of three colors must be taken.")]
    ThreeColorsLeft,
    /// More than three tokens, or a mixture that no action takes.
    #[error("Take up to three tokens of different colors, or two of one color.")]
    NoSuchTake,
    /// A color of which the supply has none.
    #[error("The supply has no token of one of these colors.")]
    ColorNotLeft,
    /// Two equal from a pile below four.
    #[error("Two equal tokens need four in the pile.")]
    PileBelowFour,
    /// The extra-token post takes one token of another color with two equal.
    #[error("The extra_token post takes one token of another color together with two equal ones.")]
    ExtraTokenMissing,
    /// A third token without the extra-token post.
    #[error("Only the extra_token post takes a third token with two equal ones.")]
    NoExtraToken,
    /// Three cards are in hand.
    #[error("Three cards are in hand.")]
    HandFull,
    /// The deck is empty.
    #[error("The deck is empty or not in play.")]
    DeckEmpty,
    /// The card does not lie face up in the market.
    #[error("The card does not lie face up in the market.")]
    NotInMarket,
    /// The card lies neither face up in the market nor in the own hand.
    #[error("The card lies neither face up in the market nor in your hand.")]
    NotForSale,
    /// An opponent's stronghold stands on the card.
    #[error("A stronghold of an opponent stands on the card.")]
    EnemyStronghold,
    /// The player does not hold these tokens.
    #[error("You do not hold these tokens.")]
    TokensNotHeld,
    /// The card cannot be paid for with what the player has.
    #[error("Your tokens and bonuses do not cover the cost.")]
    CannotPay,
    /// The payment covers less than the cost.
    #[error("The payment covers less than the cost.")]
    Underpaid,
    /// The payment covers more than the cost.
    #[error("The payment covers more than the cost.")]
    Overpaid,
    /// With double gold a gem of this payment is superfluous.
    #[error("With double gold one of the gems is superfluous: the same gold covers it.")]
    SuperfluousGem,
    /// The virtual-gold card is not owned.
    #[error("You do not own this virtual-gold card.")]
    VirtualGoldNotOwned,
    /// A virtual-gold card of this payment pays for nothing.
    #[error("Each discarded virtual-gold card must pay for at least one gem.")]
    VirtualGoldUnused,
    /// The card costs two owned cards of a color, and nothing else.
    #[error("The card is paid with two owned cards of its color and nothing else.")]
    OnlyDiscardsPay,
    /// The card is not paid by discarding.
    #[error("The card is not paid by discarding cards.")]
    NoDiscardAsked,
    /// Several discards are possible: they must be named.
    #[error("Several discards are possible: name the two cards.")]
    DiscardNotNamed,
    /// These two cards are not a discard that the card asks for.
    #[error("Discard two owned cards of the asked color, associated ones first.")]
    WrongDiscard,
    /// No owned card has a bonus, so there is nothing to associate with.
    #[error("You own no card with a bonus to associate the card with.")]
    NothingToAssociate,
    /// The card is no other owned card with a bonus.
    #[error("Associate with another card you own that has a bonus.")]
    NotAssociable,
    /// The card is not of the level that may be taken free.
    #[error("A card of another level is to be taken free.")]
    WrongLevel,
    /// No stronghold of the player is there to be moved.
    #[error("You have no stronghold there.")]
    NoStrongholdThere,
    /// A stronghold cannot move onto the card it stands on.
    #[error("A stronghold cannot move onto the card it stands on.")]
    StrongholdStays,
    /// No opponent's stronghold stands alone on the card.
    #[error("No single stronghold of an opponent stands on the card.")]
    NotRemovable,
    /// The player's three strongholds do not stand on one card.
    #[error("Your three strongholds do not stand on one card.")]
    NoConquest,
    /// The card was not drawn.
    #[error("The card is not one of those drawn.")]
    NotDrawn,
    /// The number of tokens returned is not the surplus over ten.
    #[error("Return exactly the tokens above ten, from those you hold.")]
    WrongReturn,
    /// The noble does not visit: it is not there, or its cards are not.
    #[error("The noble is not on the table, or you lack the cards it asks for.")]
    NobleNotEarned,
    /// The post cannot be taken: it is owned, or its cards are not.
    #[error("You own the post already, or lack the cards it asks for.")]
    PostNotEarned,
    /// Something else is legal.
    #[error("Passing is legal only if nothing else is.")]
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
