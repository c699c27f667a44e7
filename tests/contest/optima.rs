//! How near pairings at tables of three and four are to the best ones.
//!
//! The least sums of the stored cases were proved by a solver of integer programs (HiGHS): each table at
//! which nobody meets again is a column of a set partition.

use lapidary_contest::event::record::records;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::Draws;
use lapidary_contest::pairing::request::{Pairing, Settings, TableSeats};
use serde_json::Value;

use crate::events::{field, pair, round, table};
use crate::repeats::drawn;

/// The cases: tables that were played, each in the order of places, and what the best tables of the next
/// round weigh.
const CASES: &str = include_str!("pairing_optima.json");
/// Squared twelfths in a squared point.
const SQUARE: i64 = 144;

fn seats(seats: u64) -> TableSeats {
    if seats == 3 { TableSeats::Three } else { TableSeats::Four }
}

/// How often those who now sit at small tables sat there before.
fn turns(pairing: &Pairing, played: &[PlayedRound], settings: &Settings) -> u64 {
    let records = records(played, &settings.points);
    let large = pairing.tables.iter().map(|table| table.seats.len()).max().unwrap();
    let small = pairing.tables.iter().filter(|table| table.seats.len() < large);
    let before = |id| records.get(id).map_or(0, |record| record.sizes[..large].iter().sum::<u16>());
    small.flat_map(|table| &table.seats).map(|id| u64::from(before(id))).sum()
}

#[test]
fn fields_of_up_to_40_are_paired_within_a_tenth_of_the_best() {
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    for case in &cases {
        let rounds: Vec<Vec<Vec<u32>>> = serde_json::from_value(case["rounds"].clone()).unwrap();
        let tables = |round: &Vec<Vec<u32>>| {
            round.iter().map(|ids| table(ids, &(1..=ids.len() as u8).collect::<Vec<_>>())).collect()
        };
        let played: Vec<PlayedRound> = rounds.iter().map(|one| round(tables(one))).collect();
        let settings = Settings::swiss(seats(case["seats"].as_u64().unwrap()));
        let entries = case["entries"].as_u64().unwrap() as u32;
        let pairing = pair(&field(entries), &played, &settings).unwrap();
        let (cost, what) =
            (pairing.cost(), format!("{entries} in {:?}, {} rounds", settings.seats, rounds.len()));
        assert_eq!((cost.forbidden, cost.repeats), (0, 0), "{what}");
        assert_eq!(Some(turns(&pairing, &played, &settings)), case["turns"].as_u64(), "{what}");
        let (best, found) = (case["scores"].as_i64().unwrap() * SQUARE, cost.score_squared);
        assert!(best <= found && 10 * found <= 11 * best, "{what}: {found}, and {best} is possible");
    }
}

/// Without repeats, the best tables have neighbors in the order of points: nothing is better than that.
#[test]
fn a_field_of_1000_is_paired_within_a_quarter_of_the_best() {
    let (entrants, settings, mut played) = (field(1000), Settings::swiss(TableSeats::Four), Vec::new());
    let mut draws = Draws::from(1000);
    for number in 1..=5 {
        let pairing = pair(&entrants, &played, &settings).unwrap();
        let records = records(&played, &settings.points);
        let of = |id| records.get(&id).map_or(0, |record| record.points.twelfths());
        let mut points: Vec<i64> = entrants.iter().map(|entrant| of(entrant.id)).collect();
        points.sort_unstable();
        let differences = |table: &[i64]| -> i64 {
            table
                .iter()
                .enumerate()
                .flat_map(|(at, a)| table[..at].iter().map(move |b| (a - b) * (a - b)))
                .sum()
        };
        let least: i64 = points.chunks(4).map(differences).sum();
        let cost = pairing.cost();
        assert_eq!(cost.repeats, 0, "round {number}");
        assert!(
            4 * cost.score_squared <= 5 * least,
            "round {number}: {}, at least {least}",
            cost.score_squared
        );
        played.push(drawn(&pairing, &mut draws));
    }
}
