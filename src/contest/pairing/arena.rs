//! Arenas: tables start continuously from waiting entries.
//!
//! The caller repeats the call with all entries that wait at that moment. Entries avoid the opponents of
//! their last table until they have waited long enough. Neighbors in the standings meet. Forbidden pairs
//! never meet.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::matching::least_cost;
use super::request::TableSeats;
use super::seating::best;
use crate::event::entry::{EntryId, SEATS_MAX};
use crate::event::points::Points;

/// The maximum number of entries paired at once. The others stay in the queue.
pub const AT_ONCE_MAX: usize = 256;
/// The seconds of waiting after which an entry may meet the same opponents again.
pub const PATIENCE_S: u32 = 30;

/// An entry that waits for a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The entry.
    pub id: EntryId,
    /// The points so far.
    pub points: Points,
    pub rating: i64,
    /// How long the entry has waited, in seconds.
    pub waited_s: u32,
    /// The opponents of the last table.
    pub last_opponents: Vec<EntryId>,
    /// How often each seat was taken.
    pub seats: [u16; SEATS_MAX],
}

/// Returns the tables that start now, each in the order of seats. The other entries keep waiting; the longest
/// waiting are seated first. `forbidden` are pairs that never meet.
pub fn pair_waiting(
    waiting: &[Waiting],
    seats: TableSeats,
    forbidden: &[(EntryId, EntryId)],
) -> Vec<Vec<EntryId>> {
    let size = seats.count();
    let forbidden: Pairs = forbidden.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let mut queue: Vec<&Waiting> = waiting.iter().collect();
    queue.sort_by_key(|one| (Reverse(one.waited_s), one.id));
    queue.truncate(AT_ONCE_MAX);
    let full = queue.len() - queue.len() % size;
    if full == 0 {
        return Vec::new();
    }
    let mut tables = tables(&queue[..full], size, &forbidden);
    if tables.len() * size < full && full < queue.len() {
        // Those who have waited longest may be unable to meet each other, but able to meet a later one.
        let with_all = self::tables(&queue, size, &forbidden);
        if with_all.len() > tables.len() {
            tables = with_all;
        }
    }
    tables.into_iter().map(in_seats).collect()
}

type Pairs = BTreeSet<(EntryId, EntryId)>;

fn tables<'a>(queue: &[&'a Waiting], size: usize, forbidden: &Pairs) -> Vec<Vec<&'a Waiting>> {
    let mut queue = queue.to_vec();
    queue.sort_by_key(|one| (Reverse(one.points), Reverse(one.rating), one.id));
    let may_meet = |a: &Waiting, b: &Waiting| !forbidden.contains(&(a.id, b.id)) && may_meet_again(a, b);
    if size == 2 { pairs(&queue, may_meet) } else { groups(&queue, size, may_meet) }
}

/// Whether two entries did not just meet, or have both waited long enough since.
fn may_meet_again(a: &Waiting, b: &Waiting) -> bool {
    let met = a.last_opponents.contains(&b.id) || b.last_opponents.contains(&a.id);
    !met || a.waited_s.max(b.waited_s) >= PATIENCE_S
}

fn pairs<'a>(queue: &[&'a Waiting], may_meet: impl Fn(&Waiting, &Waiting) -> bool) -> Vec<Vec<&'a Waiting>> {
    let cost = |a: usize, b: usize| {
        let apart = a.abs_diff(b) as i128;
        may_meet(queue[a], queue[b]).then_some(apart * apart)
    };
    let mates = least_cost(queue.len(), cost);
    let pairs = mates.iter().enumerate().filter_map(|(a, mate)| mate.filter(|&b| a < b).map(|b| (a, b)));
    pairs.map(|(a, b)| vec![queue[a], queue[b]]).collect()
}

/// Fills tables from the top of the standings with the next entries that may meet everybody there.
fn groups<'a>(
    queue: &[&'a Waiting],
    size: usize,
    may_meet: impl Fn(&Waiting, &Waiting) -> bool,
) -> Vec<Vec<&'a Waiting>> {
    let mut free = queue.to_vec();
    let mut tables = Vec::new();
    while !free.is_empty() {
        let mut table = vec![0];
        for (index, one) in free.iter().enumerate().skip(1) {
            let fits = |&member: &usize| may_meet(free[member], one);
            if table.len() < size && table.iter().all(fits) {
                table.push(index);
            }
        }
        if table.len() == size {
            tables.push(table.iter().map(|&index| free[index]).collect());
        } else {
            // An entry without opponents waits. The others are free for the next table.
            table.truncate(1);
        }
        for index in table.into_iter().rev() {
            free.remove(index);
        }
    }
    tables
}

/// Returns the order of seats with the best balance.
fn in_seats(table: Vec<&Waiting>) -> Vec<EntryId> {
    let (order, _) = best(&table.iter().map(|one| &one.seats).collect::<Vec<_>>());
    order.into_iter().map(|index| table[index].id).collect()
}
