//! Tables of a round that has not started, after somebody is missing.
//!
//! Who is missing leaves the round. Tables of two or more stay as they are, so that nobody else gets other opponents.

use super::request::TableSeats;
use crate::event::entry::{EntryId, SEATS_MAX};

/// The tables of a round after the missing entries have left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recut {
    /// The tables, each in the order of seats.
    pub tables: Vec<Vec<EntryId>>,
    /// Who has a bye, because nobody is left to play with.
    pub byes: Vec<EntryId>,
}

/// Removes the missing entries from the tables. Entries that remain alone are seated together. A single one has a bye at tables
/// of two; at larger tables they join the smallest table, or if all are full, the last seat of the last table joins them.
pub fn recut(tables: &[Vec<EntryId>], missing: &[EntryId], seats: TableSeats) -> Recut {
    let present = |table: &Vec<EntryId>| -> Vec<EntryId> {
        table.iter().filter(|entry| !missing.contains(entry)).copied().collect()
    };
    let left: Vec<Vec<EntryId>> = tables.iter().map(present).filter(|table| !table.is_empty()).collect();
    let (alone, mut tables): (Vec<_>, Vec<_>) = left.into_iter().partition(|table| table.len() == 1);
    let alone: Vec<EntryId> = alone.into_iter().flatten().collect();
    let mut byes = Vec::new();
    let mut together = alone.as_slice();
    for size in
        super::sizes::cut(alone.len() - usize::from(seats == TableSeats::Two) * (alone.len() % 2), seats)
    {
        let (table, rest) = together.split_at(size);
        tables.push(table.to_vec());
        together = rest;
    }
    match (together.first(), seats) {
        (Some(&single), TableSeats::Two) => byes.push(single),
        (Some(&single), _) if !join(&mut tables, single) => byes.push(single),
        _ => {}
    }
    Recut { tables, byes }
}

/// Seats a single entry at another table. Returns false if there is none.
fn join(tables: &mut Vec<Vec<EntryId>>, single: EntryId) -> bool {
    if let Some(table) =
        tables.iter_mut().filter(|table| table.len() < SEATS_MAX).min_by_key(|table| table.len())
    {
        table.push(single);
        return true;
    }
    let Some(neighbor) = tables.last_mut().and_then(Vec::pop) else { return false };
    tables.push(vec![neighbor, single]);
    true
}
