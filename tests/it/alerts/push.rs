//! Web Push: what push services and browsers get, and when a subscription ends.

use chrono::Utc;
use serde_json::{Value, json};

use super::push_service::{Browser, PushService};
use super::{look, patient, prompt, settled, until};
use crate::app::{Caller, TestApp};
use crate::games::reader::beside;
use crate::games::stored::Stored;
use crate::games::table::{Table, terms};
use crate::webhooks::sessions::grant;

const PATH: &str = "/v1/me/push";

async fn subscribe(caller: &Caller<'_>, browser: &Browser) -> Value {
    caller.post(PATH, browser.subscription()).await.expect(201).json
}

/// Returns the number of subscriptions that are stored.
async fn stored_count(stored: &mut Stored) -> String {
    stored.texts("SELECT count(*)::text FROM push_subscriptions").await.remove(0)
}

#[tokio::test]
async fn a_browser_reads_what_waits_and_its_push_service_knows_the_server() {
    let app = TestApp::spawn_with(|settings| {
        patient(settings);
        settings.push.push_contact = Some("mailto:games@games.example".to_owned());
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let mut service = PushService::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let listed = ada.get(PATH).await.expect(200).json;
    let key = listed["application_server_key"].as_str().unwrap().to_owned();
    assert_eq!((&listed["items"], &listed["next_cursor"]), (&json!([]), &Value::Null));
    let browser = Browser::at(service.endpoint("ada"));
    let made = subscribe(&ada, &browser).await;
    settled(&mut stored).await;
    assert_eq!((&made["is_own_session"], &made["last_accepted_at"]), (&json!(true), &Value::Null));

    let tables = [Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await];
    look(&mut stored).await;
    let turns = service.next().await;
    assert!(turns.head.starts_with("POST /send/ada HTTP/1.1"), "{}", turns.head);
    assert_eq!(
        ["ttl", "urgency", "topic", "content-type"].map(|name| turns.header(name)),
        ["86400", "normal", "turns", "application/octet-stream"]
    );
    let claims = turns.claims(&key);
    let origin = format!("http://{}", service.address);
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(origin), &json!("mailto:games@games.example")));
    let left = claims["exp"].as_i64().unwrap() - Utc::now().timestamp();
    assert!((11 * 3_600..=12 * 3_600).contains(&left), "{left}");
    let message = browser.open(&turns);
    let player = ada.get("/v1/me").await.expect(200).json["id"].clone();
    assert_eq!((&message["player"], message["items"].as_array().unwrap().len()), (&player, 1));
    let item = &message["items"][0];
    assert_eq!(
        (&item["type"], &item["data"]["games"]),
        (&json!("game.turn"), &json!([tables[1].id, tables[0].id]))
    );

    // Everything else that has come to wait is in one message too, which replaces no other one.
    let challenge = json!({"to": ["ada"], "ruleset": "splendor", "seats": 2});
    let game = bob.post("/v1/challenges", challenge).await.expect(201).json["id"].clone();
    let third = Table::started(&app, terms(2)).await;
    look(&mut stored).await;
    let both = service.next().await;
    assert_eq!(both.header("topic"), "");
    let items = browser.open(&both)["items"].clone();
    let kinds: Vec<&Value> = items.as_array().unwrap().iter().map(|item| &item["type"]).collect();
    assert_eq!(kinds, ["game.turn", "challenge"]);
    assert_eq!((&items[0]["data"]["game"], &items[1]["data"]["game"]), (&json!(third.id), &game));
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
    let listed = ada.get(PATH).await.expect(200).json;
    assert!(listed["items"][0]["last_accepted_at"].is_string());

    // The key is stored once, and every server has it.
    let other = beside(&app).await;
    let there = other.with_token(ada.token()).get(PATH).await.expect(200).json;
    assert_eq!(there["application_server_key"], key);
    assert!(service.received.is_empty());
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_deleted_and_a_busy_service_is_tried_again() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut service = PushService::start().await;
    let ada = app.user("ada").await;
    for (status, left) in [(404, "0"), (410, "0"), (400, "1"), (413, "1"), (301, "1"), (429, "1"), (503, "1")]
    {
        stored.execute("DELETE FROM push_subscriptions").await;
        let browser = Browser::at(service.endpoint("ada"));
        subscribe(&ada, &browser).await;
        settled(&mut stored).await;
        service.answer(Some(status));
        Table::started(&app, terms(2)).await;
        look(&mut stored).await;
        let first = service.next().await;
        let is_tried_again = [301, 429, 503].contains(&status);
        if is_tried_again {
            until(&mut stored, "SELECT tries::text FROM push_messages", "1").await;
            stored.execute("UPDATE push_messages SET due_at = now()").await;
            let again = service.next().await;
            assert_eq!(browser.open(&again), browser.open(&first), "{status}");
        }
        until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
        assert_eq!(stored_count(&mut stored).await, left, "{status}");
    }
    // What is refused as it is has a number of its own. The counters are those of all tests of this process.
    let metrics = app.anonymous().get("/metrics").await.expect(200).text;
    let refused =
        metrics.lines().find_map(|line| line.strip_prefix("lapidary_pushes_total{outcome=\"refused\"} "));
    assert!(refused.expect("the outcome").parse::<u64>().expect("a number") >= 2, "{metrics}");
    // One that has accepted nothing for long ends when a message fails.
    stored
        .execute("UPDATE push_subscriptions SET created_at = now() - interval '8 days', accepted_at = NULL")
        .await;
    service.answer(Some(400));
    Table::started(&app, terms(2)).await;
    look(&mut stored).await;
    service.next().await;
    until(&mut stored, "SELECT count(*)::text FROM push_subscriptions", "0").await;
}

#[tokio::test]
async fn a_subscription_that_is_refused_ten_times_in_a_row_ends() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut service = PushService::start().await;
    let ada = app.user("ada").await;
    subscribe(&ada, &Browser::at(service.endpoint("ada"))).await;
    settled(&mut stored).await;
    // A message that is accepted in between begins the count anew; one that is tried again does not count.
    let statuses = [vec![403; 9], vec![201], vec![413; 5], vec![503], vec![400; 5]].concat();
    for (number, status) in statuses.iter().enumerate() {
        assert_eq!(stored_count(&mut stored).await, "1", "before message {number}");
        service.answer(Some(*status));
        Table::started(&app, terms(2)).await;
        look(&mut stored).await;
        service.next().await;
        if *status == 503 {
            until(&mut stored, "SELECT tries::text FROM push_messages", "1").await;
            stored.execute("DELETE FROM push_messages").await;
        }
        until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
    }
    assert_eq!(stored_count(&mut stored).await, "0");
}

#[tokio::test]
async fn a_subscription_ends_with_what_made_it() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut service = PushService::start().await;
    let (ada, again) = (app.user("ada").await, app.user("ada").await);
    let body = json!({"name": "push", "scopes": ["read"]});
    let token = again.post("/v1/me/tokens", body).await.expect(201).json;
    let with_token = app.with_token(token["token"].as_str().unwrap());
    let granted = grant(&app, "ada").await;
    let of_app = app.with_token(&granted);
    for (caller, name) in [(&ada, "login"), (&again, "other"), (&with_token, "token"), (&of_app, "app")] {
        subscribe(caller, &Browser::at(service.endpoint(name))).await;
    }
    let names = async |caller: &Caller<'_>| {
        let items = caller.get(PATH).await.expect(200).json["items"].clone();
        let name = |item: &Value| item["endpoint"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        items.as_array().unwrap().iter().map(name).collect::<Vec<String>>()
    };
    assert_eq!(names(&again).await, ["login", "other", "token", "app"]);
    ada.delete("/v1/sessions/current").await.expect(204);
    assert_eq!(names(&again).await, ["other", "token", "app"]);
    let grants = again.get("/v1/me/grants").await.expect(200).json;
    again.delete(&format!("/v1/me/grants/{}", grants["items"][0]["id"].as_str().unwrap())).await.expect(204);
    again.delete(&format!("/v1/me/tokens/{}", token["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(names(&again).await, ["other"]);
    // Nothing is written for those that have ended, and the next subscription clears them away.
    settled(&mut stored).await;
    Table::started(&app, terms(2)).await;
    look(&mut stored).await;
    assert!(service.next().await.head.starts_with("POST /send/other "));
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
    let last = app.user("ada").await;
    let made = subscribe(&last, &Browser::at(service.endpoint("last"))).await;
    assert_eq!(stored_count(&mut stored).await, "2");
    // A session deletes its own ones, or any of its account; another account finds none of them.
    let eve = app.user("eve").await;
    eve.delete(&format!("{PATH}/{}", made["id"].as_str().unwrap())).await.expect(204);
    again.delete(PATH).await.expect(204);
    assert_eq!(names(&again).await, ["last"]);
    again.delete(&format!("{PATH}/{}", made["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(names(&again).await, [""; 0]);

    for number in 0..20 {
        subscribe(&again, &Browser::at(service.endpoint(&number.to_string()))).await;
    }
    let one_more = Browser::at(service.endpoint("20")).subscription();
    again.post(PATH, one_more).await.expect_problem(409, "too_many_push_subscriptions");
    subscribe(&again, &Browser::at(service.endpoint("19"))).await;
    assert_eq!(stored_count(&mut stored).await, "20", "the same address is no other subscription");
    again.erase().await.expect(204);
    assert_eq!(stored_count(&mut stored).await, "0");
    assert!(service.received.is_empty());
}

#[tokio::test]
async fn a_push_service_outside_the_public_internet_is_refused_and_so_are_bad_keys() {
    let app = TestApp::spawn_with(|settings| {
        patient(settings);
        settings.webhooks.webhook_networks = Vec::new();
    })
    .await;
    let ada = app.user("ada").await;
    let refused = async |subscription: Value| {
        ada.post(PATH, subscription).await.expect_problem(422, "validation_failed").pointers()[0].to_owned()
    };
    for endpoint in [
        "http://push.example/send",
        "https://127.0.0.1/send",
        "https://[::1]/send",
        "https://10.0.0.1/send",
        "https://169.254.169.254/latest",
        "https://ada@push.example/send",
        "https://push.example:22/send",
        "push.example",
        "",
    ] {
        assert_eq!(refused(Browser::at(endpoint.to_owned()).subscription()).await, "/endpoint", "{endpoint}");
    }
    let with = |pointer: &str, value: Value| {
        let mut subscription = Browser::at("https://push.example/send".to_owned()).subscription();
        *subscription.pointer_mut(pointer).unwrap() = value;
        subscription
    };
    for (pointer, value) in [
        ("/keys/p256dh", json!("A".repeat(87))),
        ("/keys/p256dh", json!(format!("{}!", "A".repeat(86)))),
        ("/keys/p256dh", json!("BA")),
        ("/keys/auth", json!("A".repeat(23))),
        ("/keys/auth", json!(format!("{}B", "A".repeat(21)))),
        ("/expirationTime", json!(-1)),
    ] {
        assert_eq!(refused(with(pointer, value.clone())).await, pointer, "{value}");
    }
    assert_eq!(ada.get(PATH).await.expect(200).json["items"], json!([]));
    // A name may resolve to anything later, so each attempt checks the address.
    let mut stored = Stored::of(&app).await;
    subscribe(&ada, &Browser::at("https://localhost:8443/send".to_owned())).await;
    settled(&mut stored).await;
    Table::started(&app, terms(2)).await;
    look(&mut stored).await;
    until(&mut stored, "SELECT tries::text FROM push_messages", "1").await;
}

#[tokio::test]
async fn push_services_that_never_respond_delay_nobody_else() {
    let app = TestApp::spawn_with(prompt).await;
    let mut stored = Stored::of(&app).await;
    let mut service = PushService::start().await;
    let silent = PushService::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for number in 0..20 {
        silent.answer(None);
        subscribe(&ada, &Browser::at(silent.endpoint(&number.to_string()))).await;
    }
    let browser = Browser::at(service.endpoint("bob"));
    subscribe(&bob, &browser).await;
    settled(&mut stored).await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = crate::games::table::dice(5);
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "20").await;
    while table.view(0).await["to_act"]["seat"] == 0 {
        table.play_random(&mut dice).await;
    }
    assert_eq!(browser.open(&service.next().await)["items"][0]["data"]["game"], table.id);
    // Those of the other player stay; the one that has arrived goes as soon as the server has noted it.
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "20").await;
}
