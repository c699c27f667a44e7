//! Tickets for event streams: one path, one viewer, one minute to open it, and no longer than the session.

use reqwest::Method;
use serde_json::{Value, json};

use super::reader::{LINES, Reader, SSE, beside};
use super::stored::Stored;
use super::table::{Table, terms, terms_with};
use crate::api_tokens::{issue, with_api_token};
use crate::app::{Answer, Caller, TestApp};

/// Returns a path with a new ticket for it.
async fn ticketed(caller: &Caller<'_>, path: &str) -> String {
    let created = caller.post("/v1/stream-tickets", json!({"path": path})).await.expect(201);
    assert_eq!(created.header("cache-control"), "no-store");
    format!("{path}?ticket={}", created.json["ticket"].as_str().expect("a ticket"))
}

/// Returns the response to a stream that is refused.
async fn refused(app: &TestApp, path: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path).header("accept", SSE);
    Answer::to(request).await.expect_problem(401, "invalid_ticket")
}

#[tokio::test]
async fn a_ticket_opens_its_stream_as_its_owner_on_every_server() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    for (seat, player) in table.seats.iter().enumerate() {
        let path = ticketed(player, &table.path("/events")).await;
        for server in [&app, &other, &app] {
            let mut reader = Reader::open(&server.anonymous(), &format!("{path}&since=1"), SSE).await;
            assert_eq!(reader.expect("snapshot").await["data"]["viewer_seat"], seat);
        }
    }
    let own = ticketed(&table.seats[0], "/v1/me/events").await;
    let snapshot = Reader::open(&other.anonymous(), &own, SSE).await.expect("snapshot").await;
    assert_eq!(snapshot["data"]["games"][0]["id"], table.id);
    let lobby = ticketed(&table.seats[0], "/v1/lobby/events").await;
    Reader::open(&app.anonymous(), &lobby, LINES).await.expect("snapshot").await;
}

#[tokio::test]
async fn a_ticket_opens_no_other_path() {
    let app = TestApp::spawn().await;
    let (table, second) = (Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let path = ticketed(&table.seats[0], &table.path("/events")).await;
    let ticket = path.split("ticket=").nth(1).expect("a ticket");
    for other in [second.path("/events"), "/v1/me/events".to_owned(), "/v1/lobby/events".to_owned()] {
        refused(&app, &format!("{other}?ticket={ticket}")).await;
    }
    // Paths that are no streams do not know tickets at all.
    for other in [table.path(""), table.path("/legal-actions"), "/v1/me".to_owned(), "/v1/games".to_owned()] {
        let path = format!("{other}?ticket={ticket}");
        let answer = app.anonymous().get(&path).await;
        assert!(matches!(answer.status.as_u16(), 400 | 401), "{path}: {}", answer.text);
        assert!(!answer.text.contains(ticket), "{}", answer.text);
    }
    // A ticket is no token.
    app.with_token(ticket).get("/v1/me").await.expect_problem(401, "unauthenticated");
    table.seats[0].get(&path).await.expect_problem(400, "malformed");
    Reader::open(&app.anonymous(), &path, SSE).await.expect("snapshot").await;
}

#[tokio::test]
async fn wrong_tickets_are_refused_and_not_repeated() {
    let app = TestApp::spawn().await;
    let unknown = "A".repeat(43);
    for wrong in ["", "x", unknown.as_str(), "a.b.c", "%00"] {
        let answer = refused(&app, &format!("/v1/me/events?ticket={wrong}")).await;
        assert!(answer.header("www-authenticate").starts_with("Bearer"));
        assert!(!answer.text.contains(&unknown));
    }
    let twice = format!("/v1/lobby/events?ticket={unknown}&ticket={unknown}");
    app.anonymous().get(&twice).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn a_ticket_is_opened_within_a_minute_and_then_used_for_a_day() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let mut stored = Stored::of(&app).await;
    let (opened, late) = (ticketed(&ada, "/v1/me/events").await, ticketed(&ada, "/v1/me/events").await);
    Reader::open(&app.anonymous(), &opened, SSE).await.expect("snapshot").await;
    stored.execute("UPDATE stream_tickets SET open_before = now() - interval '1 second'").await;
    refused(&app, &late).await;
    Reader::open(&app.anonymous(), &opened, SSE).await.expect("snapshot").await;
    stored.execute("UPDATE stream_tickets SET expires_at = now() - interval '1 second'").await;
    refused(&app, &opened).await;
    let created = ada.post("/v1/stream-tickets", json!({"path": "/v1/me/events"})).await.expect(201).json;
    let at = |name: &str| -> chrono::DateTime<chrono::Utc> {
        created[name].as_str().expect("a time").parse().expect("a time")
    };
    assert_eq!(at("expires_at") - at("open_before"), chrono::TimeDelta::seconds(24 * 3_600 - 60));
}

#[tokio::test]
async fn a_ticket_ends_with_its_session_and_so_does_its_stream() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    for path in ["/v1/me/events", "/v1/lobby/events"] {
        let ada = app.user("ada").await;
        let path = ticketed(&ada, path).await;
        let mut readers = Vec::new();
        for server in [&app, &other] {
            let mut reader = Reader::open(&server.anonymous(), &path, SSE).await;
            reader.expect("snapshot").await;
            readers.push(reader);
        }
        ada.delete("/v1/sessions/current").await.expect(204);
        for mut reader in readers {
            assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "revoked"}));
            assert!(reader.rest().await.is_empty());
        }
        refused(&app, &path).await;
        refused(&other, &path).await;
    }
}

#[tokio::test]
async fn a_ticket_of_an_api_token_ends_with_the_token_and_only_reads() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let table = Table::waiting(&app, terms(2)).await;
    let player = with_api_token(&app, &ada, &["read", "play"]).await;
    let path = ticketed(&player, "/v1/me/events").await;
    let mut reader = Reader::open(&app.anonymous(), &path, SSE).await;
    assert_eq!(reader.expect("snapshot").await["data"]["games"][0]["id"], table.id);
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE kind = 'token'").await;
    assert_eq!(reader.expect("stream_end").await["data"]["reason"], "revoked");
    refused(&app, &path).await;
    // Without the scope there is no ticket.
    let issued = issue(&ada, "/v1/me/tokens", &["play"]).await;
    let without = app.with_token(issued["token"].as_str().expect("a token"));
    without
        .post("/v1/stream-tickets", json!({"path": "/v1/me/events"}))
        .await
        .expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_ticket_is_only_for_the_path_of_a_stream() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    for path in [
        "",
        "/",
        "/v1/me",
        "/v1/games",
        "/v1/me/events?x=1",
        "/v1/me/events/",
        "v1/me/events",
        "/v1/games/\0/events",
        "/v1/games/abc/events",
    ] {
        let refused = ada.post("/v1/stream-tickets", json!({"path": path})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/path"], "{path}");
    }
    // Whether there is such a game is told only by the stream.
    for stream in ["games", "tournaments"] {
        let path = format!("/v1/{stream}/0190a000-0000-7000-8000-000000000000/events");
        app.anonymous().get(&ticketed(&ada, &path).await).await.expect_problem(404, "not_found");
    }
}

#[tokio::test]
async fn the_contract_allows_a_ticket_for_every_stream() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let document = app.anonymous().get("/openapi.json").await.expect(200).json;
    let body = &document["components"]["schemas"]["CreateStreamTicket"];
    let schema = jsonschema::draft202012::new(body).expect("the schema stands alone");
    let paths = document["paths"].as_object().expect("paths").iter();
    let has_ticket = |operation: &Value| {
        let parameters = operation["get"]["parameters"].as_array();
        parameters.is_some_and(|all| all.iter().any(|parameter| parameter["name"] == "ticket"))
    };
    let mut streams: Vec<&str> = Vec::new();
    for (path, _) in paths.filter(|(_, operation)| has_ticket(operation)) {
        let request = json!({"path": path.replace("{id}", "0190a000-0000-7000-8000-000000000000")});
        assert!(schema.is_valid(&request), "{request}");
        ada.post("/v1/stream-tickets", request).await.expect(201);
        streams.push(path);
    }
    assert_eq!(streams.len(), 5, "{streams:?}");
}

#[tokio::test]
async fn a_session_has_so_many_tickets_and_the_oldest_makes_room() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let first = ticketed(&ada, "/v1/me/events").await;
    let mut last = String::new();
    for _ in 0..256 {
        last = ticketed(&ada, "/v1/me/events").await;
    }
    refused(&app, &first).await;
    Reader::open(&app.anonymous(), &last, SSE).await.expect("snapshot").await;
    // A ticket is never a stored response.
    let request = ada.request(Method::POST, "/v1/stream-tickets").header("idempotency-key", "one");
    let answers: Vec<Value> = [
        Answer::to(request.try_clone().expect("a request").json(&json!({"path": "/v1/me/events"})))
            .await
            .json,
        Answer::to(request.json(&json!({"path": "/v1/me/events"}))).await.json,
    ]
    .into();
    assert_ne!(answers[0]["ticket"], answers[1]["ticket"]);
}

#[tokio::test]
async fn the_head_of_a_stream_is_no_stream() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    for path in [table.path("/events"), "/v1/me/events".to_owned(), "/v1/lobby/events".to_owned()] {
        for transport in [LINES, SSE] {
            // The client sends both requests over one connection, so the second waits for the end of the
            // first.
            for _ in 0..2 {
                let request = table.seats[0].request(Method::HEAD, &path).header("accept", transport);
                let answer = Answer::to(request).await.expect(200);
                assert_eq!((answer.header("content-type"), answer.text.as_str()), (transport, ""));
            }
            table.seats[0].get("/v1/me").await.expect(200);
        }
        let picture = table.seats[0].request(Method::GET, &path).header("accept", "image/png");
        Answer::to(picture).await.expect_problem(406, "not_acceptable");
    }
}
