//! Refresh tokens of grants.

use serde_json::json;

use super::browser::{Browser, CLIENT, refused, sql, text};
use crate::app::{PASSWORD, TestApp};

#[tokio::test]
async fn a_refresh_narrows_scopes_and_never_widens_them() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let tokens = browser.grant("ada").await;
    for wide in
        ["read play bots", "bots", "read play challenge bots tournaments organize", "read organize", "root"]
    {
        refused(&browser.refresh(&tokens["refresh_token"], &[("scope", wide)]).await, "invalid_scope");
    }
    let narrow = browser.refresh(&tokens["refresh_token"], &[("scope", "read")]).await.expect(200).json;
    assert_eq!(narrow["scope"], "read");
    let reader = app.with_token(text(&narrow["access_token"]));
    reader.get("/v1/me").await.expect(200);
    let terms = json!({"ruleset": "splendor", "seats": 2});
    reader.post("/v1/games", &terms).await.expect_problem(403, "forbidden");
    let whole = browser.refresh(&narrow["refresh_token"], &[]).await.expect(200).json;
    assert_eq!(whole["scope"], "read play");
    app.with_token(text(&whole["access_token"])).post("/v1/games", &terms).await.expect(201);
}

#[tokio::test]
async fn a_lost_response_can_be_requested_again_and_late_reuse_ends_the_grant() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let first = browser.grant("ada").await;
    let second = browser.refresh(&first["refresh_token"], &[]).await.expect(200).json;
    let again = browser.refresh(&first["refresh_token"], &[]).await.expect(200).json;
    assert_eq!(second["refresh_token"], again["refresh_token"]);
    sql(&app, "UPDATE refresh_tokens SET used_at = used_at - interval '60 seconds'").await;
    let late = browser.refresh(&first["refresh_token"], &[]).await.expect(200).json;
    assert_eq!(second["refresh_token"], late["refresh_token"]);
    app.with_token(text(&late["access_token"])).get("/v1/me").await.expect(200);
    refused(&browser.refresh(&first["refresh_token"], &[]).await, "invalid_grant");
    refused(&browser.refresh(&second["refresh_token"], &[]).await, "invalid_grant");
    let board = app.with_token(text(&second["access_token"]));
    board.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_refresh_token_belongs_to_its_client() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let tokens = browser.grant("ada").await;
    let token = text(&tokens["refresh_token"]);
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token)];
    refused(
        &browser.send("/oauth/token", &[&fields[..], &[("client_id", "evil")]].concat()).await,
        "invalid_grant",
    );
    refused(&browser.send("/oauth/token", &fields).await, "invalid_request");
    for other in ["", "nonsense", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        let answer = browser.refresh(&json!(other), &[]).await;
        refused(&answer, if other.is_empty() { "invalid_request" } else { "invalid_grant" });
    }
    browser.refresh(&tokens["refresh_token"], &[]).await.expect(200);
}

#[tokio::test]
async fn refresh_tokens_of_logins_and_grants_are_not_exchanged_for_each_other() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let account = json!({"username": "ada", "password": PASSWORD});
    let login = app.anonymous().post("/v1/sessions", &account).await.expect(200).json;
    let grant = browser.grant("ada").await;
    refused(&browser.refresh(&login["refresh_token"], &[]).await, "invalid_grant");
    let body = json!({"refresh_token": grant["refresh_token"]});
    app.anonymous().post("/v1/sessions/refresh", &body).await.expect_problem(401, "invalid_refresh_token");
    // Neither was used up.
    browser.refresh(&grant["refresh_token"], &[]).await.expect(200);
    let body = json!({"refresh_token": login["refresh_token"]});
    app.anonymous().post("/v1/sessions/refresh", &body).await.expect(200);
    browser
        .send("/oauth/revoke", &[("token", text(&login["refresh_token"])), ("client_id", CLIENT)])
        .await
        .expect(200);
    app.with_token(text(&login["access_token"])).get("/v1/me").await.expect(200);
}
