//! A turn of a puzzle: the decisions of one seat, in order.

use lapidary_engine::splendor::action::Action;

/// The separator between decisions of a turn.
pub(super) const THEN: &str = "; ";

/// A turn in notation.
pub fn notation(turn: &[Action]) -> String {
    turn.iter().map(Action::to_string).collect::<Vec<_>>().join(THEN)
}
