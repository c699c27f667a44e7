//! Devices on which nobody can log in.

use lapidary::settings::Switch;
use serde_json::json;

use super::browser::{Browser, DEVICE_GRANT, form, parameter, refused, request, sql, text};
use crate::app::{Answer, TestApp};

/// Lets a device wait long enough before it asks again.
async fn wait(app: &TestApp) {
    sql(app, "UPDATE device_codes SET polled_at = polled_at - poll_seconds * interval '1 second'").await;
}

#[tokio::test]
async fn a_device_gets_tokens_once_the_player_has_allowed_it() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let browser = Browser::at(&app);
    let device = browser.device().await;
    assert_eq!((&device["expires_in"], &device["interval"]), (&json!(600), &json!(5)));
    let user_code = text(&device["user_code"]);
    assert_eq!(device["verification_uri"], format!("{}/oauth/device", app.address));
    assert_eq!(
        device["verification_uri_complete"],
        format!("{}/oauth/device?user_code={user_code}", app.address)
    );
    refused(&browser.poll(&device).await, "authorization_pending");

    let page = browser.type_code(&user_code.to_lowercase().replace('-', " ")).await.expect(200);
    assert!(page.text.contains(&format!("The device that shows {user_code}")), "{}", page.text);
    let page = browser.decide_device(&device, "ada", "allow").await.expect(200);
    assert!(page.text.contains("return to your device"), "{}", page.text);
    let tokens = browser.poll(&device).await.expect(200).json;
    assert_eq!(tokens["scope"], "read play");
    let terminal = app.with_token(text(&tokens["access_token"]));
    terminal.get("/v1/me").await.expect(200);
    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    assert_eq!(
        (&grants["items"][0]["client_id"], &grants["items"][0]["origin"]),
        (&json!("terminal"), &json!(null))
    );
    let fields = [
        ("client_id", "terminal"),
        ("grant_type", "refresh_token"),
        ("refresh_token", text(&tokens["refresh_token"])),
    ];
    browser.send("/oauth/token", &fields).await.expect(200);
}

#[tokio::test]
async fn a_device_code_that_is_used_twice_ends_its_grant() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let device = browser.device().await;
    browser.decide_device(&device, "ada", "allow").await.expect(200);
    let tokens = browser.poll(&device).await.expect(200).json;
    refused(&browser.poll(&device).await, "invalid_grant");
    app.with_token(text(&tokens["access_token"])).get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_denied_device_gets_nothing() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let device = browser.device().await;
    let page = browser.decide_device(&device, "ada", "deny").await.expect(200);
    assert!(page.text.contains("Access is denied"), "{}", page.text);
    refused(&browser.poll(&device).await, "access_denied");
    browser.type_code(text(&device["user_code"])).await.expect(400);
}

#[tokio::test]
async fn a_device_that_asks_too_often_must_slow_down() {
    let app = TestApp::spawn().await;
    let browser = Browser::at(&app);
    let device = browser.device().await;
    refused(&browser.poll(&device).await, "authorization_pending");
    refused(&browser.poll(&device).await, "slow_down");
    sql(&app, "UPDATE device_codes SET polled_at = polled_at - interval '6 seconds'").await;
    refused(&browser.poll(&device).await, "slow_down");
    wait(&app).await;
    refused(&browser.poll(&device).await, "authorization_pending");
}

#[tokio::test]
async fn a_device_code_expires() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let (waiting, allowed) = (browser.device().await, browser.device().await);
    browser.decide_device(&allowed, "ada", "allow").await.expect(200);
    sql(&app, "UPDATE device_codes SET expires_at = expires_at - interval '601 seconds'").await;
    refused(&browser.poll(&waiting).await, "expired_token");
    refused(&browser.poll(&allowed).await, "expired_token");
    browser.type_code(text(&waiting["user_code"])).await.expect(400);
}

#[tokio::test]
async fn a_device_code_belongs_to_its_client() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let device = browser.device().await;
    browser.decide_device(&device, "ada", "allow").await.expect(200);
    for (client_id, device_code) in
        [("evil", text(&device["device_code"])), ("terminal", text(&device["user_code"]))]
    {
        let fields = [("grant_type", DEVICE_GRANT), ("client_id", client_id), ("device_code", device_code)];
        refused(&browser.send("/oauth/token", &fields).await, "invalid_grant");
    }
    browser.poll(&device).await.expect(200);
}

#[tokio::test]
async fn only_one_player_decides_about_a_device() {
    let app = TestApp::shared().await;
    let (_, eve) = (app.user("ada").await, app.user("eve").await);
    let browser = Browser::at(&app);
    let device = browser.device().await;
    let page = browser.type_code(text(&device["user_code"])).await.expect(200);
    let field = super::browser::field(&page);
    let late = browser.log_in(&field, "eve", crate::app::PASSWORD).await.expect(200);
    browser.decide_device(&device, "ada", "allow").await.expect(200);
    let page = browser.decide(&super::browser::field(&late), "allow").await.expect(400);
    assert!(page.text.contains("The code has expired"), "{}", page.text);
    let tokens = browser.poll(&device).await.expect(200).json;
    let me = app.with_token(text(&tokens["access_token"])).get("/v1/me").await.expect(200).json;
    assert_eq!(me["username"], app.name("ada"));
    assert_eq!(eve.get("/v1/me/grants").await.expect(200).json["items"], json!([]));
}

#[tokio::test]
async fn a_device_asks_for_something_that_exists() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    refused(&browser.send("/oauth/device", &[("client_id", "x")]).await, "invalid_scope");
    refused(&browser.send("/oauth/device", &[("client_id", "x"), ("scope", "root")]).await, "invalid_scope");
    refused(&browser.send("/oauth/device", &[("scope", "read")]).await, "invalid_request");
    refused(
        &browser.send("/oauth/device", &[("client_id", "ж"), ("scope", "read")]).await,
        "invalid_request",
    );
}

#[tokio::test]
async fn guesses_of_device_codes_are_limited_for_a_network() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.logins_per_minute = 4;
    })
    .await;
    let browser = Browser::at(&app);
    browser.device().await;
    for guess in ["BCDF-GHJK", "", "BCDF-GHJL", "12345678"] {
        let page = browser.type_code(guess).await;
        assert_eq!(page.status.as_u16(), if guess.is_empty() { 200 } else { 400 }, "{guess}: {}", page.text);
    }
    browser.type_code("BCDF-GHJM").await.expect_problem(429, "too_many_requests");
}

#[tokio::test]
async fn a_network_gets_a_limited_number_of_codes_and_nobody_else_notices() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.device_codes_per_network = 2;
        settings.http.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    let browser = Browser::at(&app);
    let ask = async |address: &str| {
        let asked = form(browser.post("/oauth/device"), &[("client_id", "terminal"), ("scope", "read")]);
        Answer::to(asked.header("x-forwarded-for", address)).await
    };
    for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::1"] {
        let answer = ask(address).await.expect(200);
        assert_eq!(answer.header("ratelimit-policy"), "\"devices\";q=2;w=600");
    }
    ask("2001:db8:1:2::3").await.expect_problem(429, "too_many_requests");
    ask("192.0.2.1").await.expect(200);
    ask("2001:db8:1:3::1").await.expect(200);
}

#[tokio::test]
async fn codes_that_wait_for_one_player_keep_no_other_from_getting_theirs() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    app.user("eve").await;
    let browser = Browser::at(&app);
    browser.code("eve").await;
    let many = "INSERT INTO oauth_codes SELECT sha256(n::text::bytea), player_id, client_id, redirect_uri, challenge, \
        scopes, now() + interval '1 hour' FROM oauth_codes, generate_series(1, 10000) n";
    sql(&app, many).await;
    let refused = browser.allow(&request(), "eve").await;
    assert_eq!(parameter(&refused, "error").as_deref(), Some("temporarily_unavailable"));
    let code = browser.code("ada").await;
    browser.exchange(&code).await.expect(200);
}

#[tokio::test]
async fn what_was_typed_is_shown_as_text() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    let page: Answer = browser.type_code("\"><script>alert(1)</script>").await.expect(400);
    assert!(!page.text.contains("<script"), "{}", page.text);
    assert!(page.text.contains("role=\"alert\""), "{}", page.text);
}
