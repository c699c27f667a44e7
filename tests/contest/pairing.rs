//! Pairings by score: tables of two, pods, byes, wishes of the organizer, and requests that are refused.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::pairing::exact::{Found, Wanted, find_tables};
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::recut::{Recut, recut};
use lapidary_contest::pairing::request::{Meet, Odd, Refusal, Request, Settings, TableSeats};
use lapidary_contest::pairing::sections::WHOLE_MAX;
use lapidary_contest::pairing::sizes::cut;

use crate::events::{by_number, field, pair, round, table, tables};

fn two() -> Settings {
    Settings::swiss(TableSeats::Two)
}

fn four() -> Settings {
    Settings::swiss(TableSeats::Four)
}

#[test]
fn the_upper_half_meets_the_lower_half() {
    let pairing = pair(&field(8), &[], &two()).unwrap();
    assert_eq!(tables(&pairing), [[1, 5], [2, 6], [3, 7], [4, 8]]);
    let second = pair(&field(8), &[by_number(&pairing)], &two()).unwrap();
    assert_eq!(tables(&second), [[1, 3], [2, 4], [5, 7], [6, 8]]);
}

#[test]
fn nobody_meets_again_while_that_is_possible() {
    for (seats, entrants, rounds) in
        [(TableSeats::Two, 8, 7), (TableSeats::Four, 64, 5), (TableSeats::Three, 27, 4)]
    {
        let (settings, field, mut played) = (Settings::swiss(seats), field(entrants), Vec::new());
        for _ in 0..rounds {
            let pairing = pair(&field, &played, &settings).unwrap();
            assert_eq!(pairing.cost().repeats, 0, "{seats:?}, round {}", played.len() + 1);
            played.push(by_number(&pairing));
        }
    }
}

#[test]
fn an_unavoidable_repeat_is_paired_and_shown() {
    let played = [round(vec![table(&[1, 2], &[1, 2])])];
    let pairing = pair(&field(2), &played, &two()).unwrap();
    assert_eq!(pairing.cost().repeats, 1);
    assert_eq!(pairing.tables[0].cost.published_144ths(), 144 * (16 + 100), "4 points apart, met once");
    assert_eq!(pairing.tables[0].seats, [EntryId(2), EntryId(1)], "the seats change");
}

#[test]
fn byes_go_round_from_the_bottom() {
    let (field, mut played, mut byes) = (field(5), Vec::new(), Vec::new());
    for _ in 0..5 {
        let pairing = pair(&field, &played, &two()).unwrap();
        byes.extend(pairing.byes.iter().map(|id| id.0));
        played.push(by_number(&pairing));
    }
    assert_eq!(byes[0], 5, "the lowest rating");
    byes.sort_unstable();
    assert_eq!(byes, [1, 2, 3, 4, 5]);
}

#[test]
fn an_odd_field_may_have_a_table_of_three() {
    let settings = Settings { odd: Odd::Three, ..two() };
    let (field, mut played) = (field(7), Vec::new());
    let mut threes: BTreeMap<u32, u32> = BTreeMap::new();
    for _ in 0..3 {
        let pairing = pair(&field, &played, &settings).unwrap();
        let mut sizes: Vec<usize> = pairing.tables.iter().map(|table| table.seats.len()).collect();
        sizes.sort_unstable();
        assert_eq!((sizes, pairing.byes.len()), (vec![2, 2, 3], 0));
        for id in tables(&pairing).iter().filter(|table| table.len() == 3).flatten() {
            *threes.entry(*id).or_default() += 1;
        }
        played.push(by_number(&pairing));
    }
    assert!(threes.values().all(|&times| times <= 2), "{threes:?}");
}

#[test]
fn a_single_entrant_has_a_bye_and_nobody_has_no_round() {
    for seats in [TableSeats::Two, TableSeats::Three, TableSeats::Four] {
        let pairing = pair(&field(1), &[], &Settings::swiss(seats)).unwrap();
        assert_eq!((pairing.tables.len(), pairing.byes), (0, vec![EntryId(1)]));
        assert_eq!(pair(&[], &[], &Settings::swiss(seats)).unwrap().tables, []);
    }
}

#[test]
fn every_field_is_cut_into_tables_of_neighboring_sizes() {
    assert_eq!(cut(5, TableSeats::Four), [3, 2]);
    assert_eq!(cut(6, TableSeats::Four), [3, 3]);
    assert_eq!(cut(7, TableSeats::Four), [4, 3]);
    assert_eq!(cut(9, TableSeats::Four), [3, 3, 3]);
    assert_eq!(cut(13, TableSeats::Four), [4, 3, 3, 3]);
    assert_eq!(cut(4, TableSeats::Three), [2, 2]);
    assert_eq!(cut(3, TableSeats::Two), [3]);
    assert!(cut(1, TableSeats::Four).is_empty());
    for entrants in 2..200 {
        for seats in [TableSeats::Three, TableSeats::Four] {
            let sizes = cut(entrants, seats);
            assert_eq!(sizes.iter().sum::<usize>(), entrants);
            let least = if entrants == 5 { 2 } else { (seats.count() - 1).min(entrants) };
            assert!(
                sizes.iter().all(|&size| (least..=seats.count()).contains(&size)),
                "{entrants}: {sizes:?}"
            );
            assert!(sizes.len() <= entrants.div_ceil(seats.count()), "{entrants}: {sizes:?}");
        }
    }
}

#[test]
fn everybody_takes_turns_at_small_tables() {
    let (field, mut played) = (field(30), Vec::new());
    let mut small: BTreeMap<u32, u32> = field.iter().map(|entrant| (entrant.id.0, 0)).collect();
    for _ in 0..4 {
        let pairing = pair(&field, &played, &four()).unwrap();
        for id in tables(&pairing).iter().filter(|table| table.len() == 3).flatten() {
            *small.entry(*id).or_default() += 1;
        }
        let (least, most) = (small.values().min().unwrap(), small.values().max().unwrap());
        assert_eq!(pairing.cost().repeats, 0);
        assert!(most - least <= 1, "{small:?}");
        played.push(by_number(&pairing));
    }
}

#[test]
fn somebody_sits_at_a_small_table_again_rather_than_meet_somebody_again() {
    let first = pair(&field(17), &[], &four()).unwrap();
    let played = [by_number(&first)];
    assert_eq!(pair(&field(17), &played, &four()).unwrap().cost().repeats, 0);
}

#[test]
fn each_pod_gets_its_share_of_the_strong() {
    let pairing = pair(&field(8), &[], &four()).unwrap();
    assert_eq!(tables(&pairing), [[1, 3, 5, 7], [2, 4, 6, 8]]);
}

#[test]
fn equal_scores_meet_at_pods() {
    let first = pair(&field(16), &[], &four()).unwrap();
    let second = pair(&field(16), &[by_number(&first)], &four()).unwrap();
    assert_eq!(tables(&second)[0], [1, 2, 3, 4], "the four winners of the first round");
    assert_eq!(second.cost().score_squared, 0);
}

#[test]
fn heats_ignore_scores() {
    let settings = Settings { meet: Meet::Anybody, ..four() };
    let first = pair(&field(16), &[], &settings).unwrap();
    let second = pair(&field(16), &[by_number(&first)], &settings).unwrap();
    assert_eq!((second.cost().repeats, second.cost().score_squared), (0, 0));
}

#[test]
fn forbidden_pairs_do_not_meet() {
    for (settings, entrants) in [(two(), 8), (four(), 16)] {
        let forbidden = vec![(EntryId(1), EntryId(5)), (EntryId(6), EntryId(2)), (EntryId(1), EntryId(9))];
        let pairing = pair(&field(entrants), &[], &Settings { forbidden, ..settings }).unwrap();
        assert_eq!(pairing.cost().forbidden, 0);
        for pair in [[1, 5], [2, 6], [1, 9]] {
            assert!(!tables(&pairing).iter().any(|table| pair.iter().all(|id| table.contains(id))));
        }
    }
    let only = Settings { forbidden: vec![(EntryId(2), EntryId(1))], ..two() };
    assert_eq!(pair(&field(2), &[], &only).unwrap().cost().forbidden, 1, "nobody else is there");
}

#[test]
fn others_are_paired_around_manual_tables() {
    let manual = vec![vec![EntryId(1), EntryId(2)]];
    let pairing = pair(&field(6), &[], &Settings { manual, ..two() }).unwrap();
    assert_eq!(tables(&pairing), [[1, 2], [3, 5], [4, 6]]);
    let manual = vec![vec![EntryId(1), EntryId(2), EntryId(3)]];
    let pairing = pair(&field(6), &[], &Settings { manual, odd: Odd::Three, ..two() }).unwrap();
    assert_eq!((tables(&pairing).len(), pairing.byes.len()), (2, 0));
}

#[test]
fn impossible_requests_are_refused() {
    let refused = |manual: &[&[u32]]| {
        let manual = manual.iter().map(|table| table.iter().map(|&id| EntryId(id)).collect()).collect();
        let forbidden = vec![(EntryId(3), EntryId(4))];
        pair(&field(6), &[], &Settings { manual, forbidden, ..two() }).unwrap_err()
    };
    for table in [&[1][..], &[1, 2, 3], &[1, 2, 3, 5, 6]] {
        let size = Refusal::TableSize { seats: table.len(), least: 2, most: 2 };
        assert_eq!(refused(&[table]), size, "with byes, everybody plays in twos");
    }
    assert_eq!(refused(&[&[1, 7]]), Refusal::NotInRound(EntryId(7)));
    assert_eq!(refused(&[&[1, 2], &[2, 3]]), Refusal::SeatedTwice(EntryId(2)));
    assert_eq!(refused(&[&[1, 1]]), Refusal::SeatedTwice(EntryId(1)));
    assert_eq!(refused(&[&[4, 3]]), Refusal::Forbidden(EntryId(4), EntryId(3)));
    let twice = [field(2), field(1)].concat();
    assert_eq!(pair(&twice, &[], &two()), Err(Refusal::ListedTwice(EntryId(1))));
    assert_eq!(pair(&field(2049), &[], &two()), Err(Refusal::TooMany));
}

#[test]
fn seats_are_balanced_over_an_event() {
    let (field, mut played) = (field(16), Vec::new());
    let mut counts = vec![[0i32; 2]; 17];
    for _ in 0..6 {
        let pairing = pair(&field, &played, &two()).unwrap();
        for table in &pairing.tables {
            table.seats.iter().enumerate().for_each(|(seat, id)| counts[id.0 as usize][seat] += 1);
        }
        played.push(by_number(&pairing));
    }
    // The better players are the same in every round here, so scores bind hard; more than two is never
    // needed.
    assert!(counts.iter().all(|[first, second]| (first - second).abs() <= 2), "{counts:?}");
}

#[test]
fn the_order_of_the_list_does_not_matter_and_the_seed_does() {
    let alike: Vec<_> = field(16)
        .into_iter()
        .map(|one| lapidary_contest::event::entry::Entrant { rating: 0, ..one })
        .collect();
    let reversed: Vec<_> = alike.iter().rev().copied().collect();
    for settings in [two(), four()] {
        let pairing = pair(&alike, &[], &settings).unwrap();
        assert_eq!(pair(&reversed, &[], &settings).unwrap(), pairing);
        let seed = EventSeed::new([1; 32]);
        let request = Request { entrants: &alike, rounds: &[], settings: &settings, seed: &seed };
        assert_ne!(next_round(&request).unwrap(), pairing);
    }
}

#[test]
fn large_fields_are_paired_in_sections() {
    let entrants = field(WHOLE_MAX as u32 + 1);
    let first = pair(&entrants, &[], &two()).unwrap();
    assert_eq!((first.tables.len(), first.byes.as_slice()), (WHOLE_MAX / 2, &[EntryId(401)][..]));
    assert!(tables(&first).contains(&vec![1, 201]), "the halves meet across sections");
    let second = pair(&entrants, &[by_number(&first)], &two()).unwrap();
    assert_eq!(second.cost().repeats, 0);
    assert_ne!(second.byes, first.byes);
}

#[test]
fn who_is_missing_leaves_the_round() {
    let ids = |tables: &[&[u32]]| -> Vec<Vec<EntryId>> {
        tables.iter().map(|table| table.iter().map(|&id| EntryId(id)).collect()).collect()
    };
    let cut = |tables: &[&[u32]], missing: &[u32], seats: usize| {
        let missing: Vec<EntryId> = missing.iter().map(|&id| EntryId(id)).collect();
        recut(&ids(tables), &missing, seats, &|a, b| (a, b) != (EntryId(1), EntryId(9)))
    };
    let is = |tables: &[&[u32]], byes: &[u32]| Recut {
        tables: ids(tables),
        byes: byes.iter().map(|&id| EntryId(id)).collect(),
    };
    assert_eq!(cut(&[&[1, 2, 3, 4]], &[2], 4), is(&[&[1, 3, 4]], &[]));
    assert_eq!(cut(&[&[1, 2], &[3, 4], &[5, 6]], &[2, 3], 2), is(&[&[5, 6], &[1, 4]], &[]));
    assert_eq!(cut(&[&[1, 2], &[3, 4]], &[2], 2), is(&[&[3, 4]], &[1]));
    assert_eq!(cut(&[&[1, 2], &[9, 3]], &[2, 3], 2), is(&[], &[1, 9]), "they have met");
    assert_eq!(cut(&[&[1, 2, 3], &[4, 5, 6]], &[2, 3], 4), is(&[&[4, 5, 6, 1]], &[]));
    assert_eq!(cut(&[&[1, 2, 3, 4], &[5, 6, 7, 8]], &[6, 7, 8], 4), is(&[&[1, 2, 3], &[4, 5]], &[]));
    assert_eq!(cut(&[&[1, 2]], &[1, 2], 2), is(&[], &[]));
}

#[test]
fn small_fields_are_searched_completely() {
    let find = |may_meet: &dyn Fn(usize, usize) -> bool, sizes: &[usize]| {
        let players = sizes.iter().sum();
        find_tables(&Wanted { players, sizes, may_meet, may_sit: &|_, _| true })
    };
    assert_eq!(find(&|a, b| a % 2 == b % 2, &[2, 2]), Found::Tables(vec![vec![0, 2], vec![1, 3]]));
    assert_eq!(find(&|a, _| a != 0, &[2, 2]), Found::Nothing);
    assert_eq!(find(&|_, _| true, &[4; 7]), Found::Open, "too large");
    let twos_first = find_tables(&Wanted {
        players: 5,
        sizes: &[3, 2],
        may_meet: &|_, _| true,
        may_sit: &|who, size| (who < 2) == (size == 2),
    });
    assert_eq!(twos_first, Found::Tables(vec![vec![0, 1], vec![2, 3, 4]]));
}
