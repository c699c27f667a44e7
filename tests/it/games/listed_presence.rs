//! Presence in lists: they show which seats are connected, on every server, and no more than the game itself
//! shows a viewer.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{interval, timeout};

use super::reader::{LINES, Reader, SSE, beside};
use super::table::{Table, terms, terms_with};
use crate::app::{Answer, Caller, TestApp};

/// How long a list may take to show a change. It is much longer than it takes, so that a lost change fails
/// the test.
const PATIENCE: Duration = Duration::from_secs(120);
/// The time between two looks at what changes.
pub const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Returns a game in a list; null if the list does not have it.
async fn listed(caller: &Caller<'_>, path: &str, game: &str) -> Value {
    let list = caller.get(path).await.expect(200).json;
    let items = list["items"].as_array().or(list["games"].as_array()).expect("a list").clone();
    let games =
        items.into_iter().map(|item| if item["game"].is_object() { item["game"].clone() } else { item });
    games.into_iter().find(|item| item["id"] == game).unwrap_or_default()
}

/// Waits until a list shows that exactly these seats of a game are connected.
pub async fn until_listed(caller: &Caller<'_>, path: &str, game: &str, seats: &Value) {
    let looks = async {
        let mut looks = interval(LOOK_EVERY);
        while listed(caller, path, game).await["presence"] != *seats {
            looks.tick().await;
        }
    };
    timeout(PATIENCE, looks).await.unwrap_or_else(|_| panic!("{path} does not show {seats}"));
}

/// Reads frames of a lobby or a player until one shows that exactly these seats of a game are connected.
async fn until_told(reader: &mut Reader, game: &str, seats: &Value) {
    let frames = async {
        loop {
            let frame = reader.expect("game").await;
            if frame["data"]["id"] == game && frame["data"]["presence"] == *seats {
                return;
            }
        }
    };
    timeout(PATIENCE, frames).await.unwrap_or_else(|_| panic!("no frame shows {seats}"));
}

#[tokio::test]
async fn lists_show_who_is_connected_on_every_server() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let id = &table.id;
    assert_eq!(listed(&app.anonymous(), "/v1/games", id).await["presence"], json!([]));

    let mut player = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
    assert_eq!(player.expect("snapshot").await["presence"], json!([0]));
    let bob = table.seats[1].token();
    for server in [&app, &other] {
        let (nobody, bob) = (server.anonymous(), server.with_token(bob));
        for (caller, path) in [
            (&nobody, "/v1/games"),
            (&nobody, "/v1/games?player=ada&status=active"),
            (&bob, "/v1/me/games"),
            (&bob, "/v1/me/events"),
        ] {
            // This server shows it at once, the other one after some seconds.
            until_listed(caller, path, id, &json!([0])).await;
        }
        let request = nobody.request(Method::GET, "/v1/games").header("accept", LINES);
        let lines = Answer::to(request).await.expect(200).text;
        let line: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
        assert_eq!((&line["id"], &line["presence"]), (&json!(id), &json!([0])));
        let ada = server.with_token(table.seats[0].token());
        assert_eq!(listed(&ada, "/v1/me/games?to_act=me", id).await["presence"], json!([0]));
    }
    drop(player);
    for server in [&app, &other] {
        until_listed(&server.anonymous(), "/v1/games", id, &json!([])).await;
    }
    // Nobody is connected to a game that is over, even if a player has just followed it.
    let mut player = Reader::open(&table.seats[1], &table.path("/events"), SSE).await;
    player.expect("snapshot").await;
    assert_eq!(listed(&app.anonymous(), "/v1/games", id).await["presence"], json!([1]));
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    assert_eq!(listed(&app.anonymous(), "/v1/games", id).await["presence"], json!([]));
}

#[tokio::test]
async fn the_lobby_tells_whether_those_who_wait_are_there() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::waiting(&app, terms(3)).await;
    let path = "/v1/lobby/events";
    let mut lobby = Reader::open(&other.anonymous(), path, SSE).await;
    assert_eq!(lobby.expect("snapshot").await["data"]["games"][0]["presence"], json!([]));
    let empty = app.anonymous().get(path).await.expect(200);
    let again = |tag: &str| {
        let request = app.anonymous().request(Method::GET, path).header("if-none-match", tag);
        Answer::to(request.header("accept", "application/json"))
    };
    again(empty.header("etag")).await.expect(304);

    let mut creator = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
    assert_eq!(creator.expect("snapshot").await["presence"], json!([0]));
    until_told(&mut lobby, &table.id, &json!([0])).await;
    until_listed(&app.anonymous(), path, &table.id, &json!([0])).await;
    assert!(app.anonymous().get(path).await.expect(200).header("etag") != empty.header("etag"));
    again(empty.header("etag")).await.expect(200);

    // Who has joined and follows the game is shown to everybody who follows it.
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    assert_eq!(creator.expect("snapshot").await["presence"], json!([0]));
    let mut joined = Reader::open(&table.seats[1], &table.path("/events"), LINES).await;
    assert_eq!(joined.expect("snapshot").await["presence"], json!([0, 1]));
    creator.until_present(&json!([0, 1])).await;
    until_told(&mut lobby, &table.id, &json!([0, 1])).await;
    drop(creator);
    joined.until_present(&json!([1])).await;
    until_told(&mut lobby, &table.id, &json!([1])).await;
    drop(joined);
    until_told(&mut lobby, &table.id, &json!([])).await;
}

#[tokio::test]
async fn a_player_is_told_when_an_opponent_comes_and_goes() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let mut feeds = Vec::new();
    for server in [&app, &other] {
        let bob = server.with_token(table.seats[1].token());
        let mut feed = Reader::open(&bob, "/v1/me/events", LINES).await;
        assert_eq!(feed.expect("snapshot").await["data"]["games"][0]["presence"], json!([]));
        feeds.push(feed);
    }
    let mut opponent = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
    opponent.expect("snapshot").await;
    for feed in &mut feeds {
        until_told(feed, &table.id, &json!([0])).await;
    }
    drop(opponent);
    for feed in &mut feeds {
        until_told(feed, &table.id, &json!([])).await;
    }
}

#[tokio::test]
async fn a_list_does_not_tell_whoever_sees_a_game_late_who_is_connected() {
    let app = TestApp::spawn().await;
    let delayed = |seats| terms_with(seats, "spectator_delay", json!({"turns": 1}));
    let (waiting, played) = (Table::waiting(&app, delayed(3)).await, Table::started(&app, delayed(2)).await);
    let stranger = app.user("zoe").await;
    for table in [&waiting, &played] {
        let mut player = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
        assert_eq!(player.expect("snapshot").await["presence"], json!([0]));
        assert_eq!(listed(&table.seats[0], "/v1/games", &table.id).await["presence"], json!([0]));
        assert_eq!(listed(&table.seats[0], "/v1/me/games", &table.id).await["presence"], json!([0]));
        for late in [&stranger, &app.anonymous()] {
            for path in ["/v1/games", "/v1/games?player=ada"] {
                assert_eq!(listed(late, path, &table.id).await["presence"], json!([]), "{path}");
            }
            let mut reader = Reader::open(late, &table.path("/events"), LINES).await;
            assert_eq!(reader.expect("snapshot").await["presence"], json!([]));
        }
    }
    for caller in [&stranger, &waiting.seats[0]] {
        assert_eq!(listed(caller, "/v1/lobby/events", &waiting.id).await["presence"], json!([]));
    }
}

#[tokio::test]
async fn who_is_connected_to_a_private_game_is_shown_to_those_who_may_see_it() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(3, "visibility", json!("private"))).await;
    let (invited, stranger) = (app.user("zoe").await, app.user("yan").await);
    table.seats[0].post(&table.path("/invitations"), json!({"username": "zoe"})).await.expect(200);
    let mut player = Reader::open(&table.seats[0], &table.path("/events"), LINES).await;
    player.expect("snapshot").await;
    for path in ["/v1/games?player=ada", "/v1/me/invitations"] {
        assert_eq!(listed(&invited, path, &table.id).await["presence"], json!([0]), "{path}");
        assert_eq!(listed(&stranger, path, &table.id).await, Value::Null, "{path}");
    }
    for path in ["/v1/games", "/v1/lobby/events"] {
        assert_eq!(listed(&app.anonymous(), path, &table.id).await, Value::Null, "{path}");
    }
}
