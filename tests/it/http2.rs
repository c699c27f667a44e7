//! HTTP/2 without TLS, which trusted proxies may speak: the same API with the same limits, and nobody else
//! gets it.

use std::time::Instant;

use actix_web::web::Bytes;
use futures_util::future::join_all;
use http_body_util::{BodyExt, Full};
use lapidary::settings::{Settings, Switch};
use reqwest::{Body, Client, Method, RequestBuilder, Response, Version};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::app::{Answer, PASSWORD, TestApp, look_again};
use crate::games::reader::{LINES, PATIENCE, Reader, SSE};
use crate::games::table::{Table, terms, turn};

/// The tests come from a trusted proxy.
fn behind_a_proxy(settings: &mut Settings) {
    settings.http.http2 = Switch::On;
    settings.http.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
}

/// Returns a client that speaks HTTP/2 from the first byte on, on one connection.
fn multiplexing() -> Client {
    Client::builder().http2_prior_knowledge().build().expect("a client")
}

fn request(client: &Client, app: &TestApp, method: Method, path: &str, token: &str) -> RequestBuilder {
    let request = client.request(method, format!("{}{path}", app.address));
    if token.is_empty() { request } else { request.bearer_auth(token) }
}

async fn sent(request: RequestBuilder) -> Response {
    let response = timeout(PATIENCE, request.send()).await.expect("a response in time").expect("a response");
    assert_eq!(response.version(), Version::HTTP_2);
    response
}

#[tokio::test]
async fn a_game_is_opened_and_played_over_one_connection() {
    let app = TestApp::spawn_with(behind_a_proxy).await;
    let client = multiplexing();
    let post = async |path: &str, token: &str, body: Option<Value>| {
        let request = request(&client, &app, Method::POST, path, token);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        Answer::to(request).await
    };
    let mut tokens = Vec::new();
    for name in ["ada", "bob"] {
        let account = json!({"username": name, "password": PASSWORD});
        post("/v1/accounts", "", Some(account.clone())).await.expect(201);
        let session = post("/v1/sessions", "", Some(account)).await.expect(200).json;
        tokens.push(session["access_token"].as_str().expect("a token").to_owned());
    }
    let id = post("/v1/games", &tokens[0], Some(terms(2))).await.expect(201).json["id"].clone();
    let path = format!("/v1/games/{}", id.as_str().expect("an id"));
    // A body that may be left out is left out, and read if it is there.
    post(&format!("{path}/join"), &tokens[1], None).await.expect(200);
    let wrong = post(&format!("{path}/rematch"), &tokens[1], Some(json!({"entropy": 1}))).await;
    wrong.expect_problem(422, "validation_failed");
    let stream = request(&client, &app, Method::GET, &format!("{path}/events"), &tokens[1]);
    let mut reader = Reader::of(sent(stream.header("accept", SSE)).await, SSE);
    assert_eq!(reader.expect("snapshot").await["seq"], 1);
    let legal = sent(request(&client, &app, Method::GET, &format!("{path}/legal-actions"), &tokens[0])).await;
    let legal: Value = legal.json().await.expect("JSON");
    let played = turn(&json!(1), json!([legal["actions"][0]["action"]]));
    post(&format!("{path}/actions"), &tokens[0], Some(played)).await.expect(200);
    assert_eq!(reader.expect("action").await["seq"], 2);
    // The same as over HTTP/1.1.
    let here: Value = sent(request(&client, &app, Method::GET, &path, "")).await.json().await.expect("JSON");
    assert_eq!(here, app.anonymous().get(&path).await.expect(200).json);
    let head = sent(request(&client, &app, Method::HEAD, &path, "")).await;
    assert_eq!((head.status().as_u16(), head.text().await.expect("no body").as_str()), (200, ""));
}

/// Returns a body whose length is not announced: HTTP/2 needs neither `Content-Length` nor
/// `Transfer-Encoding`.
fn of_unknown_length(body: &Value) -> Body {
    Body::wrap(Full::new(Bytes::from(body.to_string())).map_frame(|frame| frame))
}

#[tokio::test]
async fn a_body_whose_length_is_not_announced_is_read_and_limited() {
    let app = TestApp::spawn_with(behind_a_proxy).await;
    let client = multiplexing();
    let post = async |path: &str, token: &str, body: Value| {
        let request = request(&client, &app, Method::POST, path, token);
        let request = request.header("content-type", "application/json").body(of_unknown_length(&body));
        Answer::to(request).await
    };
    let account = |name: &str| json!({"username": name, "password": PASSWORD});
    post("/v1/accounts", "", account("zoe")).await.expect(201);
    post("/v1/accounts", "", account(&"x".repeat(20 * 1024))).await.expect_problem(413, "payload_too_large");
    let session = post("/v1/sessions", "", account("zoe")).await.expect(200).json;
    let token = session["access_token"].as_str().expect("a token");
    let table = Table::waiting(&app, terms(2)).await;
    let join = table.path("/join");
    // Where a body may be left out, it is read, and its faults are told.
    post(&join, token, json!({"entropy": 1})).await.expect_problem(422, "validation_failed");
    let entropy = "00".repeat(16);
    post(&join, token, json!({"entropy": entropy})).await.expect(200);
    let events = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    assert_eq!(events["events"][0]["data"]["contributions"][1]["entropy"], entropy, "{events}");
}

#[tokio::test]
async fn an_answer_before_the_body_is_read_arrives_and_the_connection_goes_on() {
    let app = TestApp::spawn_with(behind_a_proxy).await;
    let client = multiplexing();
    let large = json!("x".repeat(900_000));
    for (method, path, status, code) in [
        (Method::GET, "/livez", 400, "malformed"),
        (Method::POST, "/v1/games", 401, "unauthenticated"),
        (Method::POST, "/v1/nothing", 404, "not_found"),
        (Method::PUT, "/livez", 405, "method_not_allowed"),
        (Method::POST, "/v1/sessions", 413, "payload_too_large"),
    ] {
        let announced = request(&client, &app, method.clone(), path, "").json(&large);
        let unannounced = request(&client, &app, method, path, "")
            .header("content-type", "application/json")
            .body(of_unknown_length(&large));
        for request in [announced, unannounced] {
            let response = sent(request).await;
            assert_eq!(response.status(), status, "{path}");
            assert_eq!(response.json::<Value>().await.expect("a whole body")["code"], code, "{path}");
        }
    }
}

#[tokio::test]
async fn many_requests_at_once_are_all_answered() {
    let app = TestApp::spawn_with(behind_a_proxy).await;
    let table = Table::started(&app, terms(2)).await;
    let (client, path) = (multiplexing(), table.path(""));
    let expected = table.public_view().await;
    let wait = format!("{path}?wait=my_turn");
    let waiting = request(&client, &app, Method::GET, &wait, table.seats[1].token());
    let waiting = tokio::spawn(waiting.send());
    let views = (0..200).map(|_| async {
        sent(request(&client, &app, Method::GET, &path, "")).await.json::<Value>().await.expect("JSON")
    });
    assert!(join_all(views).await.iter().all(|view| *view == expected));
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let waited: Value = waiting.await.expect("it ends").expect("a response").json().await.expect("JSON");
    assert_eq!(waited["status"], "finished");
}

#[tokio::test]
async fn limits_hold_over_http2() {
    let app = TestApp::spawn_with(|settings| {
        behind_a_proxy(settings);
        settings.limits.rate_limits = Switch::On;
        settings.limits.streams_in_flight = 1;
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let client = multiplexing();
    let large = request(&client, &app, Method::GET, "/livez", "").header("x-large", "x".repeat(40 * 1024));
    let refused = sent(large).await;
    assert_eq!(refused.status(), 431);
    assert_eq!(refused.json::<Value>().await.expect("JSON")["code"], "head_too_large");
    let body = json!({"username": "x".repeat(20 * 1024), "password": PASSWORD});
    let large = request(&client, &app, Method::POST, "/v1/accounts", "").json(&body);
    Answer::to(large).await.expect_problem(413, "payload_too_large");
    let bad = request(&client, &app, Method::GET, "/v1/me", "nonsense");
    Answer::to(bad).await.expect_problem(401, "unauthenticated");
    // Streams have their places, and a client that goes leaves its place.
    let path = table.path("/events");
    let stream =
        || request(&client, &app, Method::GET, &path, table.seats[0].token()).header("accept", LINES);
    let mut first = Reader::of(sent(stream()).await, LINES);
    first.expect("snapshot").await;
    assert_eq!(sent(stream()).await.status(), 429);
    drop(first);
    let freed = async {
        while sent(stream()).await.status() == 429 {
            look_again().await;
        }
    };
    timeout(PATIENCE, freed).await.expect("the place is free again");
}

#[tokio::test]
async fn the_server_stops_without_waiting_for_idle_connections() {
    let app = TestApp::spawn_with(|settings| {
        behind_a_proxy(settings);
        settings.http.drain = PATIENCE;
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/events");
    let idle = multiplexing();
    sent(request(&idle, &app, Method::GET, "/livez", "")).await;
    let client = multiplexing();
    let stream = request(&client, &app, Method::GET, &path, "").header("accept", LINES);
    let mut reader = Reader::of(sent(stream).await, LINES);
    reader.expect("snapshot").await;
    drop(table);
    let began = Instant::now();
    let stopped = tokio::task::spawn_blocking(move || drop(app));
    assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "shutdown", "resume": 1}));
    stopped.await.expect("the server stops");
    assert!(began.elapsed() < PATIENCE / 2, "{:?}", began.elapsed());
}

#[tokio::test]
async fn nobody_else_gets_http2() {
    let off = TestApp::spawn_with(|settings| {
        behind_a_proxy(settings);
        settings.http.http2 = Switch::Off;
    })
    .await;
    let no_proxy = TestApp::spawn_with(|settings| settings.http.http2 = Switch::On).await;
    let elsewhere = TestApp::spawn_with(|settings| {
        behind_a_proxy(settings);
        settings.http.trusted_proxies = vec!["192.0.2.0/24".parse().expect("a network")];
    })
    .await;
    for app in [&off, &no_proxy, &elsewhere] {
        assert!(request(&multiplexing(), app, Method::GET, "/livez", "").send().await.is_err());
        app.anonymous().get("/livez").await.expect(200);
    }
    // A proxy may still speak HTTP/1.1, and may connect without sending anything yet.
    let app = TestApp::spawn_with(behind_a_proxy).await;
    let address = app.address.trim_start_matches("http://");
    let mut slow = TcpStream::connect(address).await.expect("the server accepts");
    app.anonymous().get("/livez").await.expect(200);
    for piece in ["GET /livez HTT", "P/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"] {
        slow.write_all(piece.as_bytes()).await.expect("the server reads");
        tokio::task::yield_now().await;
    }
    let mut answer = String::new();
    timeout(PATIENCE, slow.read_to_string(&mut answer)).await.expect("an answer").expect("it reads");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
}
