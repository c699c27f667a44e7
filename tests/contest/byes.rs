//! Who has the bye: the lowest of those who had the fewest, as long as the others can be paired.

use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::record::records;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::Draws;
use lapidary_contest::pairing::request::{Meet, Settings, TableSeats};

use crate::events::{field, pair, table};

/// The sizes of fields, how many of them are absent in each round, and the number of rounds.
const EVENTS: [(u32, usize, usize); 6] =
    [(101, 0, 6), (41, 0, 7), (16, 1, 5), (9, 0, 8), (7, 2, 9), (25, 4, 6)];
/// The number of events of each size.
const SEEDS: u64 = 12;

/// Returns what speaks against the pairs of a round without this entry: forbidden pairs, and repeats.
fn against(
    entrants: &[Entrant],
    without: EntryId,
    played: &[PlayedRound],
    settings: &Settings,
) -> (u32, u32) {
    let others: Vec<Entrant> = entrants.iter().copied().filter(|one| one.id != without).collect();
    let cost = pair(&others, played, settings).unwrap().cost();
    (cost.forbidden, cost.repeats)
}

/// Plays an event with drawn results, and checks the bye of each round.
fn play((size, absent, rounds): (u32, usize, usize), seed: u64, meet: Meet) -> usize {
    let settings =
        Settings { meet, forbidden: vec![(EntryId(1), EntryId(2))], ..Settings::swiss(TableSeats::Two) };
    let (mut draws, mut played, mut byes) = (Draws::from(seed), Vec::new(), 0);
    for number in 1..=rounds {
        let mut here = field(size);
        for _ in 0..absent {
            here.remove(draws.below(here.len()));
        }
        let pairing = pair(&here, &played, &settings).unwrap();
        let records = records(&played, &settings.points);
        let rank = |id: EntryId| {
            records.get(&id).map_or((0, Default::default()), |one| (one.unplayed(), one.points))
        };
        for &bye in &pairing.byes {
            byes += 1;
            let own = against(&here, bye, &played, &settings);
            assert_eq!((pairing.cost().forbidden, pairing.cost().repeats), own, "the pairs are the best");
            let lower = here.iter().map(|one| one.id).filter(|&id| rank(id) < rank(bye));
            for id in lower {
                let what = format!("{size} entries, seed {seed}, round {number}: {bye:?} and not {id:?}");
                let (fewer, theirs) = (rank(id).0 < rank(bye).0, against(&here, id, &played, &settings));
                assert!(theirs > own && !fewer, "{what}: {:?} {:?}", rank(bye), rank(id));
            }
        }
        let result = |seats: &Vec<EntryId>| {
            let ids: Vec<u32> = seats.iter().map(|id| id.0).collect();
            let places: [&[u8]; 3] = [&[1, 2], &[2, 1], &[1, 1]];
            table(&ids, places[draws.below(7) / 3])
        };
        let tables = pairing.tables.iter().map(|table| &table.seats).map(result).collect();
        played.push(PlayedRound { tables, byes: pairing.byes, ..PlayedRound::default() });
    }
    byes
}

#[test]
fn the_bye_never_goes_to_more_points_than_another_who_could_have_it() {
    for event in EVENTS {
        let byes: usize = (1..=SEEDS).map(|seed| play(event, seed, Meet::EqualScores)).sum();
        assert_eq!(byes as u64, SEEDS * event.2 as u64, "{event:?}");
        play(event, SEEDS + 1, Meet::Anybody);
    }
}
