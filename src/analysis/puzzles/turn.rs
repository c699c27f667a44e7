//! A turn of a puzzle: the decisions of one seat, in order.

use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;

/// What separates the decisions of a turn.
pub(super) const THEN: &str = "; ";

/// A turn in notation.
pub fn notation(turn: &[Action]) -> String {
    turn.iter().map(Action::to_string).collect::<Vec<_>>().join(THEN)
}

/// A position after decisions that are known to be legal.
pub(super) fn played(mut state: State, turn: &[Action]) -> State {
    turn.iter().for_each(|action| state.play_unchecked(action, &mut ()));
    state
}
