//! The complete search of small fields for tables at which nobody meets somebody again.

/// The largest field that is searched completely.
pub const FIELD_MAX: usize = 24;
/// The maximum number of tried seats, so that a search always ends soon.
const STEPS_MAX: u32 = 400_000;

/// Returns tables of these sizes at which every pair is allowed. Returns none if there are none, if the field is too large,
/// or if the search takes too long.
pub fn without_repeats(
    field: usize,
    sizes: &[usize],
    allowed: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<Vec<usize>>> {
    let search = Exact { sizes, allowed, steps: 0, is_seated: vec![false; field], tables: Vec::new() };
    if field > FIELD_MAX { None } else { search.run().0 }
}

/// Returns whether such tables exist, or none if that remains open.
pub fn exist_without_repeats(
    field: usize,
    sizes: &[usize],
    allowed: &dyn Fn(usize, usize) -> bool,
) -> Option<bool> {
    let search = Exact { sizes, allowed, steps: 0, is_seated: vec![false; field], tables: Vec::new() };
    if field > FIELD_MAX {
        return None;
    }
    let (tables, is_decided) = search.run();
    is_decided.then_some(tables.is_some())
}

struct Exact<'a> {
    sizes: &'a [usize],
    allowed: &'a dyn Fn(usize, usize) -> bool,
    steps: u32,
    is_seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
}

impl Exact<'_> {
    /// Returns the tables, and whether the search has come to an end.
    fn run(mut self) -> (Option<Vec<Vec<usize>>>, bool) {
        let found = self.open_table();
        (found.then_some(self.tables), found || self.steps < STEPS_MAX)
    }

    /// The first who has no seat opens the next table.
    fn open_table(&mut self) -> bool {
        let Some(first) = self.is_seated.iter().position(|&seated| !seated) else { return true };
        if self.tables.len() == self.sizes.len() {
            return false;
        }
        self.is_seated[first] = true;
        self.tables.push(vec![first]);
        if self.fill(first + 1) {
            return true;
        }
        self.tables.pop();
        self.is_seated[first] = false;
        false
    }

    fn fill(&mut self, from: usize) -> bool {
        let open = self.tables.len() - 1;
        if self.tables[open].len() == self.sizes[open] {
            return self.open_table();
        }
        for next in from..self.is_seated.len() {
            self.steps += 1;
            if self.steps >= STEPS_MAX {
                return false;
            }
            let is_free = !self.is_seated[next];
            if is_free && self.tables[open].iter().all(|&other| (self.allowed)(other, next)) {
                self.is_seated[next] = true;
                self.tables[open].push(next);
                if self.fill(next + 1) {
                    return true;
                }
                self.tables[open].pop();
                self.is_seated[next] = false;
            }
        }
        false
    }
}
