//! Round robins, brackets, matches, knock-out tables and arenas.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::pairing::arena::{AT_ONCE_MAX, PATIENCE_S, Waiting, pair_waiting};
use lapidary_contest::pairing::double_elimination::DoubleBracket;
use lapidary_contest::pairing::elimination::{Bracket, MatchGame, MatchState, match_state};
use lapidary_contest::pairing::heats::{knock_out_tables, qualified};
use lapidary_contest::pairing::request::{Refusal, TableSeats};
use lapidary_contest::pairing::round_robin::{ScheduledRound, meetings, round_robin, twice};
use lapidary_contest::pairing::sizes::cut;

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

/// How often pairs meet, at least and at most; how often entries sit at a table smaller than the largest; and
/// by how much the seats of an entry differ.
fn evenness(rounds: &[ScheduledRound], entries: u32) -> ((u32, u32), (u32, u32), u32) {
    let mut small = vec![0; entries as usize + 1];
    let mut seats = vec![[0u32; 4]; entries as usize + 1];
    for round in rounds {
        let mut busy: Vec<EntryId> = round.tables.iter().flatten().copied().collect();
        busy.sort_unstable();
        assert_eq!(busy, ids(1..=entries), "everybody once");
        let sizes: Vec<usize> = round.tables.iter().map(Vec::len).collect();
        let large = sizes.iter().copied().max().unwrap_or_default();
        for table in &round.tables {
            for (seat, entry) in table.iter().enumerate() {
                small[entry.0 as usize] += u32::from(table.len() < large);
                seats[entry.0 as usize][seat] += 1;
            }
        }
    }
    let uneven = |counts: &[u32; 4]| counts[..2].iter().max().unwrap() - counts[..2].iter().min().unwrap();
    let uneven = seats[1..].iter().map(uneven).max().unwrap();
    (meetings(rounds), (*small[1..].iter().min().unwrap(), *small[1..].iter().max().unwrap()), uneven)
}

/// The table in docs/pairing.md: rounds, meetings of a pair, places at small tables.
#[test]
fn groups_of_five_to_twelve_meet_as_evenly_as_the_documentation_says() {
    let expected = [
        (TableSeats::Three, 5, 5, (1, 3), (2, 2)),
        (TableSeats::Three, 6, 5, (1, 3), (0, 0)),
        (TableSeats::Three, 7, 5, (1, 2), (2, 3)),
        (TableSeats::Three, 8, 4, (1, 1), (1, 1)),
        (TableSeats::Three, 9, 4, (1, 1), (0, 0)),
        (TableSeats::Three, 10, 6, (1, 2), (2, 3)),
        (TableSeats::Three, 11, 7, (1, 2), (1, 2)),
        (TableSeats::Three, 12, 7, (1, 2), (0, 0)),
        (TableSeats::Four, 5, 5, (1, 3), (2, 2)),
        (TableSeats::Four, 6, 5, (1, 3), (0, 0)),
        (TableSeats::Four, 7, 7, (3, 3), (3, 3)),
        (TableSeats::Four, 8, 7, (3, 3), (0, 0)),
        (TableSeats::Four, 9, 4, (1, 1), (0, 0)),
        (TableSeats::Four, 10, 6, (1, 2), (3, 4)),
        (TableSeats::Four, 11, 6, (1, 2), (0, 3)),
        (TableSeats::Four, 12, 6, (1, 3), (0, 0)),
    ];
    for (seats, entries, rounds, met, small) in expected {
        let schedule = round_robin(&ids(1..=entries), seats).unwrap();
        assert_eq!(schedule.len(), rounds, "{entries} in {seats:?}");
        for round in &schedule {
            let mut sizes: Vec<usize> = round.tables.iter().map(Vec::len).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(sizes, cut(entries as usize, seats), "{entries} in {seats:?}");
        }
        let (own_met, own_small, uneven) = evenness(&schedule, entries);
        assert_eq!((own_met, own_small), (met, small), "{entries} in {seats:?}");
        assert!(uneven <= 2, "{entries} in {seats:?}: seats differ by {uneven}");
    }
}

#[test]
fn in_a_double_round_robin_everybody_has_both_seats_against_everybody() {
    /// The longest time in a row that somebody has the same seat.
    fn longest(rounds: &[ScheduledRound], entries: u32) -> usize {
        let seat_of = |entry: EntryId| {
            let seat = move |table: &Vec<EntryId>| table.iter().position(|&own| own == entry);
            rounds.iter().filter_map(move |round| round.tables.iter().find_map(seat)).collect::<Vec<_>>()
        };
        let runs =
            |entry| seat_of(entry).chunk_by(|a, b| a == b).map(<[usize]>::len).max().unwrap_or_default();
        ids(1..=entries).into_iter().map(runs).max().unwrap_or_default()
    }
    for entries in 3..=33 {
        let once = round_robin(&ids(1..=entries), TableSeats::Two).unwrap();
        let double = twice(once.clone());
        assert_eq!((double.len(), meetings(&double)), (2 * once.len(), (2, 2)));
        let mut pairs: Vec<Vec<EntryId>> = double.iter().flat_map(|round| round.tables.clone()).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len() as u32, entries * (entries - 1), "each pair with both seats");
        let limit = longest(&once, entries).max(if entries == 6 { 3 } else { 2 });
        assert!(longest(&double, entries) <= limit, "{entries}");
    }
    let fours = round_robin(&ids(1..=8), TableSeats::Four).unwrap();
    assert_eq!((twice(fours.clone()).len(), meetings(&twice(fours))), (14, (6, 6)));
}

#[test]
fn fields_without_a_schedule_are_refused() {
    let refused = |entries: u32, seats| round_robin(&ids(1..=entries), seats).unwrap_err();
    assert_eq!(refused(13, TableSeats::Three), Refusal::NoDesign { entrants: 13, seats: 3 });
    assert_eq!(refused(3, TableSeats::Four), Refusal::NoDesign { entrants: 3, seats: 4 });
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

/// Plays a double elimination in which the lowest number wins, except the pairs that are named, and returns
/// its rounds.
fn double_elimination(entries: u32, upsets: &[[u32; 2]]) -> Vec<Vec<Vec<EntryId>>> {
    let mut bracket = DoubleBracket::new(&ids(1..=entries));
    let mut rounds = Vec::new();
    loop {
        let (matches, mut on) = bracket.between(&|_| true);
        if matches.is_empty() {
            assert_eq!(bracket.alive().len(), 1, "{entries}: {bracket:?}");
            return rounds;
        }
        on.extend(matches.iter().map(|pair| {
            let upset = upsets.iter().any(|upset| ids(*upset) == *pair);
            *if upset { pair.iter().max() } else { pair.iter().min() }.expect("a pair")
        }));
        bracket = bracket.next(&on);
        rounds.push(matches);
    }
}

#[test]
fn in_a_double_elimination_everybody_but_the_winner_loses_twice() {
    for entries in 2..=40 {
        let rounds = double_elimination(entries, &[]);
        let mut losses: BTreeMap<EntryId, u32> = BTreeMap::new();
        for pair in rounds.iter().flatten() {
            *losses.entry(*pair.iter().max().expect("a pair")).or_default() += 1;
        }
        let twice = losses.values().filter(|&&losses| losses == 2).count() as u32;
        assert_eq!((twice, losses.get(&EntryId(1))), (entries - 1, None), "{entries}");
        assert_eq!(rounds.iter().flatten().count() as u32, 2 * (entries - 1), "{entries}");
        for round in &rounds {
            let mut seated = round.concat();
            seated.sort_unstable();
            assert!(
                seated.windows(2).all(|pair| pair[0] != pair[1]),
                "{entries}: nobody plays twice in a round"
            );
        }
    }
    let eight = double_elimination(8, &[]);
    assert_eq!(eight.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2, 2, 1, 1]);
    assert_eq!(eight[2], [ids([5, 3]), ids([6, 4])], "those who drop later meet others than before");
}

#[test]
fn whoever_has_not_lost_before_gets_a_second_match_in_the_grand_final() {
    let rounds = double_elimination(4, &[[1, 2]]);
    // 2 wins the winners' bracket, and loses the grand final: both have lost once.
    let last: Vec<_> = rounds.iter().rev().take(2).rev().cloned().collect();
    assert_eq!(last, [[ids([2, 1])], [ids([2, 1])]]);
    let rounds = double_elimination(4, &[]);
    assert_eq!(rounds.last(), Some(&vec![ids([1, 2])]));
    assert_eq!(rounds.len(), 4, "without a second match");
}

#[test]
fn a_match_of_a_double_elimination_that_nobody_wins_puts_both_out() {
    let bracket = DoubleBracket::new(&ids(1..=4));
    let bracket = bracket.next(&ids([1]));
    assert_eq!(bracket.alive(), ids([1, 4]));
    // Nobody is left to meet 1 in the winners' bracket, nor 4 in the other one: they meet in the grand final.
    assert_eq!(bracket.between(&|_| true), (vec![ids([1, 4])], Vec::new()));
    assert_eq!(bracket.between(&|entry| entry != EntryId(1)), (Vec::new(), ids([4])));
    assert_eq!(bracket.next(&[]).alive(), []);
    assert_eq!(DoubleBracket::new(&[]).next(&[]).alive(), []);
    assert_eq!(DoubleBracket::new(&ids([7])).next(&[]).between(&|_| true), (Vec::new(), Vec::new()));
}
