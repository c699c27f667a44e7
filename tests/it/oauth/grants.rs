//! The grants of a player, and how they end.

use std::time::Duration;

use serde_json::json;

use super::browser::{Browser, CLIENT, refused, request_with, sql, text};
use crate::app::TestApp;
use crate::games::table::{Table, terms};

#[tokio::test]
async fn a_player_sees_grants_and_ends_them() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let browser = Browser::at(&app);
    assert_eq!(ada.get("/v1/me/grants").await.expect(200).json, json!({"items": [], "next_cursor": null}));
    let tokens = browser.grant("ada").await;
    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    let grant = &grants["items"][0];
    assert_eq!((&grant["client_id"], &grant["origin"]), (&json!(CLIENT), &json!("https://app.example")));
    assert_eq!((&grant["scope"], &grant["last_used_at"]), (&json!("read play"), &json!(null)));
    let board = app.with_token(text(&tokens["access_token"]));
    board.get("/v1/me").await.expect(200);
    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    assert!(grants["items"][0]["last_used_at"].is_string(), "an access token was used: {grants}");
    sql(&app, "UPDATE sessions SET last_used_at = NULL").await;
    browser.refresh(&tokens["refresh_token"], &[]).await.expect(200);
    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    assert!(grants["items"][0]["last_used_at"].is_string(), "a refresh token was used: {grants}");

    let path = format!("/v1/me/grants/{}", text(&grant["id"]));
    eve.delete(&path).await.expect_problem(404, "not_found");
    eve.delete("/v1/me/grants/nonsense").await.expect_problem(404, "not_found");
    ada.delete(&path).await.expect(204);
    ada.delete(&path).await.expect(204);
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
    board
        .post("/v1/games", json!({"ruleset": "splendor", "seats": 2}))
        .await
        .expect_problem(401, "unauthenticated");
    refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
    assert_eq!(ada.get("/v1/me/grants").await.expect(200).json["items"], json!([]));
}

#[tokio::test]
async fn a_login_cannot_be_ended_as_a_grant() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let claims = ada.token().split('.').nth(1).expect("claims");
    let claims = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, claims).expect("base64");
    let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
    ada.delete(&format!("/v1/me/grants/{}", text(&claims["sid"]))).await.expect_problem(404, "not_found");
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn an_app_never_administers_the_account() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let everything = [("scope", "read play challenge bots tournaments organize")];
    let back = browser.allow(&request_with(&everything), "ada").await;
    let code = super::browser::parameter(&back, "code").expect("a code");
    let tokens = browser.exchange(&code).await.expect(200).json;
    assert_eq!(tokens["scope"], everything[0].1);
    let board = app.with_token(text(&tokens["access_token"]));
    board.get("/v1/me").await.expect(200);
    board.patch("/v1/me", json!({"email": "eve@example.org"})).await.expect_problem(403, "forbidden");
    board.delete("/v1/me").await.expect_problem(403, "forbidden");
    let change = json!({"current": crate::app::PASSWORD, "new": "staple horse battery"});
    board.put("/v1/me/password", change).await.expect_problem(403, "forbidden");
    board.get("/v1/me/grants").await.expect_problem(403, "forbidden");
    board.delete("/v1/me/grants/0190a000-0000-7000-8000-000000000000").await.expect_problem(403, "forbidden");
    board.delete("/v1/sessions/current").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn an_app_ends_its_own_grant_with_either_token() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    for kind in ["access_token", "refresh_token"] {
        let tokens = browser.grant("ada").await;
        let answer = browser.send("/oauth/revoke", &[("token", text(&tokens[kind]))]).await.expect(200);
        assert_eq!((answer.text.as_str(), answer.header("cache-control")), ("", "no-store"));
        let board = app.with_token(text(&tokens["access_token"]));
        board.get("/v1/me").await.expect_problem(401, "unauthenticated");
        refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
        browser.send("/oauth/revoke", &[("token", text(&tokens[kind]))]).await.expect(200);
    }
    for other in ["nonsense", ada.token(), "lap_x"] {
        browser.send("/oauth/revoke", &[("token", other)]).await.expect(200);
    }
    refused(&browser.send("/oauth/revoke", &[]).await, "invalid_request");
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_grant_that_ends_ends_its_waits() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let browser = Browser::at(&app);
    let tokens = browser.grant("bob").await;
    let board = app.with_token(text(&tokens["access_token"]));
    let path = table.path("?wait=my_turn");
    let end = async {
        // The wait has begun when the metrics show that nothing else is in flight but these two.
        loop {
            let metrics = app.anonymous().get("/metrics").await.expect(200).text;
            if metrics.lines().any(|line| line.starts_with("lapidary_http_requests_in_flight 2")) {
                break;
            }
        }
        browser.send("/oauth/revoke", &[("token", text(&tokens["refresh_token"]))]).await.expect(200)
    };
    let both = async { tokio::join!(board.get(&path), end) };
    let (waited, _) = tokio::time::timeout(Duration::from_secs(30), both).await.expect("the wait ends");
    waited.expect_problem(401, "unauthenticated");
    refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
}

#[tokio::test]
async fn one_grant_too_many_ends_the_one_that_was_not_used_for_the_longest_time() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    let (first, second) = (browser.grant("ada").await, browser.grant("ada").await);
    browser.refresh(&first["refresh_token"], &[]).await.expect(200);
    // The other 48 grants are made by the database, because each costs two requests and a password.
    sql(
        &app,
        "WITH made AS (INSERT INTO sessions (id, player_id, kind, scopes, label) \
         SELECT gen_random_uuid(), player_id, 'grant', 'read', 'many' FROM generate_series(1, 48), \
         (SELECT player_id FROM sessions WHERE kind = 'grant' LIMIT 1) AS ada RETURNING id) \
         INSERT INTO refresh_tokens (digest, session_id, expires_at) \
         SELECT sha256(id::text::bytea), id, now() + interval '1 day' FROM made",
    )
    .await;
    let count = async || ada.get("/v1/me/grants").await.expect(200).json["items"].as_array().map(Vec::len);
    assert_eq!(count().await, Some(50));
    browser.grant("ada").await;
    assert_eq!(count().await, Some(50));
    app.with_token(text(&first["access_token"])).get("/v1/me").await.expect(200);
    app.with_token(text(&second["access_token"])).get("/v1/me").await.expect_problem(401, "unauthenticated");
    ada.get("/v1/me").await.expect(200);
}
