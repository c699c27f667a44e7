//! Analyses of exported games: one, a folder, and files that cannot be analyzed; and the puzzles in them.

use std::fs;

use serde_json::Value;

use crate::program::{Directory, arena, run, text};

/// The simulations of these analyses: few, so that the tests are fast.
const FEW: &str = "--simulations=20";

fn exports(name: &str) -> String {
    format!("{}/tests/exports/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Plays games and returns the folder with their exports.
fn played(directory: &Directory, games: u8) -> String {
    let files = directory.file("games");
    let games = format!("--games={games}");
    arena(&["--bots", "builtin:greedy", "builtin:random", &games, "--seed=7", "--games-dir", &files]);
    files
}

#[test]
fn a_game_is_analyzed_for_people_and_for_programs() {
    let directory = Directory::new("analyzed");
    let file = format!("{}/game-000001.json", played(&directory, 1));
    let json = || text(run(&["analyze", &file, FEW, "--json"]));
    let line = json();
    assert_eq!(line, json(), "the same effort finds the same");
    assert_ne!(line, text(run(&["analyze", &file, FEW, "--json", "--seed=1"])));
    let game: Value = serde_json::from_str(&line).expect("a line of JSON");
    let choices = game["analysis"]["choices"].as_array().expect("choices");
    let printed = text(run(&["analyze", &file, FEW]));
    let marks = printed.lines().filter(|line| line.contains(" ? ") || line.contains(" ?? ")).count();
    assert_eq!(marks, choices.iter().filter(|choice| choice["mistake"] == true).count(), "{printed}");
    for name in game["players"].as_array().expect("players") {
        assert!(printed.contains(name.as_str().expect("a name")), "{printed}");
    }
    let turned = game["analysis"]["turning_points"].as_array().expect("turning points").len();
    assert_eq!(printed.lines().filter(|line| line.starts_with("  turn ")).count(), turned, "{printed}");
}

#[test]
fn a_folder_is_a_table_of_players_or_a_line_for_each_game() {
    let directory = Directory::new("analyzed-folder");
    let files = played(&directory, 2);
    fs::write(format!("{files}/broken.json"), "{").expect("a file can be written");
    let output = run(&["analyze", &files, FEW]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("broken.json is not a valid export"), "{errors}");
    assert!(errors.trim_end().ends_with("1 of 3 files could not be analyzed"), "{errors}");
    assert!(!output.status.success(), "a script notices that a file was left out");
    let table = String::from_utf8(output.stdout).expect("text");
    let row = |name: &str| -> Vec<f64> {
        let row = table.lines().find(|line| line.trim_end().ends_with(name)).expect("a row");
        row.split_whitespace().map_while(|word| word.parse().ok()).collect()
    };
    let (greedy, random) = (row("greedy"), row("random"));
    assert_eq!((greedy[0], random[0]), (2.0, 2.0), "{table}");
    assert!(greedy[2] > random[2], "the better player is more accurate: {table}");
    let lines = run(&["analyze", &files, FEW, "--json"]);
    assert!(!lines.status.success());
    let lines = String::from_utf8(lines.stdout).expect("text");
    fs::remove_file(format!("{files}/broken.json")).expect("it is there");
    assert_eq!(text(run(&["analyze", &files, FEW, "--json"])), lines, "the others were analyzed");
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2);
}

#[test]
fn a_fork_a_resignation_and_every_module_are_analyzed() {
    for name in [
        "splendor-fork-of-fork.json",
        "splendor-resigned.json",
        "splendor-duplicate.json",
        "splendor+all.json",
    ] {
        let line = text(run(&["analyze", &exports(name), "--simulations=1", "--json"]));
        let game: Value = serde_json::from_str(&line).expect("JSON");
        for seat in game["analysis"]["seats"].as_array().expect("seats") {
            let part = |name: &str| seat[name].as_f64().expect("a share");
            let sum = part("opening") + part("play") + part("opponents") + part("luck") + part("rest");
            assert!((sum - part("result")).abs() < 0.001, "{name}: {seat}");
        }
    }
}

#[test]
fn what_cannot_be_analyzed_is_refused_with_its_reason() {
    for (name, reason) in [
        ("splendor+all-aborted.json", "the game has no result: it still runs or was aborted"),
        ("kids-short.json", "games of Kids cannot be analyzed"),
        ("no-such-file.json", "No such file"),
    ] {
        let refused = run(&["analyze", &exports(name)]);
        assert!(!refused.status.success(), "{name}");
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(errors.contains(reason), "{name}: {errors}");
    }
    let directory = Directory::new("nothing-to-analyze");
    let empty = directory.file("empty");
    fs::create_dir_all(&empty).expect("a folder can be made");
    let refused = run(&["analyze", &empty]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no file could be analyzed"));
}

#[test]
fn puzzles_are_found_in_files_and_folders_without_names() {
    let directory = Directory::new("puzzles");
    let files = played(&directory, 2);
    let found = || text(run(&["puzzles", &files, "--simulations=40"]));
    let puzzles = found();
    assert_eq!(puzzles, found(), "the same games have the same puzzles");
    assert!(puzzles.starts_with("puzzles-1\n"), "{puzzles}");
    for name in ["greedy", "random"] {
        assert!(!puzzles.contains(name), "{puzzles}");
    }
    let [first, second] = [1, 2].map(|game| format!("{files}/game-00000{game}.json"));
    assert_eq!(text(run(&["puzzles", &first, &second, "--simulations=40"])), puzzles);
    assert_eq!(text(run(&["puzzles", &files, &first, "--simulations=40"])), puzzles, "each once");
    let refused = run(&["puzzles", &exports("kids-short.json")]);
    assert!(!refused.status.success());
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(errors.contains("games of this ruleset cannot be analyzed"), "{errors}");
}
