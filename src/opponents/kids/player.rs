//! Chooses decisions of Kids by kind and strength. Other modules value positions.

use lapidary_engine::kids::action::Action;
use lapidary_engine::kids::state::State;
use lapidary_engine::seat::Seat;

use super::by_hand::Journey;
use super::playouts::{self, PLAYOUTS_OF_APPRENTICE};
use crate::budget::Budget;
use crate::kind::OpponentKind;
use crate::strength::Strength;

/// The next decision of the seat that must decide.
pub fn choose(
    state: &State,
    kind: OpponentKind,
    strength: Strength,
    budget: Budget<'_>,
    rng: &mut fastrand::Rng,
) -> Option<Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let journey = Journey::new(state);
    match kind {
        OpponentKind::Random => rng.choice(&actions).copied(),
        _ if actions.len() <= 1 => actions.first().copied(),
        OpponentKind::Greedy => journey.best(state, &actions, strength.weakness(), rng),
        OpponentKind::Apprentice => {
            let few = Budget::simulations(PLAYOUTS_OF_APPRENTICE);
            playouts::best(&journey, state, &actions, strength, few, rng)
        }
        OpponentKind::Master => playouts::best(&journey, state, &actions, strength, budget, rng),
    }
}

/// The share of the game that the seat can expect, 0 to 1.
pub fn share(state: &State, seat: Seat) -> f32 {
    Journey::new(state).share(state, seat)
}
