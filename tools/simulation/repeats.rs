//! Which repeats of a round were avoidable. It does not use the costs of the pairing.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::record::Records;
use lapidary_contest::pairing::exact::{Found, Wanted, find_tables};
use lapidary_contest::pairing::matching::least_cost;
use lapidary_contest::pairing::request::Pairing;

/// Returns how often two entries have met.
pub fn met(records: &Records, a: EntryId, b: EntryId) -> u16 {
    records.get(&a).and_then(|record| record.met.get(&b)).copied().unwrap_or_default()
}

/// Returns the number of pairs of a pairing that have met before.
pub fn repeats(records: &Records, pairing: &Pairing) -> usize {
    pairs(pairing).filter(|&(a, b)| met(records, a, b) > 0).count()
}

fn pairs(pairing: &Pairing) -> impl Iterator<Item = (EntryId, EntryId)> {
    let of = |table: &[EntryId]| -> Vec<(EntryId, EntryId)> {
        let upper = table.iter().enumerate();
        upper.flat_map(|(index, &a)| table[..index].iter().map(move |&b| (a, b))).collect()
    };
    pairing.tables.iter().flat_map(move |table| of(&table.seats))
}

/// Returns whether the pairing has more repeats than it must have. For large fields where theory leaves it
/// open, it returns false.
pub fn has_avoidable(records: &Records, pairing: &Pairing) -> bool {
    if repeats(records, pairing) == 0 {
        return false;
    }
    let sizes: Vec<usize> = pairing.tables.iter().map(|table| table.seats.len()).collect();
    let seated: Vec<EntryId> = pairing.tables.iter().flat_map(|table| table.seats.clone()).collect();
    match sizes[..] {
        [] => false,
        [2, ..] if sizes.iter().all(|&size| size == 2) => fewer_at_two(records, pairing, &seated),
        _ => exist_without(records, &seated, &sizes),
    }
}

/// The same players without the bye can be paired with fewer repeats: matching is exact.
fn fewer_at_two(records: &Records, pairing: &Pairing, seated: &[EntryId]) -> bool {
    let mates = least_cost(seated.len(), |a, b| Some(i128::from(met(records, seated[a], seated[b]))));
    let least = mates.iter().enumerate().filter_map(|(a, mate)| Some((seated[a], seated[(*mate)?])));
    let least: u32 = least.map(|(a, b)| u32::from(met(records, a, b))).sum();
    let own: u32 = pairs(pairing).map(|(a, b)| u32::from(met(records, a, b))).sum();
    least < 2 * own
}

/// By the theorem of Hajnal and Szemerédi, tables without repeats exist if everybody has met fewer opponents
/// than there are tables. Smaller fields are searched completely.
fn exist_without(records: &Records, seated: &[EntryId], sizes: &[usize]) -> bool {
    let places: BTreeMap<EntryId, usize> = seated.iter().enumerate().map(|(at, &id)| (id, at)).collect();
    let degree = |id: &EntryId| {
        let met = records.get(id).map(|record| &record.met);
        met.map_or(0, |met| met.keys().filter(|other| places.contains_key(other)).count())
    };
    let highest = seated.iter().map(degree).max().unwrap_or_default();
    let allowed = |a: usize, b: usize| met(records, seated[a], seated[b]) == 0;
    let (large, small) = (sizes.iter().max().copied().unwrap_or(0), sizes.iter().min().copied().unwrap_or(0));
    if large == small && highest < sizes.len() {
        return true;
    }
    let wanted = Wanted { players: seated.len(), sizes, may_meet: &allowed, may_sit: &|_, _| true };
    matches!(find_tables(&wanted), Found::Tables(_))
}

/// Returns whether a pairing without repeats has somebody at a small table whose turn it is not, though there
/// are tables without repeats at which everybody sits in turn. For large fields it returns false.
pub fn is_out_of_turn(records: &Records, pairing: &Pairing) -> bool {
    let sizes: Vec<usize> = pairing.tables.iter().map(|table| table.seats.len()).collect();
    let Some(large) = sizes.iter().copied().max() else { return false };
    let turns = |id: &EntryId| records.get(id).map_or(0, |record| record.sizes[..large].iter().sum::<u16>());
    let seated: Vec<EntryId> = pairing.tables.iter().flat_map(|table| table.seats.clone()).collect();
    let mut sorted: Vec<u16> = seated.iter().map(turns).collect();
    sorted.sort_unstable();
    let small: usize = sizes.iter().filter(|&&size| size < large).sum();
    let Some(last) = small.checked_sub(1).map(|last| sorted[last]) else { return false };
    let is_turn =
        |id: &EntryId, size: usize| if size < large { turns(id) <= last } else { turns(id) >= last };
    let in_turn =
        pairing.tables.iter().all(|table| table.seats.iter().all(|id| is_turn(id, table.seats.len())));
    if in_turn || repeats(records, pairing) > 0 {
        return false;
    }
    let wanted = Wanted {
        players: seated.len(),
        sizes: &sizes,
        may_meet: &|a, b| met(records, seated[a], seated[b]) == 0,
        may_sit: &|at, size| is_turn(&seated[at], size),
    };
    matches!(find_tables(&wanted), Found::Tables(_))
}
