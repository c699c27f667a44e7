//! Waits that end early: their client leaves, there are too many of them, their session ends.

use std::time::Duration;

use futures_util::future::{self, Either};
use lapidary::settings::Switch;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::table::{Table, terms, turn};
use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::recovery::link;

/// The maximum delay of a notification on the same server: shorter than the polling interval of a wait.
const ANNOUNCED: Duration = Duration::from_secs(4);
/// The maximum delay of a notification from another server, with a margin.
const ANNOUNCED_ELSEWHERE: Duration = Duration::from_secs(9);

fn take() -> Value {
    turn(&json!(1), json!([{"type": "take", "gems": ["white", "blue", "green"]}]))
}

async fn limited(waits: u32) -> TestApp {
    TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.waits_in_flight = waits;
    })
    .await
}

/// Sends a request with a client-side timeout; returns none if the timeout expires.
async fn impatient(caller: &Caller<'_>, path: &str, patience: Duration) -> Option<u16> {
    match caller.request(Method::GET, path).timeout(patience).send().await {
        Ok(response) => Some(response.status().as_u16()),
        Err(error) if error.is_timeout() => None,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_client_that_sends_one_request_at_a_time_is_never_refused() {
    let app = limited(64).await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("?wait=my_turn");
    for _ in 0..200 {
        assert_eq!(impatient(&table.seats[1], &path, Duration::from_millis(50)).await, None);
    }
    table.post(0, &json!(1), take()["actions"].clone()).await.expect(200);
    let answered = table.seats[1].get(&path).await.expect(200);
    assert_eq!(answered.header("ratelimit-policy"), "\"waits\";q=64;qu=\"concurrent-requests\"");
    // On a busy machine the last abandoned waits may not have ended yet.
    let left: u32 = answered.header("ratelimit").trim_start_matches("\"waits\";r=").parse().unwrap();
    assert!(left > 50, "{left} places are left after 200 abandoned waits");
}

#[tokio::test]
async fn a_bot_that_waits_in_forty_games_can_still_move() {
    let app = limited(256).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut games = Vec::new();
    for _ in 0..41 {
        let created = ada.post("/v1/games", terms(2)).await.expect(201);
        let game = created.header("location").to_owned();
        bob.post_empty(&format!("{game}/join")).await.expect(200);
        games.push(game);
    }
    let (last, others) = games.split_last().unwrap();
    let mut waits = Vec::new();
    for game in others {
        let turn = ada.request(Method::POST, &format!("{game}/actions?wait=my_turn")).json(&take());
        waits.push(tokio::spawn(turn.send()));
        // The response comes after Ada has taken her turn.
        let response =
            timeout(ANNOUNCED, bob.get(&format!("{game}?wait=my_turn"))).await.expect("Ada has moved");
        assert_eq!(response.expect(200).json["version"], 2);
    }
    let moved = ada.post(&format!("{last}/actions"), take()).await.expect(200);
    assert_eq!(moved.json["version"], 2);
    assert!(waits.iter().all(|wait| !wait.is_finished()), "she waits in all others");
}

#[tokio::test]
async fn a_turn_is_never_refused_because_of_its_wait() {
    let app = limited(1).await;
    let (one, other) = (Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let waiting = one.seats[0].clone();
    let path = one.path("/actions?wait=my_turn");
    let wait = waiting.post(&path, take());
    let meanwhile = async {
        one.seats[1].get(&one.path("?wait=my_turn")).await.expect(200);
        let path = other.path("/actions?wait=my_turn");
        let played = other.seats[0].post(&path, take()).await.expect(200);
        assert_eq!(played.json["version"], 2);
        assert_eq!(played.json["game"]["to_act"]["seat"], 1);
        assert_eq!(played.header("ratelimit"), "\"waits\";r=0");
        let refused = other.seats[0].get(&other.path("?wait=my_turn")).await;
        let refused = refused.expect_problem(429, "too_many_requests");
        assert_eq!((refused.header("ratelimit"), refused.header("retry-after")), ("\"waits\";r=0", "1"));
        other.seats[0].get(&other.path("")).await.expect(200);
    };
    match future::select(Box::pin(wait), Box::pin(meanwhile)).await {
        Either::Left((answer, _)) => panic!("the wait has ended: {answer:?}"),
        Either::Right(((), _)) => {}
    }
}

#[tokio::test]
async fn a_turn_whose_client_leaves_is_kept_and_its_wait_is_not() {
    let app = limited(1).await;
    let (one, other) = (Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let path = one.path("/actions?wait=my_turn");
    let wait = one.seats[0].request(Method::POST, &path).json(&take()).send();
    let seen_at = one.path("?wait=my_turn");
    let seen = one.seats[1].get(&seen_at);
    match future::select(Box::pin(wait), Box::pin(seen)).await {
        Either::Left((answer, _)) => panic!("the wait has ended: {answer:?}"),
        Either::Right((seen, abandoned)) => {
            assert_eq!(seen.expect(200).json["version"], 2);
            drop(abandoned);
        }
    }
    for _ in 0..3 {
        one.view(0).await;
    }
    // It is Ada's turn in the other game, so the wait returns at once if the only place is free.
    other.seats[0].get(&other.path("?wait=my_turn")).await.expect(200);
}

/// Lets seat 1 wait, then does something that ends the session of that wait.
async fn ended_by(table: &Table<'_>, ending: &Caller<'_>, method: Method, path: &str, body: Option<Value>) {
    let ended = async {
        table.seats[1].get(&table.path("")).await.expect(200);
        let request = ending.request(method, path);
        Answer::to(body.iter().fold(request, |request, body| request.json(body))).await.expect(204);
    };
    let wait = table.path("?wait=my_turn");
    let both = async { tokio::join!(table.seats[1].get(&wait), ended).0 };
    let waited = timeout(ANNOUNCED, both).await.expect("the wait ends at once");
    waited.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_wait_ends_at_once_when_the_player_logs_out() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    ended_by(&table, &table.seats[1], Method::DELETE, "/v1/sessions/current", None).await;
}

#[tokio::test]
async fn a_wait_ends_at_once_when_the_password_changes_elsewhere() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let body = json!({"current": PASSWORD, "new": "staple horse battery"});
    let elsewhere = app.user("bob").await;
    ended_by(&table, &elsewhere, Method::PUT, "/v1/me/password", Some(body)).await;
    elsewhere.get(&table.path("")).await.expect(200);
}

#[tokio::test]
async fn a_wait_ends_at_once_when_its_login_is_ended_elsewhere() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let elsewhere = app.user("bob").await;
    ended_by(&table, &elsewhere, Method::DELETE, "/v1/me/sessions", None).await;
    let waiting = app.user("bob").await;
    let logins = waiting.get("/v1/me/sessions").await.expect(200).json;
    let path = format!("/v1/me/sessions/{}", logins["items"][0]["id"].as_str().expect("an id"));
    let table = Table { seats: vec![table.seats[0].clone(), waiting], ..table };
    ended_by(&table, &elsewhere, Method::DELETE, &path, None).await;
    elsewhere.get(&table.path("")).await.expect(200);
}

#[tokio::test]
async fn a_wait_ends_at_once_when_the_password_is_reset() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let bob = app.anonymous().get("/v1/players/bob").await.expect(200).json;
    let token = link(&app, bob["id"].as_str().expect("an id").parse().expect("an id")).await;
    let body = json!({"token": token, "new_password": "staple horse battery"});
    let path = "/v1/password-resets/confirm";
    ended_by(&table, &app.anonymous(), Method::POST, path, Some(body)).await;
}

#[tokio::test]
async fn a_wait_ends_when_its_session_ends_on_another_server() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let elsewhere = TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await;
    let table = Table::started(&app, terms(2)).await;
    let (path, token) = (table.path("?wait=my_turn"), table.seats[1].token().to_owned());
    let ended = async {
        table.seats[1].get(&table.path("")).await.expect(200);
        elsewhere.with_token(&token).delete("/v1/sessions/current").await.expect(204);
    };
    let both = async { tokio::join!(table.seats[1].get(&path), ended).0 };
    let waited = timeout(ANNOUNCED_ELSEWHERE, both).await.expect("the wait ends");
    waited.expect_problem(401, "unauthenticated");
    table.seats[1].get(&table.path("")).await.expect_problem(401, "unauthenticated");
}
