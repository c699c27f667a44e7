//! Bodies that are refused before anybody reads them.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, TestApp};

async fn post(app: &TestApp, content_type: Option<&str>, body: impl Into<reqwest::Body>) -> Answer {
    let request = app.anonymous().request(Method::POST, "/v1/accounts").body(body);
    Answer::to(match content_type {
        Some(content_type) => request.header("content-type", content_type),
        None => request,
    })
    .await
}

#[tokio::test]
async fn every_fault_is_named_by_its_pointer() {
    let app = TestApp::spawn().await;
    let body = json!({"username": "a b", "pasword": "correct horse", "email": 7, "a/b~c": 1});
    let answer = app.anonymous().post("/v1/accounts", body).await.expect_problem(422, "validation_failed");
    assert_eq!(answer.pointers(), ["/a~1b~0c", "/email", "/password", "/pasword", "/username"]);
    assert!(!answer.text.contains("correct horse"), "an answer repeats no secret: {}", answer.text);
    let answer =
        app.anonymous().post("/v1/accounts", json!([])).await.expect_problem(422, "validation_failed");
    assert_eq!(answer.pointers(), [""]);
}

#[tokio::test]
async fn what_is_not_json_is_malformed() {
    let app = TestApp::spawn().await;
    for body in ["", "{", "{\"username\": }", "nonsense", "{} {}", "\u{feff}{}", "{'a': 1}"] {
        post(&app, Some("application/json"), body).await.expect_problem(400, "malformed");
    }
    post(&app, Some("application/json"), vec![b'"', 0xff, b'"']).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn bodies_are_json_and_say_so() {
    let app = TestApp::spawn().await;
    let body = r#"{"username": "ada", "password": "correct horse battery"}"#;
    for content_type in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")]
    {
        post(&app, content_type, body).await.expect_problem(415, "unsupported_media_type");
    }
    post(&app, Some("Application/JSON; charset=utf-8"), body).await.expect(201);
}

#[tokio::test]
async fn a_large_body_is_refused_with_and_without_its_length() {
    let app = TestApp::spawn().await;
    let fits = format!("{{\"username\": \"{}\"}}", "a".repeat(16 * 1024 - 16));
    assert_eq!(fits.len(), 16 * 1024);
    post(&app, Some("application/json"), fits.clone()).await.expect_problem(422, "validation_failed");
    post(&app, Some("application/json"), fits + " ").await.expect_problem(413, "payload_too_large");
}

#[tokio::test]
async fn a_deep_body_is_refused() {
    let app = TestApp::spawn().await;
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    post(&app, Some("application/json"), nested(32)).await.expect_problem(422, "validation_failed");
    post(&app, Some("application/json"), nested(33)).await.expect_problem(400, "malformed");
    post(&app, Some("application/json"), nested(8000)).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn the_character_nul_is_refused_wherever_it_stands() {
    let app = TestApp::spawn().await;
    let log_in = json!({"username": "a\0da", "password": "correct\0horse"});
    let answer = app.anonymous().post("/v1/sessions", log_in).await.expect_problem(422, "validation_failed");
    assert_eq!(answer.pointers(), ["/password", "/username"]);
    app.anonymous().get("/v1/players/a%00b").await.expect_problem(404, "not_found");
}
