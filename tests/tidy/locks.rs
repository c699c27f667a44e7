//! Nobody computes a round or standings while they have locked a tournament: others wait for it, and the
//! database ends a transaction that does nothing for long.

use crate::sources::{below, none};

/// What takes long for a large event, and the files that call it. Those of the first list compute what an act
/// has asked for, which nobody can do who has locked a tournament: it borrows the `Plans`. Those of the
/// others lock nothing.
const CALLS: [(&str, &[&str]); 7] = [
    ("next_round(&Request", &["rounds/plan.rs", "rounds/plan_matches.rs"]),
    (" pair_waiting(", &["rounds/waiting_room.rs"]),
    ("room.pairing(", &["rounds/plans.rs"]),
    (" plan(", &["rounds/plans.rs"]),
    (".compute()", &["rounds/plans.rs"]),
    ("lines(", &["decide/corrected.rs", "ranking/", "read/"]),
    ("going_on(", &["decide/corrected.rs", "ranking/", "rounds/plan.rs"]),
];
/// What a file names that locks tournaments.
const LOCKS: [&str; 3] = ["tournaments::act::", "Locked", "lock_organized"];

#[test]
fn nothing_long_is_computed_while_a_tournament_is_locked() {
    let mut wrong = Vec::new();
    for source in below("src/service/tournaments", ".rs") {
        let path = source.path.trim_start_matches("src/service/tournaments/");
        for (call, callers) in CALLS {
            let lines = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let calls = lines.filter(|line| line.contains(call) && !line.contains("fn ")).count() > 0;
            let is_known = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
            if calls && !is_known(callers) {
                wrong.push(format!("{path} calls `{call}`"));
            }
            let locks = LOCKS.iter().any(|lock| source.text.contains(lock));
            if calls && locks {
                wrong.push(format!("{path} calls `{call}` and locks a tournament"));
            }
        }
    }
    none("calls of what takes long where a tournament may be locked", &wrong);
}

/// The files outside of tournaments that rank a whole event.
const RANKING: [&str; 2] = [
    // The groups of a league, which are locked. None has more than 64 places, so that takes milliseconds.
    "series/season_end.rs",
    // The table of a series, which locks nothing.
    "series/table.rs",
];

#[test]
fn nobody_else_ranks_an_event_while_it_is_locked() {
    let ranks = |text: &str| text.contains("final_order(") || text.contains("final_results(");
    let known =
        |path: &str| path.contains("/tournaments/") || RANKING.iter().any(|known| path.ends_with(known));
    let files =
        below("src/service", ".rs").into_iter().filter(|source| ranks(&source.text) && !known(&source.path));
    let wrong: Vec<String> = files.map(|source| source.path).collect();
    none("files that rank an event, and may have locked it", &wrong);
}
