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

#[tokio::test]
async fn whoever_takes_a_seat_while_following_is_connected_at_once() {
    for terms in [terms(3), terms_with(3, "spectator_delay", json!({"turns": 1}))] {
        let app = TestApp::spawn().await;
        let table = Table::waiting(&app, terms).await;
        let path = table.path("/events");
        let mut readers = Vec::new();
        for caller in &table.seats {
            let mut reader = Reader::open(caller, &path, LINES).await;
            reader.expect("snapshot").await;
            readers.push(reader);
        }
        // The second player comes, leaves and comes again. The last one starts the game.
        let acts = [(1, "/join"), (1, "/leave"), (1, "/join")];
        for ((seat, act), present) in acts.into_iter().zip([json!([0, 1]), json!([0]), json!([0, 1])]) {
            table.seats[seat].post_empty(&table.path(act)).await.expect(200);
            readers[0].until_seen(&present).await;
        }
        table.seats[2].post_empty(&table.path("/join")).await.expect(200);
        for reader in &mut readers {
            reader.until_seen(&json!([0, 1, 2])).await;
        }
        drop(readers.remove(0));
        for reader in &mut readers {
            reader.until_seen(&json!([1, 2])).await;
        }
    }
}

#[tokio::test]
async fn whoever_is_kicked_while_following_is_not_connected() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(3)).await;
    let mut creator = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
    let mut other = Reader::open(&table.seats[1], &table.path("/events"), SSE).await;
    other.expect("snapshot").await;
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    creator.until_seen(&json!([0, 1])).await;
    let name = table.seats[1].get("/v1/me").await.json["username"].clone();
    table.seats[0].post(&table.path("/kick"), json!({"username": name})).await.expect(200);
    creator.until_seen(&json!([0])).await;
    table.seats[2].post_empty(&table.path("/join")).await.expect(200);
    let mut last = Reader::open(&table.seats[2], &table.path("/events"), LINES).await;
    assert_eq!(last.expect("snapshot").await["presence"], json!([0, 1]));
}

#[tokio::test]
async fn a_challenge_that_is_accepted_while_it_is_followed_shows_both_players() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let challenge = json!({"ruleset": "splendor", "seats": 2, "to": "grace", "seating": "join_order"});
    let made = ada.post("/v1/challenges", challenge).await.expect(201).json;
    let path = format!("/v1/games/{}/events", made["id"].as_str().expect("an id"));
    let mut readers = Vec::new();
    for caller in [&ada, &grace] {
        let mut reader = Reader::open(caller, &path, LINES).await;
        reader.expect("snapshot").await;
        readers.push(reader);
    }
    let accept = format!("/v1/challenges/{}/accept", made["id"].as_str().expect("an id"));
    grace.post_empty(&accept).await.expect(200);
    for reader in &mut readers {
        reader.until_seen(&json!([0, 1])).await;
    }
}
