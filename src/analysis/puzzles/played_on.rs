//! The outcome of continued games: opponents play them to the end, over many deals of what a seat does not
//! know. Their results may contradict the estimates of searches.

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
/// The minimum mean gain in standard errors.
const ERRORS: f32 = 2.0;

/// The results of the games after a turn: the share of each seat in each deal.
#[derive(Debug)]
pub struct PlayedOn(Vec<[f32; SEATS_MAX]>);

impl PlayedOn {
    /// Continues a game this many times after a turn of a seat, with these opponents and this many
    /// simulations per turn. The same seed gives the same deals.
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

    /// Whether a seat wins more than after another turn: on average by this margin, and too clearly for
    /// chance.
    pub fn wins_more(&self, other: &PlayedOn, seat: Seat, margin: f32) -> bool {
        let results = self.0.iter().zip(&other.0);
        let gains: Vec<f32> = results.map(|(one, other)| one[seat.index()] - other[seat.index()]).collect();
        let count = gains.len() as f32;
        let mean = gains.iter().sum::<f32>() / count;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>() / (count - 1.0);
        mean >= margin && mean >= ERRORS * (variance / count).sqrt()
    }
}

/// The share of each seat if everybody continues as this opponent.
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
