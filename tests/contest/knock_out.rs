//! Knock-out tables after heats, from every small field: one winner, and nobody meets again without need.

use std::collections::BTreeSet;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::{PlayedTable, SeatResult};
use lapidary_contest::event::seed::Draws;
use lapidary_contest::pairing::exact::{FIELD_MAX, Found, Wanted, find_tables};
use lapidary_contest::pairing::heats::{ADVANCE_MAX, knock_out_tables, places};
use lapidary_contest::pairing::request::TableSeats;
use lapidary_contest::standings::knock_out::winners;

use crate::events::{SEED, table};

/// The pairs that have met, the lower number first.
type Met = BTreeSet<(EntryId, EntryId)>;

/// Returns the number of pairs of these tables that have met.
fn repeats(tables: &[Vec<EntryId>], met: &Met) -> usize {
    let pairs = |table: &Vec<EntryId>| -> usize {
        let above = |place: usize| table[place + 1..].iter().map(move |&other| (table[place], other));
        let pairs = (0..table.len()).flat_map(above);
        pairs.filter(|&(a, b)| met.contains(&(a.min(b), a.max(b)))).count()
    };
    tables.iter().map(pairs).sum()
}

/// Returns whether a complete search finds tables of these sizes at which nobody meets again; none if it is
/// too long.
fn can_be_avoided(seeds: &[EntryId], tables: &[Vec<EntryId>], met: &Met) -> Option<bool> {
    let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
    let may_meet = |a: usize, b: usize| !met.contains(&(seeds[a].min(seeds[b]), seeds[a].max(seeds[b])));
    let wanted = Wanted { players: seeds.len(), sizes: &sizes, may_meet: &may_meet, may_sit: &|_, _| true };
    match find_tables(&wanted) {
        Found::Tables(_) => Some(true),
        Found::Nothing => Some(false),
        Found::Open => None,
    }
}

/// Plays a knock-out in which the draws decide. Some of a field that is disturbed leave between the rounds.
/// Returns the number of rounds, and how often a repeat was unavoidable.
fn knock_out(
    field: u32,
    seats: TableSeats,
    advance: u8,
    is_disturbed: bool,
    draws: &mut Draws,
) -> (u32, usize) {
    let mut seeds: Vec<EntryId> = (1..=field).map(EntryId).collect();
    let (mut met, mut rounds, mut unavoidable) = (Met::new(), 0, 0);
    while seeds.len() > 1 {
        rounds += 1;
        assert!(rounds <= field, "{field} at {seats:?}, {advance} go on: no end");
        let tables = knock_out_tables(&seeds, seats, &|a, b| met.contains(&(a.min(b), a.max(b))));
        let mut seated = tables.concat();
        seated.sort_unstable();
        assert_eq!(seated, seeds, "everybody sits once");
        let again = repeats(&tables, &met);
        if again > 0 {
            assert!(
                tables.len() == 1 || seeds.len() <= FIELD_MAX,
                "{field} at {seats:?}: {again} of a large field"
            );
            assert_ne!(can_be_avoided(&seeds, &tables, &met), Some(true), "{field} at {seats:?}: {tables:?}");
            unavoidable += usize::from(tables.len() > 1);
        }
        let mut on = Vec::new();
        for table in &tables {
            let mut order = table.clone();
            draws.shuffle(&mut order);
            let places = places(advance, table.len(), tables.len());
            assert!((1..table.len()).contains(&places), "somebody goes on, and somebody is out");
            on.extend(order.into_iter().take(places));
            let pairs = table.iter().flat_map(|&a| table.iter().map(move |&b| (a, b)));
            met.extend(pairs.filter(|(a, b)| a < b));
        }
        assert_eq!(on.len() == 1, tables.len() == 1, "only a final has one winner");
        on.sort_unstable();
        while is_disturbed && on.len() > 1 && draws.below(4) == 0 {
            on.remove(draws.below(on.len()));
        }
        seeds = on;
    }
    (rounds, unavoidable)
}

#[test]
fn every_small_field_ends_with_one_winner_and_without_avoidable_repeats() {
    let mut draws = Draws::from(20_270_110);
    for field in 2..=64 {
        for (seats, most) in
            [(TableSeats::Two, 1), (TableSeats::Three, ADVANCE_MAX), (TableSeats::Four, ADVANCE_MAX)]
        {
            for advance in 1..=most {
                for disturbed in [false, true] {
                    let (rounds, unavoidable) = knock_out(field, seats, advance, disturbed, &mut draws);
                    assert!(advance > 1 || unavoidable == 0, "{field} at {seats:?}: winners have not met");
                    assert!(disturbed || field <= 4 || rounds >= 2, "{field} at {seats:?}");
                }
            }
        }
    }
}

#[test]
fn two_of_a_table_do_not_meet_again_in_the_next_round() {
    let ids = |ids: &[u32]| -> Vec<EntryId> { ids.iter().copied().map(EntryId).collect() };
    // Sixteen at tables of four: the first two of each table, who were dealt back and forth.
    let met = |a: EntryId, b: EntryId| {
        let table = |entry: EntryId| [1, 2, 3, 4, 4, 3, 2, 1][entry.0 as usize - 1];
        table(a) == table(b)
    };
    let tables = knock_out_tables(&ids(&[1, 2, 3, 4, 5, 6, 7, 8]), TableSeats::Four, &met);
    let dealt = knock_out_tables(&ids(&[1, 2, 3, 4, 5, 6, 7, 8]), TableSeats::Four, &|_, _| false);
    assert_eq!(dealt, [ids(&[1, 4, 5, 8]), ids(&[2, 3, 6, 7])], "each would meet their own again");
    assert_eq!(tables.iter().flatten().filter(|entry| entry.0 <= 4).count(), 4);
    for table in &tables {
        assert!(table.iter().all(|&a| table.iter().all(|&b| a == b || !met(a, b))), "{tables:?}");
        assert_eq!(table.iter().filter(|entry| entry.0 <= 4).count(), 2, "the seeding stays: {tables:?}");
    }
}

#[test]
fn the_first_places_go_on() {
    assert_eq!([places(2, 4, 2), places(2, 3, 2), places(2, 2, 2), places(1, 4, 2)], [2, 2, 1, 1]);
    assert_eq!([places(2, 4, 1), places(2, 3, 1), places(2, 2, 1)], [1, 1, 1], "a final has one winner");
    let on = |table: &PlayedTable, places: usize| -> Vec<u32> {
        winners(table, &SEED, places).into_iter().map(|entry| entry.0).collect()
    };
    assert_eq!(on(&table(&[1, 2, 3, 4], &[3, 1, 4, 2]), 2), [2, 4]);
    // Of those who share a place, the fewest cards, then the most tokens, then the lot.
    let mut tied = table(&[1, 2, 3, 4], &[1, 2, 2, 4]);
    tied.seats[2].cards = Some(11);
    assert_eq!(on(&tied, 2), [1, 3]);
    tied.seats[1].cards = None;
    tied.seats[1].tokens = Some(9);
    assert_eq!(on(&tied, 2), [1, 2], "unknown cards decide nothing");
    let lots = table(&[1, 2, 3, 4], &[1, 1, 1, 1]);
    let mut by_lot = [1, 2, 3, 4];
    by_lot.sort_by_key(|&entry| SEED.lot(EntryId(entry)));
    assert_eq!(on(&lots, 2), by_lot[..2]);
    // Whoever has forfeited does not go on.
    let forfeit = |seat: &SeatResult| SeatResult { forfeit: seat.entry != EntryId(3), ..*seat };
    let alone = PlayedTable { seats: lots.seats.iter().map(forfeit).collect() };
    assert_eq!(on(&alone, 2), [3]);
    assert_eq!(on(&PlayedTable { seats: vec![SeatResult { forfeit: true, ..lots.seats[0] }] }, 2), [0; 0]);
}
