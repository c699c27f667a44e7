//! Changes tables of a round that has not started, after entries are found missing.
//!
//! Missing entries leave the round. Tables of two or more stay, so that nobody else gets other opponents.

use crate::event::entry::{EntryId, SEATS_MAX};

/// The tables of a round after the missing entries have left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recut {
    /// The tables, each in the order of seats.
    pub tables: Vec<Vec<EntryId>>,
    /// Who has a bye, because nobody is left to play with.
    pub byes: Vec<EntryId>,
}

/// Removes the missing entries from the tables. Seats the single entries that remain together, at most
/// `seats` at a table, if `may_meet` allows it. Each single entry left joins the smallest table with a free
/// seat, or takes the last player of a full table of three or four, or has a bye.
pub fn recut(
    tables: &[Vec<EntryId>],
    missing: &[EntryId],
    seats: usize,
    may_meet: &dyn Fn(EntryId, EntryId) -> bool,
) -> Recut {
    let present = |table: &Vec<EntryId>| -> Vec<EntryId> {
        table.iter().filter(|entry| !missing.contains(entry)).copied().collect()
    };
    let left: Vec<Vec<EntryId>> = tables.iter().map(present).filter(|table| !table.is_empty()).collect();
    let (alone, mut tables): (Vec<_>, Vec<_>) = left.into_iter().partition(|table| table.len() == 1);
    let mut together: Vec<Vec<EntryId>> = Vec::new();
    for single in alone.into_iter().flatten() {
        let fits = |table: &&mut Vec<EntryId>| table.len() < seats && meets(table, single, may_meet);
        match together.iter_mut().find(fits) {
            Some(table) => table.push(single),
            None => together.push(vec![single]),
        }
    }
    let (alone, together): (Vec<_>, Vec<_>) = together.into_iter().partition(|table| table.len() == 1);
    tables.extend(together);
    let singles = alone.into_iter().flatten();
    let byes = singles.filter(|&single| !join(&mut tables, single, seats, may_meet)).collect();
    Recut { tables, byes }
}

fn meets(table: &[EntryId], single: EntryId, may_meet: &dyn Fn(EntryId, EntryId) -> bool) -> bool {
    table.iter().all(|&other| may_meet(other, single))
}

/// Seats a single entry with others. Returns false if that is impossible.
fn join(
    tables: &mut Vec<Vec<EntryId>>,
    single: EntryId,
    seats: usize,
    may_meet: &dyn Fn(EntryId, EntryId) -> bool,
) -> bool {
    let seats = seats.min(SEATS_MAX);
    let free = tables.iter_mut().filter(|table| table.len() < seats && meets(table, single, may_meet));
    if let Some(table) = free.min_by_key(|table| table.len()) {
        table.push(single);
        return true;
    }
    let ends_well = |table: &&mut Vec<EntryId>| {
        table.len() > 2 && table.last().is_some_and(|&last| may_meet(last, single))
    };
    let neighbor = tables.iter_mut().rev().find(ends_well).and_then(Vec::pop);
    tables.extend(neighbor.map(|neighbor| vec![neighbor, single]));
    neighbor.is_some()
}
