//! Games of built-in opponents in a file: the same command writes the same bytes, and every game verifies.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::program::{Directory, run, text};

const BOTS: [&str; 4] = ["selfplay", "--bots", "greedy", "random"];

/// Runs the command, which must succeed.
#[track_caller]
fn played(options: &[&str]) -> String {
    text(run(&[&BOTS[..], options].concat()))
}

/// Runs a command that must fail, and returns what it says.
#[track_caller]
fn refused(options: &[&str]) -> String {
    let output = run(options);
    assert!(!output.status.success(), "{options:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("the file is there")
}

#[test]
fn the_same_seed_writes_the_same_bytes_with_any_number_of_threads() {
    let directory = Directory::new("selfplay");
    for (format, name) in [("export", "jsonl"), ("notation", "txt"), ("notation", "txt.gz")] {
        let write = |more: &[&str]| {
            let out = directory.file(&format!("games.{name}"));
            played(&[&["--games=6", "--format", format, "--out", &out][..], more].concat());
            bytes(&out)
        };
        let (one, two) = (write(&["--seed=7", "--jobs=1"]), write(&["--seed=7", "--jobs=2"]));
        assert!(one == two, "{name}");
        assert_ne!(one, write(&["--seed=8"]), "{name}");
    }
    let left = std::fs::read_dir(directory.file("")).expect("the directory").count();
    assert_eq!(left, 3, "no part of a file is left");
}

#[test]
fn every_line_verifies_in_both_forms_and_both_have_the_same_games() {
    let directory = Directory::new("selfplay-verifies");
    let tables: [&[&str]; 3] = [
        &["--modules=orient,strongholds,trading_posts,cities", "--seats=3"],
        &["--ruleset=kids", "--modules=mysteries", "--seats=4"],
        &[],
    ];
    for (place, table) in tables.iter().enumerate() {
        let file = |ending: &str| directory.file(&format!("{place}.{ending}"));
        for (format, ending) in [("export", "jsonl.gz"), ("notation", "txt")] {
            let out = file(ending);
            let games = ["--games=5", "--seed=7", "--format", format, "--out", &out];
            played(&[&games[..], table].concat());
            let report = text(run(&["verify", &out]));
            assert!(report.starts_with("ok: 5 games, each on a line\nnot proven: "), "{report}");
        }
        let mut exports = String::new();
        GzDecoder::new(&bytes(&file("jsonl.gz"))[..]).read_to_string(&mut exports).expect("gzip");
        let texts = String::from_utf8(bytes(&file("txt"))).expect("text");
        for (export, line) in exports.lines().zip(texts.lines()) {
            let export: Value = serde_json::from_str(export).expect("JSON");
            let id = export["game"]["id"].as_str().expect("an id");
            assert!(line.contains(&format!("\tgame: {id}\t")), "{line}");
        }
    }
}

#[test]
fn a_wrong_line_is_named() {
    let directory = Directory::new("selfplay-wrong");
    let out = directory.file("games.txt");
    played(&["--games=3", "--seed=7", "--format=notation", "--out", &out]);
    let games = String::from_utf8(bytes(&out)).expect("text");
    let lines: Vec<&str> = games.lines().collect();
    let changed = lines[1].replacen("take", "reserve", 1);
    let (last, _) = lines[2].split_at(lines[2].len() - 20);
    for (line, content) in [(2, [lines[0], &changed, lines[2]]), (3, [lines[0], lines[1], last])] {
        std::fs::write(&out, content.join("\n")).expect("it is written");
        let words = refused(&["verify", &out]);
        assert!(words.contains(&format!("games.txt, line {line}: ")), "{words}");
    }
    std::fs::write(&out, b"\xff\xfe\t\n").expect("it is written");
    assert!(refused(&["verify", &out]).contains("UTF-8"));
}

#[test]
fn what_cannot_be_repeated_or_written_is_refused_and_changes_nothing() {
    let directory = Directory::new("selfplay-refused");
    let out = directory.file("games.txt");
    std::fs::write(&out, "kept").expect("it is written");
    let to = ["--out", out.as_str()];
    let cases: [(&[&str], &str); 6] = [
        (&["--bots", "master@100ms"], "name simulations"),
        (&["--bots", "nobody"], "no built-in opponent"),
        (&["--bots", "sh -c true"], "no built-in opponent"),
        (&["--bots", "random", "--ruleset=chess"], "No ruleset has this id"),
        (&["--bots", "random", "--format=pgn"], "there are export and notation"),
        (&["--bots", "random", "--games=0"], "0 is not in"),
    ];
    for (options, words) in cases {
        let said = refused(&[&["selfplay"][..], options, &to].concat());
        assert!(said.contains(words), "{options:?}: {said}");
    }
    let nowhere = directory.file("nowhere/games.txt");
    assert!(refused(&["selfplay", "--bots", "random", "--out", &nowhere]).contains("nowhere"));
    assert_eq!(directory.files(""), [("games.txt".to_owned(), "kept".to_owned())]);
}
