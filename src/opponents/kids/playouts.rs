//! Values decisions of Kids by playing games to the end, each with other hidden tiles.

use lapidary_engine::kids::action::Action;
use lapidary_engine::kids::state::State;
use lapidary_engine::seat::Seat;

use super::by_hand::Journey;
use crate::budget::Budget;
use crate::strength::Strength;

/// The playouts of the apprentice for a decision.
pub const PLAYOUTS_OF_APPRENTICE: u32 = 60;
/// The share of random decisions in a playout. The others are the best by hand.
const RANDOM: f32 = 0.1;
/// The number of decisions in a playout before the evaluation by hand.
const DECISIONS_MAX: u32 = 60;
/// The weight of exploration in the choice among actions.
const CURIOSITY: f32 = 0.5;
/// The largest error of the weakest player, as a share of the game.
const ERROR_MAX: f32 = 0.6;

/// The results of the playouts of an action.
struct PlayoutTally {
    action: Action,
    visits: f32,
    sum: f32,
}

/// The action with the best result after all playouts of the budget.
pub fn best(
    journey: &Journey,
    state: &State,
    actions: &[Action],
    strength: Strength,
    budget: Budget<'_>,
    rng: &mut fastrand::Rng,
) -> Option<Action> {
    let (seat, _) = state.to_act()?;
    let mut tallies: Vec<PlayoutTally> = actions
        .iter()
        .map(|&action| {
            let mut after = *state;
            after.redeal(|places| rng.shuffle(places));
            after.play_unchecked(&action, &mut ());
            PlayoutTally { action, visits: 1.0, sum: journey.share(&after, seat) }
        })
        .collect();
    let mut scratch = Vec::new();
    for played in 0..budget.scaled(1.0 - strength.weakness()).count() {
        if budget.is_expired() {
            break;
        }
        let curious = |tally: &PlayoutTally| {
            tally.sum / tally.visits + CURIOSITY * (((played + 1) as f32).ln() / tally.visits).sqrt()
        };
        let best = tallies.iter_mut().max_by(|a, b| curious(a).total_cmp(&curious(b)))?;
        let mut world = *state;
        world.redeal(|places| rng.shuffle(places));
        world.play_unchecked(&best.action, &mut ());
        best.sum += play_out(journey, world, seat, &mut scratch, rng);
        best.visits += 1.0;
    }
    let error = strength.weakness() * ERROR_MAX;
    let worth = |tally: &PlayoutTally| match strength {
        Strength::FULL => tally.visits + tally.sum / tally.visits,
        _ => tally.sum / tally.visits,
    };
    let errors: Vec<f32> = tallies.iter().map(|_| error * (rng.f32() - 0.5)).collect();
    let judged = tallies.iter().zip(errors).map(|(tally, error)| (worth(tally) + error, tally.action));
    judged.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, action)| action)
}

/// Plays on and returns the share of the game for the seat.
fn play_out(
    journey: &Journey,
    mut state: State,
    seat: Seat,
    actions: &mut Vec<Action>,
    rng: &mut fastrand::Rng,
) -> f32 {
    for _ in 0..DECISIONS_MAX {
        if state.is_over() {
            break;
        }
        state.legal_actions(actions);
        let action = match rng.f32() < RANDOM {
            true => rng.choice(actions.as_slice()).copied(),
            false => best_at_sight(journey, &state, actions),
        };
        let Some(action) = action else { break };
        state.play_unchecked(&action, &mut ());
    }
    journey.share(&state, seat)
}

/// The action after which the seat needs the fewest turns, with the hidden tiles of the playout.
fn best_at_sight(journey: &Journey, state: &State, actions: &[Action]) -> Option<Action> {
    let (seat, _) = state.to_act()?;
    let turns = |action: &Action| {
        let mut after = *state;
        after.play_unchecked(action, &mut ());
        journey.remaining(&after, seat)
    };
    actions
        .iter()
        .map(|action| (turns(action), action))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, one)| *one)
}
