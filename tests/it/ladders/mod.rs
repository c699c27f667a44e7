//! Ratings and ladders: rating games once, leaderboards, rated seeks, annulled games, and the recomputation
//! from the log.

mod annulments;
mod begun;
mod cleaning;
pub mod evenings;
mod limits;
mod own_losses;
mod races;
mod rated_games;
mod seasons;
mod seeks;
mod settled;
mod standings;

use std::process::{Command, Output};

use lapidary::contest::rating::log::RatingEvent;
use lapidary::contest::rating::skill::Rating;
use serde_json::{Value, json};

use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;

/// The pool of the games of these tests.
pub const DUELS: &str = "splendor.duel.live.human";

/// Returns the terms of a rated seek.
pub fn rated(seats: usize) -> Value {
    json!({"ruleset": "splendor", "seats": seats, "rated": true,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}})
}

/// Makes a seek, and returns it.
pub async fn seek(caller: &Caller<'_>, terms: &Value) -> Value {
    caller.post("/v1/seeks", terms).await.expect(201).json
}

/// Starts a rated game of these players by seeks, and returns its path.
pub async fn game_of(players: &[&Caller<'_>]) -> String {
    let mut last = Value::Null;
    for player in players {
        last = seek(player, &rated(players.len())).await;
    }
    format!("/v1/games/{}", last["game"].as_str().expect("the last seek starts the game"))
}

/// Grants the role of administrator.
pub async fn promote(app: &TestApp, username: &str) {
    let sql = format!("UPDATE players SET role = 'administrator' WHERE username = '{username}'");
    Stored::of(app).await.execute(&sql).await;
}

/// Runs `lapidary ratings recompute` on the database of an application.
pub async fn recompute(app: &TestApp, words: &[&str]) -> Output {
    // Without an address the program would use the database of whoever runs the tests.
    assert!(!app.database_url.is_empty(), "a shared application does not tell its database");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lapidary"));
    command.args(["ratings", "recompute", "--database-url", &app.database_url]).args(words);
    tokio::task::spawn_blocking(move || command.output().expect("the program runs")).await.expect("an output")
}

/// Checks that the stored ratings are those that follow from the logs.
pub async fn assert_equal(app: &TestApp) {
    let done = recompute(app, &["--check"]).await;
    assert!(done.status.success(), "{done:?}");
}

/// Returns the whole log of a pool.
pub async fn log(app: &TestApp, pool: &str) -> Vec<RatingEvent> {
    let request = app.anonymous().request(reqwest::Method::GET, &format!("/v1/ladders/{pool}/log"));
    let answer = crate::app::Answer::to(request.header("accept", "application/x-ndjson")).await.expect(200);
    let lines = answer.text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.map(|line| event(&line)).collect()
}

/// Reads an item of a log.
pub fn event(line: &Value) -> RatingEvent {
    let number = |name: &str| line[name].as_i64().unwrap_or_else(|| panic!("{name} in {line}"));
    let rating = |when: &str| Rating {
        mu_micro: number(&format!("mu_{when}")),
        sigma_micro: number(&format!("sigma_{when}")),
    };
    let text = |name: &str| line[name].as_str().expect("a text").to_owned();
    let finished_at: chrono::DateTime<chrono::Utc> = text("finished_at").parse().expect("a time");
    assert_eq!(finished_at.timestamp_subsec_micros() % 1_000, 0, "the log has milliseconds");
    RatingEvent {
        pool_seq: number("pool_seq") as u64,
        game: text("game"),
        player: text("player"),
        place: number("place") as u8,
        seat: number("seat") as u8,
        seats: number("seats") as u8,
        before: rating("before"),
        after: rating("after"),
        capped: line["capped"].as_bool().expect("whether it is capped"),
        finished_at_ms: finished_at.timestamp_millis(),
        annulled: line["annulled"].as_bool().expect("a boolean"),
    }
}
