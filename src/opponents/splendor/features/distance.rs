//! The distance of a seat from buying a card.

use lapidary_engine::splendor::card::{CardId, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;

/// The largest values of a distance.
pub(super) const MISSING_MAX: u8 = 8;
pub(super) const WIDEST_MAX: u8 = 7;

/// The distance of a seat from buying a card.
#[derive(Clone, Copy)]
pub(super) struct Distance {
    /// The cost after bonuses.
    pub(super) due: u8,
    /// The missing tokens after bonuses, tokens and gold, at most [`MISSING_MAX`].
    pub(super) missing: u8,
    /// The most missing tokens of one color before gold, at most [`WIDEST_MAX`].
    pub(super) widest: u8,
}

impl Distance {
    /// The distance to a card with this much gold.
    #[inline]
    pub(super) fn of(holdings: &Holdings, card: CardId, gold: u8) -> Distance {
        let due = card.cost().less(holdings.bonuses);
        let missing = due.less(holdings.tokens.gems());
        let widest = Color::ALL.into_iter().fold(0, |most, color| missing.get(color).max(most));
        Distance {
            due: due.total(),
            missing: missing.total().saturating_sub(gold).min(MISSING_MAX),
            widest: widest.min(WIDEST_MAX),
        }
    }

    /// The same. For a card that costs cards, the number of missing cards (O10).
    #[inline]
    pub(super) fn of_any(holdings: &Holdings, card: CardId, gold: u8) -> Distance {
        match card.facts().power {
            Power::DiscardTwo(color) => {
                let missing = 2u8.saturating_sub(holdings.card_counts.get(color));
                Distance { due: 0, missing, widest: missing }
            }
            _ => Distance::of(holdings, card, gold),
        }
    }
}
