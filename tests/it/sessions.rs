//! Sessions: logging in, refreshing tokens, and the end of sessions.

use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, PASSWORD, TestApp};

async fn log_in(app: &TestApp, username: &str) -> Value {
    app.user(username).await;
    let body = json!({"username": username, "password": PASSWORD});
    app.anonymous().post("/v1/sessions", body).await.expect(200).json
}

async fn refresh(app: &TestApp, token: &Value) -> Answer {
    app.anonymous().post("/v1/sessions/refresh", json!({"refresh_token": token})).await
}

/// Moves everything that is stored about tokens into the past.
async fn age_tokens(app: &TestApp, seconds: u32) {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    for change in [
        "refresh_tokens SET used_at = used_at - age, created_at = created_at - age",
        "sessions SET token_issued_at = token_issued_at - age",
    ] {
        let sql = format!("UPDATE {}", change.replace("age", &format!("interval '{seconds} seconds'")));
        diesel::sql_query(sql).execute(&mut connection).await.unwrap();
    }
}

/// Uses an access token.
async fn use_access(app: &TestApp, session: &Value) {
    app.with_token(session["access_token"].as_str().unwrap()).get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_session_has_the_documented_fields() {
    let app = TestApp::spawn().await;
    let session = log_in(&app, "ada").await;
    assert_eq!(session["expires_in"], 600);
    assert_eq!(session["player"]["username"], "ada");
    let ada = app.with_token(session["access_token"].as_str().unwrap());
    let mut me = ada.get("/v1/me").await.expect(200).json;
    me.as_object_mut().unwrap().remove("token");
    assert_eq!(me, session["player"]);
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_get_the_same_response() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let wrong =
        app.anonymous().post("/v1/sessions", json!({"username": "ada", "password": "wrong password"})).await;
    let unknown =
        app.anonymous().post("/v1/sessions", json!({"username": "bob", "password": "wrong password"})).await;
    let wrong = wrong.expect_problem(401, "invalid_credentials");
    assert_eq!(wrong.text_without_id(), unknown.expect(401).text_without_id());
}

#[tokio::test]
async fn wrong_passwords_delay_only_the_name_that_was_tried() {
    let app = TestApp::spawn().await;
    app.user("bob").await;
    let wrong = json!({"username": "ada", "password": "wrong password"});
    for _ in 0..3 {
        app.anonymous().post("/v1/sessions", &wrong).await.expect_problem(401, "invalid_credentials");
    }
    let refused = app.anonymous().post("/v1/sessions", &wrong).await.expect_problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "1");
    log_in(&app, "bob").await;
}

#[tokio::test]
async fn a_refresh_returns_the_next_refresh_token() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    let second = refresh(&app, &first["refresh_token"]).await.expect(200).json;
    assert_ne!(second["refresh_token"], first["refresh_token"]);
    assert_eq!(second["player"], first["player"]);
    let ada = app.with_token(second["access_token"].as_str().unwrap());
    ada.get("/v1/me").await.expect(200);
    refresh(&app, &second["refresh_token"]).await.expect(200);
}

#[tokio::test]
async fn a_lost_refresh_response_can_be_requested_again() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    let second = refresh(&app, &first["refresh_token"]).await.expect(200).json;
    let again = refresh(&app, &first["refresh_token"]).await.expect(200).json;
    assert_eq!(second["refresh_token"], again["refresh_token"]);
}

#[tokio::test]
async fn two_refreshes_at_once_agree() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    let token = &first["refresh_token"];
    let (one, other) = tokio::join!(refresh(&app, token), refresh(&app, token));
    assert_eq!(one.expect(200).json["refresh_token"], other.expect(200).json["refresh_token"]);
}

#[tokio::test]
async fn a_lost_refresh_response_can_be_requested_again_after_a_long_sleep() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    use_access(&app, &first).await;
    refresh(&app, &first["refresh_token"]).await.expect(200);
    // The uses of the old access token are stored, so the aging separates them from the new pair.
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let earlier = "UPDATE sessions SET token_issued_at = token_issued_at - interval '10 minutes' \
                   WHERE label IS DISTINCT FROM 'built-in opponent'";
    assert_eq!(diesel::sql_query(earlier).execute(&mut connection).await.unwrap(), 2, "also that of `user`");
    age_tokens(&app, 3_600).await;
    let token = &first["refresh_token"];
    let (one, other) = tokio::join!(refresh(&app, token), refresh(&app, token));
    let (one, other) = (one.expect(200).json, other.expect(200).json);
    assert_eq!(one["refresh_token"], other["refresh_token"]);
    use_access(&app, &one).await;
    refresh(&app, &one["refresh_token"]).await.expect(200);
}

#[tokio::test]
async fn of_a_chain_only_the_newest_used_token_can_be_repeated_late() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    let second = refresh(&app, &first["refresh_token"]).await.expect(200).json;
    let third = refresh(&app, &second["refresh_token"]).await.expect(200).json;
    age_tokens(&app, 60).await;
    let again = refresh(&app, &second["refresh_token"]).await.expect(200).json;
    assert_eq!(again["refresh_token"], third["refresh_token"]);
    refresh(&app, &first["refresh_token"]).await.expect_problem(401, "invalid_refresh_token");
    refresh(&app, &third["refresh_token"]).await.expect_problem(401, "invalid_refresh_token");
}

#[tokio::test]
async fn late_reuse_of_a_token_ends_its_session_once_an_access_token_of_the_next_pair_was_used() {
    let app = TestApp::spawn().await;
    let first = log_in(&app, "ada").await;
    let second = refresh(&app, &first["refresh_token"]).await.expect(200).json;
    age_tokens(&app, 60).await;
    use_access(&app, &second).await;
    refresh(&app, &first["refresh_token"]).await.expect_problem(401, "invalid_refresh_token");
    refresh(&app, &second["refresh_token"]).await.expect_problem(401, "invalid_refresh_token");
    let ada = app.with_token(second["access_token"].as_str().unwrap());
    ada.patch("/v1/me", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn an_unknown_refresh_token_is_refused() {
    let app = TestApp::shared().await;
    for token in ["", "nonsense", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        refresh(&app, &json!(token)).await.expect_problem(401, "invalid_refresh_token");
    }
}

#[tokio::test]
async fn after_logging_out_no_token_of_the_session_is_valid() {
    let app = TestApp::spawn().await;
    let session = log_in(&app, "ada").await;
    let ada = app.with_token(session["access_token"].as_str().unwrap());
    ada.delete("/v1/sessions/current").await.expect(204);
    ada.delete("/v1/sessions/current").await.expect(204);
    ada.erase().await.expect_problem(401, "unauthenticated");
    refresh(&app, &session["refresh_token"]).await.expect_problem(401, "invalid_refresh_token");
}

#[tokio::test]
async fn a_token_verifies_with_the_published_keys_and_has_the_documented_claims() {
    use jsonwebtoken::{Algorithm, DecodingKey, Validation, jwk::JwkSet};
    let app = TestApp::spawn().await;
    let session = log_in(&app, "ada").await;
    let keys: JwkSet =
        serde_json::from_value(app.anonymous().get("/.well-known/jwks.json").await.expect(200).json).unwrap();
    assert_eq!(keys.keys.len(), 2);
    let token = session["access_token"].as_str().unwrap();
    let header = jsonwebtoken::decode_header(token).unwrap();
    assert_eq!(header.typ.as_deref(), Some("at+jwt"));
    let key = DecodingKey::from_jwk(keys.find(&header.kid.unwrap()).unwrap()).unwrap();
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_audience(&["lapidary"]);
    validation.set_issuer(&["lapidary"]);
    let claims = jsonwebtoken::decode::<Value>(token, &key, &validation).unwrap().claims;
    assert_eq!(claims["sub"], session["player"]["id"]);
    // The words of 0.1.0, whose servers may run beside this one.
    assert_eq!(claims["scope"], "read play challenge bots tournaments");
    assert_eq!(claims["organize"], true);
    for claim in ["sid", "jti", "iat", "exp"] {
        assert!(!claims[claim].is_null(), "{claim}");
    }
}

#[tokio::test]
async fn a_bad_token_is_refused_even_if_no_token_is_required() {
    let app = TestApp::spawn().await;
    let session = log_in(&app, "ada").await;
    let good = session["access_token"].as_str().unwrap();
    let (changed, cut) = (good.replacen('.', ".A", 1), &good[..good.len() - 4]);
    for bad in ["", "garbage", "a.b.c", &changed, cut] {
        for path in ["/v1/me", "/v1/players/ada", "/v1/nothing"] {
            let answer = app.with_token(bad).get(path).await.expect_problem(401, "unauthenticated");
            assert!(answer.header("www-authenticate").starts_with("Bearer"));
        }
    }
    let basic = app.anonymous().request(Method::GET, "/v1/players/ada").header("authorization", "Basic YTpi");
    Answer::to(basic).await.expect_problem(401, "unauthenticated");
    let lower =
        app.anonymous().request(Method::GET, "/v1/me").header("authorization", format!("bearer {good}"));
    Answer::to(lower).await.expect(200);
}

#[tokio::test]
async fn an_expired_token_is_refused() {
    let app =
        TestApp::spawn_with(|settings| settings.access.access_lifetime = std::time::Duration::ZERO).await;
    let session = log_in(&app, "ada").await;
    let ada = app.with_token(session["access_token"].as_str().unwrap());
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_login_deletes_expired_tokens_and_sessions() {
    let app = TestApp::spawn_with(|settings| settings.access.refresh_lifetime = Duration::ZERO).await;
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    for _ in 0..3 {
        log_in(&app, "ada").await;
    }
    for table in ["refresh_tokens", "sessions WHERE label IS DISTINCT FROM 'built-in opponent'"] {
        let left: i64 = diesel::dsl::sql::<diesel::sql_types::BigInt>("SELECT count(*) FROM ")
            .sql(table)
            .get_result(&mut connection)
            .await
            .unwrap();
        assert_eq!(left, 1, "{table}: only the last login's");
    }
}
