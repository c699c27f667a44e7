//! What happens if a game goes on: opponents play it to its end, over many deals of what a seat does not
//! know. It asks no evaluation, so it can contradict one.

use fastrand::Rng;
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use super::puzzle::played;

/// The number of deals.
pub const DEALS: u64 = 128;
/// How far the mean gain must be from none, in standard errors.
const ERRORS: f32 = 2.0;

/// Whether a turn wins more than another one by this margin, if the game goes on: on average over the deals,
/// and so clearly that it is no chance. Both turns get the same deals.
pub(super) fn wins_more(
    position: &State,
    seat: Seat,
    (turn, other): (&[Action], &[Action]),
    margin: f32,
    seed: u64,
) -> bool {
    let mut dice = Rng::with_seed(seed);
    let gains = (0..DEALS).map(|number| {
        let mut dealt = *position;
        dealt.redeal(Viewer::Seat(seat), |cards| dice.shuffle(cards));
        share_of(played(dealt, turn), seat, number) - share_of(played(dealt, other), seat, number)
    });
    let gains: Vec<f32> = gains.collect();
    let count = DEALS as f32;
    let mean = gains.iter().sum::<f32>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>() / (count - 1.0);
    mean >= margin && mean >= ERRORS * (variance / count).sqrt()
}

/// The share of the game that a seat gets if everybody plays on as `apprentice`, which does not search.
fn share_of(state: State, seat: Seat, seed: u64) -> f32 {
    let seats = state.seat_count().seats();
    let mut players: Vec<Opponent> =
        seats.map(|_| Opponent::new(OpponentKind::Apprentice, Strength::FULL, seed)).collect();
    let (mut game, mut log) = (Game::Splendor(state), GameLog::default());
    while let Some((next, _)) = game.to_act() {
        let turn = players[next.index()].choose(&Seen::new(&game, next), Budget::simulations(1));
        let is_played = turn.iter().all(|action| game.play(action, &mut log).is_ok());
        if turn.is_empty() || !is_played {
            return 0.0;
        }
    }
    let winners = game.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
    if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 }
}
