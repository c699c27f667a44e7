//! Scopes: every operation with every kind of token.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::Utc;
use lapidary::auth::{AccessTokens, ApiToken, Identity, PlayerId, SessionId, SessionKind};
use serde_json::{Value, json};

use crate::api_tokens::{issue, with_api_token};
use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::contract::operations;
use crate::games::stored::Stored;
use crate::games::table::{Table, terms_with};
use crate::oauth::browser::Browser;

const KEY: [u8; 32] = [7; 32];
const NEXT_KEY: [u8; 32] = [8; 32];
pub const SCOPES: [&str; 6] = ["read", "play", "challenge", "bots", "tournaments", "organize"];

async fn spawn() -> TestApp {
    TestApp::spawn_with(|settings| {
        settings.access.signing_key = Some(KEY);
        settings.access.next_signing_key = Some(NEXT_KEY);
    })
    .await
}

/// Returns the same caller with a token that has only these scopes.
fn narrowed<'a>(app: &'a TestApp, caller: &Caller<'_>, scopes: &str) -> Caller<'a> {
    let claims = caller.token().split('.').nth(1).expect("a token has claims");
    let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).expect("claims are base64");
    let claims: Value = serde_json::from_slice(&claims).expect("claims are JSON");
    let id = |name: &str| claims[name].as_str().expect("a claim").parse().expect("an id");
    let identity = Identity {
        player: PlayerId(id("sub")),
        session: SessionId(id("sid")),
        kind: SessionKind::Login,
        scopes: scopes.parse().expect("scopes"),
    };
    let issuer = claims["iss"].as_str().expect("an issuer");
    let tokens = AccessTokens::new(issuer, Duration::from_secs(600), &KEY, &NEXT_KEY).expect("keys");
    app.with_token(&tokens.issue(&identity, Utc::now()).expect("a token"))
}

fn is_refused(answer: &Answer) -> bool {
    answer.status == 403 && answer.json["code"] == "forbidden"
}

/// Returns the scopes that the contract names for an operation: none, some, or all of them for a session.
pub fn needed(security: &Value) -> Vec<&str> {
    let alternatives = security.as_array().into_iter().flatten();
    let scopes = alternatives.filter_map(|token| token["bearer"].as_array()).flatten();
    scopes.filter_map(Value::as_str).collect()
}

/// Returns the words about scopes that a token lacks.
fn lacks(needed: &[&str], has: &str) -> String {
    let missing: Vec<&str> = needed.iter().copied().filter(|scope| *scope != has).collect();
    let word = if missing.len() == 1 { "scope" } else { "scopes" };
    format!("The access token lacks the {word} `{}`.", missing.join("`, `"))
}

#[tokio::test]
async fn every_operation_requires_its_scope() {
    let app = spawn().await;
    let ada = app.user("ada").await;
    for operation in operations(&app).await {
        let (name, needed) = (operation.name(), needed(&operation.description["security"]));
        for scopes in SCOPES.into_iter().chain([""]) {
            let answer = operation.send(&narrowed(&app, &ada, scopes)).await;
            let allowed = needed.iter().all(|scope| *scope == scopes);
            assert_eq!(is_refused(&answer), !allowed, "{name} with scope {scopes:?}: {}", answer.text);
            assert_ne!(
                answer.json["code"], "unauthenticated",
                "{name} with scope {scopes:?}: {}",
                answer.text
            );
            if !allowed && needed != SCOPES {
                assert_eq!(answer.json["detail"], lacks(&needed, scopes), "{name}");
                let told = format!(
                    "Bearer realm=\"lapidary\", error=\"insufficient_scope\", scope=\"{}\"",
                    needed.join(" ")
                );
                assert_eq!(answer.header("www-authenticate"), told, "{name}");
            } else if !allowed {
                let told = "Bearer realm=\"lapidary\", error=\"insufficient_scope\"";
                assert_eq!(answer.header("www-authenticate"), told, "{name}");
            }
        }
        let optional =
            operation.description["security"].as_array().is_some_and(|all| all.contains(&json!({})));
        let anonymous = operation.send(&app.anonymous()).await;
        let refused = anonymous.json["code"] == "unauthenticated";
        assert_eq!(refused, !needed.is_empty() && !optional, "{name} without a token: {}", anonymous.text);
        let bad = operation.send(&app.with_token("a.b.c")).await;
        let reads_token = operation.path.starts_with("/v1");
        assert_eq!(bad.json["code"] == "unauthenticated", reads_token, "{name}: {}", bad.text);
        if reads_token {
            let told = "Bearer realm=\"lapidary\", error=\"invalid_token\"";
            assert_eq!(bad.header("www-authenticate"), told, "{name}");
        }
        if refused {
            assert_eq!(anonymous.header("www-authenticate"), "Bearer realm=\"lapidary\"", "{name}");
        }
    }
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_token_learns_what_it_is() {
    let app = spawn().await;
    let ada = app.user("ada").await;
    let own = |answer: Answer| answer.expect(200).json["token"].clone();
    assert_eq!(own(ada.get("/v1/me").await), json!({"kind": "login", "scopes": SCOPES}));
    let program = with_api_token(&app, &ada, &["play", "read"]).await;
    let kind_and_scopes = json!({"kind": "api_token", "scopes": ["read", "play"]});
    assert_eq!(own(program.get("/v1/me").await), kind_and_scopes);
    let grant = Browser::at(&app).grant("ada").await;
    let told = own(app.with_token(grant["access_token"].as_str().expect("a token")).get("/v1/me").await);
    assert_eq!(told, json!({"kind": "grant", "scopes": ["read", "play"]}));
    // An ended session makes a token that is still signed invalid.
    ada.delete("/v1/sessions/current").await.expect(204);
    let ended = ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    assert_eq!(ended.header("www-authenticate"), "Bearer realm=\"lapidary\", error=\"invalid_token\"");
}

#[tokio::test]
async fn the_token_of_a_session_may_do_everything() {
    let app = spawn().await;
    for (number, operation) in operations(&app).await.iter().enumerate() {
        let caller = app.user(&format!("user{number}")).await;
        if operation.path.starts_with("/v1/admin/") {
            let sql = format!("UPDATE players SET role = 'administrator' WHERE username = 'user{number}'");
            Stored::of(&app).await.execute(&sql).await;
        }
        let answer = operation.send(&caller).await;
        assert!(!is_refused(&answer), "{}: {}", operation.name(), answer.text);
    }
}

#[tokio::test]
async fn a_read_only_token_can_neither_create_nor_play_games() {
    let app = spawn().await;
    let ada = app.user("ada").await;
    let reader = narrowed(&app, &ada, "read");
    let terms = json!({"ruleset": "splendor", "seats": 2});
    reader.post("/v1/games", &terms).await.expect_problem(403, "forbidden");
    let game = ada.post("/v1/games", &terms).await.expect(201).json;
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    reader.get(&path).await.expect(200);
    narrowed(&app, &ada, "").get(&path).await.expect_problem(403, "forbidden");
    for deed in ["/join", "/leave", "/resign", "/abort"] {
        reader.post_empty(&format!("{path}{deed}")).await.expect_problem(403, "forbidden");
    }
    assert_eq!(ada.get(&path).await.expect(200).json["status"], "waiting");
}

#[tokio::test]
async fn only_a_session_can_administer_the_account() {
    let app = spawn().await;
    let ada = app.user("ada").await;
    let five = narrowed(&app, &ada, "read play challenge bots tournaments");
    five.patch("/v1/me", json!({"email": "eve@example.org", "password": PASSWORD}))
        .await
        .expect_problem(403, "forbidden");
    five.erase().await.expect_problem(403, "forbidden");
    let change = json!({"current": PASSWORD, "new": "staple horse battery"});
    let refused = five.put("/v1/me/password", change).await.expect_problem(403, "forbidden");
    assert!(refused.text.contains("the access token of a login"), "{}", refused.text);
    narrowed(&app, &ada, &SCOPES.join(" ")).patch("/v1/me", json!({})).await.expect(200);
}

/// Returns a token of the form of the API tokens of this server, which was never issued.
fn unknown() -> String {
    ApiToken::generate().expect("a token").as_text().to_owned()
}

#[tokio::test]
async fn every_operation_requires_the_scope_of_an_api_token() {
    let app = spawn().await;
    let ada = app.user("ada").await;
    let none = with_api_token(&app, &ada, &["read"]).await;
    Stored::of(&app).await.execute("UPDATE sessions SET scopes = '' WHERE kind = 'token'").await;
    let mut tokens = vec![(vec![], none), (SCOPES.to_vec(), with_api_token(&app, &ada, &SCOPES).await)];
    for scope in SCOPES {
        tokens.push((vec![scope], with_api_token(&app, &ada, &[scope]).await));
    }
    for operation in operations(&app).await {
        let (name, needed) = (operation.name(), needed(&operation.description["security"]));
        for (scopes, token) in &tokens {
            let answer = operation.send(token).await;
            // The operations that need all scopes need a login.
            let allowed = needed.len() < SCOPES.len() && needed.iter().all(|scope| scopes.contains(scope));
            assert_eq!(is_refused(&answer), !allowed, "{name} with {scopes:?}: {}", answer.text);
            assert_ne!(answer.json["code"], "unauthenticated", "{name} with {scopes:?}: {}", answer.text);
        }
    }
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn no_operation_takes_an_api_token_that_is_not_valid() {
    let app = spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let valid = with_api_token(&app, &ada, &SCOPES).await;
    let expired = with_api_token(&app, &ada, &SCOPES).await;
    let revoked = with_api_token(&app, &ada, &SCOPES).await;
    let (of_erased, digest) = (with_api_token(&app, &eve, &SCOPES).await, |token: &Caller<'_>| {
        hex::encode(ApiToken::parse(token.token()).expect("a token").digest())
    });
    let mut stored = Stored::of(&app).await;
    for (change, token) in [("expires_at", &expired), ("revoked_at", &revoked)] {
        let digest = digest(token);
        let update = format!("UPDATE sessions SET {change} = now() WHERE token_digest = '\\x{digest}'");
        stored.execute(&update).await;
    }
    let deleted = issue(&ada, "/v1/me/tokens", &SCOPES).await;
    let path = format!("/v1/me/tokens/{}", deleted["id"].as_str().expect("an id"));
    ada.delete(&path).await.expect(204);
    let deleted = app.with_token(deleted["token"].as_str().expect("a token"));
    eve.erase().await.expect(204);
    let text = valid.token();
    let other_end = if text.ends_with('0') { '1' } else { '0' };
    let wrong_checksum = app.with_token(&format!("{}{other_end}", &text[..text.len() - 1]));
    let in_other_case = app.with_token(&text.to_ascii_uppercase());
    let never_issued = app.with_token(&unknown());
    let all = [&expired, &revoked, &deleted, &of_erased, &wrong_checksum, &in_other_case, &never_issued];
    for operation in operations(&app).await.iter().filter(|operation| operation.path.starts_with("/v1")) {
        for (number, token) in all.iter().enumerate() {
            let refused = operation.send(token).await;
            assert_eq!(
                refused.json["code"],
                "unauthenticated",
                "{} {number}: {}",
                operation.name(),
                refused.text
            );
            refused.expect_problem(401, "unauthenticated");
        }
    }
    valid.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn an_api_token_does_nothing_for_another_account() {
    let app = spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let eve = app.user("eve").await;
    let token = with_api_token(&app, &eve, &SCOPES).await;
    let game = table.path("");
    token.get(&game).await.expect_problem(404, "not_found");
    for deed in ["/join", "/leave", "/resign", "/abort"] {
        token.post_empty(&format!("{game}{deed}")).await.expect_problem(404, "not_found");
    }
    assert_eq!(token.get("/v1/me").await.expect(200).json["username"], "eve");
    assert_eq!(token.get("/v1/games?player=ada").await.expect(200).json["items"], json!([]));
}
