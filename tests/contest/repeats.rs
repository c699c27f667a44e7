//! Nobody meets again without need, and small tables are shared out among what is left. A search of its own,
//! which knows nothing but meetings, proves it.

use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::record::records;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::Draws;
use lapidary_contest::pairing::request::{Pairing, Settings, TableSeats};

use crate::events::{field, pair, table, tables};

/// The number of rounds that are paired in each event.
const ROUNDS: usize = 4;

/// A round with drawn places.
pub fn drawn(pairing: &Pairing, draws: &mut Draws) -> PlayedRound {
    let mut played = PlayedRound { byes: pairing.byes.clone(), ..PlayedRound::default() };
    for seats in tables(pairing) {
        let mut places: Vec<u8> = (1..=seats.len() as u8).collect();
        draws.shuffle(&mut places);
        played.tables.push(table(&seats, &places));
    }
    played
}

#[test]
fn no_repeat_is_avoidable_in_four_rounds_of_5_to_40_entries() {
    for seats in [TableSeats::Three, TableSeats::Four] {
        for entries in 5..=40 {
            let (entrants, mut played) = (field(entries), Vec::new());
            let mut draws = Draws::from(u64::from(entries));
            for round in 1..=ROUNDS {
                let pairing = pair(&entrants, &played, &Settings::swiss(seats)).unwrap();
                let repeats = pairing.cost().repeats_squared;
                let fewer = exist_with_fewer(&entrants, &played, &pairing);
                assert!(!fewer, "{entries} entries at tables of {seats:?}, round {round}: {repeats}");
                played.push(drawn(&pairing, &mut draws));
            }
        }
    }
}

/// Returns whether tables of these sizes have fewer repeats than a pairing.
fn exist_with_fewer(entrants: &[Entrant], played: &[PlayedRound], pairing: &Pairing) -> bool {
    let records = records(played, &Settings::swiss(TableSeats::Four).points);
    let met = |a: EntryId, b: EntryId| -> i64 {
        let times = records.get(&a).and_then(|record| record.met.get(&b)).copied().unwrap_or_default();
        i64::from(times) * i64::from(times)
    };
    let square = |a: &Entrant| entrants.iter().map(|b| met(a.id, b.id)).collect();
    let mut sizes = [0; 5];
    pairing.tables.iter().for_each(|table| sizes[table.seats.len()] += 1);
    let free = (0..entrants.len()).collect();
    let repeats = entrants.iter().map(square).collect();
    Seating { repeats, sizes }.completes(free, &[], 0, pairing.cost().repeats_squared)
}

struct Seating {
    /// The squares of how often pairs have met.
    repeats: Vec<Vec<i64>>,
    /// The number of tables that are not full, by size.
    sizes: [usize; 5],
}

impl Seating {
    /// Returns whether the free ones can be seated so that fewer pairs than `limit` have met: first at the
    /// open table, which gets `size` seats, then the first of them at a new one.
    fn completes(&mut self, free: Vec<usize>, open: &[usize], size: usize, limit: i64) -> bool {
        if limit <= 0 {
            return false;
        }
        if open.len() < size {
            let last = open.last().copied().unwrap_or_default();
            return free.iter().filter(|&&next| next > last || open.len() == 1).any(|&next| {
                let own: i64 = open.iter().map(|&other| self.repeats[next][other]).sum();
                let rest = free.iter().copied().filter(|&other| other != next).collect();
                self.completes(rest, &[open, &[next]].concat(), size, limit - own)
            });
        }
        let Some((&first, rest)) = free.split_first() else { return true };
        (1..self.sizes.len()).rev().any(|size| {
            if self.sizes[size] == 0 {
                return false;
            }
            self.sizes[size] -= 1;
            let completes = self.completes(rest.to_vec(), &[first], size, limit);
            self.sizes[size] += 1;
            completes
        })
    }
}
