//! Accelerated pairings: the upper half of a large field meets among itself first, and the standings do not
//! know it.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::event::record::{Float, records};
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_contest::pairing::acceleration::{upper_group, virtual_points};
use lapidary_contest::pairing::request::{Pairing, Settings, TableSeats};
use lapidary_contest::standings::tie_break::TieBreak;

use crate::events::{SEED, by_number, field, pair, standing, tables};

/// Plays a Swiss event of this size in which the lower number always wins. Returns its pairings and rounds.
fn event(
    entrants: u32,
    rounds: u16,
    seats: TableSeats,
    accelerated: bool,
) -> (Vec<Pairing>, Vec<PlayedRound>) {
    let (field, win) = (field(entrants), PointsTable::standard().win(seats.count()));
    let upper = upper_group(&field, &SEED);
    let (mut pairings, mut played) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let points = if accelerated { virtual_points(round, rounds, win) } else { Points::default() };
        let of_round = VirtualPoints::new(points, upper.clone());
        let settings = Settings { virtual_points: of_round.clone(), ..Settings::swiss(seats) };
        let pairing = pair(&field, &played, &settings).unwrap();
        played.push(PlayedRound { virtual_points: of_round, ..by_number(&pairing) });
        pairings.push(pairing);
    }
    (pairings, played)
}

#[test]
fn the_upper_group_meets_among_itself_in_the_first_round() {
    let (pairings, _) = event(8, 3, TableSeats::Two, true);
    assert_eq!(tables(&pairings[0]), [[1, 3], [2, 4], [5, 7], [6, 8]]);
    // Then its losers, with a virtual win left of two, meet the winners of the lower group.
    let (pairings, _) = event(16, 5, TableSeats::Two, true);
    let second = tables(&pairings[1]);
    assert!(second.contains(&vec![1, 3]) && second.contains(&vec![2, 4]), "the winners: {second:?}");
    assert!((5..=8).all(|loser| second.iter().any(|pair| pair[0] == loser && pair[1] > 8)), "{second:?}");
    for seats in [TableSeats::Three, TableSeats::Four] {
        let (pairings, _) = event(48, 4, seats, true);
        let of_upper = |table: &Vec<u32>| table.iter().filter(|&&id| id <= 24).count();
        assert!(
            tables(&pairings[0]).iter().all(|table| [0, table.len()].contains(&of_upper(table))),
            "{seats:?}"
        );
    }
}

#[test]
fn fewer_are_left_without_a_loss_after_the_accelerated_rounds() {
    let winners = |accelerated: bool, after: usize| {
        let (_, rounds) = event(128, 7, TableSeats::Two, accelerated);
        let records = records(&rounds[..after], &PointsTable::standard());
        records.values().filter(|record| record.points == Points::whole(4 * after as u32)).count()
    };
    assert_eq!(winners(false, 4), 8);
    assert!(winners(true, 4) < 8, "{}", winners(true, 4));
}

#[test]
fn standings_do_not_know_virtual_points() {
    let (field, (_, rounds)) = (field(16), event(16, 5, TableSeats::Two, true));
    let plain: Vec<PlayedRound> = rounds
        .iter()
        .map(|round| PlayedRound { virtual_points: VirtualPoints::default(), ..round.clone() })
        .collect();
    assert_eq!(standing(&field, &rounds, &TieBreak::ALL), standing(&field, &plain, &TieBreak::ALL));
    let points = |rounds: &[PlayedRound]| -> BTreeMap<EntryId, Points> {
        let records = records(rounds, &PointsTable::standard());
        records.into_iter().map(|(id, record)| (id, record.points)).collect()
    };
    assert_eq!(points(&rounds), points(&plain));
    // A float is what the pairing has seen: the first who meets a lower score with virtual points floats
    // down.
    let floats =
        |rounds: &[PlayedRound], id: u32| records(rounds, &PointsTable::standard())[&EntryId(id)].float;
    assert_eq!((floats(&rounds[..2], 5), floats(&plain[..2], 5)), (Float::Level, Float::Up));
}

#[test]
fn nobody_meets_again_and_one_pairing_follows_from_one_request() {
    for (entrants, rounds, seats) in [
        (33, 7, TableSeats::Two),
        (64, 5, TableSeats::Four),
        (50, 5, TableSeats::Three),
        (451, 4, TableSeats::Two),
    ] {
        let (pairings, _) = event(entrants, rounds, seats, true);
        assert!(pairings.iter().all(|pairing| pairing.cost().repeats == 0), "{entrants} at {seats:?}");
        assert_eq!(event(entrants, rounds, seats, true).0, pairings);
    }
}

#[test]
fn small_fields_are_accelerated_without_harm() {
    for entrants in 2..=12 {
        for seats in [TableSeats::Two, TableSeats::Three, TableSeats::Four] {
            let (pairings, _) = event(entrants, 3, seats, true);
            for pairing in pairings {
                let seated: usize = pairing.tables.iter().map(|table| table.seats.len()).sum();
                assert_eq!(seated + pairing.byes.len(), entrants as usize);
            }
        }
    }
}
