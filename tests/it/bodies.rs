//! Bodies that are refused before a handler reads them.

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
async fn a_body_that_is_not_json_is_malformed() {
    let app = TestApp::shared().await;
    for body in ["", "{", "{\"username\": }", "nonsense", "{} {}", "\u{feff}{}", "{'a': 1}"] {
        post(&app, Some("application/json"), body).await.expect_problem(400, "malformed");
    }
    post(&app, Some("application/json"), vec![b'"', 0xff, b'"']).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn a_syntax_error_in_json_is_reported_with_its_position() {
    let app = TestApp::shared().await;
    let cases = [
        ("", "The body is empty; send a JSON object."),
        ("{\"username\": ", "The body is incomplete JSON: it ends at line 1, column 13."),
        ("{\n\"username\": x}", "The body is not valid JSON at line 2, column 13."),
        (r#"{"a": 1, "a": 2}"#, "The key `a` appears twice in one object, at line 1, column 12."),
    ];
    for (body, detail) in cases {
        let refused = post(&app, Some("application/json"), body).await.expect_problem(400, "malformed");
        assert_eq!(refused.json["detail"], detail, "{body}");
    }
}

#[tokio::test]
async fn duplicate_keys_are_refused_at_any_depth() {
    let app = TestApp::spawn().await;
    let bodies = [
        r#"{"username": "ada", "password": "correct horse battery", "username": "bob"}"#,
        r#"{"username": "ada", "password": "correct horse battery", "p\u0061ssword": "correct horse battery"}"#,
        r#"{"surplus": [{"x": {"a": 1, "a": 1}}]}"#,
    ];
    for (body, key) in bodies.into_iter().zip(["username", "password", "a"]) {
        let refused = post(&app, Some("application/json"), body).await.expect_problem(400, "malformed");
        let detail = refused.json["detail"].as_str().expect("a detail");
        assert!(detail.starts_with(&format!("The key `{key}` appears twice")), "{detail}");
    }
    app.anonymous().get("/v1/players/ada").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_whole_number_with_a_fraction_of_zero_is_an_integer() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let open = |seats: &str| {
        let body = format!(r#"{{"ruleset": "splendor", "seats": {seats}}}"#);
        Answer::to(
            ada.request(Method::POST, "/v1/games").header("content-type", "application/json").body(body),
        )
    };
    assert_eq!(open("2.0").await.expect(201).json["seat_count"], 2);
    assert_eq!(open("0.2e1").await.expect(201).json["seat_count"], 2);
    for wrong in ["2.5", "5.0", "-2.0", "\"2\"", "1e30"] {
        assert_eq!(
            open(wrong).await.expect_problem(422, "validation_failed").pointers(),
            ["/seats"],
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn fields_in_forms_that_only_serde_accepts_are_refused() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let cases = [
        (json!({"clock": ["none"]}), "/clock"),
        (json!({"clock": {"kind": "none", "surplus": 1}}), "/clock/surplus"),
        (json!({"clock": {"kind": "hourglass"}}), "/clock/kind"),
        (json!({"visibility": {"public": null}}), "/visibility"),
        (json!({"opponents": [["greedy"]]}), "/opponents/0"),
        (json!({"options": {"a/b~c": 1}}), "/options/a~1b~0c"),
        (json!({"options": {"a/b~c": "x"}}), "/options/a~1b~0c"),
    ];
    for (part, pointer) in cases {
        let mut body = json!({"ruleset": "kids", "seats": 2});
        body.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        let refused = ada.post("/v1/games", &body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{body}: {}", refused.text);
    }
}

#[tokio::test]
async fn bodies_must_be_declared_as_json() {
    let app = TestApp::spawn().await;
    let body = r#"{"username": "ada", "password": "correct horse battery"}"#;
    for content_type in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")]
    {
        post(&app, content_type, body).await.expect_problem(415, "unsupported_media_type");
    }
    for charset in ["utf-16", "latin1", "utf-8x", "\"utf-16\""] {
        let content_type = format!("application/json; charset={charset}");
        post(&app, Some(&content_type), body).await.expect_problem(415, "unsupported_media_type");
    }
    post(&app, Some("Application/JSON; charset=utf-8"), body).await.expect(201);
    for content_type in ["application/json;charset=\"UTF-8\"", "application/json; charset=Utf-8"] {
        post(&app, Some(content_type), body).await.expect_problem(409, "username_taken");
    }
}

#[tokio::test]
async fn a_large_body_is_refused_with_and_without_its_length() {
    let app = TestApp::shared().await;
    let fits = format!("{{\"username\": \"{}\"}}", "a".repeat(16 * 1024 - 16));
    assert_eq!(fits.len(), 16 * 1024);
    post(&app, Some("application/json"), fits.clone()).await.expect_problem(422, "validation_failed");
    post(&app, Some("application/json"), fits + " ").await.expect_problem(413, "payload_too_large");
}

#[tokio::test]
async fn a_deep_body_is_refused() {
    let app = TestApp::shared().await;
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    post(&app, Some("application/json"), nested(32)).await.expect_problem(422, "validation_failed");
    post(&app, Some("application/json"), nested(33)).await.expect_problem(400, "malformed");
    post(&app, Some("application/json"), nested(8000)).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn the_character_nul_is_refused_everywhere() {
    let app = TestApp::spawn().await;
    let log_in = json!({"username": "a\0da", "password": "correct\0horse"});
    let answer = app.anonymous().post("/v1/sessions", log_in).await.expect_problem(422, "validation_failed");
    assert_eq!(answer.pointers(), ["/password", "/username"]);
    app.anonymous().get("/v1/players/a%00b").await.expect_problem(404, "not_found");
}
