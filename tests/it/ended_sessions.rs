//! An ended session cannot see anything that requires a session.

use std::time::Duration;

use lapidary::auth::{AccessTokens, Identity, PlayerId, Scopes, SessionId, SessionKind};
use serde_json::json;
use uuid::Uuid;

use crate::app::{Caller, PASSWORD, TestApp};
use crate::games::table::{Table, terms};

/// Returns every path that a token can read.
fn reads(game: &Table<'_>) -> Vec<String> {
    let own = ["/v1/me", "/v1/games", "/v1/games?player=ada"].map(str::to_owned);
    let of_game = ["", "?at=1", "?wait=my_turn", "/legal-actions", "/events", "/export", "/invitations"];
    own.into_iter().chain(of_game.map(|rest| game.path(rest))).collect()
}

async fn reads_nothing(caller: &Caller<'_>, table: &Table<'_>) {
    for path in reads(table) {
        let refused = caller.get(&path).await;
        assert_eq!(refused.status, 401, "{path}: {}", refused.text);
        refused.expect_problem(401, "unauthenticated");
    }
}

#[tokio::test]
async fn after_logging_out_a_token_reads_nothing() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    for path in reads(&table) {
        table.seats[0].get(&path).await.expect(200);
    }
    table.seats[0].delete("/v1/sessions/current").await.expect(204);
    reads_nothing(&table.seats[0], &table).await;
    table.public_view().await;
}

#[tokio::test]
async fn after_a_password_change_other_sessions_read_nothing() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let changing = app.user("ada").await;
    let body = json!({"current": PASSWORD, "new": "staple horse battery"});
    changing.put("/v1/me/password", body).await.expect(204);
    reads_nothing(&table.seats[0], &table).await;
    changing.get(&table.path("")).await.expect(200);
}

#[tokio::test]
async fn after_an_erasure_a_token_reads_nothing() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.seats[0].erase().await.expect(204);
    reads_nothing(&table.seats[0], &table).await;
}

#[tokio::test]
async fn a_token_for_somebody_elses_session_is_refused() {
    let (key, other) = ([7; 32], [8; 32]);
    let app = TestApp::spawn_with(|settings| {
        settings.access.signing_key = Some(key);
        settings.access.next_signing_key = Some(other);
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let signer = AccessTokens::new("lapidary", Duration::from_secs(600), &key, &other).unwrap();
    let forge = |player: PlayerId, session: SessionId| {
        let identity = Identity { player, session, kind: SessionKind::Login, scopes: Scopes::ALL };
        app.with_token(&signer.issue(&identity, chrono::Utc::now()).unwrap())
    };
    let id = |name: &str| {
        let path = format!("/v1/players/{name}");
        let app = &app;
        async move { app.anonymous().get(&path).await.expect(200).json["id"].as_str().unwrap().parse().unwrap() }
    };
    let (ada, bob): (Uuid, Uuid) = (id("ada").await, id("bob").await);
    let claims = table.seats[1].token().split('.').nth(1).unwrap();
    let claims = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, claims).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    let bobs = SessionId(claims["sid"].as_str().unwrap().parse().unwrap());
    assert_eq!(claims["sub"], json!(bob));

    forge(PlayerId(bob), bobs).get("/v1/me").await.expect(200);
    let forged = forge(PlayerId(ada), bobs);
    reads_nothing(&forged, &table).await;
    let take = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
    forged.post(&table.path("/actions"), &take).await.expect_problem(401, "unauthenticated");
    forged.patch("/v1/me", json!({})).await.expect_problem(401, "unauthenticated");
    forged.delete("/v1/sessions/current").await.expect(204);
    table.seats[1].get("/v1/me").await.expect(200);

    // The same for a remembered game, where the statement that stores the turn checks the session.
    table.seats[0].post(&table.path("/actions"), &take).await.expect(200);
    let reply = json!({"version": 2, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
    let sids = forge(PlayerId(bob), SessionId(Uuid::nil()));
    sids.post(&table.path("/actions"), &reply).await.expect_problem(401, "unauthenticated");
    table.seats[1].post(&table.path("/actions"), &reply).await.expect(200);
}
