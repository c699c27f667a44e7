//! The measures that compare tables of a round during the search for the best ones.

use std::ops::{Add, AddAssign, Sub};

use super::field::Field;

/// A forbidden pair outweighs all repeats.
const FORBIDDEN: u32 = 1 << 20;
/// The maximum number of meetings of two contenders that counts.
const MET_MAX: u16 = 1000;

/// The disadvantages of tables, with the most important first. Less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Burden {
    /// Forbidden pairs, and the squares of how often pairs have met.
    pub apart: i64,
    /// How far contenders sit at small tables out of turn.
    pub turns: i64,
    /// The squared differences of points, in squared twelfths.
    pub scores: i64,
}

impl Burden {
    /// Returns one number in which a repeat costs this much, and a place out of turn costs the same.
    pub const fn priced(self, price: i64) -> i64 {
        (self.apart + self.turns).saturating_mul(price).saturating_add(self.scores)
    }
}

impl Add for Burden {
    type Output = Burden;

    fn add(self, other: Burden) -> Burden {
        Burden {
            apart: self.apart + other.apart,
            turns: self.turns + other.turns,
            scores: self.scores + other.scores,
        }
    }
}

impl Sub for Burden {
    type Output = Burden;

    fn sub(self, other: Burden) -> Burden {
        Burden {
            apart: self.apart - other.apart,
            turns: self.turns - other.turns,
            scores: self.scores - other.scores,
        }
    }
}

impl AddAssign for Burden {
    fn add_assign(&mut self, other: Burden) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Burden {
    fn sum<I: Iterator<Item = Burden>>(burdens: I) -> Burden {
        burdens.fold(Burden::default(), Add::add)
    }
}

/// What each pair and each place at a table weigh.
pub struct Weights {
    /// The number of contenders.
    pub players: usize,
    /// The size of large tables.
    large: usize,
    apart: Vec<u32>,
    scores: Vec<i64>,
    /// How often each contender sat at small tables, less the number for their turn.
    ahead: Vec<i64>,
}

impl Weights {
    /// Returns the weights of a field at tables of these sizes, with the large ones first.
    pub fn new(field: &Field, sizes: &[usize]) -> Weights {
        let players = field.len();
        let large = sizes.iter().copied().max().unwrap_or_default();
        let apart = (0..players * players).map(|pair| apart(field, pair / players, pair % players)).collect();
        let scores = (0..players).map(|place| field.score(place)).collect();
        Weights { players, large, apart, scores, ahead: ahead(field, sizes, large) }
    }

    /// Returns what a pair weighs.
    pub fn pair(&self, a: usize, b: usize) -> Burden {
        let difference = self.scores[a] - self.scores[b];
        let apart = i64::from(self.apart[a * self.players + b]);
        Burden { apart, turns: 0, scores: difference * difference }
    }

    /// Returns what a place at a table of this size weighs.
    pub fn place(&self, place: usize, size: usize) -> Burden {
        let ahead = self.ahead[place];
        let turns = if size < self.large { ahead.max(0) } else { (-ahead).max(0) };
        Burden { turns, ..Burden::default() }
    }

    /// Returns the mean weight of the difference of points of two contenders.
    pub fn mean_scores(&self) -> i64 {
        let scores = || self.scores.iter().map(|&score| i128::from(score));
        let (count, sum) = (self.players.max(1) as i128, scores().sum::<i128>());
        let squares: i128 = scores().map(|score| score * score).sum();
        i64::try_from(2 * (count * squares - sum * sum) / (count * count)).unwrap_or(i64::MAX)
    }
}

fn apart(field: &Field, a: usize, b: usize) -> u32 {
    let met = u32::from(field.met(a, b).min(MET_MAX));
    if field.is_forbidden(a, b) { FORBIDDEN + met * met } else { met * met }
}

/// The last contender whose turn comes is neither ahead nor behind.
fn ahead(field: &Field, sizes: &[usize], large: usize) -> Vec<i64> {
    let small: usize = sizes.iter().filter(|&&size| size < large).sum();
    let Some(last) = small.checked_sub(1) else { return vec![0; field.len()] };
    let times: Vec<i64> = (0..field.len()).map(|place| field.small_tables(place, large - 1).into()).collect();
    let mut sorted = times.clone();
    sorted.sort_unstable();
    let turn = sorted.get(last).copied().unwrap_or_default();
    times.into_iter().map(|times| times - turn).collect()
}
