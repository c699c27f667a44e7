//! Round robins: everybody meets everybody, as evenly as possible.
//!
//! Tables of two use the circle method. At tables of three and four, pairs meet exactly once only on the
//! lines of the affine plane of order three (9 players, 4 rounds) and four (16 players, 5 rounds), and at one
//! table. Other groups of 5 to 12 have stored schedules (`covering.rs`).

use std::collections::BTreeMap;

use super::covering::covering;
use super::request::{ENTRANTS_MAX, Refusal, TableSeats};
use super::seating::rise;
use crate::event::entry::{EntryId, SEATS_MAX};

/// A round of a schedule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScheduledRound {
    /// The tables, each in the order of seats.
    pub tables: Vec<Vec<EntryId>>,
    /// The entry that does not play in this round. It scores nothing, because all are free equally often.
    pub free: Option<EntryId>,
}

/// Returns the whole schedule of a round robin. The order of the entries decides the rounds of pairs.
pub fn round_robin(entries: &[EntryId], seats: TableSeats) -> Result<Vec<ScheduledRound>, Refusal> {
    let no_design = Refusal::NoDesign { entrants: entries.len(), seats: seats.count() };
    match (entries.len(), seats) {
        (ENTRANTS_MAX.., _) => Err(Refusal::TooMany),
        (0 | 1, _) => Err(no_design),
        (_, TableSeats::Two) => Ok(circle(entries)),
        (9, TableSeats::Three) => Ok(balanced(lines(3), entries)),
        (16, TableSeats::Four) => Ok(balanced(lines(4), entries)),
        (3, TableSeats::Three) | (4, TableSeats::Four) => {
            Ok(vec![ScheduledRound { tables: vec![entries.to_vec()], free: None }])
        }
        (5 | 6 | 9, TableSeats::Four) => round_robin(entries, TableSeats::Three),
        (players, _) => {
            let rounds = covering(players, seats.count()).ok_or(no_design)?;
            Ok(balanced(rounds, entries))
        }
    }
}

/// Returns the minimum and maximum number of meetings of a pair in a schedule.
pub fn meetings(schedule: &[ScheduledRound]) -> (u32, u32) {
    let mut met: BTreeMap<(EntryId, EntryId), u32> = BTreeMap::new();
    for table in schedule.iter().flat_map(|round| &round.tables) {
        for &a in table {
            table.iter().filter(|&&b| a < b).for_each(|&b| *met.entry((a, b)).or_default() += 1);
        }
    }
    (met.values().min().copied().unwrap_or_default(), met.values().max().copied().unwrap_or_default())
}

/// Returns a schedule with twice as many meetings: the second ones with turned seats. At tables of two it
/// begins after the first quarter, so that no entry keeps one seat longer in a row than in a single schedule.
/// The only exception is one of six entries with the same seat three times.
pub fn twice(once: Vec<ScheduledRound>) -> Vec<ScheduledRound> {
    let turned = |round: &ScheduledRound| {
        let tables = round.tables.iter().map(|table| table.iter().rev().copied().collect());
        ScheduledRound { tables: tables.collect(), free: round.free }
    };
    let mut again: Vec<ScheduledRound> = once.iter().map(turned).collect();
    if once.iter().flat_map(|round| &round.tables).all(|table| table.len() == 2) {
        again.rotate_left(once.len().div_ceil(4));
    }
    once.into_iter().chain(again).collect()
}

/// All entries but one are on a circle. The last one, or nobody, is in the middle.
fn circle(entries: &[EntryId]) -> Vec<ScheduledRound> {
    let middle = if entries.len().is_multiple_of(2) { entries.last() } else { None };
    let around = &entries[..entries.len() - usize::from(middle.is_some())];
    let n = around.len();
    let round = |shift: usize| {
        let at = |step: usize| around[(shift + step) % n];
        let half = (1..=(n - 1) / 2).map(|step| {
            // Seat 0 for entries up to half of the circle ahead: exactly half of the opponents of each.
            let (a, b) = (at(step), at(n - step));
            if 2 * step <= n / 2 { vec![a, b] } else { vec![b, a] }
        });
        let with_middle = middle
            .map(|&middle| if shift.is_multiple_of(2) { vec![middle, at(0)] } else { vec![at(0), middle] });
        let free = if middle.is_none() { Some(at(0)) } else { None };
        ScheduledRound { tables: with_middle.into_iter().chain(half).collect(), free }
    };
    (0..n).map(round).collect()
}

/// The product in the field of three or four elements.
fn product(order: usize, a: usize, b: usize) -> usize {
    const FOUR: [[usize; 4]; 4] = [[0; 4], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    if order == 4 { FOUR[a][b] } else { a * b % order }
}

/// The sum in the field of three or four elements.
fn sum(order: usize, a: usize, b: usize) -> usize {
    if order == 4 { a ^ b } else { (a + b) % order }
}

/// The parallel classes of lines of an affine plane. Each class is a round, and each line a table.
fn lines(order: usize) -> Vec<Vec<Vec<usize>>> {
    let mut rounds: Vec<Vec<Vec<usize>>> = (0..order)
        .map(|slope| {
            let line = |offset: usize| {
                (0..order).map(|x| x * order + sum(order, product(order, slope, x), offset)).collect()
            };
            (0..order).map(line).collect()
        })
        .collect();
    rounds.push((0..order).map(|x| (0..order).map(|y| x * order + y).collect()).collect());
    rounds
}

/// Returns the schedule of these tables of places, with balanced seats.
fn balanced(mut rounds: Vec<Vec<Vec<usize>>>, entries: &[EntryId]) -> Vec<ScheduledRound> {
    balance(&mut rounds, entries.len());
    let table = |table: &Vec<usize>| table.iter().map(|&place| entries[place]).collect();
    rounds
        .iter()
        .map(|round| ScheduledRound { tables: round.iter().map(table).collect(), free: None })
        .collect()
}

/// Swaps seats within tables until no swap improves the balance over all rounds.
fn balance(rounds: &mut [Vec<Vec<usize>>], entries: usize) {
    let mut counts = vec![[0u16; SEATS_MAX]; entries];
    for table in rounds.iter().flatten() {
        table.iter().enumerate().for_each(|(seat, &place)| counts[place][seat] += 1);
    }
    while rounds.iter_mut().flatten().any(|table| improve(table, &mut counts)) {}
}

fn improve(table: &mut [usize], counts: &mut [[u16; SEATS_MAX]]) -> bool {
    for a in 0..table.len() {
        for b in 0..a {
            let (one, other) = (table[a], table[b]);
            counts[one][a] -= 1;
            counts[other][b] -= 1;
            let now = rise(&counts[one], a) + rise(&counts[other], b);
            let then = rise(&counts[one], b) + rise(&counts[other], a);
            if then < now {
                table.swap(a, b);
            }
            counts[table[a]][a] += 1;
            counts[table[b]][b] += 1;
            if then < now {
                return true;
            }
        }
    }
    false
}
