//! The order of seats that balances seats over the event. Seat 0 moves first and has double weight.

use super::field::{Contender, Field};
use crate::event::entry::SEATS_MAX;

/// The weight of a seat in the balance.
const fn weight(seat: usize) -> i64 {
    if seat == 0 { 2 } else { 1 }
}

/// Returns how much another turn in a seat raises the weighted sum of squared counts.
pub fn rise(counts: &[u16; SEATS_MAX], seat: usize) -> i64 {
    weight(seat) * (2 * i64::from(counts.get(seat).copied().unwrap_or_default()) + 1)
}

/// Returns the best order of seats for these counts, as indices, and its cost. Of equal orders, returns the
/// lexicographically first.
pub fn best(counts: &[&[u16; SEATS_MAX]]) -> (Vec<usize>, i64) {
    let mut search = SeatSearch { counts, order: Vec::new(), best: (Vec::new(), i64::MAX) };
    search.fill(0);
    search.best
}

struct SeatSearch<'a> {
    counts: &'a [&'a [u16; SEATS_MAX]],
    order: Vec<usize>,
    best: (Vec<usize>, i64),
}

impl SeatSearch<'_> {
    fn fill(&mut self, cost: i64) {
        let seat = self.order.len();
        if cost >= self.best.1 {
            return;
        }
        if seat == self.counts.len() {
            self.best = (self.order.clone(), cost);
            return;
        }
        for one in 0..self.counts.len() {
            if !self.order.contains(&one) {
                self.order.push(one);
                self.fill(cost + rise(self.counts[one], seat));
                self.order.pop();
            }
        }
    }
}

/// Returns the cost of the best seats at a table.
pub fn pair_or_table_cost(field: &Field, table: &[usize]) -> i64 {
    let counts = |place: usize| &field.contenders[place].record.seats;
    match *table {
        // By far the most frequent case: two seats, for every pair of a field.
        [a, b] => {
            let (a, b) = (counts(a), counts(b));
            (rise(a, 0) + rise(b, 1)).min(rise(a, 1) + rise(b, 0))
        }
        _ => best(&table.iter().map(|&place| counts(place)).collect::<Vec<_>>()).1,
    }
}

/// Returns the contenders of a table in the order of their seats. If the balance allows several, draws
/// decide; at a table of two, the place of the higher one in the score group does.
pub fn seated(field: &Field, table: &[usize]) -> Vec<usize> {
    let mut drawn = table.to_vec();
    match table.len() {
        2 => {
            drawn.sort_unstable();
            if !is_in_first_quarter(field, drawn[0]) {
                drawn.reverse();
            }
        }
        _ => drawn.sort_by_key(|&place| (field.contenders[place].draw, place)),
    }
    let counts: Vec<_> = drawn.iter().map(|&place| &field.contenders[place].record.seats).collect();
    best(&counts).0.into_iter().map(|index| drawn[index]).collect()
}

/// Whether a contender is in the first quarter of the score group.
///
/// The upper half of a group probably wins. The first and second quarter meet next, so they should have had
/// different seats.
fn is_in_first_quarter(field: &Field, place: usize) -> bool {
    let own = field.contenders[place].record.points;
    let equal = |contenders: &[Contender]| contenders.iter().filter(|one| one.record.points == own).count();
    4 * equal(&field.contenders[..place]) < equal(&field.contenders)
}
