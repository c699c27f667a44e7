//! The search for the best tables of three and four.
//!
//! It uses late acceptance (Burke and Bykov, European Journal of Operational Research 258, 2017): contenders
//! swap places if the tables are then no worse than now, or no worse than some steps ago. During a walk, a
//! repeat has a price in points, which differs between walks, so that the search finds tables behind worse
//! ones. It keeps the least burden. Small fields are then searched by branch and bound.
//!
//! The number of steps ends the search, not the time: the same field gives the same tables on every machine.

use super::bound::better_tables;
use super::burden::{Burden, Weights};
use super::field::Field;
use super::seating::pair_or_table_cost;
use crate::event::seed::Draws;

/// The number of steps of all walks.
const STEPS: usize = 500_000;
/// The number of additional steps for each contender.
const STEPS_EACH: usize = 100;
/// A walk ends after this many steps without better tables.
const IDLE: usize = 10_000;
/// The number of additional such steps for each contender.
const IDLE_EACH: usize = 100;
/// The search ends after this many walks without better tables: two with each price.
const WALKS_IDLE: usize = 2 * PRICES.len();
/// Compares new tables with those this many steps ago: the maximum and the minimum.
const LATE: (usize, usize) = (400, 100);
/// Larger fields use fewer steps, because a walk would otherwise end too early.
const LATE_ALL: usize = 40_000;
/// How many contenders are tried to find one with any weight at its table.
const LOOKS: usize = 30;
/// The prices of a repeat, one for each walk, in quarters of the mean weight of a pair.
const PRICES: [i64; 7] = [2, 4, 8, 16, 3, 6, 12];
/// The distance in tables that the last swaps reach, up or down.
const NEIGHBORS: usize = 3;
/// The maximum number of passes of the last swaps.
const PASSES_MAX: usize = 60;

/// Returns the best tables that are found from these ones.
pub fn search(field: &Field, tables: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
    let weights = Weights::new(field, &sizes);
    let mut search = Search { weights: &weights, table_of: vec![0; field.len()], tables: Vec::new() };
    search.put(tables);
    search.walk(Draws::from(field.contenders.first().map_or(0, |first| first.draw)));
    if let Some(better) = better_tables(&weights, &sizes, search.burden()) {
        search.put(better);
    }
    search.tables.sort_by_key(|table| table.iter().sum::<usize>() * 12 / table.len().max(1));
    search.put(search.tables.clone());
    search.settle(field);
    search.tables
}

struct Search<'a> {
    weights: &'a Weights,
    tables: Vec<Vec<usize>>,
    table_of: Vec<usize>,
}

impl Search<'_> {
    fn put(&mut self, tables: Vec<Vec<usize>>) {
        for (table, members) in tables.iter().enumerate() {
            members.iter().for_each(|&place| self.table_of[place] = table);
        }
        self.tables = tables;
    }

    /// Returns the weight of a contender at a table without one of its members.
    fn with(&self, place: usize, table: usize, left_out: usize) -> Burden {
        let members = self.tables[table].iter().filter(|&&other| other != left_out && other != place);
        let pairs = members.map(|&other| self.weights.pair(place, other)).sum::<Burden>();
        pairs + self.weights.place(place, self.tables[table].len())
    }

    /// Returns the weight of all tables.
    fn burden(&self) -> Burden {
        let of = |table: &Vec<usize>| -> Burden {
            let pairs =
                table.iter().enumerate().flat_map(|(at, &a)| table[..at].iter().map(move |&b| (a, b)));
            let places = table.iter().map(|&place| self.weights.place(place, table.len()));
            pairs.map(|(a, b)| self.weights.pair(a, b)).chain(places).sum()
        };
        self.tables.iter().map(of).sum()
    }

    /// Returns the change of the burden by a swap.
    fn change(&self, a: usize, b: usize) -> Burden {
        let (at, bt) = (self.table_of[a], self.table_of[b]);
        self.with(a, bt, b) + self.with(b, at, a) - self.with(a, at, a) - self.with(b, bt, b)
    }

    fn swap(&mut self, a: usize, b: usize) {
        let (at, bt) = (self.table_of[a], self.table_of[b]);
        for (table, from, to) in [(at, a, b), (bt, b, a)] {
            if let Some(member) = self.tables[table].iter_mut().find(|member| **member == from) {
                *member = to;
            }
        }
        self.table_of.swap(a, b);
    }

    /// Walks by late acceptance, alternately from the first and the best tables, and keeps the best.
    fn walk(&mut self, mut draws: Draws) {
        let (mean, players) = (self.weights.mean_scores(), self.weights.players);
        let first = self.tables.clone();
        let mut best = (self.burden(), first.clone());
        let mut left = STEPS + STEPS_EACH * players;
        let mut last_better = 0;
        for number in 0.. {
            let is_idle = number > last_better + WALKS_IDLE;
            if left == 0 || is_idle || best.0 == Burden::default() || self.tables.len() < 2 {
                break;
            }
            let before = best.0;
            self.put(if number % 2 == 0 { first.clone() } else { best.1.clone() });
            let price = (mean.saturating_mul(PRICES[number % PRICES.len()]) / 4).max(1);
            self.walk_once(price, &mut left, &mut best, &mut draws);
            if best.0 < before {
                last_better = number;
            }
        }
        self.put(best.1);
    }

    /// Walks with one price of a repeat until nothing improves for long.
    fn walk_once(
        &mut self,
        price: i64,
        left: &mut usize,
        best: &mut (Burden, Vec<Vec<usize>>),
        draws: &mut Draws,
    ) {
        let mut burden = self.burden();
        let steps = (LATE_ALL / self.weights.players).clamp(LATE.1, LATE.0);
        let (mut own, mut late) = (burden, vec![burden.priced(price); steps]);
        let mut idle = IDLE + IDLE_EACH * self.weights.players;
        while idle > 0 && *left > 0 {
            *left -= 1;
            idle -= 1;
            let (a, b) = self.pair_to_swap(draws);
            let swapped = burden + self.change(a, b);
            let before = &mut late[*left % steps];
            if swapped.priced(price) <= burden.priced(price).max(*before) {
                self.swap(a, b);
                burden = swapped;
                if burden < own {
                    own = burden;
                    idle = IDLE + IDLE_EACH * self.weights.players;
                }
                if burden < best.0 {
                    *best = (burden, self.tables.clone());
                }
            }
            *before = burden.priced(price).min(*before);
        }
    }

    /// Draws a contender with any weight at its table, if it finds one soon, and one of another table.
    fn pair_to_swap(&self, draws: &mut Draws) -> (usize, usize) {
        let mut a = draws.below(self.weights.players);
        for _ in 0..LOOKS {
            if self.with(a, self.table_of[a], a) != Burden::default() {
                break;
            }
            a = draws.below(self.weights.players);
        }
        let other = draws.below(self.tables.len() - 1);
        let table = &self.tables[if other < self.table_of[a] { other } else { other + 1 }];
        (a, table[draws.below(table.len())])
    }

    /// Makes swaps without a change of the burden if they balance the seats, or else spread the strong.
    fn settle(&mut self, field: &Field) {
        let quarters = quarters(field);
        for _ in 0..PASSES_MAX {
            if !self.settle_once(field, &quarters) {
                return;
            }
        }
    }

    /// Makes such swaps between near tables. Returns whether it made one.
    fn settle_once(&mut self, field: &Field, quarters: &[(usize, usize)]) -> bool {
        let mut any = false;
        for first in 0..self.tables.len() {
            for second in first + 1..(first + 1 + NEIGHBORS).min(self.tables.len()) {
                for (i, j) in slots(self.tables[first].len(), self.tables[second].len()) {
                    let (a, b) = (self.tables[first][i], self.tables[second][j]);
                    if self.change(a, b) == Burden::default() && self.settles(field, quarters, a, b) {
                        self.swap(a, b);
                        any = true;
                    }
                }
            }
        }
        any
    }

    fn settles(&self, field: &Field, quarters: &[(usize, usize)], a: usize, b: usize) -> bool {
        let (one, other) = (&self.tables[self.table_of[a]], &self.tables[self.table_of[b]]);
        let swapped = |table: &[usize], from: usize, to: usize| -> Vec<usize> {
            table.iter().map(|&member| if member == from { to } else { member }).collect()
        };
        let (one_then, other_then) = (swapped(one, a, b), swapped(other, b, a));
        let seats = |one: &[usize], other: &[usize]| {
            pair_or_table_cost(field, one) + pair_or_table_cost(field, other)
        };
        // The lowest contenders stay at small tables.
        let alike = |one: &[usize], other: &[usize]| match one.len() == other.len() {
            true => in_one_quarter(quarters, one) + in_one_quarter(quarters, other),
            false => 0,
        };
        let now = (seats(one, other), alike(one, other));
        (seats(&one_then, &other_then), alike(&one_then, &other_then)) < now
    }
}

/// All pairs of a slot at one table and a slot at another.
fn slots(one: usize, other: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..one).flat_map(move |i| (0..other).map(move |j| (i, j)))
}

/// Returns the first of the score group for each contender, and its quarter of the group.
fn quarters(field: &Field) -> Vec<(usize, usize)> {
    let mut quarters = Vec::with_capacity(field.len());
    for group in field.contenders.chunk_by(|a, b| a.record.points == b.record.points) {
        let first = quarters.len();
        quarters.extend((0..group.len()).map(|rank| (first, rank * 4 / group.len())));
    }
    quarters
}

/// Returns how many pairs of a table are in the same quarter of a score group.
fn in_one_quarter(quarters: &[(usize, usize)], table: &[usize]) -> usize {
    let same =
        |(at, a): (usize, &usize)| table[..at].iter().filter(|&&b| quarters[b] == quarters[*a]).count();
    table.iter().enumerate().map(same).sum()
}
