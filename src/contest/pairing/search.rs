//! The search for better tables of three and four: swaps of two contenders, as long as they help.
//!
//! First it minimizes forbidden pairs and repeats, then the published cost, then the balance of seats. Fields
//! that remain with repeats start again from other tables, and small ones are searched completely.

use super::cost::{FORBIDDEN_COST, REPEAT_COST};
use super::exact::{Found, Wanted, find_tables};
use super::field::Field;
use super::seating::pair_or_table_cost;
use crate::event::seed::Draws;

/// How many tables up or down a contender may be swapped at once while no repeat is at stake.
const NEIGHBORS: usize = 3;
/// The maximum number of passes over all tables.
const PASSES_MAX: usize = 60;
/// How often a field with repeats starts again.
const RESTARTS: usize = 40;
/// One repeat always outweighs the published cost of a whole table.
const REPEAT: i64 = 1 << 36;
/// A forbidden pair outweighs all repeats of a table.
const FORBIDDEN: i64 = 1 << 52;
/// Squared twelfths in a squared point.
const SQUARE: i64 = 144;

/// The state of a search.
pub struct Search<'a> {
    field: &'a Field,
    large: usize,
    tables: Vec<Vec<usize>>,
    table_of: Vec<usize>,
    pairs: Vec<i64>,
}

impl<'a> Search<'a> {
    /// Starts from these tables. Tables below the size `large` are small ones, of which everybody takes their
    /// turn.
    pub fn new(field: &'a Field, tables: Vec<Vec<usize>>, large: usize) -> Search<'a> {
        let n = field.len();
        let pairs = (0..n * n).map(|index| pair_cost(field, index / n, index % n)).collect();
        let mut search = Search { field, large, tables: Vec::new(), table_of: vec![0; n], pairs };
        search.put(tables);
        search
    }

    /// Returns the best tables that the search finds.
    pub fn run(mut self) -> Vec<Vec<usize>> {
        self.improve();
        if self.has_repeats() {
            self.complete();
        }
        if self.has_repeats() {
            self.restart();
        }
        self.balance();
        self.tables
    }

    fn put(&mut self, tables: Vec<Vec<usize>>) {
        for (table, members) in tables.iter().enumerate() {
            for &place in members {
                self.table_of[place] = table;
            }
        }
        self.tables = tables;
    }

    fn pair(&self, a: usize, b: usize) -> i64 {
        self.pairs[a * self.field.len() + b]
    }

    /// Returns the costs of one contender with a table, leaving out one of its members.
    fn with(&self, place: usize, table: usize, left_out: usize) -> i64 {
        let members = self.tables[table].iter().filter(|&&other| other != left_out && other != place);
        members.map(|&other| self.pair(place, other)).sum()
    }

    fn cost(&self) -> i64 {
        let of = |place: usize| self.with(place, self.table_of[place], place);
        (0..self.field.len()).map(of).sum::<i64>() / 2
    }

    fn has_repeats(&self) -> bool {
        (0..self.field.len()).any(|place| self.with(place, self.table_of[place], place) >= REPEAT)
    }

    /// Returns by how much a swap changes the cost.
    fn change(&self, a: usize, b: usize) -> i64 {
        let (at, bt) = (self.table_of[a], self.table_of[b]);
        self.with(a, bt, b) + self.with(b, at, a) - self.with(a, at, a) - self.with(b, bt, b)
    }

    /// Nobody goes to a smaller table in place of somebody who was there less often.
    fn may_swap(&self, a: usize, b: usize) -> bool {
        let (a_size, b_size) = (self.tables[self.table_of[a]].len(), self.tables[self.table_of[b]].len());
        let (small, comes, goes) = match a_size.cmp(&b_size) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => (a_size, b, a),
            std::cmp::Ordering::Greater => (b_size, a, b),
        };
        small >= self.large || self.field.small_tables(comes, small) <= self.field.small_tables(goes, small)
    }

    /// Returns whether a contender may sit at a table of this size: at a small one if nobody at a larger one
    /// was there less often than those who are there now.
    fn is_turn(&self, place: usize, size: usize) -> bool {
        let small = self.tables.iter().filter(|table| table.len() < self.large).flatten();
        let turns = |place: usize| self.field.small_tables(place, self.large - 1);
        let Some(highest) = small.map(|&place| turns(place)).max() else { return true };
        if size < self.large { turns(place) <= highest } else { turns(place) >= highest }
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

    /// Swaps between neighbors and resolves repeats, until nothing gets better.
    fn improve(&mut self) {
        for _ in 0..PASSES_MAX {
            let neighbors = self.improve_neighbors();
            let repeats = self.resolve_repeats();
            if !neighbors && !repeats {
                return;
            }
        }
    }

    fn improve_neighbors(&mut self) -> bool {
        self.each_neighbors(&|search, a, b| search.change(a, b) < 0)
    }

    /// Swaps contenders of near tables where the question is answered with yes. Returns whether there was a
    /// swap.
    fn each_neighbors(&mut self, is_better: &dyn Fn(&Search<'_>, usize, usize) -> bool) -> bool {
        let mut any = false;
        for first in 0..self.tables.len() {
            for second in first + 1..(first + 1 + NEIGHBORS).min(self.tables.len()) {
                for i in 0..self.tables[first].len() {
                    for j in 0..self.tables[second].len() {
                        let (a, b) = (self.tables[first][i], self.tables[second][j]);
                        if self.may_swap(a, b) && is_better(self, a, b) {
                            self.swap(a, b);
                            any = true;
                        }
                    }
                }
            }
        }
        any
    }

    /// Swaps contenders who sit with somebody again with the best partner of the whole field.
    fn resolve_repeats(&mut self) -> bool {
        let mut any = false;
        for place in 0..self.field.len() {
            let table = self.table_of[place];
            if self.with(place, table, place) < REPEAT {
                continue;
            }
            let others = (0..self.field.len()).filter(|&other| self.table_of[other] != table);
            let allowed = others.filter(|&other| self.may_swap(place, other));
            let best = allowed.map(|other| (self.change(place, other), other)).min();
            if let Some((_, other)) = best.filter(|&(change, _)| change < 0) {
                self.swap(place, other);
                any = true;
            }
        }
        any
    }

    /// Searches small fields completely for tables without repeats.
    fn complete(&mut self) {
        let sizes: Vec<usize> = self.tables.iter().map(Vec::len).collect();
        let may_meet = |a: usize, b: usize| self.pair(a, b) < REPEAT;
        let may_sit = |place: usize, size: usize| self.is_turn(place, size);
        let wanted =
            Wanted { players: self.field.len(), sizes: &sizes, may_meet: &may_meet, may_sit: &may_sit };
        if let Found::Tables(tables) = find_tables(&wanted) {
            self.put(tables);
            self.improve();
        }
    }

    /// Starts again from tables that are disturbed at random, and keeps the best.
    fn restart(&mut self) {
        let mut draws = Draws::from(self.field.contenders.first().map_or(0, |first| first.draw));
        let mut best = (self.cost(), self.tables.clone());
        for _ in 0..RESTARTS {
            for _ in 0..self.field.len() / 4 + 2 {
                let (a, b) = (draws.below(self.field.len()), draws.below(self.field.len()));
                if self.table_of[a] != self.table_of[b] && self.may_swap(a, b) {
                    self.swap(a, b);
                }
            }
            self.improve();
            let cost = self.cost();
            if cost < best.0 {
                best = (cost, self.tables.clone());
            }
            if !self.has_repeats() {
                break;
            }
        }
        self.put(best.1);
    }

    /// Swaps that cost nothing are made if they balance the seats.
    fn balance(&mut self) {
        let seats = |search: &Search<'_>, a: usize, b: usize| {
            let (at, bt) = (search.table_of[a], search.table_of[b]);
            let swapped = |table: usize, from: usize, to: usize| -> Vec<usize> {
                let members = search.tables[table].iter();
                members.map(|&member| if member == from { to } else { member }).collect()
            };
            let now = pair_or_table_cost(search.field, &search.tables[at])
                + pair_or_table_cost(search.field, &search.tables[bt]);
            let then = pair_or_table_cost(search.field, &swapped(at, a, b))
                + pair_or_table_cost(search.field, &swapped(bt, b, a));
            then - now
        };
        for _ in 0..PASSES_MAX {
            if !self.each_neighbors(&|search, a, b| search.change(a, b) == 0 && seats(search, a, b) < 0) {
                return;
            }
        }
    }
}

/// The cost of a pair in 144ths, below the weight of repeats.
fn pair_cost(field: &Field, a: usize, b: usize) -> i64 {
    let met = i64::from(field.met(a, b));
    let forbidden = i64::from(field.is_forbidden(a, b));
    let published = SQUARE * (REPEAT_COST * met * met + FORBIDDEN_COST * forbidden);
    field.score_squared(a, b) + published + REPEAT * met * met + FORBIDDEN * forbidden
}
