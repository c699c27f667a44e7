//! The bots in `examples/bots` play whole games. They are skipped on a machine without python3.

use std::process::Command;

use serde_json::{Value, json};

use crate::program::arena;

/// The maximum number of lines of an example.
const LINES_MAX: usize = 40;

/// Whether there is a Python; the other tests need none.
fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn example(name: &str) -> String {
    format!("{}/examples/bots/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Lets a bot play two games, one from each seat, without a fault.
#[track_caller]
fn plays(bot: &str, ruleset: &str) -> Value {
    let bots = ["--bots", bot, "builtin:random", "--games=2", "--rotate", "--seed=7", ruleset];
    let report = arena(&bots);
    assert_eq!((&report["games"], &report["faults"]), (&json!(2), &json!([])), "{report}");
    report
}

#[test]
fn the_example_plays_whole_games() {
    if has_python() {
        let bot = format!("python3 {}", example("line_bot.py"));
        plays(&bot, "--ruleset=splendor");
        plays(&bot, "--ruleset=kids");
    }
}

#[test]
fn a_wrapped_engine_plays_whole_games() {
    if has_python() {
        let engine = format!("python3 {} python3 {}", example("wrapped_engine.py"), example("engine.py"));
        plays(&engine, "--ruleset=splendor");
    }
}

#[test]
fn the_examples_are_short() {
    for name in
        ["line_bot.py", "http_bot.py", "curl_bot.sh", "online_bot.ts", "wrapped_engine.py", "engine.py"]
    {
        let lines = std::fs::read_to_string(example(name)).unwrap().lines().count();
        assert!(lines < LINES_MAX, "{name} has {lines} lines");
    }
}
