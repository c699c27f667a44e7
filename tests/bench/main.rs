//! The benchmarks of the server with small numbers: the tests check the format of the figures, never their
//! values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The fields of every row, in order.
const FIELDS: [&str; 8] =
    ["request", "clients", "tokens", "per_second", "p50_ms", "p99_ms", "of_floor", "floor_per_second"];

#[test]
fn a_row_of_the_http_bench_shows_requests_and_floor() {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let mut bench = Command::new(env!("CARGO_BIN_EXE_lapidary-bench"));
    bench
        .args([
            "http",
            "--json",
            "--seconds",
            "0.1",
            "--clients",
            "1,3",
            "--readers",
            "2",
            "--tokens",
            "session,api",
            "--directory",
        ])
        .arg(&place);
    bench.env("LAPIDARY_PASSWORD_MEMORY_KIB", "8").env("LAPIDARY_PASSWORD_PASSES", "1");
    let child = bench.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    let left_behind = place.join(format!("lapidary-bench-{}", child.id()));
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{:?}", output.status);
    assert!(!left_behind.exists(), "{} is left behind", left_behind.display());

    let rows: Vec<serde_json::Map<String, Value>> =
        serde_json::from_slice(&output.stdout).expect("rows are JSON");
    // A row for each kind of tokens, beside each other.
    assert!(rows.iter().map(|row| &row["tokens"]).eq(["session", "api"].iter().cycle().take(18)), "{rows:?}");
    let rows: Vec<_> = rows.chunks(2).map(|pair| pair[1].clone()).collect();
    assert_eq!(rows.iter().map(|row| &row["clients"]).collect::<Vec<_>>(), [1, 1, 3, 3, 2, 2, 2, 2, 2]);
    assert_eq!(
        rows.iter().map(|row| &row["request"]).collect::<Vec<_>>(),
        [
            "turn",
            "minimal_turn",
            "turn",
            "minimal_turn",
            "livez",
            "view_of_seat",
            "view_of_watcher",
            "not_modified",
            "legal_actions"
        ]
    );
    for row in rows {
        assert!(row.keys().map(String::as_str).take(FIELDS.len()).eq(FIELDS), "{row:?}");
        assert!(row["per_second"].as_u64() > Some(0), "{row:?}");
        assert!(row["p50_ms"].as_f64() <= row["p99_ms"].as_f64(), "{row:?}");
        assert_eq!(row["of_floor"].is_null(), row["floor_per_second"].is_null(), "{row:?}");
        assert_eq!(row["of_floor"].is_null(), row.contains_key("reason"), "{row:?}");
        let has_limit = row["clients"] == 2 && row["request"] != "livez" && !row["of_floor"].is_null();
        assert_eq!(row["of_limit"].as_f64() > Some(0.0), has_limit, "{row:?}");
    }
}

/// How much the memory may grow in addition to the memory of the hashes, in MiB.
const GROWTH_MAX_MIB: u64 = 64;

#[test]
fn memory_does_not_grow_with_the_number_of_logins() {
    let (hash_mib, at_once) = (16, 2);
    let mut bench = Command::new(env!("CARGO_BIN_EXE_lapidary-bench"));
    bench.args(["logins", "--json", "--logins", "200", "--clients", "50", "--directory"]);
    bench.arg(std::env::temp_dir());
    bench.env("LAPIDARY_PASSWORD_MEMORY_KIB", (hash_mib * 1024).to_string());
    bench.env("LAPIDARY_PASSWORD_PASSES", "1").env("LAPIDARY_PASSWORD_HASHES_AT_ONCE", at_once.to_string());
    let output = bench.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Value = serde_json::from_slice(&output.stdout).expect("rows are JSON");
    let row = &rows[0];
    assert!(row["logins"] == 200 && row["clients"] == 50, "{row}");
    // Only Linux reports the memory of a process.
    if let (Some(before), Some(after)) =
        (row["resident_before_mib"].as_u64(), row["resident_after_mib"].as_u64())
    {
        assert!(after < before + at_once * hash_mib + GROWTH_MAX_MIB, "{row}");
    }
}

#[test]
fn a_row_of_the_growth_bench_compares_few_games_with_many() {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let mut bench = Command::new(env!("CARGO_BIN_EXE_lapidary-bench"));
    bench.args(["growth", "--json", "--seconds", "0.1", "--clients", "2"]);
    bench.args([
        "--few",
        "200",
        "--many",
        "600",
        "--players",
        "50",
        "--unfolded-percent",
        "10",
        "--directory",
    ]);
    bench.arg(&place);
    bench.env("LAPIDARY_PASSWORD_MEMORY_KIB", "8").env("LAPIDARY_PASSWORD_PASSES", "1");
    let child = bench.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    let id = child.id();
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{:?}", output.status);
    for name in ["few", "many"] {
        let left_behind = place.join(format!("lapidary-bench-{id}-{name}"));
        assert!(!left_behind.exists(), "{} is left behind", left_behind.display());
    }

    let rows: Vec<serde_json::Map<String, Value>> =
        serde_json::from_slice(&output.stdout).expect("rows are JSON");
    assert_eq!(
        (&rows[0]["few"], &rows[0]["many"], &rows[0]["ratio"]),
        (&200.0.into(), &600.0.into(), &3.0.into())
    );
    for (figure, unit) in [
        ("start of the server", "ms"),
        ("turn", "per_second"),
        ("turn", "p99_ms"),
        ("game", "per_second"),
        ("list of finished, deep", "per_second"),
        ("a player's games", "p99_ms"),
        ("search of players, all", "per_second"),
        ("search of players, none", "p99_ms"),
    ] {
        assert!(rows.iter().any(|row| row["figure"] == figure && row["unit"] == unit), "{figure} {unit}");
    }
    for row in rows {
        assert!(row.keys().map(String::as_str).eq(["figure", "unit", "few", "many", "ratio"]), "{row:?}");
        assert!(row["few"].as_f64() > Some(0.0) && row["many"].as_f64() > Some(0.0), "{row:?}");
    }
}

#[test]
fn the_disk_bench_shows_the_bytes_of_games_and_what_a_month_leaves() {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let mut bench = Command::new(env!("CARGO_BIN_EXE_lapidary-bench"));
    bench.args(["disk", "--json", "--samples", "2", "--turns", "6", "--games", "50"]);
    let output = bench.args(["--days", "2", "--games-a-day", "4", "--directory"]).arg(&place).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Vec<serde_json::Map<String, Value>> =
        serde_json::from_slice(&output.stdout).expect("rows are JSON");

    // A log grows with the turns, and is in one row after its folding. Tables have whole pages.
    for games in ["2 seats, casual", "2 seats, rated", "4 seats, casual", "4 seats, rated"] {
        let all = rows.iter().find(|row| row["games"] == games && row["table_with_indexes"] == "all tables");
        let fields = ["games", "table_with_indexes", "waiting", "live", "finished", "folded"];
        assert!(all.is_some_and(|row| row.keys().map(String::as_str).eq(fields)), "{rows:?}");
        let log = rows.iter().find(|row| row.get("write_ahead_log").is_some_and(|name| name == games));
        assert!(log.is_some_and(|row| row["bytes_a_turn"].as_i64() > Some(0)), "{rows:?}");
    }
    // 8 games began, and each clock changed with each turn.
    let month = |table: &str| rows.iter().find(|row| row.get("month").is_some_and(|name| name == table));
    let clocks = month("game_clocks").expect("turns change clocks");
    assert!(clocks["updated"].as_i64() >= Some(8 * 6), "{clocks:?}");
    assert!(month("game_log").is_some_and(|row| row["deleted"].as_i64() > Some(4 * 6)), "{rows:?}");
}

#[test]
fn a_row_of_the_refusal_bench_shows_the_most_expensive_request_of_an_operation() {
    let output = Command::new(env!("CARGO_BIN_EXE_lapidary-bench")).args(["refusals", "--json"]).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{:?}", output.status);
    let rows: Vec<serde_json::Map<String, Value>> =
        serde_json::from_slice(&output.stdout).expect("rows are JSON");
    let operations = lapidary::api::document::contract().operations().iter();
    assert_eq!(rows.len(), operations.count());
    for row in rows {
        assert!(
            row.keys().map(String::as_str).eq(["operation", "requests", "part", "bytes", "refusal_us"]),
            "{row:?}"
        );
    }
}
