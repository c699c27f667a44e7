//! The delay of spectators: whoever has no seat sees the game as it was, in every response, until the delay
//! has passed.

use reqwest::Method;
use serde_json::{Value, json};

use super::reader::{LINES, Reader, SSE};
use super::stored::{Stored, shift};
use super::table::{Table, dice, terms_with, turn};
use super::twin_worlds::Observed;
use crate::app::{Answer, Caller, TestApp};
use crate::contract::{Operation, operations};

/// The longest delay by time: no test lasts so long.
const HOUR: u64 = 3_600_000;

fn delayed(delay: Value) -> Value {
    terms_with(2, "spectator_delay", delay)
}

/// Returns every request to an operation about the game, made from the contract, and every list that shows
/// the game. Those that change something are refused to a stranger, or change nothing.
pub fn requests(operations: &[Operation], game: &str) -> Vec<(Method, String, Option<Value>)> {
    let mut requests = Vec::new();
    for operation in operations.iter().filter(|operation| operation.path.starts_with("/v1/games/{id}")) {
        let path = operation.path.replace("{id}", game).replace("{username}", "stranger");
        requests.push((operation.method.clone(), path.clone(), operation.body()));
        let variants: &[&str] = match operation.description["operationId"].as_str().expect("an id") {
            "get_game" => &["?at=1", "?at=2", "?at=3", "?at=9", "?include=legal_actions", "?wait=my_turn"],
            "get_events" => &["?since=1", "?since=2", "?since=3", "?since=9", "?limit=1", "?since=1&wait=1"],
            "fork_game" => &["?at=1"],
            "get_legal_actions" => &["?payments=all"],
            "play_turn" | "resign_game" | "abort_game" => &["?dry_run=true"],
            _ => &[],
        };
        requests.extend(
            variants
                .iter()
                .map(|query| (operation.method.clone(), format!("{path}{query}"), operation.body())),
        );
    }
    let played = |version: u32| Some(turn(&json!(version), json!([{"type": "pass"}])));
    for version in [0, 1, 2, 9] {
        requests.push((Method::POST, format!("/v1/games/{game}/actions"), played(version)));
    }
    for status in
        ["", "status=waiting", "status=active", "status=finished", "status=aborted", "status=frozen"]
    {
        for player in ["", "player=ada"] {
            requests.push((Method::GET, format!("/v1/games?{status}&{player}").replace("?&", "?"), None));
        }
    }
    for path in ["/v1/exports/games", "/v1/lobby/events", "/v1/me/events", "/v1/players/ada"] {
        requests.push((Method::GET, path.to_owned(), None));
    }
    for (_, path, _) in &mut requests {
        *path = path.trim_end_matches(['?', '&']).to_owned();
    }
    requests
}

/// Returns the responses to all of them, in every form that they have.
async fn everything(
    caller: &Caller<'_>,
    requests: &[(Method, String, Option<Value>)],
) -> Vec<(String, Observed)> {
    let mut observed = Vec::new();
    for (method, path, body) in requests {
        // A wait for a turn that is refused at once is among them; one that lasts is not for strangers.
        let forms: &[&str] = match method == Method::GET {
            true => &["application/json", "text/plain"],
            false => &["application/json"],
        };
        for form in forms {
            let request = caller.request(method.clone(), path).header("accept", *form);
            let request = if let Some(body) = body { request.json(body) } else { request };
            observed.push((format!("{method} {path} as {form}"), Answer::to(request).await.into()));
        }
    }
    observed
}

fn assert_same(before: &[(String, Observed)], after: &[(String, Observed)]) {
    assert_eq!(before.len(), after.len());
    for (one, other) in before.iter().zip(after) {
        assert_eq!(one, other);
        assert!(one.1.status < 500, "{}", one.0);
    }
}

#[tokio::test]
async fn nothing_that_happens_within_the_delay_changes_any_response_to_a_stranger() {
    let app = TestApp::spawn().await;
    let operations = operations(&app).await;
    let stranger = app.user("stranger").await;
    let anonymous = app.anonymous();
    for end in ["resign", "abort", "play"] {
        let mut terms = delayed(json!({"ms": HOUR}));
        terms["clock"] = json!({"kind": "live", "initial_ms": HOUR, "increment_ms": 0});
        let table = Table::started(&app, terms).await;
        let requests = requests(&operations, &table.id);
        let mut before = Vec::new();
        for viewer in [&stranger, &anonymous] {
            before.push(everything(viewer, &requests).await);
        }
        let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
        match end {
            "abort" => {
                table.seats[0].post_empty(&table.path("/abort")).await.expect(200);
            }
            "resign" => {
                table.post(0, &json!(1), take).await.expect(200);
                table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
            }
            _ => {
                table.post(0, &json!(1), take).await.expect(200);
                table.seats[1].post_empty(&table.path("/abort")).await;
            }
        }
        assert!(table.view(0).await["version"].as_u64() > Some(1), "the seats see it at once");
        for (viewer, before) in [&stranger, &anonymous].into_iter().zip(&before) {
            assert_same(before, &everything(viewer, &requests).await);
        }
        // When the delay has passed, everybody sees what the seats see.
        let mut stored = Stored::of(&app).await;
        for (table, column) in [("game_log", "at"), ("games", "updated_at")] {
            stored.execute(&format!("UPDATE {table} SET {}", shift(column, "- interval '1 hour'"))).await;
        }
        let mut seats = table.view(0).await;
        let mut public = table.public_view().await;
        for view in [&mut seats, &mut public] {
            for field in ["viewer_seat", "abort_agreed"] {
                view[field] = Value::Null;
            }
        }
        if end == "play" {
            // The game goes on, so its clocks are newer than what may be seen.
            assert_eq!(public["clock"], json!({"kind": "live", "initial_ms": HOUR, "increment_ms": 0}));
            seats["clock"] = public["clock"].clone();
        }
        assert_eq!(seats, public);
        let (path, mut logs) = (table.path("/events"), Vec::new());
        for viewer in [&anonymous, &table.seats[0]] {
            logs.push(viewer.get(&path).await.expect(200).json);
        }
        assert_eq!(logs[0], logs[1]);
        if end != "play" {
            let status = seats["status"].as_str().expect("a status");
            let listed = anonymous.get(&format!("/v1/games?status={status}")).await.expect(200).json;
            assert!(listed["items"].as_array().expect("items").iter().any(|item| item["id"] == table.id));
        }
        table.seats[0].post_empty(&table.path("/resign")).await;
    }
}

#[tokio::test]
async fn a_delay_by_turns_hides_the_current_turn_and_those_before_it() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, delayed(json!({"turns": 2}))).await;
    let mut dice = dice(31);
    let mut versions = vec![1];
    for _ in 0..12 {
        let seat = table.view(0).await["to_act"]["seat"].as_u64().expect("a seat") as usize;
        let view = table.view(seat).await;
        if view["turn"]["number"].as_u64() != Some(versions.len() as u64) {
            versions.push(view["version"].as_u64().expect("a version"));
        }
        let hidden = versions.len().saturating_sub(3);
        let public = table.public_view().await;
        assert_eq!(public["version"].as_u64(), Some(versions[hidden]), "{versions:?}");
        assert_eq!(public["turn"]["number"].as_u64(), Some(hidden as u64 + 1));
        let legal = table.legal(seat).await;
        let action = legal[dice.usize(..legal.len())].clone();
        table.post(seat, &view["version"], json!([action])).await.expect(200);
    }
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let public = table.public_view().await;
    assert_eq!((&public["status"], &public["result"]), (&json!("active"), &Value::Null));
    let ids = |list: &Value| list["items"].as_array().expect("items").len();
    let stranger = app.anonymous();
    for (status, expected) in [("active", 1), ("finished", 0)] {
        let list = stranger.get(&format!("/v1/games?status={status}")).await.expect(200).json;
        assert_eq!(ids(&list), expected, "{status}: {list}");
        let own = table.seats[0].get(&format!("/v1/games?status={status}")).await.expect(200).json;
        assert_eq!(ids(&own), 1 - expected, "{status}: {own}");
    }
    // The end is hidden for a minute for each turn. What the test itself takes is between the two looks.
    let mut stored = Stored::of(&app).await;
    for (age, status) in [("- interval '61 seconds'", "active"), ("- interval '59 seconds'", "finished")] {
        stored.execute(&format!("UPDATE game_log SET {}", shift("at", age))).await;
        assert_eq!(table.public_view().await["status"], status);
    }
}

#[tokio::test]
async fn a_stream_of_a_stranger_is_as_late_as_its_views_and_loses_nothing() {
    let app = TestApp::shared().await;
    for transport in [LINES, SSE] {
        let table = Table::started(&app, delayed(json!({"ms": 1_000}))).await;
        let mut late = Reader::open(&app.anonymous(), &table.path("/events"), transport).await;
        let mut seat = Reader::open(&table.seats[1], &table.path("/events"), transport).await;
        assert_eq!(late.expect("snapshot").await["seq"], 1);
        seat.expect("snapshot").await;
        let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
        table.post(0, &json!(1), take).await.expect(200);
        table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
        let told: Vec<Value> = late.rest().await;
        let at_once: Vec<Value> = seat.rest().await;
        let kinds =
            |frames: &[Value]| -> Vec<Value> { frames.iter().map(|frame| frame["type"].clone()).collect() };
        assert_eq!(kinds(&told), kinds(&at_once));
        assert_eq!(kinds(&told), ["action", "resigned", "finished", "stream_end"]);
        for frame in told.iter().filter(|frame| frame["at"].is_string()) {
            let at = |name: &str| -> chrono::DateTime<chrono::Utc> {
                frame[name].as_str().expect("a time").parse().expect("a time")
            };
            assert!(at("server_time") - at("at") >= chrono::TimeDelta::seconds(1), "{frame}");
        }
    }
}

#[tokio::test]
async fn a_delay_is_either_by_turns_or_by_time_and_not_for_private_games() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    for wrong in [
        json!({}),
        json!({"turns": 1, "ms": 1_000}),
        json!({"turns": 0}),
        json!({"turns": 21}),
        json!({"ms": 999}),
        json!({"ms": HOUR + 1}),
        json!({"seconds": 5}),
        json!([2]),
        json!(2),
        Value::Null,
    ] {
        let refused =
            ada.post("/v1/games", delayed(wrong.clone())).await.expect_problem(422, "validation_failed");
        assert!(refused.pointers()[0].starts_with("/spectator_delay"), "{wrong}: {}", refused.text);
    }
    let mut private = delayed(json!({"turns": 1}));
    private["visibility"] = json!("private");
    ada.post("/v1/games", private).await.expect_problem(422, "validation_failed");
    for delay in [json!({"turns": 20}), json!({"ms": HOUR})] {
        let created = ada.post("/v1/games", delayed(delay.clone())).await.expect(201).json;
        assert_eq!(created["spectator_delay"], delay);
    }
    let listed = ada.get("/v1/games").await.expect(200).json;
    assert_eq!(listed["items"][1]["spectator_delay"], json!({"turns": 20}));
}
