//! Separates entries of a knock-out that have met before, with few changes of the seeding.

use super::exact::{Found, Wanted, find_tables};

/// Returns the tables with few repeated pairs, and none if a small field allows that. The lower seed of a
/// repeated pair swaps with the nearest seed that helps. Seeds are numbers from 0.
pub fn apart(tables: Vec<Vec<usize>>, have_met: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let seeds = tables.iter().map(Vec::len).sum();
    let mut places = Places { table_of: vec![0; seeds], tables, have_met };
    for (table, members) in places.tables.iter().enumerate() {
        members.iter().for_each(|&seed| places.table_of[seed] = table);
    }
    while places.improve() {}
    if places.repeats() > 0 {
        places.search();
    }
    places.tables.iter_mut().for_each(|table| table.sort_unstable());
    places.tables
}

/// Who sits where.
struct Places<'a> {
    tables: Vec<Vec<usize>>,
    table_of: Vec<usize>,
    have_met: &'a dyn Fn(usize, usize) -> bool,
}

impl Places<'_> {
    /// Returns how many a seed would meet again at a table without this other seed.
    fn again(&self, seed: usize, table: usize, left: usize) -> usize {
        let others = self.tables[table].iter().filter(|&&other| other != left && other != seed);
        others.filter(|&&other| (self.have_met)(seed, other)).count()
    }

    /// Returns the number of repeated meetings, counted for each seed.
    fn repeats(&self) -> usize {
        (0..self.table_of.len()).map(|seed| self.again(seed, self.table_of[seed], seed)).sum()
    }

    /// Returns whether a swap of two seeds reduces the repeats.
    fn helps(&self, a: usize, b: usize) -> bool {
        let (at, bt) = (self.table_of[a], self.table_of[b]);
        at != bt && self.again(a, bt, b) + self.again(b, at, a) < self.again(a, at, a) + self.again(b, bt, b)
    }

    /// Swaps the seeds that meet somebody again, the lowest first. Returns whether anything changed.
    fn improve(&mut self) -> bool {
        let mut any = false;
        for seed in (0..self.table_of.len()).rev() {
            if self.again(seed, self.table_of[seed], seed) == 0 {
                continue;
            }
            let helpful = (0..self.table_of.len()).filter(|&other| self.helps(seed, other));
            if let Some(other) = helpful.min_by_key(|&other| (other.abs_diff(seed), other)) {
                self.swap(seed, other);
                any = true;
            }
        }
        any
    }

    fn swap(&mut self, a: usize, b: usize) {
        let (at, bt) = (self.table_of[a], self.table_of[b]);
        for (table, from, to) in [(at, a, b), (bt, b, a)] {
            self.tables[table].iter_mut().filter(|member| **member == from).for_each(|member| *member = to);
        }
        self.table_of.swap(a, b);
    }

    /// Searches a small field completely for tables without repeats.
    fn search(&mut self) {
        let sizes: Vec<usize> = self.tables.iter().map(Vec::len).collect();
        let may_meet = |a: usize, b: usize| !(self.have_met)(a, b);
        let wanted = Wanted {
            players: self.table_of.len(),
            sizes: &sizes,
            may_meet: &may_meet,
            may_sit: &|_, _| true,
        };
        if let Found::Tables(mut tables) = find_tables(&wanted) {
            tables.sort_by_key(|table| (std::cmp::Reverse(table.len()), table.first().copied()));
            self.tables = tables;
        }
    }
}
