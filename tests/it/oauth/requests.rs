//! The endpoints for programs: what they accept, and what they tell about themselves.

use reqwest::Method;
use serde_json::json;

use super::browser::{Browser, CLIENT, VERIFIER, form, refused};
use crate::app::{Answer, TestApp};

#[tokio::test]
async fn the_metadata_name_the_server_by_its_public_address() {
    let app = TestApp::spawn_with(|settings| {
        settings.http.public_url =
            Some(lapidary::settings::PublicUrl::of_listener(([192, 0, 2, 1], 80).into()));
    })
    .await;
    let answer = app.anonymous().get("/.well-known/oauth-authorization-server").await.expect(200);
    assert_eq!(answer.json["issuer"], "http://192.0.2.1:80");
    assert_eq!(answer.json["token_endpoint"], "http://192.0.2.1:80/oauth/token");
    assert_eq!(answer.json["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(answer.json["token_endpoint_auth_methods_supported"], json!(["none"]));
    assert_eq!(answer.json["authorization_response_iss_parameter_supported"], true);
    let endpoints = answer.json.as_object().expect("an object");
    for (name, address) in endpoints.iter().filter(|(name, _)| name.ends_with("_endpoint")) {
        let path = address.as_str().expect("an address").trim_start_matches("http://192.0.2.1:80").to_owned();
        let answer = Answer::to(app.anonymous().request(Method::OPTIONS, &path)).await;
        assert_eq!(answer.status.as_u16(), 204, "{name}");
    }
}

#[tokio::test]
async fn secrets_in_an_address_are_refused() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    let query =
        format!("?grant_type=authorization_code&client_id={CLIENT}&code={code}&code_verifier={VERIFIER}");
    let fields = [("redirect_uri", super::browser::BACK)];
    refused(&browser.send(&format!("/oauth/token{query}"), &fields).await, "invalid_request");
    Answer::to(browser.get(&format!("/oauth/token{query}"))).await.expect_problem(405, "method_not_allowed");
    let tokens = browser.exchange(&code).await.expect(200).json;
    let token = super::browser::text(&tokens["access_token"]);
    refused(&browser.send(&format!("/oauth/revoke?token={token}"), &[]).await, "invalid_request");
    let read = app.anonymous().get(&format!("/v1/me?access_token={token}")).await;
    read.expect_problem(401, "unauthenticated");
    app.anonymous().get(&format!("/v1/games?access_token={token}")).await.expect_problem(400, "malformed");
    app.with_token(token).get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn bodies_are_forms_without_repeated_parameters() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    for path in ["/oauth/token", "/oauth/device", "/oauth/revoke", "/oauth/login", "/oauth/consent"] {
        refused(&Answer::to(browser.post(path)).await, "invalid_request");
        let json = browser.post(path).header("content-type", "application/json").body("{}");
        refused(&Answer::to(json).await, "invalid_request");
        let twice = [("client_id", "a"), ("client_id", "b"), ("scope", "read"), ("token", "x")];
        refused(&browser.send(path, &twice).await, "invalid_request");
        let large = form(browser.post(path), &[("client_id", &*"a".repeat(17_000))]);
        Answer::to(large).await.expect_problem(413, "payload_too_large");
    }
    let charset = browser
        .post("/oauth/device")
        .header("content-type", "application/x-www-form-urlencoded; charset=UTF-8")
        .body("client_id=terminal&scope=read&unknown=ignored");
    Answer::to(charset).await.expect(200);
}

#[tokio::test]
async fn pages_of_other_origins_may_use_the_endpoints_for_programs() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    for path in ["/oauth/token", "/oauth/device", "/oauth/revoke", "/.well-known/oauth-authorization-server"]
    {
        let preflight = app
            .anonymous()
            .request(Method::OPTIONS, path)
            .header("origin", "https://app.example")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type");
        assert_eq!(
            Answer::to(preflight).await.expect(200).header("access-control-allow-origin"),
            "*",
            "{path}"
        );
        let sent = form(browser.post(path), &[]).header("origin", "https://app.example");
        let answer = Answer::to(sent).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "", "{path}");
    }
}

#[tokio::test]
async fn no_page_of_another_origin_may_read_a_page_for_people() {
    let app = TestApp::spawn().await;
    let browser = Browser::at(&app);
    let (token, code) = ("/account/reset?token=nonsense", "/oauth/device?user_code=nonsense");
    let mut answers = Vec::new();
    for path in [
        "/oauth/authorize",
        "/oauth/device",
        code,
        "/account/reset",
        "/account/mail",
        "/account/mail/end",
        token,
        "/account/new",
        "/account/forgot",
        "/account/access",
        "/docs/",
        "/problems/",
    ] {
        answers.push((path, Answer::to(browser.get(path).header("origin", "https://app.example")).await));
    }
    for path in ["/oauth/login", "/oauth/consent", "/account/reset", "/account/new", "/account/access"] {
        let sent = || form(browser.post(path), &[("field", "nonsense")]);
        answers.push((path, Answer::to(sent().header("origin", "https://app.example")).await));
        let fetched = sent().header("sec-fetch-site", "cross-site").header("origin", "https://app.example");
        answers.push((path, Answer::to(fetched).await));
        // Another method than those of the path.
        answers.push((path, Answer::to(browser.post(path).header("origin", "https://app.example")).await));
    }
    for (path, method) in [
        ("/oauth/authorize", "GET"),
        ("/oauth/login", "POST"),
        ("/oauth/consent", "POST"),
        ("/oauth/consent", "PUT"),
        ("/oauth/device", "GET"),
        ("/account/reset", "POST"),
    ] {
        let preflight =
            app.anonymous().request(Method::OPTIONS, path).header("origin", "https://app.example");
        let preflight = preflight.header("access-control-request-method", method);
        answers.push((path, Answer::to(preflight).await));
    }
    for (path, answer) in answers {
        let told = answer.headers.keys().filter(|name| name.as_str().starts_with("access-control-"));
        assert_eq!(told.count(), 0, "{path}: {} {}", answer.status, answer.text);
    }
}

#[tokio::test]
async fn a_token_in_the_header_changes_nothing() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    let fields = [("client_id", "terminal"), ("scope", "read")];
    let basic = form(browser.post("/oauth/device"), &fields).basic_auth("terminal", Some(""));
    Answer::to(basic).await.expect(200);
    Answer::to(form(browser.post("/oauth/device"), &fields).bearer_auth("a.b.c")).await.expect(200);
}
