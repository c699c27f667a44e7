//! Telling players what waits for them while they are not connected: once, together, and not when they see it
//! themselves or sleep.

mod mail;
mod phone_day;
mod push;
pub mod push_service;

use std::time::Duration;

use chrono::{TimeDelta, Timelike, Utc};
use lapidary::settings::Settings;
use serde_json::{Value, json};

use crate::app::{Caller, SOON, TestApp, look_again};
use crate::finding::{block, challenge};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::{Stored, shift};
use crate::games::table::{Table, dice, terms, terms_with, turn};
use crate::process::Process;
use crate::test_database;
use crate::tournaments::scene::Scene;
use crate::webhooks::receiver::{Receiver, WAIT_MAX};

const PERSONAL: [&str; 5] = ["game.turn", "challenge", "invitation", "rematch", "pairing"];

/// What is due is told at once.
fn prompt(settings: &mut Settings) {
    settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().unwrap()];
    settings.webhooks.webhook_interval = SOON;
    settings.alerts.alert_window = Duration::from_millis(10);
    settings.alerts.alert_interval = SOON;
}

/// What is noted is due when the test says so.
fn patient(settings: &mut Settings) {
    prompt(settings);
    settings.alerts.alert_window = Duration::from_secs(3_600);
}

/// Starts another server on the same database.
async fn prompt_beside(app: &TestApp) -> TestApp {
    let database = app.database_url.clone();
    TestApp::spawn_with(|settings| {
        prompt(settings);
        settings.database.database_url = Some(database);
    })
    .await
}

/// Creates a webhook for these events, and waits until every server knows the player.
async fn listen(caller: &Caller<'_>, stored: &mut Stored, receiver: &Receiver, events: &[&str]) -> Value {
    let body = json!({"url": receiver.url(), "events": events});
    let webhook = caller.post("/v1/webhooks", body).await.expect(201).json;
    settled(stored).await;
    webhook
}

/// Waits until every player has been looked after.
async fn settled(stored: &mut Stored) {
    until(stored, "SELECT count(*)::text FROM alerts WHERE check_at IS NOT NULL", "0").await;
}

/// Waits until a query returns this text.
async fn until(stored: &mut Stored, sql: &str, text: &str) {
    let ended = tokio::time::Instant::now() + WAIT_MAX;
    loop {
        let found = stored.texts(sql).await;
        if found == [text] {
            return;
        }
        assert!(tokio::time::Instant::now() < ended, "{sql}: {found:?}");
        look_again().await;
    }
}

/// Looks after everybody who is told anything, and returns when that is done. What a server notes meanwhile
/// may wait for longer.
async fn look(stored: &mut Stored) {
    let asked = "UPDATE alerts SET check_at = now() WHERE listening RETURNING now()::text";
    let Some(asked) = stored.texts(asked).await.pop() else { return };
    let not_yet = format!("SELECT count(*)::text FROM alerts WHERE listening AND checked_at < '{asked}'");
    until(stored, &not_yet, "0").await;
}

/// Waits until something is noted for so many players.
async fn noted(stored: &mut Stored, players: usize) {
    until(stored, "SELECT count(*)::text FROM alerts WHERE check_at IS NOT NULL", &players.to_string()).await;
}

/// Returns the number of messages that were ever written.
async fn written(stored: &mut Stored) -> String {
    stored.texts("SELECT count(*)::text FROM webhook_deliveries").await.remove(0)
}

#[tokio::test]
async fn a_player_who_is_not_connected_is_told_of_each_turn_once() {
    let app = TestApp::spawn_with(prompt).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    listen(&ada, &mut stored, &receiver, &PERSONAL).await;
    let table = Table::started(&app, terms(2)).await;
    let (mut dice, mut last) = (dice(7), Value::Null);
    for number in 1..=3 {
        let told = receiver.next().await;
        let data =
            json!({"game": table.id, "tournament": null, "round": null, "table": null, "games": [table.id]});
        assert_eq!((told.event().as_str(), &told.json()["data"]), ("game.turn", &data));
        // Whoever looks again, for whatever reason, finds nothing new.
        look(&mut stored).await;
        assert_eq!(written(&mut stored).await, number.to_string());
        // The turn of the other player, who has no webhook, and its retry.
        while table.view(0).await["to_act"]["seat"] == 0 {
            table.play_random(&mut dice).await;
        }
        while table.view(1).await["to_act"]["seat"] == 1 {
            let version = table.view(1).await["version"].clone();
            let action = table.legal(1).await.remove(0);
            let sent = turn(&version, json!([action]));
            for _ in 0..3 {
                last = table.seats[1].post(&table.path("/actions"), &sent).await.expect(200).json;
            }
        }
    }
    assert_eq!(receiver.next().await.event(), "game.turn");
    assert!(last["version"].is_u64() && receiver.received.is_empty());
    // Nothing is ever stored for a player who is told nothing.
    assert_eq!(stored.texts("SELECT count(*)::text FROM alerts").await, ["1"]);
}

#[tokio::test]
async fn many_turns_are_told_in_one_message_and_those_that_were_played_in_none() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    listen(&ada, &mut stored, &receiver, &["game.turn"]).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(Table::started(&app, terms(2)).await);
    }
    noted(&mut stored, 1).await;
    assert_eq!(written(&mut stored).await, "0");
    // The first turn of one of them is played before anybody is told.
    let mut dice = dice(3);
    while tables[0].view(0).await["to_act"]["seat"] == 0 {
        tables[0].play_random(&mut dice).await;
    }
    look(&mut stored).await;
    let told = receiver.next().await.json();
    assert_eq!(told["data"]["games"], json!([tables[2].id, tables[1].id]));
    assert_eq!((&told["type"], &told["data"]["game"]), (&json!("game.turn"), &Value::Null));
    assert_eq!(written(&mut stored).await, "1");
    // A webhook for one game is told of that one alone.
    let mut one = Receiver::start().await;
    let body = json!({"url": one.url(), "events": PERSONAL, "filter": {"game": tables[0].id}});
    ada.post("/v1/webhooks", body).await.expect(201);
    while tables[0].view(1).await["to_act"]["seat"] == 1 {
        tables[0].play_random(&mut dice).await;
    }
    look(&mut stored).await;
    for receiver in [&mut one, &mut receiver] {
        assert_eq!(receiver.next().await.json()["data"]["games"], json!([tables[0].id]));
    }
    assert_eq!(written(&mut stored).await, "3");
}

#[tokio::test]
async fn who_has_a_stream_open_is_told_once_it_is_closed() {
    let app = TestApp::spawn_with(prompt).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    listen(&ada, &mut stored, &receiver, &["game.turn"]).await;
    // What is noted meanwhile changes nothing.
    let later = "UPDATE alerts SET check_at = now() + interval '1 hour'";
    stored.execute(later).await;
    let table = Table::started(&app, terms(2)).await;
    let mut reader = Reader::open(&ada, "/v1/me/events", LINES).await;
    reader.expect("snapshot").await;
    is_put_off(&mut stored, "0").await;
    drop(reader);
    assert_eq!(receiver.next().await.json()["data"]["games"], json!([table.id]));

    // The same with the stream of a game on another server. The servers tell each other who is connected.
    let other = prompt_beside(&app).await;
    stored.execute(later).await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/events");
    let mut reader = Reader::open(&other.with_token(ada.token()), &path, LINES).await;
    reader.expect("snapshot").await;
    let mut here = Reader::open(&table.seats[1], &path, LINES).await;
    here.until_seen(&json!([0, 1])).await;
    is_put_off(&mut stored, "1").await;
    drop((reader, here));
    assert_eq!(receiver.next().await.json()["data"]["games"], json!([table.id]));
}

/// When somebody is looked after next.
const LAST_DUE: &str = "SELECT coalesce(max(check_at)::text, 'told') FROM alerts";

/// Looks after everybody, and asserts that this is put off again and again without another message.
async fn is_put_off(stored: &mut Stored, messages: &str) {
    stored.execute("UPDATE alerts SET check_at = now()").await;
    let mut due = stored.texts(LAST_DUE).await;
    for _ in 0..20 {
        let ended = tokio::time::Instant::now() + WAIT_MAX;
        let before = due;
        loop {
            due = stored.texts(LAST_DUE).await;
            if due != before {
                break;
            }
            assert!(tokio::time::Instant::now() < ended, "nobody is looked after");
            look_again().await;
        }
        assert_ne!(due, ["told"], "it is put off");
    }
    assert_eq!(written(stored).await, messages);
}

#[tokio::test]
async fn quiet_hours_put_off_what_waits() {
    let app = TestApp::spawn_with(prompt).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    listen(&ada, &mut stored, &receiver, &["game.turn"]).await;
    assert_eq!(ada.get("/v1/me/quiet-hours").await.expect(200).json, json!({"hours": null}));
    // An hour before and after now, by a clock that is half a day ahead.
    let ahead = Utc::now() + TimeDelta::minutes(720);
    let clock = |change| (ahead + TimeDelta::hours(change)).format("%H:%M").to_string();
    let hours = json!({"hours": {"from": clock(-1), "until": clock(1), "utc_offset_minutes": 720}});
    assert_eq!(ada.put("/v1/me/quiet-hours", &hours).await.expect(200).json, hours);
    assert_eq!(ada.get("/v1/me/quiet-hours").await.expect(200).json, hours);
    until(&mut stored, "SELECT count(*)::text FROM alerts WHERE check_at <= now()", "0").await;
    let table = Table::started(&app, terms(2)).await;
    let at_their_end = format!(
        "SELECT (extract(minute FROM check_at) = {} AND extract(second FROM check_at) = 0 \
         AND check_at - now() BETWEEN interval '58 minutes' AND interval '61 minutes')::text FROM alerts",
        ahead.minute(),
    );
    until(&mut stored, &at_their_end, "true").await;
    assert_eq!(written(&mut stored).await, "0");
    let none = json!({"hours": null});
    assert_eq!(ada.put("/v1/me/quiet-hours", &none).await.expect(200).json, none);
    assert_eq!(receiver.next().await.json()["data"]["games"], json!([table.id]));

    for (hours, pointer) in [
        (json!({"from": "22:00", "until": "22:00", "utc_offset_minutes": 0}), "/hours/until"),
        (json!({"from": "24:00", "until": "07:00", "utc_offset_minutes": 0}), "/hours/from"),
        (json!({"from": "22:00", "until": "07:60", "utc_offset_minutes": 0}), "/hours/until"),
        (json!({"from": "22:00", "until": "07:00", "utc_offset_minutes": 841}), "/hours/utc_offset_minutes"),
        (in_zone("Europe/Berlin\0"), "/hours/time_zone"),
        (in_zone("Europe/Atlantis"), "/hours/time_zone"),
        (in_zone("EUR-5"), "/hours/time_zone"),
    ] {
        let refused = ada.put("/v1/me/quiet-hours", json!({"hours": hours})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{hours}");
    }
}

/// Quiet hours by the clock of a time zone, whose offset the client does not know.
fn in_zone(zone: &str) -> Value {
    json!({"from": "22:00", "until": "07:00", "utc_offset_minutes": 0, "time_zone": zone})
}

#[tokio::test]
async fn quiet_hours_follow_the_clock_of_their_time_zone() {
    let app = TestApp::spawn_with(prompt).await;
    let mut stored = Stored::of(&app).await;
    let ada = app.user("ada").await;
    let hours = json!({"hours": in_zone("Asia/Kolkata")});
    let set = ada.put("/v1/me/quiet-hours", hours).await.expect(200).json;
    assert_eq!(
        (&set["hours"]["utc_offset_minutes"], &set["hours"]["time_zone"]),
        (&json!(330), &json!("Asia/Kolkata"))
    );
    // A zone that this database does not know any more changes nothing, and holds up nobody.
    let bob = app.user("bob").await;
    bob.put("/v1/me/quiet-hours", json!({"hours": in_zone("Asia/Kolkata")})).await.expect(200);
    stored.execute("UPDATE alerts SET utc_offset = 0").await;
    let of_bob = "UPDATE alerts SET time_zone = 'Europe/Atlantis' WHERE player_id = (SELECT id FROM players WHERE username = 'bob')";
    stored.execute(of_bob).await;
    // A server that starts reads the clocks of all zones.
    let other = prompt_beside(&app).await;
    let ada = other.with_token(ada.token());
    while ada.get("/v1/me/quiet-hours").await.expect(200).json != set {
        look_again().await;
    }
    let bob = other.with_token(bob.token()).get("/v1/me/quiet-hours").await.expect(200).json;
    assert_eq!(bob["hours"]["utc_offset_minutes"], 0);
}

#[tokio::test]
async fn challenges_invitations_rematches_and_pairings_are_told_to_whom_they_concern() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    listen(&ada, &mut stored, &receiver, &PERSONAL).await;

    let challenge = json!({"to": ["ada"], "ruleset": "splendor", "seats": 2});
    let id = bob.post("/v1/challenges", challenge).await.expect(201).json["id"].clone();
    look(&mut stored).await;
    let told = receiver.next().await.json();
    assert_eq!((&told["type"], &told["data"]["game"]), (&json!("challenge"), &id));
    let declined = format!("/v1/challenges/{}/decline", id.as_str().unwrap());
    ada.post(&declined, json!({"reason": "later"})).await.expect(200);

    let waiting = bob.post("/v1/games", terms_with(2, "visibility", json!("private"))).await.expect(201).json;
    let invitations = format!("/v1/games/{}/invitations", waiting["id"].as_str().unwrap());
    bob.post(&invitations, json!({"username": "ada"})).await.expect(200);
    look(&mut stored).await;
    let told = receiver.next().await.json();
    assert_eq!((&told["type"], &told["data"]["game"]), (&json!("invitation"), &waiting["id"]));
    // What is withdrawn before somebody is told is not told; what comes again is.
    bob.delete(&format!("{invitations}/ada")).await.expect(204);
    look(&mut stored).await;
    bob.post(&invitations, json!({"username": "ada"})).await.expect(200);
    bob.delete(&format!("{invitations}/ada")).await.expect(204);
    look(&mut stored).await;
    assert!(receiver.received.is_empty());

    let table = Table::started(&app, terms(2)).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let offered = bob.post_empty(&table.path("/rematch")).await.expect(200).json;
    look(&mut stored).await;
    let told = receiver.next().await.json();
    assert_eq!((&told["type"], &told["data"]["game"]), (&json!("rematch"), &offered["rematch"]["challenge"]));

    // Whom a player has blocked reaches nobody.
    block(&ada, "bob").await;
    let challenge = json!({"to": ["ada"], "ruleset": "splendor", "seats": 2});
    bob.post("/v1/challenges", challenge).await.expect(201);
    look(&mut stored).await;
    assert_eq!(written(&mut stored).await, "3");
}

#[tokio::test]
async fn one_player_is_told_of_another_one_once_an_hour_unless_they_accept() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    listen(&ada, &mut stored, &receiver, &PERSONAL).await;
    for _ in 0..3 {
        let challenge = challenge(&bob, json!(["ada"]), 2).await;
        look(&mut stored).await;
        bob.delete(&challenge).await.expect(204);
        look(&mut stored).await;
    }
    assert_eq!(receiver.next().await.event(), "challenge");
    assert_eq!(written(&mut stored).await, "1");
    // What another player or another kind of request is about is told.
    let waiting = challenge(&bob, json!(["ada"]), 2).await;
    challenge(&eve, json!(["ada"]), 2).await;
    let game = bob.post("/v1/games", terms_with(2, "visibility", json!("private"))).await.expect(201).json;
    let invitations = format!("/v1/games/{}/invitations", game["id"].as_str().unwrap());
    bob.post(&invitations, json!({"username": "ada"})).await.expect(200);
    look(&mut stored).await;
    let mut events = [receiver.next().await.event(), receiver.next().await.event()];
    events.sort();
    assert_eq!(
        (events, written(&mut stored).await.as_str()),
        (["challenge", "invitation"].map(str::to_owned), "3")
    );
    // What waits is seen all the time, and told after the hour.
    let own = ada.get("/v1/me/events").await.expect(200).json;
    assert_eq!(own["invitations"].as_array().map(Vec::len), Some(3));
    stored.execute(&format!("UPDATE alerts_told SET {}", shift("told_at", "- interval '1 hour'"))).await;
    look(&mut stored).await;
    let told = receiver.next().await.json();
    assert_eq!(told["data"]["game"].as_str(), waiting.rsplit('/').next());
    // Whoever accepts is told of the next challenge.
    ada.post_empty(&format!("{waiting}/accept")).await.expect(200);
    let next = challenge(&bob, json!(["ada"]), 2).await;
    look(&mut stored).await;
    let mut told = receiver.next().await.json();
    while told["type"] != "challenge" {
        told = receiver.next().await.json();
    }
    assert_eq!(told["data"]["game"].as_str(), next.rsplit('/').next());
    look(&mut stored).await;
    bob.delete(&next).await.expect(204);
    let sent = written(&mut stored).await;
    challenge(&bob, json!(["ada"]), 2).await;
    look(&mut stored).await;
    assert_eq!(written(&mut stored).await, sent);
}

#[tokio::test]
async fn players_of_a_tournament_are_told_of_their_tables() {
    let app = TestApp::spawn_with(patient).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    listen(&scene.players[&1], &mut stored, &receiver, &["pairing"]).await;
    scene.start().await;
    let round = scene.next().await;
    look(&mut stored).await;
    let told = receiver.next().await.json();
    let tournament = scene.path.rsplit('/').next().unwrap();
    let data = json!({"game": round["tables"][0]["game"], "tournament": tournament, "round": 1, "table": 1, "games": []});
    assert_eq!((&told["type"], &told["data"]), (&json!("pairing"), &data));
    look(&mut stored).await;
    assert_eq!(written(&mut stored).await, "1");
}

#[tokio::test]
async fn what_a_server_did_not_note_before_it_died_is_told_by_the_next_one() {
    let database = test_database::create().await;
    let url = database.url.clone();
    let often = "--alert-interval=20";
    let options = |interval: &'static str| {
        ["--database-url", url.as_str(), "--webhook-networks=127.0.0.0/8", "--alert-window=10", interval]
            .map(str::to_owned)
    };
    let serve = |interval| {
        let options = options(interval);
        Process::serve(&options.each_ref().map(String::as_str))
    };
    let first = serve(often);
    let app = TestApp::elsewhere(first.address(), url.clone());
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    let webhook = json!({"url": receiver.url(), "events": ["game.turn"]});
    ada.post("/v1/webhooks", webhook).await.expect(201);
    settled(&mut stored).await;
    drop(first);
    // This one learns of turns, and dies before its second round.
    let dying = serve("--alert-interval=3600000");
    let app = TestApp::elsewhere(dying.address(), url.clone());
    let table = Table::started(&app, terms(2)).await;
    let id = table.id.clone();
    assert_eq!(written(&mut stored).await, "0");
    drop(table);
    drop(dying);
    let next = serve(often);
    assert_eq!(receiver.next().await.json()["data"]["games"], json!([id]));
    drop((next, stored));
    database.remove().await;
}

#[tokio::test]
async fn two_servers_tell_each_turn_once_and_an_erased_player_nothing() {
    let app = TestApp::spawn_with(prompt).await;
    let second = prompt_beside(&app).await;
    let mut stored = Stored::of(&app).await;
    let mut receiver = Receiver::start().await;
    let ada = app.user("ada").await;
    listen(&ada, &mut stored, &receiver, &["game.turn"]).await;
    let table = Table::started(&app, terms(2)).await;
    let there = [second.with_token(table.seats[0].token()), second.with_token(table.seats[1].token())];
    let there = Table { app: &second, id: table.id.clone(), seats: there.to_vec() };
    let mut dice = dice(11);
    let mut turns = 0;
    while turns < 6 {
        let told = receiver.next().await;
        assert_eq!(told.json()["data"]["games"], json!([table.id]));
        turns += 1;
        let server = if turns % 2 == 0 { &table } else { &there };
        while server.view(0).await["to_act"]["seat"] == 0 {
            server.play_random(&mut dice).await;
        }
        while server.view(1).await["to_act"]["seat"] == 1 {
            server.play_random(&mut dice).await;
        }
    }
    receiver.next().await;
    look(&mut stored).await;
    assert_eq!(written(&mut stored).await, (turns + 1).to_string());
    ada.erase().await.expect(204);
    for table in ["alerts", "alerts_told", "webhooks"] {
        assert_eq!(stored.texts(&format!("SELECT count(*)::text FROM {table}")).await, ["0"], "{table}");
    }
}
