//! Chooses turns of Splendor by kind and strength. Other modules value positions.

use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;

use super::greedy::Greedy;
use super::judge::{Base, Judge};
use super::search::Search;
use super::turns::{Lister, sendable};
use crate::budget::Budget;
use crate::kind::OpponentKind;
use crate::strength::Strength;

/// The largest error of the weakest player: in points for greedy, in logits for the others.
const ERROR_OF_GREEDY: f32 = 12.0;
const ERROR_OF_TRAINED: f32 = 5.0;
/// The simulations of the apprentice where one turn ahead is no better than greedy: with several modules at
/// a table for more than two.
const SIMULATIONS_OF_APPRENTICE: u32 = 8;
/// Turns closer than this are equal, and chance decides.
const TIE: f32 = 1e-4;

/// A player of Splendor, with memory that it reuses for every turn.
#[derive(Debug, Default)]
pub struct Player {
    greedy: Greedy,
    lister: Lister,
    base: Base,
    search: Search,
}

impl Player {
    /// The decisions that the seat sends next in a veiled position.
    pub fn choose(
        &mut self,
        state: &State,
        kind: OpponentKind,
        strength: Strength,
        budget: Budget<'_>,
        rng: &mut fastrand::Rng,
    ) -> Vec<Action> {
        let Some((seat, _)) = state.to_act() else { return Vec::new() };
        let (judge, weakness) = (Judge::of(state), strength.weakness());
        match kind {
            OpponentKind::Random => random_turn(state, rng),
            OpponentKind::Greedy => self.greedy.choose(state, seat, weakness * ERROR_OF_GREEDY, rng),
            OpponentKind::Apprentice if state.modules().len() > 1 && state.seat_count() != SeatCount::TWO => {
                self.searched(state, judge, weakness, Budget::simulations(SIMULATIONS_OF_APPRENTICE), rng)
            }
            OpponentKind::Apprentice => {
                judge.prepare(state, seat, &mut self.base);
                let error = weakness * ERROR_OF_TRAINED;
                self.best(state, error, rng, |base, after| judge.logit_after(base, seat, after))
            }
            OpponentKind::Master => self.searched(state, judge, weakness, budget, rng),
        }
    }

    /// The expected share of the game for the seat, 0 to 1. At its own turn that of its best turn, because
    /// positions are valued after turns.
    pub fn share(&mut self, state: &State, seat: Seat) -> f32 {
        let judge = Judge::of(state);
        if state.to_act().is_none_or(|(mover, _)| mover != seat) {
            return judge.share(state, seat);
        }
        judge.prepare(state, seat, &mut self.base);
        let mut best = f32::NEG_INFINITY;
        let base = &mut self.base;
        self.lister.each(state, &mut |_, after| best = best.max(judge.logit_after(base, seat, after)));
        super::judge::share(best)
    }

    /// The turn to the position of the highest worth, with an error of up to half of `error` in either
    /// direction.
    fn best(
        &mut self,
        state: &State,
        error: f32,
        rng: &mut fastrand::Rng,
        worth: impl Fn(&mut Base, &State) -> f32,
    ) -> Vec<Action> {
        let (mut most, mut turn) = (f32::NEG_INFINITY, Vec::new());
        let base = &mut self.base;
        self.lister.each(state, &mut |path, after| {
            let judged = worth(base, after) + error * (rng.f32() - 0.5) + rng.f32() * TIE;
            if judged > most {
                most = judged;
                turn.clear();
                turn.extend(sendable(path));
            }
        });
        turn
    }

    /// The turn that the search visits most. A weaker player searches less and misjudges the result.
    fn searched(
        &mut self,
        state: &State,
        judge: Judge<'_>,
        weakness: f32,
        budget: Budget<'_>,
        rng: &mut fastrand::Rng,
    ) -> Vec<Action> {
        let share = (1.0 - weakness) * (1.0 - weakness);
        self.search.run(state, judge, budget.scaled(share));
        let chosen = if weakness == 0.0 {
            self.search.best()
        } else {
            let mut judged =
                |value: f32| super::judge::logit(value) + weakness * ERROR_OF_TRAINED * (rng.f32() - 0.5);
            let found = self.search.found().map(|found| (judged(found.value), found));
            found.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, found)| found)
        };
        chosen.map(|found| sendable(found.turn).collect()).unwrap_or_default()
    }
}

/// Random legal decisions until the turn is over or something unknown matters.
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
