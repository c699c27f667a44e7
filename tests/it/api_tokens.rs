//! API tokens: issuing, using, listing and revoking them.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lapidary::auth::ApiToken;
use lapidary::settings::Switch;
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, PASSWORD, TestApp, look_again};
use crate::games::outage;
use crate::games::stored::Stored;
use crate::games::table::{Table, terms, turn};

/// Issues a token with these scopes, and returns the response.
pub async fn issue(caller: &Caller<'_>, path: &str, scopes: &[&str]) -> Value {
    caller.post(path, json!({"name": "laptop", "scopes": scopes})).await.expect(201).json
}

/// Returns a caller with a new API token of another caller.
pub async fn with_api_token<'a>(app: &'a TestApp, caller: &Caller<'_>, scopes: &[&str]) -> Caller<'a> {
    let issued = issue(caller, "/v1/me/tokens", scopes).await;
    app.with_token(issued["token"].as_str().expect("a token"))
}

fn time(json: &Value) -> DateTime<Utc> {
    json.as_str().expect("a time").parse().expect("a time")
}

fn take(version: u32) -> Value {
    turn(&json!(version), json!([{"type": "take", "gems": ["white", "blue", "green"]}]))
}

#[tokio::test]
async fn a_token_is_shown_once_and_listed_without_its_secret() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let wanted = json!({"name": "my bot", "scopes": ["play", "read", "play"], "expires_in_ms": 60_000});
    let issued = ada.post("/v1/me/tokens", wanted).await.expect(201);
    assert_eq!(issued.header("cache-control"), "no-store");
    let text = issued.json["token"].as_str().expect("a token").to_owned();
    assert!(ApiToken::parse(&text).is_some(), "{text}");
    assert_eq!(issued.json["scopes"], json!(["read", "play"]));
    assert_eq!(
        time(&issued.json["expires_at"]) - time(&issued.json["created_at"]),
        TimeDelta::milliseconds(60_000)
    );

    let listed = ada.get("/v1/me/tokens").await.expect(200);
    let mut expected = issued.json.clone();
    expected.as_object_mut().expect("an object").remove("token");
    assert_eq!(listed.json, json!({"items": [expected], "next_cursor": null}));

    let mut stored = Stored::of(&app).await;
    let rows = stored.texts("SELECT sessions::text FROM sessions WHERE kind = 'token'").await;
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].contains(&text) && !rows[0].contains(&text[4..34]), "{}", rows[0]);
}

#[tokio::test]
async fn a_token_plays_a_game_with_the_scopes_of_its_owner() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    let bob = with_api_token(&app, &table.seats[1], &["read", "play"]).await;
    bob.post_empty(&table.path("/join")).await.expect(200);
    table.seats[0].post(&table.path("/actions"), take(1)).await.expect(200);
    bob.post(&table.path("/actions"), take(2)).await.expect(200);
    let reader = with_api_token(&app, &table.seats[1], &["read"]).await;
    assert_eq!(reader.get(&table.path("")).await.expect(200).json["viewer_seat"], 1);
    reader.post(&table.path("/actions"), take(3)).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_body_with_a_wrong_name_scope_or_expiry_creates_nothing() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let good = json!({"name": "n", "scopes": ["read"]});
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("a\nb")),
        ("name", json!("a\u{85}b")),
        ("name", json!("x".repeat(65))),
        ("scopes", json!([])),
        ("scopes", json!(["admin"])),
        ("scopes", json!("read")),
        ("expires_in_ms", json!(59_999)),
        ("expires_in_ms", json!(315_360_000_001_u64)),
        ("token", json!("lap_")),
    ] {
        let mut body = good.clone();
        body[field] = value;
        ada.post("/v1/me/tokens", body).await.expect_problem(422, "validation_failed");
    }
    assert_eq!(ada.get("/v1/me/tokens").await.expect(200).json["items"], json!([]));
    for extreme in [json!(null), json!(60_000), json!(315_360_000_000_u64)] {
        let body = json!({"name": "é".repeat(64), "scopes": ["read"], "expires_in_ms": extreme});
        ada.post("/v1/me/tokens", body).await.expect(201);
    }
}

#[tokio::test]
async fn a_revoked_token_can_do_nothing_at_once_and_revoking_it_again_changes_nothing() {
    let app = TestApp::shared().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let issued = issue(&ada, "/v1/me/tokens", &["read", "play"]).await;
    let token = app.with_token(issued["token"].as_str().expect("a token"));
    let path = format!("/v1/me/tokens/{}", issued["id"].as_str().expect("an id"));
    token.get("/v1/me").await.expect(200);

    // Neither somebody else nor the token itself can revoke it.
    eve.delete(&path).await.expect(204);
    token.delete(&path).await.expect_problem(403, "forbidden");
    token.get("/v1/me").await.expect(200);

    ada.delete(&path).await.expect(204);
    // A public operation does not ask the database about its caller, so only the memory of this server can
    // know.
    token.get("/v1/rulesets").await.expect_problem(401, "unauthenticated");
    token.get("/v1/me").await.expect_problem(401, "unauthenticated");
    ada.delete(&path).await.expect(204);
    assert_eq!(ada.get("/v1/me/tokens").await.expect(200).json["items"], json!([]));
    let refused = ada.delete("/v1/me/tokens/abc").await.expect_problem(400, "malformed");
    assert!(refused.text.contains("The token id `abc`"), "{}", refused.text);
}

#[tokio::test]
async fn a_session_that_is_no_api_token_is_not_revoked_as_one() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let mut stored = Stored::of(&app).await;
    let login = stored.texts("SELECT id::text FROM sessions").await.remove(0);
    ada.delete(&format!("/v1/me/tokens/{login}")).await.expect(204);
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn another_server_refuses_a_revoked_token_wherever_it_matters() {
    let one = TestApp::spawn().await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await;
    let table = Table::started(&one, terms(2)).await;
    let issued = issue(&table.seats[0], "/v1/me/tokens", &["read", "play"]).await;
    let there = other.with_token(issued["token"].as_str().expect("a token"));
    there.get(&table.path("")).await.expect(200);
    there.post(&table.path("/actions"), take(1)).await.expect(200);
    table.seats[1].post(&table.path("/actions"), take(2)).await.expect(200);
    let path = format!("/v1/me/tokens/{}", issued["id"].as_str().expect("an id"));
    table.seats[0].delete(&path).await.expect(204);

    // The other server still remembers the token.
    there.get("/v1/rulesets").await.expect(200);
    there.post(&table.path("/actions"), take(3)).await.expect_problem(401, "unauthenticated");
    there.post("/v1/games", terms(2)).await.expect_problem(401, "unauthenticated");
    there.get(&table.path("")).await.expect_problem(401, "unauthenticated");
    there.get("/v1/me").await.expect_problem(401, "unauthenticated");
    assert_eq!(table.public_view().await["version"], 3);
}

#[tokio::test]
async fn no_way_to_store_a_turn_takes_a_revoked_token() {
    let app = TestApp::spawn().await;
    for (number, version) in [1, 1, 2].into_iter().enumerate() {
        let table = Table::started(&app, terms(2)).await;
        let seat = &table.seats[usize::from(version == 2)];
        let issued = issue(seat, "/v1/me/tokens", &["read", "play"]).await;
        let (token, path) = (app.with_token(issued["token"].as_str().expect("a token")), table.path(""));
        // From now on, the server remembers the token.
        token.get(if number > 0 { &path } else { "/v1/rulesets" }).await.expect(200);
        if version == 2 {
            // The server remembers this game from the turn that it stores.
            table.seats[0].post(&table.path("/actions"), take(1)).await.expect(200);
        }
        // The row is deleted behind the back of this server, as another server does it.
        let id = issued["id"].as_str().expect("an id");
        Stored::of(&app).await.execute(&format!("DELETE FROM sessions WHERE id = '{id}'")).await;
        let played = token.post(&table.path("/actions"), take(version)).await;
        played.expect_problem(401, "unauthenticated");
        assert_eq!(table.public_view().await["version"], version);
        assert_eq!(Stored::of(&app).await.log(&table.id).await.len(), version as usize);
    }
}

#[tokio::test]
async fn a_wait_ends_when_its_token_is_revoked() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let issued = issue(&table.seats[1], "/v1/me/tokens", &["read"]).await;
    let token = app.with_token(issued["token"].as_str().expect("a token"));
    let path = format!("/v1/me/tokens/{}", issued["id"].as_str().expect("an id"));
    let wait = table.path("?wait=my_turn");
    let revoke = async {
        // The wait is in flight when the server counts it.
        while Stored::of(&app)
            .await
            .texts("SELECT id::text FROM sessions WHERE last_used_at IS NOT NULL")
            .await
            .is_empty()
        {}
        table.seats[1].delete(&path).await.expect(204);
    };
    let waited =
        tokio::time::timeout(Duration::from_secs(30), async { tokio::join!(token.get(&wait), revoke).0 });
    waited.await.expect("the wait ends").expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_new_password_leaves_api_tokens_and_erasing_the_account_ends_them() {
    let app = TestApp::shared().await;
    let (ada, elsewhere) = (app.user("ada").await, app.user("ada").await);
    let token = with_api_token(&app, &ada, &["read"]).await;
    let change = json!({"current": PASSWORD, "new": "staple horse battery"});
    ada.put("/v1/me/password", change).await.expect(204);
    elsewhere.get("/v1/me").await.expect_problem(401, "unauthenticated");
    token.get("/v1/me").await.expect(200);
    let erase = ada.request(Method::DELETE, "/v1/me").json(&json!({"password": "staple horse battery"}));
    Answer::to(erase).await.expect(204);
    token.get("/v1/rulesets").await.expect_problem(401, "unauthenticated");
    token.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn an_account_has_a_limited_number_of_tokens_and_expired_ones_do_not_count() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    for _ in 0..100 {
        issue(&ada, "/v1/me/tokens", &["read"]).await;
    }
    let one_more = json!({"name": "one more", "scopes": ["read"]});
    ada.post("/v1/me/tokens", &one_more).await.expect_problem(409, "too_many_tokens");
    assert_eq!(ada.get("/v1/me/tokens").await.expect(200).json["items"].as_array().map(Vec::len), Some(100));
    let mut stored = Stored::of(&app).await;
    stored
        .execute(
            "UPDATE sessions SET expires_at = now() - interval '1 second' \
             WHERE id = (SELECT id FROM sessions WHERE kind = 'token' LIMIT 1)",
        )
        .await;
    ada.post("/v1/me/tokens", &one_more).await.expect(201);
    ada.post("/v1/me/tokens", &one_more).await.expect_problem(409, "too_many_tokens");
}

#[tokio::test]
async fn parallel_requests_do_not_exceed_the_limit_of_tokens() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    for _ in 0..98 {
        issue(&ada, "/v1/me/tokens", &["read"]).await;
    }
    let body = json!({"name": "n", "scopes": ["read"]});
    let answers = futures_util::future::join_all((0..8).map(|_| ada.post("/v1/me/tokens", &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2);
}

#[tokio::test]
async fn the_last_use_is_accurate_to_a_minute_or_so() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let token = with_api_token(&app, &ada, &["read"]).await;
    let last = async || ada.get("/v1/me/tokens").await.expect(200).json["items"][0]["last_used_at"].clone();
    assert_eq!(last().await, Value::Null);
    token.get("/v1/me").await.expect(200);
    let first = last().await;
    assert!(Utc::now() - time(&first) < TimeDelta::minutes(1), "{first}");
    token.get("/v1/me").await.expect(200);
    assert_eq!(last().await, first);
}

#[tokio::test]
async fn unknown_tokens_are_counted_before_they_are_looked_up() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.reads_per_minute = 3;
    })
    .await;
    let guess = async || -> Answer {
        let unknown = ApiToken::generate().expect("a token");
        app.with_token(unknown.as_text()).get("/v1/games/0190a000-0000-7000-8000-000000000000").await
    };
    for _ in 0..3 {
        guess().await.expect_problem(401, "unauthenticated");
    }
    // Without its table, a query would fail with another status.
    Stored::of(&app).await.execute("ALTER TABLE sessions RENAME TO hidden").await;
    let refused = guess().await.expect_problem(429, "too_many_requests");
    assert!(!refused.header("retry-after").is_empty());
}

#[tokio::test]
async fn without_the_database_a_token_that_is_not_remembered_is_answered_503() {
    let app = TestApp::spawn().await;
    let hasty = outage::hasty(&app).await;
    let ada = app.user("ada").await;
    let [known, new] = [(); 2].map(|()| with_api_token(&app, &ada, &["read"]));
    let (known, new) = (hasty.with_token(known.await.token()), hasty.with_token(new.await.token()));
    while known.get("/v1/rulesets").await.status != 200 {
        look_again().await;
    }
    outage::without_database(&app, async {
        let away = new.get("/v1/me").await.expect_problem(503, "unavailable");
        assert_eq!(away.header("retry-after"), "1");
        known.get("/v1/rulesets").await.expect(200);
    })
    .await;
    app.with_token(new.token()).get("/v1/me").await.expect(200);
}
