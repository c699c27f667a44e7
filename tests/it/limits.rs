//! Rate limits: their headers and refusals.

use lapidary::settings::Switch;
use serde_json::json;

use crate::app::TestApp;

#[tokio::test]
async fn every_response_of_the_api_has_limit_headers() {
    let app = TestApp::spawn_with(|settings| settings.limits.rate_limits = Switch::On).await;
    let answer = app.anonymous().get("/v1/players/nobody").await.expect(404);
    assert_eq!(answer.header("ratelimit-policy"), "\"reads\";q=1200;w=60");
    assert_eq!(answer.header("ratelimit"), "\"reads\";r=1199;t=1");
    let refused = app.with_token("bad").get("/v1/me").await.expect(401);
    assert_eq!(refused.header("ratelimit"), "\"reads\";r=1198;t=1");
    let view = app.anonymous().get("/v1/games/0190a000-0000-7000-8000-000000000000").await;
    assert_eq!(view.header("ratelimit-policy"), "\"views\";q=64;qu=\"concurrent-requests\"");
    assert_eq!(app.anonymous().get("/livez").await.header("ratelimit"), "");
}

#[tokio::test]
async fn too_many_requests_are_refused_with_retry_after() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.reads_per_minute = 2;
    })
    .await;
    let ada = app.user("ada").await;
    for _ in 0..2 {
        ada.get("/v1/me").await.expect(200);
    }
    let refused = ada.get("/v1/me").await.expect_problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(refused.header("ratelimit"), "\"reads\";r=0;t=30");
    ada.patch("/v1/me", json!({})).await.expect(200);
    app.user("bob").await.get("/v1/me").await.expect(200);
    app.anonymous().get("/v1/players/ada").await.expect(200);
}

#[tokio::test]
async fn limits_can_be_switched_off() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::Off;
        settings.limits.reads_per_minute = 1;
    })
    .await;
    for _ in 0..3 {
        let answer = app.anonymous().get("/v1/players/nobody").await.expect(404);
        assert_eq!(answer.header("ratelimit"), "");
    }
}
