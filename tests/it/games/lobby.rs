//! The stream of the lobby: it shows the public games that wait for players, and nothing else.

use serde_json::{Value, json};

use super::reader::{LINES, Reader, SSE, beside};
use super::table::{Table, terms, terms_with};
use crate::app::{Answer, TestApp};

const PATH: &str = "/v1/lobby/events";

fn players(game: &Value) -> usize {
    game["seats"].as_array().expect("seats").len()
}

#[tokio::test]
async fn the_lobby_shows_who_comes_and_goes_until_a_game_starts_or_ends() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    for (server, transport) in [(&app, LINES), (&other, SSE)] {
        let mut reader = Reader::open(&server.anonymous(), PATH, transport).await;
        let snapshot = reader.expect("snapshot").await;
        assert_eq!((&snapshot["data"]["games"], &snapshot["data"]["seeks"]), (&json!([]), &json!([])));
        let table = Table::waiting(&app, terms(2)).await;
        let wide = Table::waiting(&app, terms(3)).await;
        let mut seen = Vec::new();
        while seen.len() < 2 {
            seen.push(reader.expect("game").await["data"]["id"].clone());
        }
        assert!(seen.contains(&json!(table.id)) && seen.contains(&json!(wide.id)));
        wide.seats[1].post_empty(&wide.path("/join")).await.expect(200);
        assert_eq!(players(&reader.expect("game").await["data"]), 2);
        wide.seats[1].post_empty(&wide.path("/leave")).await.expect(200);
        assert_eq!(players(&reader.expect("game").await["data"]), 1);
        table.seats[1].post_empty(&table.path("/join")).await.expect(200);
        assert_eq!(reader.expect("game_gone").await["data"], json!({"id": table.id}));
        let running = reader.expect("running").await["data"].clone();
        assert_eq!((&running["id"], players(&running)), (&json!(table.id), 2));
        table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
        assert_eq!(reader.expect("running_gone").await["data"], json!({"id": table.id}));
        let seek = json!({"ruleset": "kids", "modules": [], "seats": 3});
        let seek = table.seats[0].post("/v1/seeks", seek).await.expect(201).json;
        assert_eq!(reader.expect("seek").await["data"]["id"], seek["id"]);
        let path = format!("/v1/seeks/{}", seek["id"].as_str().expect("an id"));
        table.seats[0].delete(&path).await.expect(204);
        assert_eq!(reader.expect("seek_gone").await["data"], json!({"id": seek["id"]}));
        wide.seats[0].post_empty(&wide.path("/abort")).await.expect(200);
        assert_eq!(reader.expect("game_gone").await["data"], json!({"id": wide.id}));
    }
}

#[tokio::test]
async fn whoever_opens_the_lobby_sees_everything_that_was_stored_before() {
    let app = TestApp::shared().await;
    // The lists are remembered for followers, so the second and the third would be in none that is
    // remembered.
    for _ in 0..3 {
        let table = Table::waiting(&app, terms(2)).await;
        let lobby = app.anonymous().get(PATH).await.expect(200).json;
        let games = lobby["games"].as_array().expect("games");
        assert!(games.iter().any(|game| game["id"] == table.id), "{} is not in {games:?}", table.id);
    }
}

#[tokio::test]
async fn games_that_are_not_public_are_never_in_the_lobby() {
    let app = TestApp::spawn().await;
    let mut reader = Reader::open(&app.user("ada").await, PATH, LINES).await;
    reader.expect("snapshot").await;
    for visibility in ["private", "unlisted"] {
        let hidden = Table::waiting(&app, terms_with(2, "visibility", json!(visibility))).await;
        hidden.seats[0].post(&hidden.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    }
    // The games are loaded together, so the public one would not come before the others.
    let public = Table::waiting(&app, terms(2)).await;
    assert_eq!(reader.expect("game").await["data"]["id"], public.id);
    let all = app.user("bob").await.get(PATH).await.expect(200).json;
    assert_eq!(all["games"].as_array().expect("games").len(), 1);
}

#[tokio::test]
async fn games_of_players_that_the_caller_has_blocked_are_left_out() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(3)).await;
    let (bob, eve) = (&table.seats[1], &table.seats[2]);
    let mut reader = Reader::open(eve, PATH, LINES).await;
    assert_eq!(reader.expect("snapshot").await["data"]["games"][0]["id"], table.id);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    assert_eq!(players(&reader.expect("game").await["data"]), 2);
    Answer::to(eve.request(reqwest::Method::PUT, "/v1/me/blocks/bob")).await.expect(204);
    assert_eq!(reader.expect("game_gone").await["data"], json!({"id": table.id}));
    assert_eq!(eve.get(PATH).await.expect(200).json["games"], json!([]));
    eve.delete("/v1/me/blocks/bob").await.expect(204);
    assert_eq!(reader.expect("game").await["data"]["id"], table.id);
    // Who is blocked does not learn of it here.
    Answer::to(table.seats[0].request(reqwest::Method::PUT, "/v1/me/blocks/bob")).await.expect(204);
    assert_eq!(players(&bob.get(PATH).await.expect(200).json["games"][0]), 2);
}

#[tokio::test]
async fn a_follower_that_never_reads_holds_up_nobody() {
    let app = TestApp::spawn().await;
    let mut silent = Vec::new();
    for path in [PATH, "/v1/me/events"] {
        let request = app.user("ada").await.request(reqwest::Method::GET, path).header("accept", LINES);
        silent.push(request.send().await.expect("an answer"));
    }
    let mut reader = Reader::open(&app.anonymous(), PATH, LINES).await;
    reader.expect("snapshot").await;
    for _ in 0..4 {
        let table = Table::waiting(&app, terms(2)).await;
        let mut kinds = vec![reader.expect("game").await["data"]["id"].clone()];
        table.seats[0].post_empty(&table.path("/abort")).await.expect(200);
        kinds.push(reader.expect("game_gone").await["data"]["id"].clone());
        assert_eq!(kinds, [json!(table.id), json!(table.id)]);
    }
    drop(silent);
}
