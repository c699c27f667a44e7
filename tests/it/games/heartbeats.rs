//! Time in which the service was not running, and jumps of the clock of the database: they cost no player
//! time.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection};
use futures_util::future::join_all;
use lapidary::store::heartbeat;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::clocks::{PATIENCE, daily, live, play, time};
use super::reader::{LINES, Reader, beside};
use super::stored::{Stored, shift};
use super::table::Table;
use crate::app::{TestApp, look_again};

/// How long the servers of the tests can be silent.
const OUTAGE_AFTER: Duration = Duration::from_secs(3_600);

/// Makes it look as if no server had been running in the last days; a negative number, as if the clock of the
/// database had jumped back.
async fn fall_asleep(stored: &mut Stored, days: i64) {
    let by = format!("- {days} * interval '1 day'");
    let (since, deadline) = (shift("since", &by), shift("deadline", &by));
    // In one transaction: a server that looks between the two would move the deadlines before they are set.
    stored.execute("BEGIN").await;
    stored.execute(&format!("UPDATE heartbeat SET {}", shift("beat_at", &by))).await;
    stored.execute(&format!("UPDATE game_clocks SET {since}, {deadline}")).await;
    stored.execute("COMMIT").await;
}

/// Returns the deadline of a game.
async fn deadline(table: &Table<'_>) -> DateTime<Utc> {
    time(&table.view(0).await["clock"]["deadline"])
}

/// Waits until the deadline of a game is about this one: it may have moved by the time since the last beat as
/// well.
async fn until_about(table: &Table<'_>, expected: DateTime<Utc>) {
    let wait = async {
        while (deadline(table).await - expected).abs() > TimeDelta::hours(2) {
            look_again().await;
        }
    };
    timeout(PATIENCE, wait).await.expect("the deadline moves in time");
}

#[tokio::test]
async fn an_outage_or_a_jump_of_the_clock_moves_all_deadlines_once() {
    let app = TestApp::spawn_with(|settings| settings.games.time_out_interval = Duration::ZERO).await;
    let _other = beside(&app).await;
    let mut stored = Stored::of(&app).await;
    let (fast, slow) = (Table::started(&app, live(2)).await, Table::started(&app, daily(2)).await);
    let before = [deadline(&fast).await, deadline(&slow).await];
    for days in [30, -30, 1] {
        fall_asleep(&mut stored, days).await;
        for (table, before) in [&fast, &slow].into_iter().zip(before) {
            until_about(table, before).await;
            assert_eq!(table.view(0).await["version"], 1, "nobody runs out of time for it");
        }
    }
    play(&fast).await.expect(200);
    play(&slow).await.expect(200);
}

#[tokio::test]
async fn of_many_servers_one_moves_the_deadlines() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    let before = deadline(&table).await;
    for _ in 0..10 {
        // The server also beats, so that it may be the one that moves them.
        fall_asleep(&mut stored, 2).await;
        let moved = join_all((0..8).map(|_| async {
            let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("a connection");
            heartbeat::beat(&mut connection, OUTAGE_AFTER).await.expect("a beat").moved.len()
        }))
        .await;
        assert!(moved.iter().sum::<usize>() <= 1, "{moved:?}");
        until_about(&table, before).await;
    }
}

#[tokio::test]
async fn a_turn_right_after_an_outage_is_stored_and_does_not_cost_the_outage() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for _ in 0..20 {
        let table = Table::started(&app, live(2)).await;
        let view = table.view(0).await;
        let action = table.legal(0).await[0].clone();
        fall_asleep(&mut stored, 1).await;
        let answer = table.post(0, &view["version"], json!([action])).await.expect(200).json;
        let remaining = answer["game"]["clock"]["remaining_ms"][0].as_i64().expect("a time");
        assert!(remaining > 300_000, "the outage is charged: {}", answer["game"]["clock"]);
    }
}

#[tokio::test]
async fn a_pause_right_after_an_outage_does_not_cost_the_outage() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    table.seats[0].post_empty(&table.path("/pause")).await.expect(200);
    fall_asleep(&mut stored, 1).await;
    let paused = table.seats[1].post_empty(&table.path("/pause")).await.expect(200).json["clock"].clone();
    assert!(paused["remaining_ms"][0].as_i64().is_some_and(|remaining| remaining > 300_000), "{paused}");
    assert!(paused["paused_until"].is_string());
}

#[tokio::test]
async fn followers_see_that_the_deadline_has_moved() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    let (here, there) = (app.anonymous(), other.anonymous());
    let mut readers = Vec::new();
    for viewer in [&here, &there] {
        let mut reader = Reader::open(viewer, &table.path("/events"), LINES).await;
        let snapshot = reader.expect("snapshot").await;
        readers.push((reader, time(&snapshot["data"]["clock"]["deadline"])));
    }
    fall_asleep(&mut stored, 30).await;
    for (mut reader, before) in readers {
        let frame: Value = reader.expect("clock").await;
        assert!((time(&frame["data"]["deadline"]) - before).abs() < TimeDelta::hours(2), "{frame}");
    }
}
