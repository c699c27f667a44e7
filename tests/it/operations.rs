//! What is there beside the API: health, metrics, documentation, problems, and what is not there.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, TestApp};

#[tokio::test]
async fn the_server_lives_and_is_ready() {
    let app = TestApp::spawn().await;
    assert_eq!(app.anonymous().get("/livez").await.expect(200).json, json!({"status": "alive"}));
    assert_eq!(app.anonymous().get("/readyz").await.expect(200).json, json!({"status": "ready"}));
}

#[tokio::test]
async fn an_unknown_path_is_a_problem() {
    let app = TestApp::spawn().await;
    app.anonymous().get("/v1/nothing").await.expect_problem(404, "not_found");
    app.anonymous().get("/").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let app = TestApp::spawn().await;
    let answer = app.anonymous().delete("/livez").await.expect_problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
    app.anonymous().post_empty("/docs").await.expect_problem(405, "method_not_allowed");
    let options = Answer::to(app.anonymous().request(Method::OPTIONS, "/livez")).await.expect(204);
    assert_eq!(options.header("allow"), "GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.anonymous().request(Method::HEAD, "/livez")).await.expect(200);
    assert_eq!(answer.text, "");
    assert_eq!(answer.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_request_keeps_its_id_and_gets_one_where_it_has_none() {
    let app = TestApp::spawn().await;
    let request = app.anonymous().request(Method::GET, "/v1/nothing").header("x-request-id", "abc-1.2_3");
    assert_eq!(Answer::to(request).await.header("x-request-id"), "abc-1.2_3");
    let request = app.anonymous().request(Method::GET, "/livez").header("x-request-id", "not harmless");
    assert_eq!(Answer::to(request).await.header("x-request-id").len(), 36);
}

#[tokio::test]
async fn pages_of_other_origins_may_ask_without_cookies() {
    let app = TestApp::spawn().await;
    let request = app.anonymous().request(Method::GET, "/livez").header("origin", "https://example.org");
    let answer = Answer::to(request).await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    assert!(answer.header("access-control-expose-headers").to_lowercase().contains("etag"));

    let preflight = app
        .anonymous()
        .request(Method::OPTIONS, "/v1/games")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization, idempotency-key");
    let answer = Answer::to(preflight).await.expect(200);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(answer.header("access-control-allow-headers").contains("idempotency-key"));
}

#[tokio::test]
async fn the_documentation_is_served_from_the_program() {
    let app = TestApp::spawn().await;
    let page = app.anonymous().get("/docs").await.expect(200);
    assert_eq!(page.header("content-type"), "text/html");
    let document = app.anonymous().get("/openapi.json").await.expect(200);
    assert_eq!(document.json["openapi"], "3.1.0");
}

#[tokio::test]
async fn metrics_count_by_route_and_never_by_path() {
    let app = TestApp::spawn().await;
    app.anonymous().get("/problems/not_found").await.expect(200);
    let metrics = app.anonymous().get("/metrics").await.expect(200);
    assert!(metrics.text.contains("route=\"/problems/{code}\""), "{}", metrics.text);
    assert!(!metrics.text.contains("/problems/not_found"));
}

#[tokio::test]
async fn every_problem_has_a_page() {
    let app = TestApp::spawn().await;
    for code in lapidary::api::Code::ALL {
        let page = app.anonymous().get(&format!("/problems/{}", code.row().name)).await.expect(200);
        assert!(page.text.contains(code.row().title));
    }
    app.anonymous().get("/problems/never_heard_of").await.expect_problem(404, "not_found");
}
