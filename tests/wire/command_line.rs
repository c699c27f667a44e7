//! What `lapidary verify` and `lapidary play` print.

use std::process::{Command, Output};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exports");

fn lapidary(arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_lapidary")).args(arguments).output();
    command.expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn verify_prints_what_it_confirmed_and_what_is_not_proven() {
    let output = lapidary(&["verify", &format!("{KEPT}/splendor-resigned.json")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("ok: the game ended by last_seat with the ranks [2, 1]\n"), "{printed}");
    assert!(printed.contains("not proven: when anything happened\n"), "{printed}");
}

#[test]
fn verify_names_the_file_that_is_not_an_export() {
    let file = std::env::temp_dir().join(format!("cut-{}.json", std::process::id()));
    let whole = std::fs::read(format!("{KEPT}/splendor.json")).expect("an export");
    std::fs::write(&file, &whole[..40]).expect("the file can be written");
    let name = file.display().to_string();
    let output = lapidary(&["verify", &name]);
    std::fs::remove_file(&file).expect("the file is there");
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(printed.contains(&format!("{name} is not a valid export: JSON ends at line ")), "{printed}");

    let output = lapidary(&["verify", &name]);
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(printed.contains(&format!("{name}: No such file")), "{printed}");
}

#[test]
fn play_ends_with_the_result() {
    let output = lapidary(&["play", "--seed", "4"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    let end: Vec<&str> = printed.lines().rev().take(3).collect();
    assert!(end[2].starts_with("The game ended by "), "{end:?}");
    assert!(end[1].starts_with("seat 0   rank ") && end[0].starts_with("seat 1   rank "), "{end:?}");
    assert!(end.iter().any(|line| line.ends_with("rank 1, a winner")), "{end:?}");
}
