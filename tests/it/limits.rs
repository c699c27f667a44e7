//! Rate limits: their headers and refusals.

use lapidary::settings::Switch;
use serde_json::json;

use crate::app::{Answer, TestApp};

#[tokio::test]
async fn every_response_of_the_api_has_limit_headers() {
    let app = TestApp::spawn_with(|settings| settings.limits.rate_limits = Switch::On).await;
    let answer = app.anonymous().get("/v1/players/nobody").await.expect(404);
    assert_eq!(answer.header("ratelimit-policy"), "\"reads\";q=1200;w=60");
    assert_eq!(answer.header("ratelimit"), "\"reads\";r=1199;t=1");
    let refused = app.with_token("bad").get("/v1/me").await.expect(401);
    assert_eq!(refused.header("ratelimit-policy"), "\"reads\";q=1200;w=60");
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
    for left in [1, 0] {
        assert_eq!(left_of_reads(&ada.get("/v1/me").await.expect(200)).0, left);
    }
    let refused = ada.get("/v1/me").await.expect_problem(429, "too_many_requests");
    let (reads, seconds) = left_of_reads(&refused);
    assert!(reads == 0 && (20..=30).contains(&seconds), "{reads} left, and {seconds} s to wait");
    assert_eq!(refused.header("retry-after"), seconds.to_string());
    ada.patch("/v1/me", json!({})).await.expect(200);
    app.user("bob").await.get("/v1/me").await.expect(200);
    app.anonymous().get("/v1/players/ada").await.expect(200);
}

#[tokio::test]
async fn a_refused_token_counts_as_a_read_of_its_address() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.reads_per_minute = 2;
    })
    .await;
    for left in [1, 0] {
        let refused = app.with_token("bad").get("/v1/me").await.expect(401);
        assert_eq!(left_of_reads(&refused).0, left);
    }
    app.with_token("worse").get("/v1/me").await.expect_problem(429, "too_many_requests");
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

/// The reads that a response says are left, and its number of seconds. Tests that send several requests use
/// limits that give back one read in half a minute, because time passes between the requests.
fn left_of_reads(response: &Answer) -> (u32, u64) {
    let numbers =
        response.header("ratelimit").strip_prefix("\"reads\";r=").and_then(|rest| rest.split_once(";t="));
    let (reads, seconds) = numbers.expect("the limit of reads");
    (reads.parse().unwrap(), seconds.parse().unwrap())
}
