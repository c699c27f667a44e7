//! Programs that do not answer as they must: each loses its game for a named reason, and harms no other game.

use lapidary::boards;
use lapidary::cli::verify;
use serde_json::{Value, json};

use crate::program::{Directory, FIRST_ACTION, RESIGNS, arena};

/// Answers for a version that is long past.
const WRONG_VERSION: &str = r#"sh -c 'while read -r line; do echo "{\"version\":0,\"action\":0}"; done'"#;

/// Takes two different gems while there are more colors.
const ILLEGAL: &str = r#"sh -c 'while read -r line; do rest=${line#*version\":}; echo "{\"version\":${rest%%,*},\"action\":\"take wu\"}"; done'"#;

/// Programs with the fault that each commits.
const PROGRAMS: [(&str, &str, &str); 13] = [
    ("sh -c 'exit 3'", "exited", "exit status: 3"),
    ("sh -c 'echo the engine is broken >&2; exit 1'", "exited", "the engine is broken"),
    ("sh -c 'kill -9 $$'", "exited", "signal: 9"),
    ("sh -c 'exec >&-; exec sleep 600'", "exited", "ended before it answered"),
    ("sleep 600", "timed_out", "did not answer within 300 ms"),
    ("sh -c 'read -r line; exec sleep 600'", "timed_out", "did not answer within 300 ms"),
    ("sh -c 'trap \"\" TERM INT HUP; while :; do sleep 600; done'", "timed_out", "within 300 ms"),
    ("echo hello", "malformed", "hello"),
    ("yes", "malformed", "y"),
    (WRONG_VERSION, "wrong_version", "answered version 0 when asked about"),
    (ILLEGAL, "illegal_action", "rule B5 forbids"),
    ("sh -c 'tr \"\\\\0\" x < /dev/zero'", "flooded", "a line of more than 16384 bytes"),
    ("sh -c 'yes >&2'", "flooded", "to standard error"),
];

#[test]
fn every_fault_has_a_name_and_loses_the_game() {
    let directory = Directory::new("faults");
    let sides = boards::load(None).unwrap();
    for (place, (bot, fault, words)) in PROGRAMS.into_iter().enumerate() {
        // A flood of standard error takes a while on a busy machine.
        let time = if fault == "timed_out" { "--time-ms=300" } else { "--time-ms=60000" };
        let files = directory.file(&place.to_string());
        let limits = [time, "--start-ms=0", "--simulations=1", "--games-dir", &files];
        let bots = ["--bots", bot, "builtin:random", "--names", "bad", "good"];
        let report = arena(&[&bots[..], &["--games=2", "--rotate", "--seed=7"], &limits].concat());
        let listed = report["faults"].as_array().unwrap();
        assert_eq!(report["bots"][0]["faults"], json!({ fault: 2 }), "{bot}: {report}");
        assert_eq!(report["bots"][1]["win_share"], 1.0, "{bot}: {report}");
        assert!(listed[0]["detail"].as_str().unwrap().contains(words), "{bot}: {listed:?}");
        assert_eq!((&listed[0]["bot"], &listed[0]["fault"]), (&json!("bad"), &json!(fault)));
        for (_, export) in directory.files(&place.to_string()) {
            verify::check(&export, &sides).unwrap_or_else(|error| panic!("{bot}: {error}"));
            let export: Value = serde_json::from_str(&export).unwrap();
            assert_eq!(export["result"]["reason"], "last_seat");
            let how = if fault == "timed_out" { "timed_out" } else { "resigned" };
            assert!(export["events"].as_array().unwrap().iter().any(|event| event["type"] == how), "{bot}");
        }
    }
}

#[test]
fn a_program_that_hangs_or_floods_harms_no_other_game() {
    let hangs = "sh -c 'read -r line; exec sleep 600'";
    let floods = "sh -c 'yes >&2 & exec tr \"\\\\0\" x < /dev/zero'";
    let bots = ["--bots", hangs, "builtin:random", floods, "builtin:random"];
    let names = ["--names", "hangs", "a", "floods", "b"];
    let limits = ["--time-ms=300", "--start-ms=0", "--simulations=1", "--jobs=4"];
    let report = arena(&[&bots[..], &names, &["--games=24", "--rotate", "--seed=7"], &limits].concat());
    assert_eq!(report["games"], 24);
    let by_name =
        |name: &str| report["bots"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    for bot in ["hangs", "floods"] {
        let faults: u64 =
            by_name(bot)["faults"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        // A game against another bad program may end by the fault of that one.
        assert!((8..=12).contains(&faults), "{bot}: {report}");
    }
    for bot in ["a", "b"] {
        assert_eq!(by_name(bot)["faults"], json!({}), "{report}");
        let [wins, shared] = ["wins", "shared"].map(|name| by_name(bot)[name].as_u64().unwrap());
        assert!((8..=12).contains(&(wins + shared)), "8 games are against bad programs: {report}");
    }
}

#[test]
fn with_three_seats_the_others_play_on_without_the_seat() {
    let bots = ["--bots", "sh -c 'read -r line; exit 1'", "builtin:random", FIRST_ACTION];
    let names = ["--names", "bad", "a", "b"];
    let options = ["--games=6", "--seats=3", "--rotate", "--seed=7", "--time-ms=60000", "--simulations=1"];
    let report = arena(&[&bots[..], &names, &options].concat());
    assert_eq!(report["bots"][0]["faults"], json!({"exited": 6}), "{report}");
    assert_eq!(report["bots"][0]["win_share"], 0.0);
    let share = |place: usize| report["bots"][place]["win_share"].as_f64().unwrap();
    assert!((share(1) + share(2) - 1.0).abs() < 1e-5, "{report}");
}

#[test]
fn a_program_may_resign() {
    let bots = ["--bots", RESIGNS, "builtin:random", "--games=2", "--rotate", "--seed=7"];
    let report = arena(&bots);
    assert_eq!(report["bots"][0]["resigned"], 2, "{report}");
    assert_eq!(report["bots"][0]["faults"], json!({}));
    assert_eq!(report["bots"][1]["wins"], 2);
}
