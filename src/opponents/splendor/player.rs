//! Chooses turns of Splendor by kind and strength. What positions are worth is elsewhere.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;

use super::by_hand;
use super::turns::{Lister, sendable};
use crate::budget::Budget;
use crate::kind::Kind;
use crate::strength::Strength;

/// A player of Splendor, with the memory that it reuses for every turn.
#[derive(Debug, Default)]
pub struct Player {
    lister: Lister,
}

impl Player {
    /// The decisions that the seat sends next in a veiled position.
    pub fn choose(
        &mut self,
        state: &State,
        kind: Kind,
        strength: Strength,
        _budget: Budget<'_>,
        rng: &mut fastrand::Rng,
    ) -> Vec<Action> {
        match kind {
            Kind::Random => random_turn(state, rng),
            Kind::Greedy | Kind::Apprentice | Kind::Master => self.best_by_hand(state, strength, rng),
        }
    }

    /// The share of the game that the seat can expect, 0 to 1.
    pub fn share(&mut self, state: &State, seat: Seat) -> f32 {
        by_hand::share(state, seat)
    }

    /// The turn after which the seat leads by most; a weaker player errs by up to a few points.
    fn best_by_hand(&mut self, state: &State, strength: Strength, rng: &mut fastrand::Rng) -> Vec<Action> {
        let Some((seat, _)) = state.to_act() else { return Vec::new() };
        let error = strength.weakness() * ERROR_MAX;
        let (mut best, mut turn) = (f32::NEG_INFINITY, Vec::new());
        self.lister.each(state, &mut |path, after| {
            let worth = by_hand::lead(after, seat) + error * (rng.f32() - 0.5) + rng.f32() * TIE;
            if worth > best {
                best = worth;
                turn.clear();
                turn.extend(sendable(path));
            }
        });
        turn
    }
}

/// The largest error of the weakest player, in points.
const ERROR_MAX: f32 = 12.0;
/// Equal turns are decided by chance.
const TIE: f32 = 1e-4;

/// Random legal decisions until the turn is over or something unknown decides.
fn random_turn(state: &State, rng: &mut fastrand::Rng) -> Vec<Action> {
    let (mut state, mut turn, mut actions) = (*state, Vec::new(), Vec::new());
    let number = state.turns_begun();
    while !state.is_over() && state.turns_begun() == number {
        state.legal_actions(&mut actions);
        let Some(&action) = rng.choice(&actions) else { break };
        state.play_unchecked(&action, &mut ());
        turn.push(action);
    }
    sendable(&turn).collect()
}
