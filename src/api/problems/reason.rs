//! The field `reason` of `illegal_action`: a stable name for why an action is illegal, beside the number of
//! the ruling.
//!
//! It knows the spellings. The engine decides which refusal applies.

use lapidary_engine::game::Refusal;
use lapidary_engine::{kids, splendor};

/// Names every refusal of a game once, and lists the names.
macro_rules! reasons {
    ($(#[$doc:meta])* $names:ident, $name:ident, $texts:ident, $refusal:ty: $($variant:ident => $text:literal,)+) => {
        $(#[$doc])*
        /// Values may be added.
        pub const $names: &[&str] = &[$($text),+];

        const fn $name(refusal: $refusal) -> &'static str {
            match refusal {
                $(<$refusal>::$variant => $text,)+
            }
        }

        /// Returns each reason with the text of its refusal.
        #[cfg(test)]
        pub(crate) fn $texts() -> Vec<(&'static str, String)> {
            vec![$(($text, <$refusal>::$variant.to_string())),+]
        }
    };
}

reasons! {
    /// The reasons in Splendor.
    SPLENDOR, splendor_reason, splendor_texts, splendor::refusal::Refusal:
    NotAsked => "not_asked",
    NothingTaken => "nothing_taken",
    ThreeColorsLeft => "three_colors_left",
    NoSuchTake => "no_such_take",
    ColorNotLeft => "color_not_left",
    PileBelowFour => "pile_below_four",
    ExtraTokenMissing => "extra_token_missing",
    NoExtraToken => "no_extra_token",
    HandFull => "hand_full",
    DeckEmpty => "deck_empty",
    NotInMarket => "not_in_market",
    NotForSale => "not_for_sale",
    EnemyStronghold => "enemy_stronghold",
    TokensNotHeld => "tokens_not_held",
    CannotPay => "cannot_pay",
    Underpaid => "underpaid",
    Overpaid => "overpaid",
    SuperfluousGem => "superfluous_gem",
    VirtualGoldNotOwned => "virtual_gold_not_owned",
    VirtualGoldUnused => "virtual_gold_unused",
    OnlyDiscardsPay => "only_discards_pay",
    NoDiscardAsked => "no_discard_asked",
    DiscardNotNamed => "discard_not_named",
    WrongDiscard => "wrong_discard",
    NothingToAssociate => "nothing_to_associate",
    NotAssociable => "not_associable",
    WrongLevel => "wrong_level",
    NoStrongholdThere => "no_stronghold_there",
    StrongholdStays => "stronghold_stays",
    NotRemovable => "not_removable",
    NoConquest => "no_conquest",
    NotDrawn => "not_drawn",
    WrongReturn => "wrong_return",
    NobleNotEarned => "noble_not_earned",
    PostNotEarned => "post_not_earned",
    PassNotForced => "pass_not_forced",
}

reasons! {
    /// The reasons in Kids.
    KIDS, kids_reason, kids_texts, kids::refusal::Refusal:
    NotAsked => "not_asked",
    NothingTaken => "nothing_taken",
    NoSuchTake => "no_such_take",
    GoldNotAlone => "gold_not_alone",
    ThreeKindsLeft => "three_kinds_left",
    NotLeft => "not_left",
    NoSuchRoute => "no_such_route",
    RouteElsewhere => "route_elsewhere",
    TokensNotHeld => "tokens_not_held",
    TreasureNotHeld => "treasure_not_held",
    TilesNotFaceUp => "tiles_not_face_up",
    CannotPay => "cannot_pay",
    Underpaid => "underpaid",
    Overpaid => "overpaid",
    WrongReturn => "wrong_return",
    WrongDroughtReturn => "wrong_drought_return",
    StackEmpty => "stack_empty",
    NotInMarket => "not_in_market",
    TokenNotHeld => "token_not_held",
    NoSuchReceiver => "no_such_receiver",
}

/// The reason for an action of another ruleset.
pub const OTHER_GAME: &str = "other_game";

/// Returns the reason for a refusal, for programs.
pub const fn reason(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Splendor(refusal) => splendor_reason(refusal),
        Refusal::Kids(refusal) => kids_reason(refusal),
        Refusal::OtherGame => OTHER_GAME,
    }
}
