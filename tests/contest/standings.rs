//! Points, tie-breaks, and the sole winner of a knock-out.

use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::{Points, PointsError, PointsTable};
use lapidary_contest::event::record::{dropped, records};
use lapidary_contest::event::round::{PlayedRound, PlayedTable};
use lapidary_contest::standings::knock_out::{WonBy, sole_winner};
use lapidary_contest::standings::order::{StandingsRequest, standings};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_contest::standings::value::MICRO;

use crate::events::{SEED, field, order, round, standing, table};

fn points(places: &[u8]) -> Vec<String> {
    let points = PointsTable::standard();
    places.iter().map(|&place| points.of(place, places).to_string()).collect()
}

#[test]
fn shared_places_share_the_average_of_their_points() {
    assert_eq!(points(&[1, 2]), ["4", "0"]);
    assert_eq!(points(&[1, 1]), ["2", "2"]);
    assert_eq!(points(&[2, 3, 1]), ["2", "0", "4"]);
    assert_eq!(points(&[1, 2, 2]), ["4", "1", "1"]);
    assert_eq!(points(&[1, 2, 3, 4]), ["4", "2", "1", "0"]);
    assert_eq!(points(&[1, 1, 1, 4]), ["2.33", "2.33", "2.33", "0"]);
    assert_eq!(points(&[1, 1, 3, 4]), ["3", "3", "1", "0"]);
    assert_eq!(points(&[1, 1, 2, 3]), ["3", "3", "1", "0"], "places may be counted without gaps");
}

#[test]
fn a_table_always_gives_the_same_sum_of_points() {
    for points in [PointsTable::standard(), PointsTable::wins_only()] {
        for places in [[1, 2, 3, 4], [1, 1, 1, 1], [1, 2, 2, 2], [1, 1, 3, 3], [1, 1, 1, 4]] {
            let sum: Points = places.iter().map(|&place| points.of(place, &places)).sum();
            assert_eq!(sum, points.sum(4), "{places:?}");
        }
    }
}

#[test]
fn presets_and_custom_points_are_checked() {
    let wins = PointsTable::wins_only();
    assert_eq!([1, 2, 3].map(|place| wins.of(place, &[1, 2, 3]).twelfths()), [12, 0, 0]);
    let custom = |two: &[u32], four: &[u32], bye| {
        PointsTable::custom([two.to_vec(), vec![3, 1, 0], four.to_vec()], bye)
    };
    assert_eq!(custom(&[2, 1], &[5, 3, 2, 1], 0).unwrap().of(2, &[1, 2]), Points::whole(1));
    assert_eq!(custom(&[2, 1, 0], &[5, 3, 2, 1], 0), Err(PointsError::Length(2)));
    assert_eq!(custom(&[2, 1], &[5, 3, 4, 1], 0), Err(PointsError::Order(4)));
    assert_eq!(custom(&[2, 1], &[5, 3, 2, 1], 1001), Err(PointsError::Size));
}

/// Three rounds of four players at tables of two.
fn small_event() -> Vec<PlayedRound> {
    vec![
        round(vec![table(&[1, 2], &[1, 2]), table(&[3, 4], &[1, 2])]),
        round(vec![table(&[3, 1], &[1, 2]), table(&[4, 2], &[2, 1])]),
        round(vec![table(&[1, 4], &[1, 2]), table(&[2, 3], &[1, 2])]),
    ]
}

fn values(tie_break: TieBreak) -> Vec<i64> {
    let standing = standing(&field(4), &small_event(), &[TieBreak::Points, tie_break]);
    let mut lines: Vec<(u32, i64)> =
        standing.iter().map(|line| (line.entry.0, line.values[1].unwrap())).collect();
    lines.sort_unstable();
    lines.into_iter().map(|(_, value)| value).collect()
}

#[test]
fn each_tie_break_has_its_documented_value() {
    // Points: 1, 2 and 3 have 8 each, 4 has 0. 1 beat 2 and 4; 2 beat 4 and 3; 3 beat 4 and 1.
    let whole = |values: [i64; 4]| values.map(|value| value * MICRO).to_vec();
    assert_eq!(values(TieBreak::Points), whole([8, 8, 8, 0]));
    assert_eq!(values(TieBreak::Wins), whole([2, 2, 2, 0]));
    assert_eq!(values(TieBreak::HeadToHead), whole([0, 0, 0, 0]));
    assert_eq!(values(TieBreak::SonnebornBerger), whole([8, 8, 8, 0]));
    assert_eq!(values(TieBreak::BuchholzAverage), [5_333_333, 5_333_333, 5_333_333, 8_000_000]);
    assert_eq!(values(TieBreak::BuchholzCut1), whole([8, 8, 8, 8]));
    assert_eq!(values(TieBreak::OpponentsWinShare), [444_444, 444_444, 444_444, 666_666]);
    assert_eq!(values(TieBreak::PrestigeRatio), [933_333, 933_333, 933_333, 800_000]);
    assert_eq!(values(TieBreak::PrestigeSum), whole([42, 42, 42, 36]));
    assert_eq!(values(TieBreak::FewestCards), whole([-12, -12, -12, -12]));
    // The opponents of 1 have 1998, 1997 and 1996; two places better, one worse.
    assert_eq!(values(TieBreak::RatingPerformance)[0], 1997 * MICRO + 400 * MICRO / 3);
}

#[test]
fn a_seat_is_compared_with_the_same_seat_of_the_tables_of_its_size() {
    let mut tables = vec![table(&[1, 2], &[1, 2]), table(&[3, 4], &[2, 1]), table(&[5, 6], &[1, 2])];
    tables.push(table(&[7, 8, 9], &[1, 2, 3]));
    // First places have 15, second places 12.
    let lines = standing(&field(9), &[round(tables)], &[TieBreak::SeatDifference]);
    let value = |id: u32| {
        let line = lines.iter().find(|line| line.entry == EntryId(id)).expect("everybody is listed");
        line.values[0]
    };
    let values = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(value);
    let half = 3 * MICRO / 2;
    assert_eq!(values[..6], [half, -half, -2 * half, 2 * half, half, -half].map(Some));
    assert_eq!(values[6..], [None; 3], "nobody else sits at a table of three");
}

/// A table whose result an organizer has set, without anything that was measured.
fn unmeasured(seats: &[u32], places: &[u8]) -> PlayedTable {
    let mut table = table(seats, places);
    for seat in &mut table.seats {
        (seat.prestige, seat.cards, seat.tokens) = (None, None, None);
    }
    table
}

/// The value of a criterion for each entry, by number.
fn values_in(rounds: &[PlayedRound], entries: u32, tie_break: TieBreak) -> Vec<Option<i64>> {
    let mut lines = standing(&field(entries), rounds, &[tie_break]);
    lines.sort_by_key(|line| line.entry);
    lines.iter().map(|line| line.values[0]).collect()
}

#[test]
fn a_table_that_was_not_measured_adds_nothing_to_means_and_leaves_a_sum_open() {
    let rounds = [
        round(vec![table(&[1, 2], &[1, 2]), unmeasured(&[3, 4], &[1, 2])]),
        round(vec![unmeasured(&[1, 3], &[1, 2]), table(&[2, 4], &[1, 2])]),
    ];
    let micro = |value: i64| Some(value * MICRO);
    assert_eq!(
        values_in(&rounds, 4, TieBreak::PrestigeRatio),
        [micro(1), Some(900_000), None, Some(800_000)]
    );
    assert_eq!(values_in(&rounds, 4, TieBreak::FewestCards), [micro(-12), micro(-12), None, micro(-12)]);
    assert_eq!(values_in(&rounds, 4, TieBreak::PrestigeSum), [None, micro(27), None, None]);
    assert_eq!(
        values_in(&rounds, 4, TieBreak::SeatDifference),
        [None; 4],
        "nothing to compare with in either round"
    );
    assert_eq!(values_in(&rounds, 4, TieBreak::Wins), [micro(2), micro(1), micro(1), micro(0)]);
}

#[test]
fn a_criterion_without_a_value_does_not_separate_those_who_have_played() {
    // 1 and 3 have won, 2 and 4 have lost; nothing is known of 3 and 4.
    let rounds = [round(vec![table(&[1, 2], &[1, 2]), unmeasured(&[4, 3], &[2, 1])])];
    for tie_break in [TieBreak::PrestigeRatio, TieBreak::FewestCards, TieBreak::PrestigeSum] {
        let shared = standing(&field(4), &rounds, &[TieBreak::Points, tie_break]);
        let places: Vec<u32> = shared.iter().map(|line| line.place).collect();
        assert_eq!((order(&shared), places), (vec![1, 3, 2, 4], vec![1, 1, 3, 3]), "{tie_break:?}");
        let drawn = standing(&field(4), &rounds, &[TieBreak::Points, tie_break, TieBreak::Lot]);
        assert_eq!(drawn[1].decided_by, Some(TieBreak::Lot), "{tie_break:?} decides nothing");
    }
}

#[test]
fn whoever_has_played_no_table_has_no_mean_and_comes_last() {
    // 3 was missing and 4 has come late: without a table, they have neither the fewest cards nor the best
    // difference.
    let rounds = [PlayedRound { no_shows: vec![EntryId(3)], ..round(vec![table(&[1, 2], &[1, 1])]) }];
    for tie_break in TieBreak::ALL.into_iter().filter(|&tie_break| tie_break != TieBreak::Lot) {
        let values = values_in(&rounds, 4, tie_break);
        assert!(
            values[2..].iter().all(|value| value.is_none_or(|value| value == 0)),
            "{tie_break:?}: {values:?}"
        );
    }
    let null = [
        TieBreak::BuchholzAverage,
        TieBreak::BuchholzCut1,
        TieBreak::OpponentsWinShare,
        TieBreak::PrestigeRatio,
        TieBreak::SeatDifference,
        TieBreak::FewestCards,
        TieBreak::RatingPerformance,
    ];
    for tie_break in null {
        assert_eq!(values_in(&rounds, 4, tie_break)[2..], [None, None], "{tie_break:?}");
    }
    let lines = standing(&field(4), &rounds, &[TieBreak::FewestCards]);
    assert_eq!(
        lines.iter().map(|line| (line.entry.0, line.place)).collect::<Vec<_>>(),
        [(1, 1), (2, 1), (3, 3), (4, 3)]
    );
    assert_eq!(lines[2].decided_by, Some(TieBreak::FewestCards));
}

#[test]
fn a_winner_without_prestige_leaves_nothing_to_compare_with() {
    let mut early = table(&[1, 2], &[1, 2]);
    (early.seats[0].prestige, early.seats[1].prestige) = (Some(0), Some(3));
    assert_eq!(values_in(&[round(vec![early.clone()])], 2, TieBreak::PrestigeRatio), [None, None]);
    assert_eq!(values_in(&[round(vec![early])], 2, TieBreak::PrestigeSum), [Some(0), Some(3 * MICRO)]);
    let mut better = table(&[1, 2], &[1, 2]);
    better.seats[1].prestige = Some(30);
    assert_eq!(
        values_in(&[round(vec![better])], 2, TieBreak::PrestigeRatio),
        [Some(MICRO), Some(MICRO)],
        "more prestige than the winner's is no more than a whole"
    );
}

#[test]
fn head_to_head_counts_only_those_who_are_level() {
    let rounds = [
        round(vec![table(&[2, 1, 3], &[1, 2, 3])]),
        round(vec![table(&[1, 3], &[1, 2]), table(&[2, 4], &[2, 1])]),
    ];
    // 1 has 2 + 4, 2 has 4 + 0, 4 has 4: 2 and 4 are level, and 4 beat 2.
    let lines = standing(&field(4), &rounds, &[TieBreak::Points, TieBreak::HeadToHead]);
    assert_eq!(order(&lines), [1, 4, 2, 3]);
    assert_eq!(lines[2].decided_by, Some(TieBreak::HeadToHead));
    assert_eq!(lines[3].decided_by, Some(TieBreak::Points));
    assert_eq!((lines[1].values[1], lines[0].values[1]), (Some(MICRO), Some(0)));
}

#[test]
fn without_a_lot_places_are_shared_and_with_it_they_are_not() {
    let shared = standing(&field(4), &small_event(), &[TieBreak::Points]);
    assert_eq!(shared.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 1, 1, 4]);
    let drawn = standing(&field(4), &small_event(), &[TieBreak::Points, TieBreak::Lot]);
    assert_eq!(drawn.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(drawn[1].decided_by, Some(TieBreak::Lot), "a lot is never silent");
    let mut lots = [1, 2, 3].map(|id| (SEED.lot(EntryId(id)), id));
    lots.sort_unstable();
    assert_eq!(order(&drawn)[..3], lots.map(|(_, id)| id));
}

#[test]
fn the_order_of_entrants_does_not_matter() {
    let reversed: Vec<Entrant> = field(4).into_iter().rev().collect();
    for tie_breaks in [&TieBreak::DEFAULT[..], &TieBreak::ALL[..]] {
        assert_eq!(
            standing(&field(4), &small_event(), tie_breaks),
            standing(&reversed, &small_event(), tie_breaks)
        );
    }
}

#[test]
fn byes_score_and_no_shows_do_not() {
    let missing = |bye: u32, no_show: u32| PlayedRound {
        tables: vec![],
        byes: vec![EntryId(bye)],
        no_shows: vec![EntryId(no_show)],
        ..PlayedRound::default()
    };
    let rounds = [missing(1, 2), missing(2, 3), missing(1, 3)];
    let records = records(&rounds, &PointsTable::standard());
    assert_eq!(records[&EntryId(1)].points, Points::whole(8));
    assert_eq!(records[&EntryId(2)].points, Points::whole(4));
    assert_eq!(dropped(&records), [EntryId(3)], "two no-shows end the participation");
}

#[test]
fn names_of_tie_breaks_are_read_and_written() {
    assert!(TieBreak::ALL.iter().all(|&tie_break| TieBreak::named(tie_break.name()) == Some(tie_break)));
    assert_eq!(TieBreak::named("luck"), None);
}

#[test]
fn a_knock_out_has_a_sole_winner() {
    let mut shared = table(&[1, 2, 3], &[1, 1, 3]);
    assert_eq!(sole_winner(&table(&[1, 2], &[2, 1]), &SEED), Some((EntryId(2), WonBy::Place)));
    let by_lot = sole_winner(&shared, &SEED).unwrap();
    let lowest = [1, 2].map(EntryId).into_iter().min_by_key(|&id| SEED.lot(id)).unwrap();
    assert_eq!(by_lot, (lowest, WonBy::Lot));
    shared.seats[1].tokens = Some(6);
    assert_eq!(sole_winner(&shared, &SEED), Some((EntryId(2), WonBy::MostTokens)));
    shared.seats[0].cards = Some(11);
    shared.seats[2].cards = Some(0);
    assert_eq!(sole_winner(&shared, &SEED), Some((EntryId(1), WonBy::FewestCards)));
    shared.seats[0].cards = None;
    assert_eq!(
        sole_winner(&shared, &SEED),
        Some((EntryId(2), WonBy::MostTokens)),
        "unknown cards do not decide"
    );
    shared.seats[0].tokens = None;
    assert_eq!(sole_winner(&shared, &SEED), Some((lowest, WonBy::Lot)), "unknown tokens do not decide");
    assert_eq!(sole_winner(&table(&[], &[]), &SEED), None);
}

#[test]
fn standings_of_nobody_are_empty() {
    let request = StandingsRequest {
        entrants: &[],
        rounds: &small_event(),
        points: &PointsTable::standard(),
        tie_breaks: &TieBreak::ALL,
        seed: &SEED,
    };
    assert_eq!(standings(&request), []);
}

/// A table at which these seats have forfeited.
fn forfeited(seats: &[u32], places: &[u8], forfeits: &[usize]) -> PlayedTable {
    let mut table = table(seats, places);
    forfeits.iter().for_each(|&seat| table.seats[seat].forfeit = true);
    table
}

#[test]
fn whoever_forfeits_has_met_nobody_and_the_others_have_played_if_two_are_left() {
    let tables = vec![
        forfeited(&[1, 2, 3, 4], &[3, 1, 2, 3], &[0, 3]),
        forfeited(&[5, 6, 7], &[2, 2, 1], &[0, 1]),
        forfeited(&[8, 9], &[1, 1], &[0, 1]),
    ];
    let winners: Vec<_> =
        tables.iter().map(|table| sole_winner(table, &SEED).map(|(won, _)| won.0)).collect();
    assert_eq!(winners, [Some(2), Some(7), None]);
    let rounds = [round(tables)];
    let records = records(&rounds, &PointsTable::standard());
    let of = |id: u32| {
        let record = &records[&EntryId(id)];
        let met: Vec<u32> = record.met.keys().map(|other| other.0).collect();
        (record.points.to_string(), record.games, record.unplayed(), record.seats.iter().sum::<u16>(), met)
    };
    let text = |points: &str| points.to_owned();
    assert_eq!(of(2), (text("4"), 1, 0, 1, vec![3]));
    assert_eq!(of(3), (text("2"), 1, 0, 1, vec![2]));
    assert_eq!(of(7), (text("4"), 0, 1, 0, vec![]));
    for absent in [1, 4, 5, 6, 8, 9] {
        assert_eq!(of(absent), (text("0"), 0, 0, 0, vec![]), "{absent}");
    }
    assert!(records.values().all(|record| record.win_twelfths == 0 || record.games == 1));
}

#[test]
fn means_of_equal_fractions_are_equal() {
    let prestige = |own: u16, winner: u16| {
        let mut table = table(&[2, 1], &[1, 2]);
        table.seats[0].prestige = Some(winner);
        table.seats[1].prestige = Some(own);
        round(vec![table])
    };
    let ratio = |games: &[(u16, u16)]| {
        let rounds: Vec<_> = games.iter().map(|&(own, winner)| prestige(own, winner)).collect();
        standing(&field(2), &rounds, &[TieBreak::PrestigeRatio])[1].values[0]
    };
    assert_eq!(ratio(&[(6, 18), (12, 18), (9, 18)]), Some(500_000));
    assert_eq!(
        ratio(&[(5, 15), (10, 15)]),
        ratio(&[(8, 16)]),
        "a third and two thirds are a half on average"
    );
    assert_eq!(ratio(&[(5, 15), (5, 15), (5, 15)]), ratio(&[(5, 15)]));
}
