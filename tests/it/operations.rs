//! Paths outside the game API: health, metrics, documentation, problems, and paths that do not exist.

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, TestApp, look_again};
use crate::cluster::url_of;
use lapidary::api::problems::code::CodeRow;

#[tokio::test]
async fn the_server_lives_and_is_ready() {
    let app = TestApp::spawn().await;
    assert_eq!(app.anonymous().get("/livez").await.expect(200).json, json!({"status": "alive"}));
    // A probe does not wait long for the database: on a busy machine a later one finds it.
    let ready = loop {
        let answer = app.anonymous().get("/readyz").await;
        if answer.status != 503 {
            break answer.expect(200).json;
        }
        look_again().await;
    };
    assert_eq!(ready, json!({"status": "ready", "jobs_behind": [], "workers_at_fault": []}));
}

#[tokio::test]
async fn an_unknown_path_is_a_problem() {
    let app = TestApp::shared().await;
    app.anonymous().get("/v1/nothing").await.expect_problem(404, "not_found");
    app.anonymous().get("/nothing").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_wrong_method_gets_the_list_of_allowed_methods() {
    let app = TestApp::shared().await;
    let answer = app.anonymous().delete("/livez").await.expect_problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
    app.anonymous().post_empty("/docs").await.expect_problem(405, "method_not_allowed");
    let options = Answer::to(app.anonymous().request(Method::OPTIONS, "/livez")).await.expect(204);
    assert_eq!(options.header("allow"), "GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let app = TestApp::shared().await;
    let answer = Answer::to(app.anonymous().request(Method::HEAD, "/livez")).await.expect(200);
    assert_eq!(answer.text, "");
    assert_eq!(answer.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_request_keeps_its_id_or_gets_a_new_one() {
    let app = TestApp::shared().await;
    let request = app.anonymous().request(Method::GET, "/v1/nothing").header("x-request-id", "abc-1.2_3");
    assert_eq!(Answer::to(request).await.header("x-request-id"), "abc-1.2_3");
    let request = app.anonymous().request(Method::GET, "/livez").header("x-request-id", "not well-formed");
    assert_eq!(Answer::to(request).await.header("x-request-id").len(), 36);
}

#[tokio::test]
async fn pages_of_other_origins_may_send_requests_without_cookies() {
    let app = TestApp::shared().await;
    let request = app.anonymous().request(Method::GET, "/livez").header("origin", "https://example.org");
    let answer = Answer::to(request).await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    let exposed = answer.header("access-control-expose-headers").to_lowercase();
    for name in ["etag", "date", "preference-applied", "idempotency-replayed", "x-request-id"] {
        assert!(exposed.split(',').any(|header| header.trim() == name), "{name} in {exposed}");
    }

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
    let app = TestApp::shared().await;
    app.anonymous().get("/docs/nothing.js").await.expect_problem(404, "not_found");
    let page = app.anonymous().get("/docs").await.expect(200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
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
    let app = TestApp::shared().await;
    for code in lapidary::api::Code::ALL {
        let page = app.anonymous().get(&format!("/problems/{}", code.name())).await.expect(200);
        assert!(page.text.contains(CodeRow::of(code).title));
    }
    let rulings = app.anonymous().get("/problems/illegal_action").await.expect(200);
    assert!(rulings.text.contains("<p id=\"B5\"><b>B5</b> "), "a refusal that names B5 is explained");
    app.anonymous().get("/problems/never_heard_of").await.expect_problem(404, "not_found");
}

#[derive(diesel::QueryableByName)]
struct Name {
    #[diesel(sql_type = diesel::sql_types::Text)]
    name: String,
}

async fn database_name(app: &TestApp) -> String {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let query = diesel::sql_query("SELECT current_database()::text AS name");
    query.get_result::<Name>(&mut connection).await.unwrap().name
}

/// Blocks new connections to a database and ends the open ones, or allows new ones again: whoever has come
/// back by then stays.
async fn open_database(name: &str, open: bool) {
    let mut admin = AsyncPgConnection::establish(&url_of("postgres")).await.unwrap();
    let allow = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {open}");
    diesel::sql_query(allow).execute(&mut admin).await.unwrap();
    if open {
        return;
    }
    let close = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    diesel::sql_query(close).execute(&mut admin).await.unwrap();
}

#[tokio::test]
async fn a_database_outage_causes_503_and_ends_without_a_restart() {
    let app = TestApp::spawn().await;
    let (ada, name) = (app.user("ada").await, database_name(&app).await);
    open_database(&name, false).await;
    for _ in 0..6 {
        let away = ada.get("/v1/me").await.expect_problem(503, "unavailable");
        assert_eq!(away.header("retry-after"), "1");
    }
    app.anonymous().get("/readyz").await.expect_problem(503, "not_ready");
    app.anonymous().get("/livez").await.expect(200);
    open_database(&name, true).await;
    for _ in 0..6 {
        ada.get("/v1/me").await.expect(200);
    }
}

#[tokio::test]
async fn responses_are_compressed_for_clients_that_accept_it() {
    let app = TestApp::shared().await;
    let request = app.anonymous().request(Method::GET, "/openapi.json").header("accept-encoding", "gzip");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert_eq!(response.bytes().await.unwrap()[..2], [0x1f, 0x8b]);
}
