//! The update of ratings after a game. It knows one game and no earlier ones.
//!
//! Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research
//! 12 (2011), algorithm 1 (Bradley-Terry, full pair) with gamma 1, and with a small variance (`TAU`) added
//! before each game.

use super::skill::{Rating, SIGMA_START, Skill};

/// The name of this algorithm with all its constants. It changes when any of them does.
pub const ALGORITHM: &str = "weng-lin-bt-full-1";

/// The deviation of the performance in one game.
pub const BETA: f64 = 6.25;
/// The deviation added before each game, so that a rating never becomes rigid.
pub const TAU: f64 = 25.0 / 300.0;
/// The lowest factor by which one game reduces a variance.
pub const KAPPA: f64 = 1e-4;
/// The variance added for each whole day without a rated game, up to that of a new player.
pub const VARIANCE_PER_DAY: f64 = 0.0139;

/// One player of a game: the rating before, the place, and the time since the last rated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The rating before the game.
    pub rating: Rating,
    /// The place at the table: 1 is best, and equal places are shared.
    pub place: u8,
    /// Whole days since the last rated game of the pool. 0 without one.
    pub days_idle: u32,
}

/// Returns the ratings after a game, in the same order.
pub fn update(players: &[Rated]) -> Vec<Rating> {
    let rested: Vec<Performance> = players.iter().map(Performance::of).collect();
    rested.iter().enumerate().map(|(index, one)| one.after(&rested, index).stored()).collect()
}

/// Returns the skills after a game without rounding. `update` returns ratings to store.
pub fn update_exactly(players: &[(Skill, u8)]) -> Vec<Skill> {
    let ready = |&(skill, place): &(Skill, u8)| Performance::new(skill, place, 0);
    let rested: Vec<Performance> = players.iter().map(ready).collect();
    rested.iter().enumerate().map(|(index, one)| one.after(&rested, index)).collect()
}

/// Returns the deviation after days without a rated game.
pub fn idle_deviation(sigma: f64, days_idle: u32) -> f64 {
    libm::sqrt(idle_variance(sigma, days_idle))
}

/// The mean stays. Only the certainty shrinks, and never below that of a new player.
fn idle_variance(sigma: f64, days_idle: u32) -> f64 {
    let variance = sigma * sigma;
    let cap = f64::max(variance, SIGMA_START * SIGMA_START);
    f64::min(variance + VARIANCE_PER_DAY * f64::from(days_idle), cap)
}

/// A player as the formula sees them.
#[derive(Clone, Copy)]
struct Performance {
    mu: f64,
    variance: f64,
    place: u8,
}

impl Performance {
    fn of(player: &Rated) -> Performance {
        Performance::new(player.rating.skill(), player.place, player.days_idle)
    }

    fn new(skill: Skill, place: u8, days_idle: u32) -> Performance {
        let variance = idle_variance(skill.sigma, days_idle) + TAU * TAU;
        Performance { mu: skill.mu, variance, place }
    }

    fn after(&self, all: &[Performance], own: usize) -> Skill {
        let (mut omega, mut delta) = (0.0, 0.0);
        for other in Performance::opponents(all, own) {
            let c = libm::sqrt(self.variance + other.variance + 2.0 * BETA * BETA);
            let p = 1.0 / (1.0 + libm::exp((other.mu - self.mu) / c));
            omega += self.variance / c * (self.score(other) - p);
            delta += self.variance / (c * c) * p * (1.0 - p);
        }
        let variance = self.variance * f64::max(1.0 - delta, KAPPA);
        Skill { mu: self.mu + omega, sigma: libm::sqrt(variance) }
    }

    /// Returns the opponents in an order that does not depend on the seats, because rounded sums depend on
    /// the order.
    fn opponents(all: &[Performance], own: usize) -> impl Iterator<Item = &Performance> {
        let mut others: Vec<&Performance> =
            all.iter().enumerate().filter(|(index, _)| *index != own).map(|(_, other)| other).collect();
        others.sort_by(|a, b| {
            let by_skill = a.mu.total_cmp(&b.mu).then(a.variance.total_cmp(&b.variance));
            by_skill.then(a.place.cmp(&b.place))
        });
        others.into_iter()
    }

    /// Returns 1 for a better place than the opponent's, one half for an equal one, otherwise 0.
    fn score(&self, other: &Performance) -> f64 {
        match self.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
}
