//! Round robins, brackets, matches, knock-out tables and arenas.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::pairing::arena::{AT_ONCE_MAX, PATIENCE_S, Waiting, pair_waiting};
use lapidary_contest::pairing::elimination::{Bracket, MatchGame, MatchState, match_state};
use lapidary_contest::pairing::heats::{knock_out_tables, qualified};
use lapidary_contest::pairing::request::{Refusal, TableSeats};
use lapidary_contest::pairing::round_robin::round_robin;

fn ids(numbers: impl IntoIterator<Item = u32>) -> Vec<EntryId> {
    numbers.into_iter().map(EntryId).collect()
}

/// Checks that every pair meets once, nobody plays twice in a round, and seats are balanced within one.
fn check_round_robin(entries: u32, seats: TableSeats) {
    let rounds = round_robin(&ids(1..=entries), seats).unwrap();
    let mut met: BTreeMap<(EntryId, EntryId), u32> = BTreeMap::new();
    let mut counts: BTreeMap<EntryId, [i32; 4]> = BTreeMap::new();
    for round in &rounds {
        let mut busy: Vec<EntryId> = round.tables.iter().flatten().copied().chain(round.free).collect();
        busy.sort_unstable();
        assert_eq!(busy, ids(1..=entries), "everybody once");
        for table in &round.tables {
            for (seat, &own) in table.iter().enumerate() {
                counts.entry(own).or_default()[seat] += 1;
                for &other in table.iter().filter(|&&other| other != own) {
                    *met.entry((own, other)).or_default() += 1;
                }
            }
        }
    }
    assert_eq!(met.len() as u32, entries * (entries - 1));
    assert!(met.values().all(|&times| times == 1));
    for counts in counts.values().map(|counts| &counts[..seats.count()]) {
        assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{entries}: {counts:?}");
    }
}

#[test]
fn in_a_round_robin_everybody_meets_once_with_balanced_seats() {
    (2..=33).for_each(|entries| check_round_robin(entries, TableSeats::Two));
    check_round_robin(9, TableSeats::Three);
    check_round_robin(16, TableSeats::Four);
    check_round_robin(3, TableSeats::Three);
    check_round_robin(4, TableSeats::Four);
}

#[test]
fn fields_without_a_balanced_design_are_refused() {
    let refused = |entries: u32, seats| round_robin(&ids(1..=entries), seats).unwrap_err();
    assert_eq!(refused(10, TableSeats::Three), Refusal::NoDesign { entrants: 10, seats: 3 });
    assert_eq!(refused(9, TableSeats::Four), Refusal::NoDesign { entrants: 9, seats: 4 });
    assert_eq!(refused(1, TableSeats::Two), Refusal::NoDesign { entrants: 1, seats: 2 });
}

#[test]
fn the_best_two_can_only_meet_in_the_final() {
    let mut bracket = Bracket::new(&ids(1..=6));
    assert_eq!(bracket.matches(), [[EntryId(4), EntryId(5)], [EntryId(3), EntryId(6)]].map(|pair| pair));
    assert_eq!(bracket.byes(), ids([1, 2]));
    bracket = bracket.next(&ids([4, 3]));
    assert_eq!(bracket.matches(), [[EntryId(1), EntryId(4)], [EntryId(2), EntryId(3)]]);
    bracket = bracket.next(&ids([1, 2]));
    assert_eq!(bracket.matches(), [[EntryId(1), EntryId(2)]]);
    assert_eq!(bracket.winner(), None);
    assert_eq!(bracket.next(&ids([2])).winner(), Some(EntryId(2)));
    assert_eq!(Bracket::new(&ids([7])).winner(), Some(EntryId(7)));
    assert_eq!(Bracket::new(&[]).winner(), None);
}

#[test]
fn a_match_ends_when_nobody_can_catch_up() {
    let game = |seats: [u32; 2], winner| MatchGame { seats: ids(seats), winner: EntryId(winner) };
    let pair = ids([1, 2]);
    assert_eq!(match_state(&pair, &[], 3), MatchState::Next(ids([1, 2])));
    let one = [game([1, 2], 1)];
    assert_eq!(match_state(&pair, &one, 1), MatchState::Decided(EntryId(1)));
    assert_eq!(match_state(&pair, &one, 3), MatchState::Next(ids([2, 1])), "the seats change");
    let two = [game([1, 2], 1), game([2, 1], 1)];
    assert_eq!(match_state(&pair, &two, 3), MatchState::Decided(EntryId(1)));
    let level = [game([1, 2], 1), game([2, 1], 2)];
    assert_eq!(match_state(&pair, &level, 2), MatchState::Level(ids([1, 2])));
}

#[test]
fn knock_out_tables_spread_the_seeds() {
    let qualified = qualified(&ids(1..=40), 16);
    let tables = knock_out_tables(&qualified, TableSeats::Four, &|_, _| false);
    let expected = [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]];
    assert_eq!(tables, expected.map(ids));
    assert_eq!(
        knock_out_tables(&ids([1, 2, 3, 4, 5]), TableSeats::Four, &|_, _| false),
        [ids([1, 4, 5]), ids([2, 3])]
    );
    assert_eq!(knock_out_tables(&ids([1, 2, 3]), TableSeats::Two, &|_, _| false), [ids([1, 2, 3])]);
    assert_eq!(knock_out_tables(&ids([1]), TableSeats::Four, &|_, _| false), [[]; 0]);
}

fn waiting(id: u32, points: u32, waited_s: u32, last: &[u32]) -> Waiting {
    Waiting {
        id: EntryId(id),
        points: Points::whole(points),
        rating: 1500,
        waited_s,
        last_opponents: ids(last.iter().copied()),
        seats: [0; 4],
    }
}

#[test]
fn neighbors_in_an_arena_meet_unless_they_just_did() {
    let queue =
        [waiting(1, 9, 0, &[2]), waiting(2, 8, 0, &[1]), waiting(3, 1, 0, &[]), waiting(4, 0, 0, &[])];
    assert_eq!(pair_waiting(&queue, TableSeats::Two, &[]), [ids([1, 3]), ids([2, 4])]);
    assert_eq!(pair_waiting(&queue[..2], TableSeats::Two, &[]), [[]; 0], "they wait");
    let patient = [waiting(1, 9, PATIENCE_S, &[2]), waiting(2, 8, 0, &[1])];
    assert_eq!(pair_waiting(&patient, TableSeats::Two, &[]), [ids([1, 2])]);
}

#[test]
fn in_an_arena_the_last_to_come_waits() {
    let queue: Vec<Waiting> = (1..=5).map(|id| waiting(id, id, 10 * id, &[])).collect();
    let seated: Vec<EntryId> = pair_waiting(&queue, TableSeats::Four, &[]).concat();
    assert_eq!(seated.len(), 4);
    assert!(!seated.contains(&EntryId(1)));
    let many: Vec<Waiting> = (1..=1000).map(|id| waiting(id, 0, 0, &[])).collect();
    assert_eq!(pair_waiting(&many, TableSeats::Two, &[]).len(), AT_ONCE_MAX / 2);
}

#[test]
fn in_an_arena_somebody_who_came_later_helps_those_who_just_met() {
    // The two who have waited longest have just met; the third came later.
    let queue = [waiting(1, 4, 9, &[2]), waiting(2, 4, 9, &[1]), waiting(3, 0, 1, &[])];
    assert_eq!(pair_waiting(&queue, TableSeats::Two, &[]), [ids([2, 3])]);
    let table = [
        waiting(1, 4, 9, &[2, 3]),
        waiting(2, 2, 9, &[1, 3]),
        waiting(3, 0, 9, &[1, 2]),
        waiting(4, 0, 1, &[]),
        waiting(5, 0, 1, &[]),
    ];
    assert_eq!(pair_waiting(&table, TableSeats::Three, &[]), [ids([1, 4, 5])]);
}

#[test]
fn in_an_arena_a_forbidden_pair_never_meets() {
    let forbidden = [(EntryId(2), EntryId(1))];
    let queue =
        [waiting(1, 9, 99, &[]), waiting(2, 8, 99, &[]), waiting(3, 1, 99, &[]), waiting(4, 0, 99, &[])];
    assert_eq!(pair_waiting(&queue, TableSeats::Two, &forbidden), [ids([1, 3]), ids([2, 4])]);
    assert_eq!(pair_waiting(&queue[..2], TableSeats::Two, &forbidden), [[]; 0]);
    assert_eq!(pair_waiting(&queue, TableSeats::Four, &forbidden), [[]; 0]);
    assert_eq!(pair_waiting(&queue, TableSeats::Three, &forbidden), [ids([1, 3, 4])]);
}
