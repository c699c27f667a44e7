//! Knock-out tables after heats: the entries that advance, and their opponents.

use super::apart::apart;
use super::request::TableSeats;
use super::sizes::cut;
use crate::event::entry::EntryId;

/// The maximum number of entries that advance from a knock-out table.
pub const ADVANCE_MAX: u8 = 2;

/// Returns the entries that pass the cut, from the standings of the heats.
pub fn qualified(standings: &[EntryId], places: usize) -> Vec<EntryId> {
    standings.iter().take(places).copied().collect()
}

/// Returns how many of these paired entries advance from a table, in a knock-out round with this many tables:
/// the number of the event. But each table eliminates at least one, and a final has one winner.
pub const fn places(advance: u8, paired: usize, tables: usize) -> usize {
    let advance = advance as usize;
    if tables < 2 || paired < 3 || advance < 2 {
        1
    } else if advance < paired {
        advance
    } else {
        paired - 1
    }
}

/// Returns the tables of a knock-out round for entries in seeded order. The best seeds sit at different
/// tables. The lower seeds are dealt back and forth, so that the first seed meets the weakest. A single entry
/// is the winner and gets no table.
///
/// Entries that have met in the knock-out are kept apart if possible.
///
/// Seats are in seeded order. The seat balance decides the order in the first game.
pub fn knock_out_tables(
    seeds: &[EntryId],
    seats: TableSeats,
    have_met: &dyn Fn(EntryId, EntryId) -> bool,
) -> Vec<Vec<EntryId>> {
    // An odd field at tables of two plays one table of three: a knock-out has no byes.
    let dealt = dealt(&cut(seeds.len(), seats));
    let tables = apart(dealt, &|a, b| have_met(seeds[a], seeds[b]));
    tables.into_iter().map(|table| table.into_iter().map(|seed| seeds[seed]).collect()).collect()
}

/// Deals seeds back and forth to tables of these sizes.
fn dealt(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut tables: Vec<Vec<usize>> = vec![Vec::new(); sizes.len()];
    let mut rest = 0..sizes.iter().sum();
    for row in 0..sizes.first().copied().unwrap_or_default() {
        let forward: Vec<usize> = (0..tables.len()).filter(|&table| sizes[table] > row).collect();
        let order: Vec<usize> = if row % 2 == 0 { forward } else { forward.into_iter().rev().collect() };
        for table in order {
            tables[table].extend(rest.next());
        }
    }
    tables
}
