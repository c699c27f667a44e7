//! Webhooks: who is told of what, signatures, attempts, and where requests never go.

pub mod receiver;
pub mod sessions;
mod shares;

use lapidary::settings::Settings;
use serde_json::{Value, json};

use self::receiver::{Receiver, WAIT_MAX};
use crate::app::{Caller, SOON, TestApp, look_again};
use crate::games::stored::Stored;
use crate::process::Process;
use crate::test_database;
use crate::tournaments::scene::Scene;

const GAMES: [&str; 3] = ["game.started", "game.finished", "game.aborted"];

fn local(settings: &mut Settings) {
    settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().unwrap()];
    settings.webhooks.webhook_interval = SOON;
}

async fn create(caller: &Caller<'_>, url: &str, events: &[&str], filter: Value) -> Value {
    let body = json!({"url": url, "events": events, "filter": filter});
    caller.post("/v1/webhooks", body).await.expect(201).json
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn path(webhook: &Value) -> String {
    format!("/v1/webhooks/{}", text(&webhook["id"]))
}

/// Creates a game for two, and returns its path and its id.
async fn open(caller: &Caller<'_>, change: Value) -> (String, Value) {
    let mut terms = json!({"ruleset": "splendor", "seats": 2, "seating": "join_order"});
    terms.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    let game = caller.post("/v1/games", terms).await.expect(201).json;
    (format!("/v1/games/{}", text(&game["id"])), game["id"].clone())
}

/// Returns the log of a webhook as soon as its newest message has this status.
async fn log(caller: &Caller<'_>, webhook: &Value, status: &str) -> Vec<Value> {
    let ended = tokio::time::Instant::now() + WAIT_MAX;
    loop {
        let page = caller.get(&format!("{}/deliveries", path(webhook))).await.expect(200).json;
        let items = page["items"].as_array().unwrap().clone();
        if items.first().is_some_and(|newest| newest["status"] == status) {
            return items;
        }
        assert!(tokio::time::Instant::now() < ended, "{items:?}");
        look_again().await;
    }
}

#[tokio::test]
async fn messages_are_signed_logged_and_sent_again_on_request() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut receiver = Receiver::start().await;
    let webhook = create(&ada, &receiver.url(), &GAMES, json!(null)).await;
    let secret = text(&webhook["secret"]).to_owned();
    let (game, id) = open(&ada, json!({})).await;
    grace.post(&format!("{game}/join"), json!({})).await.expect(200);
    let started = receiver.next().await;
    started.assert_signed_by(&[&secret]);
    assert!(started.head.starts_with("POST /hook?for=us HTTP/1.1"), "{}", started.head);
    assert_eq!(started.header("content-type"), "application/json");
    let data = json!({"game": id, "tournament": null, "round": null, "table": null, "games": []});
    assert_eq!((started.event().as_str(), &started.json()["data"]), ("game.started", &data));

    let rotated = ada.patch(&path(&webhook), json!({"rotate_secret": true})).await.expect(200);
    assert_eq!(rotated.header("cache-control"), "no-store");
    grace.post_empty(&format!("{game}/resign")).await.expect(200);
    let finished = receiver.next().await;
    finished.assert_signed_by(&[text(&rotated.json["secret"]), &secret]);
    assert_eq!((finished.event().as_str(), &finished.json()["data"]), ("game.finished", &data));

    let items = log(&ada, &webhook, "accepted").await;
    assert_eq!(items.len(), 2);
    assert_eq!(items[0]["message"], finished.json());
    assert_eq!(
        (&items[0]["attempts"][0]["status"], &items[0]["next_attempt_at"]),
        (&json!(204), &json!(null))
    );
    let first = text(&items[1]["id"]);
    ada.post_empty(&format!("{}/deliveries/{first}/replay", path(&webhook))).await.expect(200);
    let again = receiver.next().await;
    assert_eq!((again.header("webhook-id"), &again.body), (started.header("webhook-id"), &started.body));

    ada.patch(&path(&webhook), json!({"enabled": false, "events": ["game.aborted"]})).await.expect(200);
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    assert_eq!(receiver.next().await.event(), "webhook.test");
    let shown = ada.get(&path(&webhook)).await.expect(200).json;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("requested")));
    assert_eq!((&shown["events"], &shown["secret"]), (&json!(["game.aborted"]), &json!(null)));
    ada.patch(&path(&webhook), json!({"enabled": true})).await.expect(200);
    let (_, other) = open(&ada, json!({})).await;
    ada.post_empty(&format!("/v1/games/{}/abort", text(&other))).await.expect(200);
    let aborted = receiver.next().await;
    assert_eq!((aborted.event().as_str(), &aborted.json()["data"]["game"]), ("game.aborted", &other));
    ada.delete(&path(&webhook)).await.expect(204);
    ada.get(&path(&webhook)).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_second_rotation_keeps_the_secret_in_use_and_a_third_waits() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    let webhook = create(&ada, &receiver.url(), &GAMES, json!(null)).await;
    let mut secrets = vec![text(&webhook["secret"]).to_owned()];
    let rotate = json!({"rotate_secret": true});
    for _ in 0..2 {
        let rotated = ada.patch(&path(&webhook), &rotate).await.expect(200);
        secrets.insert(0, text(&rotated.json["secret"]).to_owned());
    }
    let everything = json!({"rotate_secret": true, "enabled": false});
    let refused = ada.patch(&path(&webhook), everything).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/rotate_secret"]);
    assert_eq!(ada.get(&path(&webhook)).await.expect(200).json["enabled"], true, "nothing has changed");
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    let all: Vec<&str> = secrets.iter().map(String::as_str).collect();
    receiver.next().await.assert_signed_by(&all);

    // The oldest has signed for its time: it signs no more, and there may be a new one.
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE webhooks SET older_until = now()").await;
    log(&ada, &webhook, "accepted").await;
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    receiver.next().await.assert_signed_by(&all[..2]);
    let newest = ada.patch(&path(&webhook), &rotate).await.expect(200).json;
    log(&ada, &webhook, "accepted").await;
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    receiver.next().await.assert_signed_by(&[text(&newest["secret"]), all[0], all[1]]);
}

#[tokio::test]
async fn messages_that_are_not_accepted_are_sent_again_until_the_webhook_is_disabled() {
    let app = TestApp::spawn_with(local).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    let webhook = create(&ada, &receiver.url(), &GAMES, json!(null)).await;
    // A redirect is not followed, and neither are other responses than 2xx accepted.
    let elsewhere = Receiver::start().await;
    receiver.answer(&format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: {}\r\n\r\n", elsewhere.url()));
    receiver.answer("HTTP/1.1 500 Internal Server Error\r\n\r\n");
    receiver.answer("this is not HTTP\r\n\r\n");
    receiver.answer(&format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "x".repeat(20_000)));
    (0..4).for_each(|_| receiver.answer("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
    let (game, _) = open(&ada, json!({})).await;
    ada.post_empty(&format!("{game}/abort")).await.expect(200);
    let mut stored = Stored::of(&app).await;
    let id = receiver.next().await.header("webhook-id").to_owned();
    for _ in 1..8 {
        // The pauses are minutes and hours: the message is made due as soon as its attempt is recorded.
        let due = "UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending' AND attempts > 0";
        let ended = tokio::time::Instant::now() + WAIT_MAX;
        let next = loop {
            assert!(tokio::time::Instant::now() < ended, "the message is sent again");
            stored.execute(due).await;
            if let Ok(next) = receiver.received.try_recv() {
                break next;
            }
            look_again().await;
        };
        assert_eq!(next.header("webhook-id"), id);
    }
    let items = log(&ada, &webhook, "failed").await;
    let seen = items[0]["attempts"].as_array().unwrap().iter();
    let seen: Vec<Value> = seen.map(|attempt| json!([attempt["status"], attempt["failure"]])).collect();
    let broken = json!([null, "broken_response"]);
    let busy = json!([503, null]);
    assert_eq!(seen[..2], [json!([307, null]), json!([500, null])]);
    assert_eq!(seen[2..], [broken.clone(), broken, busy.clone(), busy.clone(), busy.clone(), busy]);
    let shown = ada.get(&path(&webhook)).await.expect(200).json;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("failing")));
    // An address that is gone is not tried again.
    ada.patch(&path(&webhook), json!({"enabled": true})).await.expect(200);
    receiver.answer("HTTP/1.1 410 Gone\r\n\r\n");
    ada.post_empty(&format!("{}/deliveries/{id}/replay", path(&webhook))).await.expect(200);
    receiver.next().await;
    log(&ada, &webhook, "failed").await;
    assert_eq!(ada.get(&path(&webhook)).await.expect(200).json["disabled_reason"], "gone");
    assert!(elsewhere.received.is_empty());
}

#[tokio::test]
async fn requests_never_go_outside_the_public_internet() {
    let app = TestApp::spawn_with(|settings| {
        local(settings);
        settings.webhooks.webhook_networks = Vec::new();
    })
    .await;
    let ada = app.user("ada").await;
    for url in [
        "http://hooks.example/",
        "ftp://hooks.example/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest",
        "https://ada@hooks.example/",
        "https://hooks.example:22/",
        "hooks.example",
    ] {
        let body = json!({"url": url, "events": GAMES});
        let refused = ada.post("/v1/webhooks", body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/url"], "{url}");
    }
    // Only the server says that a message is a test.
    let body = json!({"url": "https://hooks.example/", "events": ["webhook.test"]});
    let refused = ada.post("/v1/webhooks", body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/events/0"]);
    // A name may resolve to anything later, so each attempt checks the address.
    for (url, failure) in
        [("https://localhost:8443/", "forbidden_address"), ("https://nobody.invalid/", "unresolved")]
    {
        let webhook = create(&ada, url, &GAMES, json!(null)).await;
        ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
        let items = log(&ada, &webhook, "failed").await;
        assert_eq!(items[0]["attempts"][0]["failure"], failure, "{url}");
    }
}

#[tokio::test]
async fn strangers_learn_neither_of_private_games_nor_of_ends_before_the_delay() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace, eve) = (app.user("ada").await, app.user("grace").await, app.user("eve").await);
    let (mut own, mut others) = (Receiver::start().await, Receiver::start().await);
    create(&ada, &own.url(), &GAMES, json!(null)).await;
    let (_, private) = open(&ada, json!({"visibility": "private"})).await;
    let body = json!({"url": others.url(), "events": GAMES, "filter": {"game": private}});
    let refused = eve.post("/v1/webhooks", body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/filter/game"]);

    let (game, id) = open(&ada, json!({"spectator_delay": {"ms": 3_600_000}})).await;
    let webhook = create(&eve, &others.url(), &GAMES, json!({"game": id})).await;
    grace.post(&format!("{game}/join"), json!({})).await.expect(200);
    assert_eq!(
        (own.next().await.event(), others.next().await.event()),
        ("game.started".into(), "game.started".into())
    );
    grace.post_empty(&format!("{game}/resign")).await.expect(200);
    assert_eq!(own.next().await.event(), "game.finished");
    // The message for the stranger is written, but hidden for an hour.
    let mut stored = Stored::of(&app).await;
    let late = "FROM webhook_deliveries WHERE status = 'pending' AND due_at > now() + interval '50 minutes'";
    assert_eq!(stored.texts(&format!("SELECT event {late}")).await, ["game.finished"]);
    let page = eve.get(&format!("{}/deliveries", path(&webhook))).await.expect(200).json;
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let hidden = stored.texts(&format!("SELECT id::text {late}")).await;
    let replay = format!("{}/deliveries/{}/replay", path(&webhook), hidden[0]);
    eve.post_empty(&replay).await.expect_problem(404, "not_found");
    stored.execute("UPDATE webhook_deliveries SET due_at = now() WHERE event = 'game.finished'").await;
    assert_eq!(others.next().await.event(), "game.finished");

    // A webhook is its owner's: nobody else finds it, and it ends with the account.
    for other in [ada.get(&path(&webhook)).await, ada.post_empty(&format!("{}/test", path(&webhook))).await] {
        other.expect_problem(404, "not_found");
    }
    ada.patch(&path(&webhook), json!({"enabled": false})).await.expect_problem(404, "not_found");
    ada.delete(&path(&webhook)).await.expect(204);
    for number in 1..20 {
        create(&eve, &format!("{}&n={number}", others.url()), &["game.aborted"], json!(null)).await;
    }
    let one_more = json!({"url": others.url(), "events": ["game.aborted"]});
    eve.post("/v1/webhooks", one_more).await.expect_problem(409, "too_many_webhooks");
    assert_eq!(eve.get("/v1/webhooks").await.expect(200).json["items"].as_array().unwrap().len(), 20);
    eve.erase().await.expect(204);
    assert_eq!(stored.texts("SELECT count(*)::text FROM webhooks").await, ["1"]);
}

#[tokio::test]
async fn two_servers_send_each_message_once_and_in_order() {
    let app = TestApp::spawn_with(local).await;
    let database = app.database_url.clone();
    let _second = TestApp::spawn_with(|settings| {
        local(settings);
        settings.database.database_url = Some(database);
    })
    .await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    let webhook = create(&ada, &receiver.url(), &["game.aborted"], json!(null)).await;
    let mut expected = Vec::new();
    for _ in 0..20 {
        let (game, id) = open(&ada, json!({})).await;
        ada.post_empty(&format!("{game}/abort")).await.expect(200);
        expected.push(id);
    }
    // Messages of one webhook are sent one after another, the oldest first.
    let mut received = Vec::new();
    for _ in 0..expected.len() {
        received.push(receiver.next().await.json()["data"]["game"].clone());
    }
    assert_eq!(received, expected);
    log(&ada, &webhook, "accepted").await;
    assert!(receiver.received.is_empty());
}

#[tokio::test]
async fn a_message_is_sent_again_by_another_server_after_a_crash() {
    let database = test_database::create().await;
    let options =
        ["--database-url", &database.url, "--webhook-networks=127.0.0.0/8", "--webhook-interval=20"];
    let dying = Process::serve(&options);
    let app = TestApp::elsewhere(dying.address(), database.url.clone());
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start().await;
    create(&ada, &receiver.url(), &["game.aborted"], json!(null)).await;
    let (game, id) = open(&ada, json!({})).await;
    receiver.stay_silent();
    ada.post_empty(&format!("{game}/abort")).await.expect(200);
    let first = receiver.next().await;
    // The process is killed while it waits for the response.
    drop(dying);
    let mut stored = Stored::of(&app).await;
    let waiting = "SELECT status FROM webhook_deliveries WHERE attempts = 0";
    assert_eq!(stored.texts(waiting).await, ["pending"]);
    let next = Process::serve(&options);
    stored.execute("UPDATE webhooks SET busy_until = now()").await;
    let again = receiver.next().await;
    assert_eq!(again.json()["data"]["game"], id);
    assert_eq!((again.header("webhook-id"), &again.body), (first.header("webhook-id"), &first.body));
    drop((next, stored));
    database.remove().await;
}

#[tokio::test]
async fn organizers_and_whoever_names_a_public_tournament_are_told_of_its_rounds_and_tables() {
    let app = TestApp::spawn_with(local).await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 1}), 2).await;
    let id = scene.get("").await["id"].clone();
    let events = ["round_paired", "table_ready", "table_finished", "round_closed"];
    let events = events.map(|event| format!("tournament.{event}"));
    let names: Vec<&str> = events.iter().map(String::as_str).collect();
    let (mut own, mut named, stranger) =
        (Receiver::start().await, Receiver::start().await, app.user("eve").await);
    create(&scene.organizer, &own.url(), &names, json!(null)).await;
    create(&stranger, &named.url(), &names, json!({"tournament": id})).await;
    let for_nothing = create(&stranger, &named.url(), &names, json!(null)).await;
    scene.start().await;
    scene.play_round(&scene.next().await).await;
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    for receiver in [&mut own, &mut named] {
        for (event, table) in events.iter().zip([json!(null), json!(1), json!(1), json!(null)]) {
            let told = receiver.next().await;
            let data = json!({"game": null, "tournament": id, "round": 1, "table": table, "games": []});
            assert_eq!((&told.event(), &told.json()["data"]), (event, &data));
        }
    }
    // Messages are written with what happens, so none can follow.
    let written = stranger.get(&format!("{}/deliveries", path(&for_nothing))).await.expect(200).json;
    assert_eq!(written["items"], json!([]), "a webhook without a filter tells strangers nothing");
}
