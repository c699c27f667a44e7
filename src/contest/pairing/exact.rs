//! The complete search of small fields for tables without repeated pairs.

use crate::event::entry::SEATS_MAX;

/// The largest field that is searched completely.
pub const FIELD_MAX: usize = 24;
/// The maximum number of attempted seats, so that a search always ends soon.
const STEPS_MAX: u32 = 400_000;

/// What tables are searched for.
pub struct Wanted<'a> {
    /// The number of players.
    pub players: usize,
    /// The sizes of the tables, 1 to 4 seats each.
    pub sizes: &'a [usize],
    /// Whether two players may meet.
    pub may_meet: &'a dyn Fn(usize, usize) -> bool,
    /// Whether a player may sit at a table of this size.
    pub may_sit: &'a dyn Fn(usize, usize) -> bool,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These tables.
    Tables(Vec<Vec<usize>>),
    /// There are no such tables.
    Nothing,
    /// The field is too large, or the search takes too long.
    Open,
}

/// Searches tables at which everybody may meet everybody.
pub fn find_tables(wanted: &Wanted<'_>) -> Found {
    if wanted.players > FIELD_MAX {
        return Found::Open;
    }
    let mut left = [0; SEATS_MAX + 1];
    for &size in wanted.sizes {
        left[size.min(SEATS_MAX)] += 1;
    }
    let mut search =
        ExactSearch { wanted, left, steps: 0, is_seated: vec![false; wanted.players], tables: Vec::new() };
    match search.open_table() {
        true => Found::Tables(search.tables),
        false if search.steps < STEPS_MAX => Found::Nothing,
        false => Found::Open,
    }
}

struct ExactSearch<'a> {
    wanted: &'a Wanted<'a>,
    /// The number of tables that are not open yet, by size.
    left: [usize; SEATS_MAX + 1],
    steps: u32,
    is_seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
}

impl ExactSearch<'_> {
    /// The first contender without a seat opens a table of each size in turn.
    fn open_table(&mut self) -> bool {
        let Some(first) = self.is_seated.iter().position(|&seated| !seated) else { return true };
        for size in (1..=SEATS_MAX).rev() {
            if self.left[size] == 0 || !(self.wanted.may_sit)(first, size) {
                continue;
            }
            self.left[size] -= 1;
            self.is_seated[first] = true;
            self.tables.push(vec![first]);
            if self.fill(first + 1, size) {
                return true;
            }
            self.tables.pop();
            self.is_seated[first] = false;
            self.left[size] += 1;
        }
        false
    }

    fn fill(&mut self, from: usize, size: usize) -> bool {
        let open = self.tables.len() - 1;
        if self.tables[open].len() == size {
            return self.open_table();
        }
        for next in from..self.is_seated.len() {
            self.steps += 1;
            if self.steps >= STEPS_MAX {
                return false;
            }
            if !self.is_seated[next] && self.fits(next, open, size) {
                self.is_seated[next] = true;
                self.tables[open].push(next);
                if self.fill(next + 1, size) {
                    return true;
                }
                self.tables[open].pop();
                self.is_seated[next] = false;
            }
        }
        false
    }

    fn fits(&self, next: usize, table: usize, size: usize) -> bool {
        let may_meet = |&other: &usize| (self.wanted.may_meet)(other, next);
        (self.wanted.may_sit)(next, size) && self.tables[table].iter().all(may_meet)
    }
}
