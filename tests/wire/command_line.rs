//! What `lapidary verify` and `lapidary play` print.

use std::fs;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;
use lapidary_exported::GAME_BYTES_MAX;

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exports");

fn lapidary(arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_lapidary")).args(arguments).output();
    command.expect("the program runs")
}

/// Runs the program with less memory than a file that was inflated and read as JSON would take. It gets these
/// bytes as its standard input.
fn with_little_memory(arguments: &str, input: Vec<u8>) -> Output {
    let limited = format!("ulimit -v {MEMORY_KIB_MAX}; exec {} {arguments}", env!("CARGO_BIN_EXE_lapidary"));
    let mut command = Command::new("sh");
    command.args(["-c", &limited]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // The program closes it when it has read enough.
    let writer = thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written or refused");
    output
}

/// The memory that the program may reserve, in KiB. It has the program itself in it, with its threads.
const MEMORY_KIB_MAX: usize = 600 * 1024;

/// A gzip of this many times the same bytes.
fn bomb(head: &str, part: &str, parts: usize) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(head.as_bytes()).expect("memory is there");
    let many = part.repeat(1024);
    for _ in 0..parts / 1024 {
        file.write_all(many.as_bytes()).expect("memory is there");
    }
    file.finish().expect("memory is there")
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

#[test]
fn a_file_larger_than_a_game_is_refused_before_it_is_read() {
    let limited = format!("-: a game is limited to {} MiB", GAME_BYTES_MAX >> 20);
    let values = "- is larger than a game: the limit is 1048576 values";
    let export = fs::read_to_string(format!("{KEPT}/splendor.json")).expect("an export");
    let events = export.replacen("\"events\":", "\"events\":[0],\"more\":", 1);
    for (head, part, parts, expected) in [
        ("{\n", " ", 1 << 26, limited.as_str()),
        ("", "a", 1 << 26, &limited),
        ("{", "[", 1 << 26, &limited),
        ("{\"ruleset\":\"splendor\"}\n", " ", 1 << 26, "-, line 1 is not a valid export: missing field"),
        ("{\n\"events\":[", "{\"\":0},", 2 << 20, values),
        (&events, "{\"\":0},", 2 << 20, values),
        ("ruleset: splendor\n", "a:\n", 4 << 20, values),
        (
            "format: lapidary-text-1\n",
            "contribution 7: a b\n",
            1 << 19,
            "-: contribution 7: is in the header twice",
        ),
        ("\n", "1 0 a;b\n", 1 << 20, values),
    ] {
        for command in ["verify -", "replay -"] {
            let output = with_little_memory(command, bomb(head, part, parts));
            let printed = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{command} on {head:.20}{part}: {printed}");
            // The other command reads neither texts nor files of many games.
            let is_told =
                printed.contains(expected) || (command == "replay -" && printed.starts_with("lapidary: -"));
            assert!(is_told, "{command} on {head:.20}{part}: {printed}");
        }
    }
}

#[test]
fn a_command_ends_quietly_when_nobody_reads_what_it_prints() {
    let export = format!("{KEPT}/splendor.json");
    for arguments in [
        "verify EXPORT",
        "replay EXPORT",
        "analyze --simulations 1 EXPORT",
        "puzzles --simulations 1 EXPORT",
        "play --seed 4",
        "play --seed 4 --json",
        "play --seed 4 --against random",
        "openapi",
        "arena --games 2 --bots builtin:random builtin:greedy",
        "--help",
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_lapidary"));
        command.args(arguments.replace("EXPORT", &export).split(' ')).stdin(Stdio::null());
        let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("the program runs");
        let printed = text(&output.stderr);
        assert!(output.status.success(), "{arguments}: {} {printed}", output.status);
        assert!(!printed.contains("panicked") && !printed.contains("pipe"), "{arguments}: {printed}");
    }
}

#[test]
fn a_failure_is_the_same_when_nobody_reads_it() {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_lapidary"));
    let status = command.args(["verify", "no.json"]).stderr(writer).status().expect("the program runs");
    assert_eq!(status.code(), Some(1));
}
