//! Attacks on passwords: parallel guesses, floods from one address, failures of neighbors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{join_all, select_all};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, PASSWORD, TestApp};

/// The number of wrong passwords for an account from one address before the first delay.
const FREE: usize = 3;
/// The address of the attacker.
const FLOODER: &str = "198.51.100.1";
/// The address of another user.
const VICTIM: &str = "192.0.2.1";

/// Returns an application that trusts `X-Forwarded-For` of the tests.
async fn behind_a_proxy(memory_kib: u32, at_once: usize) -> TestApp {
    TestApp::spawn_with(|settings| {
        settings.http.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        settings.access.password_memory_kib = memory_kib;
        settings.access.password_hashes_at_once = at_once;
        // Longer than any test: how many guesses are judged does not depend on how long they take.
        settings.access.password_delay = Duration::from_secs(600);
    })
    .await
}

async fn post_from(app: &TestApp, address: &str, path: &str, body: Value) -> Answer {
    let request = app.anonymous().request(Method::POST, path).header("x-forwarded-for", address);
    Answer::to(request.json(&body)).await
}

async fn log_in_from(app: &TestApp, address: &str, name: &str, password: &str) -> Answer {
    let body = json!({"username": name, "password": password});
    post_from(app, address, "/v1/sessions", body).await
}

fn statuses(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status.as_u16() == status).count()
}

/// Sends all at once. Asserts that only the free attempts were judged, and that all others were refused with
/// `Retry-After`.
async fn expect_few_judged(tries: impl IntoIterator<Item = impl Future<Output = Answer>>, judged: u16) {
    let answers = join_all(tries).await;
    assert_eq!(statuses(&answers, judged), FREE, "these wrong passwords were judged");
    for answer in answers.iter().filter(|answer| answer.status.as_u16() != judged) {
        assert!(matches!(answer.status.as_u16(), 429 | 503), "{}", answer.text);
        assert_ne!(answer.header("retry-after"), "");
    }
}

#[tokio::test]
async fn of_150_wrong_passwords_at_once_the_free_ones_are_judged() {
    let app = behind_a_proxy(256, 4).await;
    app.user("ada").await;
    let tries = (0..150).map(|number| {
        let (app, password) = (&app, format!("wrong password {number}"));
        async move { log_in_from(app, FLOODER, "ada", &password).await }
    });
    expect_few_judged(tries, 401).await;
}

#[tokio::test]
async fn of_150_wrong_current_passwords_at_once_the_free_ones_are_judged() {
    let app = behind_a_proxy(256, 4).await;
    let ada: &Caller = &app.user("ada").await;
    let tries = (0..150).map(|number| async move {
        let body = json!({"current": format!("wrong password {number}"), "new": "staple horse battery"});
        ada.put("/v1/me/password", body).await
    });
    expect_few_judged(tries, 403).await;
}

#[tokio::test]
async fn of_150_wrong_passwords_for_an_erasure_or_an_address_at_once_the_free_ones_are_judged() {
    let app = behind_a_proxy(256, 4).await;
    let ada: &Caller = &app.user("ada").await;
    let tries = (0..150).map(|number| async move {
        let password = format!("wrong password {number}");
        match number % 2 {
            0 => Answer::to(ada.request(Method::DELETE, "/v1/me").json(&json!({"password": password}))).await,
            _ => ada.patch("/v1/me", json!({"email": null, "password": password})).await,
        }
    });
    expect_few_judged(tries, 403).await;
}

/// Asserts that somebody else can log in, again and again, while each of 300 clients sends requests of the
/// flood, which have numbers, again and again.
async fn expect_no_harm_by_a_flood(send: impl AsyncFn(&TestApp, usize) -> Answer) {
    let app = behind_a_proxy(16 * 1024, 1).await;
    app.user("ada").await;
    let (sent, full) = (&AtomicUsize::new(0), &AtomicUsize::new(0));
    let flood = (0..300).map(|_| async {
        loop {
            let number = sent.fetch_add(1, Ordering::Relaxed);
            let answer = send(&app, number).await;
            full.fetch_add(usize::from(answer.status == 503), Ordering::Relaxed);
        }
    });
    let victim = async {
        for _ in 0..4 {
            // The queue is full when it refuses a request of the flood. The tests of the queue say in which
            // order it serves; how many are served meanwhile depends on the speed of the machine.
            let before = full.load(Ordering::Relaxed);
            while full.load(Ordering::Relaxed) == before {
                tokio::task::yield_now().await;
            }
            log_in_from(&app, VICTIM, "ada", PASSWORD).await.expect(200);
        }
    };
    tokio::select! {
        () = victim => {},
        () = async { join_all(flood).await; } => unreachable!("the flood does not end"),
    }
}

#[tokio::test]
async fn a_flood_of_one_address_does_not_keep_another_from_logging_in() {
    expect_no_harm_by_a_flood(async |app, number| {
        let account = json!({"username": format!("flood-{number}"), "password": PASSWORD});
        post_from(app, FLOODER, "/v1/accounts", account).await
    })
    .await;
}

#[tokio::test]
async fn a_flood_of_many_networks_in_a_wider_one_does_not_keep_others_from_logging_in() {
    expect_no_harm_by_a_flood(async |app, number| {
        let address = format!("2001:db8:2:{:x}::1", number % 0x1_0000);
        log_in_from(app, &address, "nobody", "wrong password").await
    })
    .await;
}

#[tokio::test]
async fn abandoned_logins_neither_hold_places_nor_count_as_failed() {
    let app = behind_a_proxy(64 * 1024, 1).await;
    app.user("ada").await;
    let tries = (0..60).map(|number| {
        let app = &app;
        Box::pin(
            async move { log_in_from(app, FLOODER, &format!("nobody-{number}"), "wrong password").await },
        )
    });
    let (first, _, waiting) = select_all(tries).await;
    first.expect(401);
    drop(waiting);
    // After 20 failures of the network, this login would be delayed.
    log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_taken_name_is_refused_before_anything_is_hashed() {
    let app = behind_a_proxy(128 * 1024, 1).await;
    app.user("ada").await;
    let account = json!({"username": "ADA", "password": PASSWORD});
    let tries = (0..100).map(|_| post_from(&app, FLOODER, "/v1/accounts", account.clone()));
    for answer in join_all(tries).await {
        answer.expect_problem(409, "username_taken");
    }
}

#[tokio::test]
async fn failures_of_neighbors_do_not_delay_an_account_that_logged_in_there_recently() {
    let app = behind_a_proxy(8, 2).await;
    app.user("ada").await;
    log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect(200);
    for number in 0..20 {
        log_in_from(&app, FLOODER, &format!("nobody-{number}"), "wrong password").await.expect(401);
    }
    log_in_from(&app, FLOODER, "nobody", "wrong password").await.expect_problem(429, "too_many_requests");
    log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_device_with_an_earlier_refresh_token_is_not_delayed_by_guesses_of_neighbors() {
    let app = behind_a_proxy(8, 2).await;
    app.user("ada").await;
    app.user("bob").await;
    let earlier = log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect(200).json;
    let foreign = log_in_from(&app, FLOODER, "bob", PASSWORD).await.expect(200).json;
    let with = |token: &Value, password: &str| {
        let body = json!({"username": "ada", "password": password, "refresh_token": token});
        post_from(&app, FLOODER, "/v1/sessions", body)
    };
    for _ in 0..FREE {
        log_in_from(&app, FLOODER, "ada", "wrong password").await.expect(401);
    }
    log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect_problem(429, "too_many_requests");
    for strange in [&foreign["refresh_token"], &json!("nonsense"), &json!(null)] {
        with(strange, PASSWORD).await.expect_problem(429, "too_many_requests");
    }
    with(&earlier["refresh_token"], PASSWORD).await.expect(200);
    for _ in 0..FREE {
        with(&earlier["refresh_token"], "wrong password").await.expect(401);
    }
    with(&earlier["refresh_token"], PASSWORD).await.expect_problem(429, "too_many_requests");
    let used = json!({"refresh_token": earlier["refresh_token"]});
    app.anonymous().post("/v1/sessions/refresh", used).await.expect(200);
}

#[tokio::test]
async fn a_device_that_logged_out_is_still_known() {
    let app = behind_a_proxy(8, 2).await;
    app.user("ada").await;
    let earlier = log_in_from(&app, FLOODER, "ada", PASSWORD).await.expect(200).json;
    let ada = app.with_token(earlier["access_token"].as_str().unwrap());
    ada.delete("/v1/sessions/current").await.expect(204);
    for _ in 0..FREE {
        log_in_from(&app, FLOODER, "ada", "wrong password").await.expect(401);
    }
    let body = json!({"username": "ada", "password": PASSWORD, "refresh_token": earlier["refresh_token"]});
    post_from(&app, FLOODER, "/v1/sessions", body).await.expect(200);
}
