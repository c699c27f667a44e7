//! Compares the decisions of Kids that look best by hand, by playing on with other hidden tiles each time.

use lapidary_engine::kids::action::Action;
use lapidary_engine::kids::state::State;
use lapidary_engine::seat::Seat;

use super::by_hand::Journey;
use crate::budget::Budget;
use crate::strength::Strength;

/// The playouts of the apprentice for a decision.
pub const PLAYOUTS_OF_APPRENTICE: u32 = 24;
/// The decisions that are compared: the best by hand. With few playouts, more of them would be noise.
const COMPARED: usize = 12;
const COMPARED_BY_APPRENTICE: usize = 6;
/// The share of random decisions in a playout. The others are the best by hand.
const RANDOM: f32 = 0.1;
/// The number of decisions in a playout before the evaluation by hand. In longer playouts chance hides what
/// the first decision was worth: a game of four seats has 110 to 130.
const DECISIONS_MAX: u32 = 20;
/// As many playouts the evaluation by hand counts for.
const VISITS_BY_HAND: f32 = 6.0;
/// The weight of exploration in the choice among actions.
const CURIOSITY: f32 = 0.4;
/// The largest error of the weakest player, as a share of the game.
const ERROR_MAX: f32 = 0.6;

/// The results of the playouts of an action.
struct PlayoutTally {
    action: Action,
    visits: f32,
    sum: f32,
}

/// The action with the best result after all playouts of the budget, of those that look best by hand.
pub fn best(
    journey: &Journey,
    state: &State,
    actions: &[Action],
    strength: Strength,
    budget: Budget<'_>,
    rng: &mut fastrand::Rng,
) -> Option<Action> {
    let (seat, _) = state.to_act()?;
    let at_sight = actions.iter().map(|&action| {
        let mut after = *state;
        after.redeal(|places| rng.shuffle(places));
        after.play_unchecked(&action, &mut ());
        let sum = VISITS_BY_HAND * journey.share(&after, seat);
        (journey.lead(&after, seat), PlayoutTally { action, visits: VISITS_BY_HAND, sum })
    });
    let mut at_sight: Vec<_> = at_sight.collect();
    at_sight.sort_by(|a, b| b.0.total_cmp(&a.0));
    let compared = if budget.count() > PLAYOUTS_OF_APPRENTICE { COMPARED } else { COMPARED_BY_APPRENTICE };
    let mut tallies: Vec<PlayoutTally> =
        at_sight.into_iter().map(|(_, tally)| tally).take(compared).collect();
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
    let judged = tallies.iter().map(|tally| {
        let mean = tally.sum / tally.visits + error * (rng.f32() - 0.5);
        (if strength == Strength::FULL { tally.visits + mean } else { mean }, tally.action)
    });
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
