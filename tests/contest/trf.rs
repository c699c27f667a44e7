//! Tournament report files, read back by the positions of their columns.

use std::collections::BTreeMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::export::trf::{
    Outcome, ReportError, ReportedAcceleration, ReportedPair, ReportedPlayer, ReportedRound, report,
};
use lapidary_simulation::attendance::Disturbance;
use lapidary_simulation::format::Format;
use lapidary_simulation::run::simulate;

use crate::events::{round, table};

/// No acceleration.
const PLAIN: ReportedAcceleration = ReportedAcceleration { entries: Vec::new(), halves: Vec::new() };

/// A round of a player: the opponent, the color, the result.
type Cell = (u32, char, char);

/// A line of a player.
#[derive(Debug)]
struct Line {
    number: u32,
    name: String,
    rating: i64,
    halves: u32,
    place: u32,
    cells: Vec<Cell>,
}

/// Returns the columns from one position to another, both from 1, as the format numbers them.
fn columns(line: &[char], from: usize, to: usize) -> String {
    line[from - 1..to].iter().collect()
}

/// Reads a line by the positions of TRF16. What is not a column is blank.
fn line(text: &str) -> Line {
    let line: Vec<char> = text.chars().collect();
    let number = |from, to| columns(&line, from, to).trim_start().parse().expect("a number");
    let blank = |from, to| assert_eq!(columns(&line, from, to).trim(), "", "{from} to {to} of {text:?}");
    assert_eq!(columns(&line, 1, 3), "001");
    // No sex, title, federation, FIDE number and birth date.
    for (from, to) in [(4, 4), (9, 14), (48, 48), (53, 80), (85, 85)] {
        blank(from, to);
    }
    let points = columns(&line, 81, 84);
    let (whole, half) = points.trim_start().split_once('.').expect("a decimal point");
    let halves = match half {
        "0" => 2 * whole.parse::<u32>().expect("points"),
        "5" => 2 * whole.parse::<u32>().expect("points") + 1,
        _ => panic!("{points:?} are no half points"),
    };
    let cell = |at: usize| {
        for (from, to) in [(at, at + 1), (at + 6, at + 6), (at + 8, at + 8)] {
            blank(from, to);
        }
        (number(at + 2, at + 5), line[at + 6], line[at + 8])
    };
    assert_eq!((line.len() - 89) % 10, 0, "{text:?}");
    Line {
        number: number(5, 8),
        name: columns(&line, 15, 47).trim_end().to_owned(),
        rating: columns(&line, 49, 52).trim_start().parse().expect("a rating"),
        halves,
        place: number(86, 89),
        cells: (90..line.len()).step_by(10).map(cell).collect(),
    }
}

/// Reads a report, and checks what must hold in each.
fn read(text: &str) -> Vec<Line> {
    assert!(text.ends_with('\n'));
    let lines: Vec<Line> = text.lines().filter(|line| line.starts_with("001")).map(line).collect();
    let by_number: BTreeMap<u32, &Line> = lines.iter().map(|line| (line.number, line)).collect();
    for line in &lines {
        let worth = |&(_, _, result): &Cell| match result {
            '1' | '+' | 'U' | 'F' => 2,
            '=' | 'H' => 1,
            '0' | '-' | 'Z' => 0,
            _ => panic!("{result} is no result"),
        };
        assert_eq!(line.halves, line.cells.iter().map(worth).sum::<u32>(), "{line:?}");
        for (at, &(opponent, color, result)) in line.cells.iter().enumerate() {
            if opponent == 0 {
                assert!(color == '-' && "UFHZ".contains(result), "{line:?}");
                continue;
            }
            let (back, other_color, other) = by_number[&opponent].cells[at];
            assert_eq!(back, line.number, "round {at}");
            assert!(matches!((color, other_color), ('w', 'b') | ('b', 'w')), "{line:?}");
            let fits = [('1', '0'), ('=', '='), ('+', '-'), ('-', '-')];
            assert!(fits.contains(&(result, other)) || fits.contains(&(other, result)), "{line:?}");
        }
    }
    lines
}

fn player(id: u32, name: impl Into<String>) -> ReportedPlayer {
    ReportedPlayer { id: EntryId(id), name: name.into(), rating: 1500 + i64::from(id), place: id }
}

fn written(players: &[ReportedPlayer], rounds: &[PlayedRound]) -> Vec<Line> {
    let rounds: Vec<ReportedRound> = rounds.iter().map(ReportedRound::of).collect();
    read(&report("Test", players, &rounds, None, &PLAIN).expect("it fits"))
}

#[test]
fn a_report_has_the_columns_of_trf16() {
    let players = [player(1, "Player\n1"), player(2, "Player 2"), player(3, "Player 3")];
    let mut second = round(vec![table(&[3, 1], &[1, 1])]);
    second.byes = vec![EntryId(2)];
    let rounds = [round(vec![table(&[1, 2], &[1, 2])]), second].map(|round| ReportedRound::of(&round));
    let text = report("Test\r\n001", &players, &rounds, Some(4), &PLAIN).expect("it fits");
    let first: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(first, ["012 Test  001", "062 3", "XXR 4", "XXC white1"]);
    let accelerated = ReportedAcceleration { entries: [2, 3].map(EntryId).to_vec(), halves: vec![2, 20, 1] };
    let with_virtual = report("Test\r\n001", &players, &rounds, Some(4), &accelerated).expect("it fits");
    let added = ["XXA    2  1.0 10.0  0.5", "XXA    3  1.0 10.0  0.5"];
    assert_eq!(with_virtual.lines().skip(4).take(2).collect::<Vec<_>>(), added);
    assert_eq!(with_virtual.replace(&(added.join("\n") + "\n"), ""), text);
    let lines = read(&text);
    let one = &lines[0];
    assert_eq!(
        (one.number, one.name.as_str(), one.rating, one.halves, one.place),
        (1, "Player 1", 1501, 3, 1)
    );
    assert_eq!(one.cells, [(2, 'w', '1'), (3, 'b', '=')]);
    assert_eq!(lines[1].cells, [(1, 'b', '0'), (0, '-', 'U')]);
    assert_eq!(lines[2].cells, [(0, '-', 'Z'), (1, 'w', '=')]);
    assert!(!report("Test", &players, &rounds, None, &PLAIN).expect("it fits").contains("XXR"));
}

#[test]
fn forfeits_byes_and_late_entries_are_told_apart() {
    let mut forfeits = round(vec![table(&[1, 2], &[1, 2]), table(&[3, 4], &[1, 1]), table(&[6, 5], &[2, 1])]);
    forfeits.tables[0].seats[1].forfeit = true;
    forfeits.tables[1].seats.iter_mut().for_each(|seat| seat.forfeit = true);
    forfeits.tables[2].seats[0].forfeit = true;
    // Only one bye of a round can be that of the pairing.
    let mut byes = round(vec![table(&[1, 2], &[2, 1])]);
    byes.byes = vec![EntryId(3), EntryId(4)];
    let players: Vec<ReportedPlayer> = (1..=7).map(|id| player(id, "")).collect();
    let lines = written(&players, &[forfeits, byes, round(vec![table(&[7, 1], &[1, 2])])]);
    let cells: Vec<&[Cell]> = lines.iter().map(|line| line.cells.as_slice()).collect();
    let absent = (0, '-', 'Z');
    assert_eq!(cells[0], [(2, 'w', '+'), (2, 'w', '0'), (7, 'b', '0')]);
    assert_eq!(cells[1], [(1, 'b', '-'), (1, 'b', '1'), absent]);
    assert_eq!(cells[2], [(4, 'w', '-'), (0, '-', 'F'), absent]);
    assert_eq!(cells[3], [(3, 'b', '-'), (0, '-', 'F'), absent]);
    assert_eq!(cells[4], [(6, 'b', '+'), absent, absent]);
    assert_eq!(cells[5], [(5, 'w', '-'), absent, absent]);
    assert_eq!(cells[6], [absent, absent, (1, 'w', '1')]);
    assert_eq!(lines.iter().map(|line| line.halves).collect::<Vec<_>>(), [2, 2, 2, 2, 2, 0, 2]);
}

#[test]
fn a_match_is_one_result() {
    let pair = |outcome| ReportedPair { white: EntryId(2), black: EntryId(1), outcome };
    let cases = [
        (Outcome::White, '1', '0'),
        (Outcome::Black, '0', '1'),
        (Outcome::WhiteByForfeit, '+', '-'),
        (Outcome::BlackByForfeit, '-', '+'),
        (Outcome::Nobody, '-', '-'),
        (Outcome::Shared, '=', '='),
    ];
    for (outcome, white, black) in cases {
        let rounds = [ReportedRound { pairs: vec![pair(outcome)], ..ReportedRound::default() }];
        let lines =
            read(&report("Test", &[player(1, "a"), player(2, "b")], &rounds, None, &PLAIN).expect("it fits"));
        assert_eq!((lines[1].cells[0], lines[0].cells[0]), ((1, 'w', white), (2, 'b', black)));
    }
}

#[test]
fn a_bye_that_was_requested_is_half_a_point() {
    let round = ReportedRound {
        half_byes: vec![EntryId(3)],
        ..ReportedRound::of(&round(vec![table(&[1, 2], &[1, 2])]))
    };
    let players = [player(1, "a"), player(2, "b"), player(3, "c")];
    let lines = read(&report("Test", &players, &[round], None, &PLAIN).expect("it fits"));
    assert_eq!((lines[2].cells[0], lines[2].halves), ((0, '-', 'H'), 1));
    assert_eq!((lines[0].halves, lines[1].halves), (2, 0));
}

#[test]
fn names_of_any_letters_leave_the_columns_in_place() {
    let names = ["a", "abcdefghijklmnopqrst", "Zoë Ångström-Łódź", "宝石の輝き", "\u{2028}x\ty\u{85}", ""];
    let players: Vec<ReportedPlayer> = (1..).zip(names).map(|(id, name)| player(id, name)).collect();
    let lines = written(&players, &[round(vec![table(&[1, 2], &[1, 2]), table(&[3, 4], &[1, 1])])]);
    let read: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(read, ["a", "abcdefghijklmnopqrst", "Zoë Ångström-Łódź", "宝石の輝き", " x y", ""]);
    let long = player(1, "x".repeat(34));
    assert_eq!(written(&[long], &[])[0].name, "x".repeat(33));
}

#[test]
fn the_largest_event_fits_and_what_does_not_fit_is_refused() {
    let players: Vec<ReportedPlayer> = (1..=2048).map(|id| player(id, format!("player{id}"))).collect();
    let played = round((1..=1024).map(|one| table(&[one, 2049 - one], &[1, 2])).collect());
    let lines = written(&players, &vec![played.clone(); 99]);
    assert_eq!((lines[2047].number, lines[2047].place, lines[0].halves), (2048, 2048, 198));
    assert_eq!((lines[0].cells[98], lines[2047].cells[0]), ((2048, 'w', '1'), (1, 'b', '0')));
    let rounds = vec![ReportedRound::of(&played); 100];
    assert_eq!(report("Test", &players, &rounds, None, &PLAIN), Err(ReportError::Points));
    let many: Vec<ReportedPlayer> = (1..=10_000).map(|id| player(id, "")).collect();
    assert_eq!(report("Test", &many, &[], None, &PLAIN), Err(ReportError::Players));
}

#[test]
fn simulated_events_are_read_back() {
    for disturbance in [Disturbance::Calm, Disturbance::Lively] {
        for (seed, entries) in (1..).zip([2, 5, 13, 40]) {
            let event = simulate(Format::SwissTwo, entries, disturbance, seed, 0).expect("an event");
            let players: Vec<ReportedPlayer> =
                event.players.iter().map(|one| player(one.id.0, format!("p{}", one.id))).collect();
            let rounds: Vec<PlayedRound> = event.rounds.iter().map(|round| round.played.clone()).collect();
            let lines = written(&players, &rounds);
            assert_eq!(lines.len(), event.players.len());
            assert!(lines.iter().all(|line| line.cells.len() == rounds.len()));
        }
    }
}
