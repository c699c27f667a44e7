//! Authorization codes: the whole flow, and who may exchange a code.

use serde_json::json;

use super::browser::{
    BACK, Browser, VERIFIER, challenge, field, location, parameter, refused, request, request_with, sql,
};
use crate::app::{PASSWORD, TestApp};

#[tokio::test]
async fn an_app_gets_tokens_for_what_the_player_has_allowed() {
    let app = TestApp::shared().await;
    let (ada, browser) = (app.user("ada").await, Browser::at(&app));
    let page = browser.authorize(&request()).await.expect(200);
    assert!(page.text.contains("<strong>https://app.example</strong>"), "{}", page.text);
    let page = browser.log_in(&field(&page), "ADA", PASSWORD).await.expect(200);
    for shown in
        ["<strong>https://app.example</strong>", "<q>board</q>", "create, join, play", "read your account"]
    {
        assert!(page.text.contains(shown), "{shown}: {}", page.text);
    }
    assert!(!page.text.contains("enter and leave tournaments"), "{}", page.text);
    let back = location(&browser.decide(&field(&page), "allow").await);
    assert!(back.as_str().starts_with(&format!("{BACK}?code=")), "{back}");
    assert_eq!(parameter(&back, "state").as_deref(), Some("x y&z"));
    assert_eq!(parameter(&back, "iss").as_deref(), Some(app.address.as_str()));

    let answer = browser.exchange(&parameter(&back, "code").unwrap()).await.expect(200);
    assert_eq!((answer.header("cache-control"), answer.header("pragma")), ("no-store", "no-cache"));
    assert_eq!((&answer.json["token_type"], &answer.json["expires_in"]), (&json!("Bearer"), &json!(600)));
    assert_eq!(answer.json["scope"], "read play");
    let board = app.with_token(answer.json["access_token"].as_str().unwrap());
    let (theirs, own) =
        (board.get("/v1/me").await.expect(200).json, ada.get("/v1/me").await.expect(200).json);
    assert_eq!((&theirs["id"], &theirs["token"]["kind"]), (&own["id"], &json!("grant")));
    board.post("/v1/games", json!({"ruleset": "splendor", "seats": 2})).await.expect(201);
    let next = browser.refresh(&answer.json["refresh_token"], &[]).await.expect(200).json;
    app.with_token(next["access_token"].as_str().unwrap()).get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_player_can_deny_access() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let field = browser.consent_field(&request(), "ada").await;
    let back = location(&browser.decide(&field, "deny").await);
    assert_eq!(parameter(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(parameter(&back, "state").as_deref(), Some("x y&z"));
    assert_eq!(parameter(&back, "iss").as_deref(), Some(app.address.as_str()));
    assert_eq!(parameter(&back, "code"), None);
}

#[tokio::test]
async fn a_code_that_is_used_twice_ends_its_grant() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    let tokens = browser.exchange(&code).await.expect(200).json;
    let board = app.with_token(tokens["access_token"].as_str().unwrap());
    board.get("/v1/me").await.expect(200);
    refused(&browser.exchange(&code).await, "invalid_grant");
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
    refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
    assert_eq!(ada.get("/v1/me/grants").await.expect(200).json["items"], json!([]));
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_code_exchanged_twice_at_once_gives_tokens_once() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    let (one, other) = tokio::join!(browser.exchange(&code), browser.exchange(&code));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400], "{} {}", one.text, other.text);
    let tokens = if one.status == 200 { one } else { other };
    let board = app.with_token(tokens.json["access_token"].as_str().unwrap());
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_code_is_worthless_for_another_client() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    let other_verifier = "another-verifier-with-just-as-many-characters!".replace('!', "0");
    for change in [
        [("client_id", "evil")],
        [("redirect_uri", "https://app.example/back/")],
        [("redirect_uri", "https://app.example/Back")],
        [("redirect_uri", "https://evil.example/back")],
        [("code_verifier", other_verifier.as_str())],
        [("code_verifier", challenge(VERIFIER).as_str())],
        [("code", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")],
        [("code", "nonsense")],
    ] {
        refused(&browser.exchange_with(&code, &change).await, "invalid_grant");
    }
    for name in ["client_id", "code", "code_verifier", "grant_type"] {
        refused(&browser.exchange_with(&code, &[(name, "")]).await, "invalid_request");
    }
    refused(&browser.exchange_with(&code, &[("grant_type", "password")]).await, "unsupported_grant_type");
    browser.exchange(&code).await.expect(200);
}

#[tokio::test]
async fn a_code_is_exchanged_without_its_address_too() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    refused(
        &browser.exchange_with(&code, &[("redirect_uri", "https://other.example/")]).await,
        "invalid_grant",
    );
    // An empty parameter is an absent one.
    browser.exchange_with(&code, &[("redirect_uri", "")]).await.expect(200);
}

#[tokio::test]
async fn two_requests_of_a_player_do_not_mix() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let other = [("client_id", "other"), ("redirect_uri", "https://other.example/back"), ("scope", "read")];
    let there = browser.allow(&request_with(&other), "ada").await;
    assert_eq!(there.host_str(), Some("other.example"));
    let (code, others) = (browser.code("ada").await, parameter(&there, "code").unwrap());
    refused(&browser.exchange(&others).await, "invalid_grant");
    refused(&browser.exchange_with(&code, &other[..2]).await, "invalid_grant");
    assert_eq!(browser.exchange(&code).await.expect(200).json["scope"], "read play");
    assert_eq!(browser.exchange_with(&others, &other[..2]).await.expect(200).json["scope"], "read");
}

#[tokio::test]
async fn a_code_expires() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    sql(&app, "UPDATE oauth_codes SET expires_at = expires_at - interval '61 seconds'").await;
    refused(&browser.exchange(&code).await, "invalid_grant");
}

#[tokio::test]
async fn old_codes_are_deleted() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let code = browser.code("ada").await;
    browser.exchange(&code).await.expect(200);
    sql(&app, "UPDATE oauth_codes SET expires_at = expires_at - interval '2 days'").await;
    browser.device().await;
    sql(&app, "UPDATE device_codes SET expires_at = expires_at - interval '2 days'").await;
    browser.code("ada").await;
    browser.device().await;
    // After the deletion, the reuse of the code is no longer noticed.
    refused(&browser.exchange(&code).await, "invalid_grant");
    let one_each = "SELECT 1 / (CASE WHEN (SELECT count(*) FROM oauth_codes) = 1 \
                    AND (SELECT count(*) FROM device_codes) = 1 THEN 1 ELSE 0 END)";
    sql(&app, one_each).await;
}

#[tokio::test]
async fn every_kind_of_address_can_receive_a_code() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    for back in
        ["http://127.0.0.1:4711/back", "http://[::1]:4711/", "com.example.app:/back", "https://app.example"]
    {
        let parameters = request_with(&[("redirect_uri", back)]);
        let there = browser.allow(&parameters, "ada").await;
        let code = parameter(&there, "code").unwrap();
        assert!(there.as_str().starts_with(back), "{there}");
        browser.exchange_with(&code, &[("redirect_uri", back)]).await.expect(200);
    }
}

#[tokio::test]
async fn a_changed_password_ends_grants_and_what_could_become_one() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    let tokens = browser.grant("ada").await;
    let code = browser.code("ada").await;
    let field = browser.consent_field(&request(), "ada").await;
    let device = browser.device().await;
    browser.decide_device(&device, "ada", "allow").await.expect(200);
    let change = json!({"current": PASSWORD, "new": "staple horse battery"});
    ada.put("/v1/me/password", change).await.expect(204);
    let board = app.with_token(tokens["access_token"].as_str().unwrap());
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
    refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
    refused(&browser.exchange(&code).await, "invalid_grant");
    refused(&browser.poll(&device).await, "invalid_grant");
    let page = browser.decide(&field, "allow").await.expect(400);
    assert!(page.text.contains("has expired"), "{}", page.text);
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn an_erased_account_gives_no_access() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    let tokens = browser.grant("ada").await;
    let code = browser.code("ada").await;
    let field = browser.consent_field(&request(), "ada").await;
    let device = browser.device().await;
    browser.decide_device(&device, "ada", "allow").await.expect(200);
    ada.erase().await.expect(204);
    let board = app.with_token(tokens["access_token"].as_str().unwrap());
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
    refused(&browser.refresh(&tokens["refresh_token"], &[]).await, "invalid_grant");
    refused(&browser.exchange(&code).await, "invalid_grant");
    refused(&browser.poll(&device).await, "invalid_grant");
    browser.decide(&field, "allow").await.expect(400);
}
