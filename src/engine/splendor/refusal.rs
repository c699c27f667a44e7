//! Knows why an action is illegal, and which ruling says so. Knows nothing of HTTP, and names no hidden card.

use std::fmt;

/// Why an action is refused. The state is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The action answers another question than the one that is open.
    NotAsked,
    /// Nothing is taken.
    NothingTaken,
    /// Three different colors are in the supply, so three must be taken.
    ThreeColorsLeft,
    /// More than three tokens, or a mixture that no action takes.
    NoSuchTake,
    /// A color of which the supply has none.
    ColorNotLeft,
    /// Two equal from a pile below four.
    PileBelowFour,
    /// The extra-token post takes one token of another color with two equal.
    ExtraTokenMissing,
    /// A third token without the extra-token post.
    NoExtraToken,
    /// Three cards are in hand.
    HandFull,
    /// The deck is empty.
    DeckEmpty,
    /// The card does not lie face up in the market.
    NotInMarket,
    /// The card lies neither face up in the market nor in the own hand.
    NotForSale,
    /// An opponent's stronghold stands on the card.
    EnemyStronghold,
    /// The player does not hold these tokens.
    TokensNotHeld,
    /// The card cannot be paid for with what the player has.
    CannotPay,
    /// The payment covers less than the cost.
    Underpaid,
    /// The payment covers more than the cost.
    Overpaid,
    /// With double gold a gem of this payment is superfluous.
    SuperfluousGem,
    /// The virtual-gold card is not owned.
    VirtualGoldNotOwned,
    /// A virtual-gold card of this payment pays for nothing.
    VirtualGoldUnused,
    /// The card costs two owned cards of a color, and nothing else.
    OnlyDiscardsPay,
    /// The card is not paid by discarding.
    NoDiscardAsked,
    /// Several discards are possible: they must be named.
    DiscardNotNamed,
    /// These two cards are not a discard that the card asks for.
    WrongDiscard,
    /// No owned card has a bonus, so there is nothing to associate with.
    NothingToAssociate,
    /// The card is no other owned card with a bonus.
    NotAssociable,
    /// The card is not of the level that may be taken free.
    WrongLevel,
    /// No stronghold of the player is there to be moved.
    NoStrongholdThere,
    /// A stronghold cannot move onto the card it stands on.
    StrongholdStays,
    /// No opponent's stronghold stands alone on the card.
    NotRemovable,
    /// The player's three strongholds do not stand on one card.
    NoConquest,
    /// The card was not drawn.
    NotDrawn,
    /// The number of tokens returned is not the surplus over ten.
    WrongReturn,
    /// The noble does not visit: it is not there, or its cards are not.
    NobleNotEarned,
    /// The post cannot be taken: it is owned, or its cards are not.
    PostNotEarned,
    /// Something else is legal.
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotAsked => "Another decision is asked for now.",
            Refusal::NothingTaken => "At least one token must be taken.",
            Refusal::ThreeColorsLeft => {
                "Three or more colors are left in the supply, so tokens of three colors must be taken."
            }
            Refusal::NoSuchTake => "Take up to three tokens of different colors, or two of one color.",
            Refusal::ColorNotLeft => "The supply has no token of one of these colors.",
            Refusal::PileBelowFour => "Two equal tokens need four in the pile.",
            Refusal::ExtraTokenMissing => {
                "The extra_token post takes one token of another color together with two equal ones."
            }
            Refusal::NoExtraToken => "Only the extra_token post takes a third token with two equal ones.",
            Refusal::HandFull => "Three cards are in hand.",
            Refusal::DeckEmpty => "The deck is empty or not in play.",
            Refusal::NotInMarket => "The card does not lie face up in the market.",
            Refusal::NotForSale => "The card lies neither face up in the market nor in your hand.",
            Refusal::EnemyStronghold => "A stronghold of an opponent stands on the card.",
            Refusal::TokensNotHeld => "You do not hold these tokens.",
            Refusal::CannotPay => "Your tokens and bonuses do not cover the cost.",
            Refusal::Underpaid => "The payment covers less than the cost.",
            Refusal::Overpaid => "The payment covers more than the cost.",
            Refusal::SuperfluousGem => {
                "With double gold one of the gems is superfluous: the same gold covers it."
            }
            Refusal::VirtualGoldNotOwned => "You do not own this virtual-gold card.",
            Refusal::VirtualGoldUnused => "Each discarded virtual-gold card must pay for at least one gem.",
            Refusal::OnlyDiscardsPay => {
                "The card is paid with two owned cards of its color and nothing else."
            }
            Refusal::NoDiscardAsked => "The card is not paid by discarding cards.",
            Refusal::DiscardNotNamed => "Several discards are possible: name the two cards.",
            Refusal::WrongDiscard => "Discard two owned cards of the asked color, associated ones first.",
            Refusal::NothingToAssociate => "You own no card with a bonus to associate the card with.",
            Refusal::NotAssociable => "Associate with another card you own that has a bonus.",
            Refusal::WrongLevel => "A card of another level is to be taken free.",
            Refusal::NoStrongholdThere => "You have no stronghold there.",
            Refusal::StrongholdStays => "A stronghold cannot move onto the card it stands on.",
            Refusal::NotRemovable => "No single stronghold of an opponent stands on the card.",
            Refusal::NoConquest => "Your three strongholds do not stand on one card.",
            Refusal::NotDrawn => "The card is not one of those drawn.",
            Refusal::WrongReturn => "Return exactly the tokens above ten, from those you hold.",
            Refusal::NobleNotEarned => "The noble is not on the table, or you lack the cards it asks for.",
            Refusal::PostNotEarned => "You own the post already, or lack the cards it asks for.",
            Refusal::PassNotForced => "Passing is legal only if nothing else is.",
        })
    }
}

impl std::error::Error for Refusal {}
