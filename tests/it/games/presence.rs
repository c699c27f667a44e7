//! Presence: everybody who follows a game sees which seats are connected, on whichever server.

use serde_json::{Value, json};

use super::reader::{LINES, Reader, SSE, beside};
use super::stored::Stored;
use super::table::{Table, dice, terms, terms_with};
use crate::app::TestApp;

/// A server that exists only as a row.
const OTHER: &str = "'00000000-0000-4000-8000-000000000001'";

#[tokio::test]
async fn followers_on_every_server_see_who_comes_and_goes() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/events");
    let mut watcher = Reader::open(&other.anonymous(), &path, SSE).await;
    assert_eq!(watcher.expect("snapshot").await["presence"], json!([]));
    let mut neighbor = Reader::open(&app.anonymous(), &path, LINES).await;
    neighbor.expect("snapshot").await;

    let mut first = Reader::open(&table.seats[0], &path, LINES).await;
    assert_eq!(first.expect("snapshot").await["presence"], json!([0]), "a player is connected by the stream");
    neighbor.until_present(&json!([0])).await;
    watcher.until_present(&json!([0])).await;

    // The second player only waits, on the other server.
    let second = other.with_token(table.seats[1].token());
    let waits = async {
        loop {
            second.get(&format!("{path}?since=1&wait=20000")).await.expect(200);
        }
    };
    let seen = async {
        for reader in [&mut first, &mut watcher, &mut neighbor] {
            reader.until_present(&json!([0, 1])).await;
        }
        drop(first);
        neighbor.until_present(&json!([1])).await;
        watcher.until_present(&json!([1])).await;
    };
    tokio::select! {
        () = waits => unreachable!("the waits go on"),
        () = seen => {}
    }
    neighbor.until_present(&json!([])).await;
}

#[tokio::test]
async fn the_players_of_a_server_that_died_are_gone() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("INSERT INTO presence_nodes VALUES ({OTHER}, now() + interval '1 hour')")).await;
    let me = table.seats[1].get("/v1/me").await.json["id"].as_str().expect("an id").to_owned();
    let id = &table.id;
    stored.execute(&format!("INSERT INTO presence VALUES ({OTHER}, '{id}', '{me}')")).await;
    let mut reader = Reader::open(&app.anonymous(), &table.path("/events"), LINES).await;
    assert!(reader.expect("snapshot").await["presence"].is_array());
    reader.until_present(&json!([1])).await;
    stored.execute("UPDATE presence_nodes SET expires_at = now() - interval '1 hour'").await;
    reader.until_present(&json!([])).await;
    let snapshot =
        Reader::open(&app.anonymous(), &table.path("/events"), LINES).await.expect("snapshot").await;
    assert_eq!(snapshot["presence"], json!([]));
}

#[tokio::test]
async fn whoever_sees_a_game_late_does_not_see_who_is_connected() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms_with(2, "spectator_delay", json!({"turns": 1}))).await;
    let path = table.path("/events");
    let mut player = Reader::open(&table.seats[0], &path, LINES).await;
    assert_eq!(player.expect("snapshot").await["presence"], json!([0]));
    let mut late = Reader::open(&app.anonymous(), &path, LINES).await;
    let mut frames: Vec<Value> = vec![late.any_frame().await.expect("a snapshot")];
    assert_eq!(frames[0]["presence"], json!([]));
    let mut other = Reader::open(&table.seats[1], &path, LINES).await;
    other.expect("snapshot").await;
    player.until_present(&json!([0, 1])).await;
    let mut dice = dice(94);
    for _ in 0..8 {
        let view = table.view(0).await;
        let seat = view["to_act"]["seat"].as_u64().expect("a few turns end no game") as usize;
        let legal = table.legal(seat).await;
        table.post(seat, &view["version"], json!([legal[dice.usize(..legal.len())]])).await.expect(200);
    }
    while frames.last().is_none_or(|frame| frame["seq"].as_u64() < Some(4)) {
        frames.push(late.any_frame().await.expect("a frame"));
    }
    assert!(frames.iter().all(|frame| frame["type"] != "presence"), "{frames:?}");
}
