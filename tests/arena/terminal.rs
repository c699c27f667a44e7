//! Games in the terminal: a person against a built-in opponent, and exported games step by step.

use crate::program::{Directory, arena, run, run_with_input, text};

#[test]
fn a_person_plays_a_whole_game_and_sees_the_result_last() {
    let options = ["play", "--against", "random", "--seed=7"];
    // Empty lines list the legal actions. Most of these are illegal at most times, which only costs a line.
    let takes = "take wug\ntake wbg\ntake wbr\ntake ugr\ntake w\ntake u\ntake g\ntake r\ntake k\npass\nreturn w\nreturn u\n\
                 return g\nreturn r\nreturn k\n";
    let played = text(run_with_input(&options, &format!("?\nfly\n{}resign\n", takes.repeat(2))));
    assert!(played.contains("`fly` is not an action of splendor"), "{played}");
    assert!(played.contains("  take wug\n"), "{played}");
    assert!(played.contains("Rule B"), "{played}");
    let last: Vec<&str> = played.lines().rev().take(3).collect();
    assert!(last[2].starts_with("The game ended by last_seat."), "{played}");
    assert!(last[0].starts_with("seat 1   rank ") && last[1].starts_with("seat 0   rank "), "{played}");
    let again = text(run_with_input(&options, &format!("?\nfly\n{}resign\n", takes.repeat(2))));
    assert_eq!(played, again, "the same seed and input play the same game");
}

#[test]
fn the_end_of_the_input_ends_the_game_without_a_result() {
    let left = text(run_with_input(&["play", "--against", "greedy:50", "--ruleset=kids", "--seats=3"], ""));
    assert!(left.ends_with("The game was not played to its end.\n"), "{left}");
    let wrong = run(&["play", "--against", "deep-blue"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no built-in opponent is named `deep-blue`"));
}

#[test]
fn cards_that_others_reserved_blind_stay_hidden() {
    let mut hidden = 0;
    for seed in 0..10 {
        let seed = format!("--seed={seed}");
        let played = text(run_with_input(&["play", "--against", "random", "--seats=4", &seed], "resign\n"));
        let blind = played.matches(": reserve_blind ").count();
        let backs = played.matches("? of base-").count();
        assert!(backs <= blind, "{played}");
        hidden += backs;
    }
    assert!(hidden > 0, "somebody keeps a card that was reserved blind to the end");
}

#[test]
fn a_file_is_replayed_at_once_or_at_one_version() {
    let directory = Directory::new("replayed");
    let files = directory.file("games");
    arena(&["--bots", "builtin:greedy", "builtin:random", "--games=1", "--seed=7", "--games-dir", &files]);
    let file = format!("{files}/game-000001.json");
    let whole = text(run(&["replay", &file]));
    let versions = whole.matches("\n=== version ").count();
    assert!(versions > 30, "{versions}");
    assert!(whole.trim_end().lines().next_back().unwrap().starts_with("seat 1   rank "), "{whole}");
    let last = text(run(&["replay", &file, "--at", &versions.to_string()]));
    assert!(whole.ends_with(&last), "{last}");
    let first = text(run(&["replay", &file, "--at=1"]));
    assert!(first.contains("--- turn 1, seat 0: main ---") && !first.contains("ended"), "{first}");
    let beyond = run(&["replay", &file, "--at", &(versions + 1).to_string()]);
    let errors = String::from_utf8_lossy(&beyond.stderr).into_owned();
    assert!(errors.contains(&format!("the last version of the game is {versions}")), "{errors}");
}

#[test]
fn every_export_of_the_tests_is_replayed() {
    let exports = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports");
    let mut replayed = 0;
    for entry in std::fs::read_dir(exports).unwrap() {
        let file = entry.unwrap().path();
        let whole = text(run(&["replay", file.to_str().unwrap()]));
        assert!(whole.contains("\n=== version 2 of "), "{}", file.display());
        replayed += 1;
    }
    assert!(replayed >= 20, "{replayed} exports");
    let wrong = run_with_input(&["replay", "-"], "{}");
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("is not a valid export"), "{wrong:?}");
}
