//! Knock-out tables after heats: who goes on, and who meets whom.

use super::request::TableSeats;
use super::sizes::cut;
use crate::event::entry::EntryId;

/// Returns the entries that pass the cut, from the standings of the heats.
pub fn qualified(standings: &[EntryId], places: usize) -> Vec<EntryId> {
    standings.iter().take(places).copied().collect()
}

/// Returns the tables of a knock-out round for entries in seeded order: the best seeds sit at different
/// tables, and the lower seeds are dealt back and forth, so that the first meets the weakest. Nothing remains
/// for a single entry, the winner.
///
/// Seats are in seeded order; the seat order of the first game of a table follows from the balance of seats.
pub fn knock_out_tables(seeds: &[EntryId], seats: TableSeats) -> Vec<Vec<EntryId>> {
    // An odd field at tables of two plays one table of three: in a knock-out, nobody goes on without playing.
    let sizes = cut(seeds.len(), seats);
    let mut tables: Vec<Vec<EntryId>> = vec![Vec::new(); sizes.len()];
    let mut rest = seeds.iter().copied();
    for row in 0..sizes.first().copied().unwrap_or_default() {
        let forward: Vec<usize> = (0..tables.len()).filter(|&table| sizes[table] > row).collect();
        let order: Vec<usize> = if row % 2 == 0 { forward } else { forward.into_iter().rev().collect() };
        for table in order {
            tables[table].extend(rest.next());
        }
    }
    tables
}
