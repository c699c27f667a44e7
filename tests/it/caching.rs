//! Caching headers, tags, and content negotiation.

use std::collections::BTreeSet;

use lapidary::api::http::caching::{NAMES_KEPT, SHARED};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};
use crate::contract::operations;
use crate::games::table::{Table, dice, terms, turn};
use crate::tournaments::scene::settings;

async fn get_with(caller: &Caller<'_>, path: &str, name: &str, value: &str) -> Answer {
    Answer::to(caller.request(Method::GET, path).header(name, value)).await
}

fn varies(answer: &Answer, name: &str) -> bool {
    answer.header("vary").split(',').any(|header| header.trim().eq_ignore_ascii_case(name))
}

#[tokio::test]
async fn private_responses_are_marked_and_public_ones_can_be_shared() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let ada = &table.seats[0];
    let paths = ["", "/events", "/legal-actions", "/export", "/invitations"].map(|rest| table.path(rest));
    for path in paths.iter().map(String::as_str).chain(["/v1/me", "/v1/games", "/v1/players/ada"]) {
        let answer = ada.get(path).await.expect(200);
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
        assert!(varies(&answer, "authorization") && varies(&answer, "accept-encoding"), "{path}");
        assert_eq!(answer.headers.get_all("vary").iter().count(), 1, "{path}");
    }
    let take = turn(&json!(1), json!([{"type": "take", "gems": ["white", "blue", "green"]}]));
    let played = ada.post(&table.path("/actions"), take).await.expect(200);
    assert_eq!(played.header("cache-control"), "private, no-store");
    assert!(varies(&played, "authorization"));
    for path in ["/v1/rulesets", "/v1/rulesets/kids", "/v1/rulesets/splendor/catalogue"] {
        let answer = ada.get(path).await.expect(200);
        assert!(answer.header("cache-control").starts_with("public"), "{path}");
        assert!(varies(&answer, "accept-encoding") && !varies(&answer, "authorization"), "{path}");
    }
}

#[tokio::test]
async fn compressed_and_plain_responses_share_a_weak_tag() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    for rest in ["", "/events", "/export"] {
        let path = table.path(rest);
        let plain = table.seats[0].get(&path).await.expect(200);
        let packed = get_with(&table.seats[0], &path, "accept-encoding", "gzip").await.expect(200);
        assert_eq!(packed.header("content-encoding"), "gzip", "{rest}");
        assert!(varies(&plain, "accept-encoding") && varies(&packed, "accept-encoding"), "{rest}");
        assert!(plain.header("etag").starts_with("W/\""), "{rest}: {}", plain.header("etag"));
        assert_eq!(plain.header("etag"), packed.header("etag"), "{rest}");
    }
}

#[tokio::test]
async fn a_log_and_an_export_that_have_not_changed_are_not_sent_again() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let paths = ["/events", "/events?since=1", "/export"].map(|rest| table.path(rest));
    let mut tags = Vec::new();
    for path in &paths {
        let tag = table.seats[0].get(path).await.expect(200).header("etag").to_owned();
        let same = get_with(&table.seats[0], path, "if-none-match", &tag).await.expect(304);
        assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()), "{path}");
        assert!(varies(&same, "authorization"), "{path}");
        tags.push(tag);
    }
    let text = table.seats[0].request(Method::GET, &paths[2]).header("accept", "text/plain");
    assert_ne!(Answer::to(text).await.expect(200).header("etag"), tags[2]);
    table.play_some(&mut dice(3), 1).await;
    for (path, tag) in paths.iter().zip(&tags) {
        get_with(&table.seats[0], path, "if-none-match", tag).await.expect(200);
    }
}

#[tokio::test]
async fn a_log_is_read_page_by_page() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(5), 12).await;
    let whole = table.seats[0].get(&table.path("/events")).await.expect(200).json;
    assert_eq!(whole["more"], false);
    let (mut since, mut read) = (json!(0), Vec::new());
    loop {
        let path = table.path(&format!("/events?since={since}&limit=5"));
        let page = table.seats[0].get(&path).await.expect(200).json;
        let events = page["events"].as_array().expect("events");
        assert!((1..=5).contains(&events.len()));
        assert_eq!(page["version"], events[events.len() - 1]["seq"]);
        read.extend(events.clone());
        since = page["version"].clone();
        if page["more"] == false {
            break;
        }
        assert_eq!(events.len(), 5);
    }
    assert_eq!((&json!(read), &since), (&whole["events"], &whole["version"]));
}

#[tokio::test]
async fn legal_actions_come_with_a_view_and_with_a_turn_if_asked_for() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    assert_eq!(table.view(0).await.get("legal_actions"), None);
    for seat in 0..2 {
        let listed = table.seats[seat].get(&table.path("/legal-actions")).await.expect(200).json;
        let view = table.seats[seat].get(&table.path("?include=legal_actions")).await.expect(200);
        assert_eq!(view.json["legal_actions"], listed["actions"]);
        let plain = table.seats[seat].get(&table.path("")).await.expect(200);
        assert_ne!(view.header("etag"), plain.header("etag"));
    }
    let anybody = app.anonymous().get(&table.path("?include=legal_actions")).await.expect(200).json;
    assert_eq!(anybody["legal_actions"], json!([]));
    let mut dice = dice(7);
    for _ in 0..30 {
        let view = table.public_view().await;
        let Some(seat) = view["to_act"]["seat"].as_u64() else { break };
        let seat = seat as usize;
        let legal = table.legal(seat).await;
        let path = table.path("/actions?include=legal_actions");
        let body = turn(&view["version"], json!([legal[dice.usize(..legal.len())]]));
        let played = table.seats[seat].post(&path, body).await.expect(200).json;
        let listed = table.seats[seat].get(&table.path("/legal-actions")).await.expect(200).json;
        assert_eq!((&played["version"], &played["legal_actions"]), (&listed["version"], &listed["actions"]));
    }
}

#[tokio::test]
async fn an_excluded_media_type_is_not_sent() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let export = table.path("/export");
    let cases = [
        (export.as_str(), "text/plain;q=0, application/json", "application/json"),
        (&export, "application/json;q=0.1, text/plain;q=0.9", "text/plain; charset=utf-8"),
        (&export, "image/png, text/*;q=0.2", "text/plain; charset=utf-8"),
        ("/v1/games", "application/x-ndjson;q=0, */*", "application/json"),
        ("/v1/games", "application/x-ndjson, application/json;q=0.5", "application/x-ndjson"),
        ("/v1/games?player=nobody", "application/x-ndjson", "application/x-ndjson"),
    ];
    for (path, accept, form) in cases {
        let answer = get_with(&app.anonymous(), path, "accept", accept).await.expect(200);
        assert_eq!(answer.header("content-type"), form, "{path} {accept}");
        assert!(varies(&answer, "accept"), "{path} {accept}");
    }
    for (path, accept) in
        [(export.as_str(), "*/*;q=0"), (&export, "image/png"), ("/v1/games", "application/json;q=0")]
    {
        get_with(&app.anonymous(), path, "accept", accept).await.expect_problem(406, "not_acceptable");
    }
}

#[tokio::test]
async fn the_documentation_is_compressed_only_for_clients_that_accept_it() {
    let app = TestApp::shared().await;
    for file in ["/docs/reference/games", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"] {
        let plain = app.anonymous().get(file).await.expect(200);
        assert_eq!(plain.header("content-encoding"), "", "{file}");
        assert!(plain.text.to_lowercase().contains("swagger"), "{file} is readable");
        assert!(varies(&plain, "accept-encoding"), "{file}");
        let refused =
            get_with(&app.anonymous(), file, "accept-encoding", "gzip;q=0, identity").await.expect(200);
        assert_eq!((refused.header("content-encoding"), &refused.text), ("", &plain.text), "{file}");
        let packed = get_with(&app.anonymous(), file, "accept-encoding", "gzip").await.expect(200);
        assert_eq!(packed.header("content-encoding"), "gzip", "{file}");
    }
}

#[tokio::test]
async fn the_order_of_json_keys_does_not_change_an_idempotent_request() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let open = |body: &str| {
        let request = ada.request(Method::POST, "/v1/games").header("content-type", "application/json");
        Answer::to(request.header("idempotency-key", "k1").body(body.to_owned()))
    };
    let first = open(r#"{"ruleset": "kids", "seats": 2, "options": {"board": "full"}}"#).await.expect(201);
    assert_eq!(first.header("idempotency-replayed"), "");
    let again = open(r#"{"options":{"board":"full"},"seats":2.0,"ruleset":"k\u0069ds"}"#).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    open(r#"{"ruleset": "kids", "seats": 3}"#).await.expect_problem(422, "idempotency_key_reused");
    let games: Value = app.anonymous().get("/v1/games").await.expect(200).json;
    assert_eq!(games["items"].as_array().map(Vec::len), Some(1));
}

/// Returns the path of an operation about what these tests have made.
fn about(path: &str, game: &str, club: &str, tournament: &str) -> String {
    let id = match path.split('/').nth(2) {
        Some("games") => game,
        Some("clubs") => club,
        Some("tournaments") => tournament,
        Some("rulesets") => "splendor",
        _ => "0190a000-0000-7000-8000-000000000000",
    };
    [
        ("{id}", id),
        ("{username}", "ada"),
        ("{pool}", "splendor.duel.live.human"),
        ("{ruleset}", "splendor"),
        ("{n}", "1"),
    ]
    .iter()
    .fold(path.to_owned(), |path, (name, value)| path.replace(name, value))
}

#[tokio::test]
async fn caches_share_only_what_is_the_same_for_everybody() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(3), 6).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let ada = &table.seats[0];
    let made = async |path: &str, body: Value| {
        ada.post(path, body).await.expect(201).json["id"].as_str().expect("an id").to_owned()
    };
    let club = made("/v1/clubs", json!({"name": "Emerald"})).await;
    let tournament = made("/v1/tournaments", settings(&json!({}))).await;
    let viewers = [app.anonymous(), ada.clone(), app.user("stranger").await];
    let mut shared = BTreeSet::new();
    for operation in operations(&app).await {
        let is_stream = operation.path.ends_with("/events") && operation.path != "/v1/games/{id}/events";
        if operation.method != Method::GET || is_stream || !operation.path.starts_with("/v1") {
            continue;
        }
        let path = about(&operation.path, &table.id, &club, &tournament);
        let past = ["", "/board.svg", "/board.png"].map(|rest| table.path(rest)).contains(&path);
        for path in [Some(path.clone()), past.then(|| format!("{path}?at=2"))].into_iter().flatten() {
            let query = if path.contains('?') { String::new() } else { operation.required_query() };
            let path = path + &query;
            let mut first = None;
            for viewer in &viewers {
                let answer = viewer.get(&path).await;
                let (keeps, vary) = (answer.header("cache-control"), answer.header("vary"));
                if !keeps.starts_with("public") {
                    assert!(keeps.starts_with("private") || keeps.contains("no-store"), "{path}: {keeps}");
                    assert!(keeps.contains("no-store") || vary.contains("authorization"), "{path}: {vary}");
                    continue;
                }
                shared.insert(operation.path.clone());
                assert_eq!(answer.text, *first.get_or_insert(answer.text.clone()), "{path}");
                if [">ada<", "\"ada\""].iter().any(|name| answer.text.contains(name)) {
                    assert!(["public, no-cache", NAMES_KEPT].contains(&keeps), "{path}: {keeps}");
                }
            }
        }
    }
    let known = SHARED.map(str::to_owned);
    // A system without fonts draws no PNG.
    shared.insert("/v1/games/{id}/board.png".to_owned());
    assert_eq!(shared, BTreeSet::from(known));
    assert_eq!(NAMES_KEPT, "public, max-age=60");
}
