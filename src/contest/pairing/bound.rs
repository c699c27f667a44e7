//! Finds the best tables of a small field without repeats, by branch and bound.

use super::burden::{Burden, Weights};
use crate::event::entry::SEATS_MAX;

/// The largest field that is searched.
const PLAYERS_MAX: usize = 64;
/// The maximum number of attempted places, so that a search always ends soon.
const STEPS_MAX: u32 = 1_000_000;

/// Returns tables of these sizes, without repeats and forbidden pairs, that are better than this burden: the
/// best ones unless the search takes too long. Returns none if it finds no better ones.
pub fn better_tables(weights: &Weights, sizes: &[usize], burden: Burden) -> Option<Vec<Vec<usize>>> {
    if weights.players > PLAYERS_MAX {
        return None;
    }
    let mut left = [0; SEATS_MAX + 1];
    sizes.iter().for_each(|&size| left[size.min(SEATS_MAX)] += 1);
    let everybody = (0..weights.players).fold(0, |set, place| set | 1 << place);
    let may_meet: Vec<u64> = (0..weights.players).map(|place| may_meet(weights, place)).collect();
    let opponents = sizes.iter().min().map_or(0, |size| size - 1);
    let least = (0..weights.players).map(|place| least(weights, place, may_meet[place], opponents)).collect();
    let mut search = Search {
        weights,
        may_meet,
        least,
        left,
        free: everybody,
        steps: 0,
        tables: Vec::new(),
        best: burden,
        found: None,
    };
    let rest = search.least.iter().sum();
    search.open_table(Burden::default(), rest);
    search.found
}

/// The opponents that a contender may meet, as a set of bits.
fn may_meet(weights: &Weights, place: usize) -> u64 {
    let others = (0..weights.players).filter(|&other| other != place);
    others.filter(|&other| weights.pair(place, other).apart == 0).fold(0, |set, other| set | 1 << other)
}

/// The minimum weight of the points of this many opponents.
fn least(weights: &Weights, place: usize, may_meet: u64, opponents: usize) -> i64 {
    let mut scores: Vec<i64> = members(may_meet).map(|other| weights.pair(place, other).scores).collect();
    scores.sort_unstable();
    scores.iter().take(opponents).sum()
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let member = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        member
    })
}

struct Search<'a> {
    weights: &'a Weights,
    may_meet: Vec<u64>,
    /// The minimum weight of the opponents of each contender. A pair is part of both sums.
    least: Vec<i64>,
    /// The number of tables that are not open yet, by size.
    left: [usize; SEATS_MAX + 1],
    /// The contenders without a place.
    free: u64,
    steps: u32,
    tables: Vec<Vec<usize>>,
    best: Burden,
    found: Option<Vec<Vec<usize>>>,
}

impl Search<'_> {
    /// The contender with the fewest possible opponents opens a table of each size in turn. `rest` is the sum
    /// of the minimum weights of those without a place.
    fn open_table(&mut self, burden: Burden, rest: i64) {
        let opponents = |place: &usize| (self.may_meet[*place] & self.free).count_ones() as usize;
        let Some(first) = members(self.free).min_by_key(opponents) else {
            self.best = burden;
            self.found = Some(self.tables.clone());
            return;
        };
        let candidates = self.may_meet[first] & self.free;
        for size in (1..=SEATS_MAX).rev().filter(|&size| size <= opponents(&first) + 1).collect::<Vec<_>>() {
            if self.left[size] == 0 || self.is_over() {
                continue;
            }
            self.left[size] -= 1;
            self.free &= !(1 << first);
            self.tables.push(vec![first]);
            let burden = burden + self.weights.place(first, size);
            self.fill(burden, rest - self.least[first], candidates, size);
            self.tables.pop();
            self.free |= 1 << first;
            self.left[size] += 1;
        }
    }

    /// Fills the last table with contenders that may meet everybody there.
    fn fill(&mut self, burden: Burden, rest: i64, candidates: u64, size: usize) {
        let table = self.tables.len() - 1;
        let missing = size - self.tables[table].len();
        if missing == 0 {
            return self.open_table(burden, rest);
        }
        let mut later = candidates;
        while later.count_ones() as usize >= missing && !self.is_over() {
            let next = later.trailing_zeros() as usize;
            later &= later - 1;
            self.steps += 1;
            let pairs: Burden = self.tables[table].iter().map(|&other| self.weights.pair(next, other)).sum();
            let (burden, rest) = (burden + pairs + self.weights.place(next, size), rest - self.least[next]);
            if burden + (Burden { scores: rest / 2, ..Burden::default() }) < self.best {
                self.free &= !(1 << next);
                self.tables[table].push(next);
                self.fill(burden, rest, later & self.may_meet[next], size);
                self.tables[table].pop();
                self.free |= 1 << next;
            }
        }
    }

    const fn is_over(&self) -> bool {
        self.steps >= STEPS_MAX
    }
}
