//! What happens if a game goes on: opponents play it to its end, over many deals of what a seat does not
//! know. What counts are their results, so they can contradict what searches promise.

use fastrand::Rng;
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::turns::played;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::shares::Shares;

/// The number of deals.
pub const DEALS: u64 = 128;
/// How far the mean gain must be from none, in standard errors.
const ERRORS: f32 = 2.0;

/// The results of the games that follow a turn: what each seat got in each deal.
#[derive(Debug)]
pub struct PlayedOn(Vec<[f32; SEATS_MAX]>);

impl PlayedOn {
    /// Plays a game on after a turn of a seat, so many times, by these opponents with so many simulations a
    /// turn. The same seed gives the same deals.
    pub fn after(
        position: &State,
        seat: Seat,
        turn: &[Action],
        (deals, seed): (u64, u64),
        by: (OpponentKind, u32),
    ) -> PlayedOn {
        let mut dice = Rng::with_seed(seed);
        let results = (0..deals).map(|number| {
            let mut dealt = *position;
            dealt.redeal(Viewer::Seat(seat), |cards| dice.shuffle(cards));
            result_of(played(dealt, turn), number, by)
        });
        PlayedOn(results.collect())
    }

    /// The results of a turn with which a seat wins by force.
    pub fn won_by(seat: Seat) -> PlayedOn {
        let mut result = [0.0; SEATS_MAX];
        result[seat.index()] = 1.0;
        PlayedOn(vec![result; DEALS as usize])
    }

    /// What each seat won on average.
    pub fn shares(&self) -> Shares {
        let of = |seat: usize| self.0.iter().map(|result| result[seat]).sum::<f32>() / self.0.len() as f32;
        Shares::new(std::array::from_fn(of))
    }

    /// Whether a seat wins more than after another turn by this margin, on average over the deals, and so
    /// clearly that it is no chance.
    pub fn wins_more(&self, other: &PlayedOn, seat: Seat, margin: f32) -> bool {
        let results = self.0.iter().zip(&other.0);
        let gains: Vec<f32> = results.map(|(one, other)| one[seat.index()] - other[seat.index()]).collect();
        let count = gains.len() as f32;
        let mean = gains.iter().sum::<f32>() / count;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>() / (count - 1.0);
        mean >= margin && mean >= ERRORS * (variance / count).sqrt()
    }
}

/// The share of the game that each seat gets if everybody plays on as this opponent.
fn result_of(state: State, seed: u64, (kind, simulations): (OpponentKind, u32)) -> [f32; SEATS_MAX] {
    let seats = state.seat_count().seats();
    let mut players: Vec<Opponent> = seats.map(|_| Opponent::new(kind, Strength::FULL, seed)).collect();
    let (mut game, mut log) = (Game::Splendor(state), GameLog::default());
    while let Some((next, _)) = game.to_act() {
        let turn = players[next.index()].choose(&Seen::new(&game, next), Budget::simulations(simulations));
        let is_played = turn.iter().all(|action| game.play(action, &mut log).is_ok());
        if turn.is_empty() || !is_played {
            break;
        }
    }
    let winners = game.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
    let mut result = [0.0; SEATS_MAX];
    winners.iter().for_each(|winner| result[winner.index()] = 1.0 / winners.len() as f32);
    result
}
