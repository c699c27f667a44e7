//! Simulated players, and the results of their games.

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::{PlayedTable, SeatResult};
use lapidary_contest::event::seed::Draws;

/// The mean strength, in Elo points.
const MEAN: f64 = 1500.0;
/// The deviation of strengths.
const DEVIATION: f64 = 250.0;
/// The deviation of a rating at registration from the strength.
const RATING_ERROR: f64 = 80.0;
/// Elo points in one unit of the logistic distribution: 400 / ln 10.
const LOGISTIC: f64 = 173.717_792_761_4;
/// One in this number of neighbors in the result shares the place.
const SHARED_ONE_IN: usize = 40;
/// Prestige that ends a game.
const PRESTIGE: usize = 15;

/// A simulated player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    /// The player's entry.
    pub id: EntryId,
    /// The true strength.
    pub strength: f64,
    /// The rating at registration.
    pub rating: i64,
}

/// Returns players with drawn strengths, numbered from 1.
pub fn players(count: u32, draws: &mut Draws) -> Vec<Player> {
    let player = |id| {
        let strength = MEAN + DEVIATION * normal(draws);
        let rating = libm::round(strength + RATING_ERROR * normal(draws)) as i64;
        Player { id: EntryId(id), strength, rating }
    };
    (1..=count).map(player).collect()
}

/// Nearly normal with deviation 1: the sum of twelve numbers, which needs no function of a library.
fn normal(draws: &mut Draws) -> f64 {
    (0..12).map(|_| draws.fraction()).sum::<f64>() - 6.0
}

/// Plays a game. The chance to be first among some players grows with 10^(strength / 400), as Elo assumes for
/// two.
pub fn play(seats: &[Player], draws: &mut Draws) -> PlayedTable {
    let mut order: Vec<(f64, usize)> = seats
        .iter()
        .enumerate()
        .map(|(seat, player)| {
            // Between 0 and 1, and neither of both.
            let chance = (draws.fraction() + f64::EPSILON).min(1.0 - f64::EPSILON);
            (player.strength / LOGISTIC - libm::log(-libm::log(chance)), seat)
        })
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut places = vec![0; seats.len()];
    for (rank, &(_, seat)) in order.iter().enumerate() {
        let shares = rank > 0 && draws.below(SHARED_ONE_IN) == 0;
        places[seat] = if shares { places[order[rank - 1].1] } else { rank as u8 + 1 };
    }
    let result = |(player, &place): (&Player, &u8)| SeatResult {
        entry: player.id,
        place,
        prestige: Some((PRESTIGE + draws.below(5)).saturating_sub(3 * usize::from(place - 1)) as u16),
        cards: Some(10 + draws.below(10) as u16),
        tokens: Some(draws.below(11) as u16),
        forfeit: false,
    };
    PlayedTable { seats: seats.iter().zip(&places).map(result).collect() }
}
