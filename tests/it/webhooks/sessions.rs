//! What an app or an API token makes ends with it; what the owner makes with a login stays.

use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{GAMES, create, local, log, open, path, text};
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;
use crate::oauth::browser::{Browser, parameter, request_with};

async fn shown(caller: &Caller<'_>, webhook: &Value) -> (Value, Value) {
    let shown = caller.get(&path(webhook)).await.expect(200).json;
    (shown["enabled"].clone(), shown["disabled_reason"].clone())
}

/// Creates a game and aborts it, which is an event for all webhooks of the caller.
async fn abort_a_game(caller: &Caller<'_>) -> Value {
    let (game, id) = open(caller, json!({})).await;
    caller.post_empty(&format!("{game}/abort")).await.expect(200);
    id
}

/// Returns the access token of a new grant with the scope of webhooks.
pub async fn grant(app: &TestApp, username: &str) -> String {
    let browser = Browser::at(app);
    let scopes = [("scope", "read play tournaments")];
    let code = parameter(&browser.allow(&request_with(&scopes), username).await, "code").expect("a code");
    text(&browser.exchange(&code).await.expect(200).json["access_token"]).to_owned()
}

#[tokio::test]
async fn the_webhook_of_an_app_ends_with_its_grant_until_the_owner_adopts_it() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    let token = grant(&app, "ada").await;
    let webhook = create(&app.with_token(&token), &receiver.url(), &GAMES, json!(null)).await;
    assert_eq!(webhook["enabled"], true);
    let first = abort_a_game(&ada).await;
    assert_eq!(receiver.next().await.json()["data"]["game"], first);

    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    ada.delete(&format!("/v1/me/grants/{}", text(&grants["items"][0]["id"]))).await.expect(204);
    assert_eq!(shown(&ada, &webhook).await, (json!(false), json!("session_ended")));
    let listed = ada.get("/v1/webhooks").await.expect(200).json;
    assert_eq!(listed["items"][0]["disabled_reason"], "session_ended");
    abort_a_game(&ada).await;
    let items = log(&ada, &webhook, "accepted").await;
    assert_eq!(items.len(), 1, "no message is written after the end");

    // Disabling it is no adoption, and the reason is then that of the owner.
    ada.patch(&path(&webhook), json!({"enabled": false})).await.expect(200);
    assert_eq!(shown(&ada, &webhook).await, (json!(false), json!("requested")));
    let adopted = ada.patch(&path(&webhook), json!({"enabled": true})).await.expect(200).json;
    assert_eq!((&adopted["enabled"], &adopted["disabled_reason"]), (&json!(true), &json!(null)));
    let last = abort_a_game(&ada).await;
    assert_eq!(receiver.next().await.json()["data"]["game"], last);
}

#[tokio::test]
async fn a_message_that_waits_when_a_session_ends_is_not_sent() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let (mut ended, mut own) = (Receiver::start().await, Receiver::start().await);
    let body = json!({"name": "hook", "scopes": ["read", "tournaments"]});
    let token = ada.post("/v1/me/tokens", body).await.expect(201).json;
    let webhook = create(&app.with_token(text(&token["token"])), &ended.url(), &GAMES, json!(null)).await;
    create(&ada, &own.url(), &GAMES, json!(null)).await;
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE webhooks SET busy_until = now() + interval '1 hour'").await;
    let game = abort_a_game(&ada).await;
    ada.delete(&format!("/v1/me/tokens/{}", text(&token["id"]))).await.expect(204);
    stored.execute("UPDATE webhooks SET busy_until = now()").await;
    // The message of the ended webhook is older, so a server would have taken it first.
    assert_eq!(own.next().await.json()["data"]["game"], game);
    let later = abort_a_game(&ada).await;
    assert_eq!(own.next().await.json()["data"]["game"], later);
    assert!(ended.received.is_empty());
    assert_eq!(log(&ada, &webhook, "pending").await.len(), 1);
    // Whoever adopts it gets what was not sent yet, as with every webhook that is enabled again.
    ada.patch(&path(&webhook), json!({"enabled": true})).await.expect(200);
    assert_eq!(ended.next().await.json()["data"]["game"], game);
}

#[tokio::test]
async fn the_webhook_of_a_login_stays_and_no_token_takes_it_over() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    let webhook = create(&ada, &receiver.url(), &GAMES, json!(null)).await;
    let token = grant(&app, "ada").await;
    app.with_token(&token).patch(&path(&webhook), json!({"enabled": true})).await.expect(200);
    let grants = ada.get("/v1/me/grants").await.expect(200).json;
    ada.delete(&format!("/v1/me/grants/{}", text(&grants["items"][0]["id"]))).await.expect(204);
    ada.delete("/v1/sessions/current").await.expect(204);
    let body = json!({"username": "ada", "password": crate::app::PASSWORD});
    let session = app.anonymous().post("/v1/sessions", body).await.expect(200).json;
    let ada = app.with_token(text(&session["access_token"]));
    assert_eq!(shown(&ada, &webhook).await, (json!(true), json!(null)));
    let game = abort_a_game(&ada).await;
    assert_eq!(receiver.next().await.json()["data"]["game"], game);
}

#[tokio::test]
async fn a_token_adopts_what_has_ended_and_an_expired_grant_has_ended() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let receiver = Receiver::start().await;
    let webhook =
        create(&app.with_token(&grant(&app, "ada").await), &receiver.url(), &GAMES, json!(null)).await;
    let mut stored = Stored::of(&app).await;
    stored
        .execute(
            "UPDATE refresh_tokens SET expires_at = now() - interval '1 minute' \
                    WHERE session_id = (SELECT session_id FROM webhooks)",
        )
        .await;
    assert_eq!(shown(&ada, &webhook).await, (json!(false), json!("session_ended")));
    let body = json!({"name": "hook", "scopes": ["read", "tournaments"]});
    let token = ada.post("/v1/me/tokens", body).await.expect(201).json;
    let program = app.with_token(text(&token["token"]));
    program.patch(&path(&webhook), json!({"enabled": true})).await.expect(200);
    assert_eq!(shown(&ada, &webhook).await, (json!(true), json!(null)));
    ada.delete(&format!("/v1/me/tokens/{}", text(&token["id"]))).await.expect(204);
    assert_eq!(shown(&ada, &webhook).await, (json!(false), json!("session_ended")));
}
