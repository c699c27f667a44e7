//! The purchases of a position, for the cases of all modules.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::{Action, Offer, Proposal};
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::Gems;

use crate::table_talk::legal;

/// Returns the card with this id.
pub fn card(id: &str) -> CardId {
    CardId::from_name(id).unwrap()
}

/// Returns the engine's payment for a card when the player specifies none.
pub fn unnamed(state: &State, id: &str) -> Result<Action, Refusal> {
    state.complete(&Proposal::Buy { card: card(id), offer: Offer::default() })
}

/// Returns what the first seat lacks for a card: gems, gold that would do instead, cards; nothing if it can
/// pay.
pub fn lacks(state: &State, id: &str) -> Option<([u8; 5], u8, [u8; 5])> {
    let found = state.missing(Seat::FIRST).into_iter().find(|missing| missing.card == card(id))?;
    let counts = |gems: Gems| Color::ALL.map(|color| gems.get(color));
    Some((counts(found.gems), found.gold, counts(found.cards)))
}

/// Returns the legal purchases of a card.
pub fn buys(state: &State, id: &str) -> Vec<String> {
    legal(state).into_iter().filter(|line| line.starts_with(&format!("buy {id} "))).collect()
}
