//! The start of a tournament at its time, and announcements.

use chrono::{SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

use super::execute;
use super::scene::{Scene, settings};
use crate::app::{TestApp, look_again};

/// Returns the time in a number of milliseconds as requests send it.
fn in_ms(ms: i64) -> String {
    (Utc::now() + TimeDelta::milliseconds(ms)).to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Creates another tournament of the same organizer, in registration, and returns its path.
async fn another(scene: &Scene<'_>, changed: Value) -> String {
    let made = scene.organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"))
}

/// Lets the time of a tournament with this name come.
async fn make_due(app: &TestApp, name: &str) {
    let due = "UPDATE tournaments SET starts_at = now() - interval '1 second' WHERE name = ";
    execute(app, &format!("{due}'{name}'")).await;
}

/// Waits until a server has looked after a tournament whose time has come and that nobody has entered.
async fn until_tried(scene: &Scene<'_>, path: &str) {
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while scene.organizer.get(path).await.expect(200).json["starts_at"] != Value::Null {
        assert!(std::time::Instant::now() < patience, "the server does not look after {path}");
        look_again().await;
    }
}

/// Returns what has happened, the newest first: the kind, and who did it.
async fn audit(scene: &Scene<'_>) -> Vec<(String, Value)> {
    let audit = scene.get("/audit?limit=100").await;
    let items = audit["items"].as_array().expect("items").iter();
    items.map(|news| (news["kind"].as_str().expect("a kind").to_owned(), news["by"].clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_starts_a_tournament_once_at_its_time() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let second = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let changed = json!({"starts_at": in_ms(86_400_000), "next_round": "automatic"});
    let scene = Scene::new(&app, changed, 4).await;
    assert_eq!(scene.get("").await["status"], "registration");
    let soon = in_ms(4_000);
    let set = scene.organizer.patch(&scene.path, json!({"starts_at": soon})).await.expect(200).json;
    assert_eq!(set["starts_at"], soon);
    let running = scene.until("", |now| now["status"] == "running" && now["last_round"] != Value::Null).await;
    assert_eq!((&running["last_round"]["round"], &running["starts_at"]), (&json!(1), &json!(soon)));
    // A later look changes nothing.
    let later = another(&scene, json!({"name": "Later", "starts_at": in_ms(86_400_000)})).await;
    make_due(&app, "Later").await;
    until_tried(&scene, &later).await;
    let started = audit(&scene).await;
    let of = |kind: &str| started.iter().filter(|(known, _)| known == kind).cloned().collect::<Vec<_>>();
    assert_eq!(of("started"), [("started".to_owned(), Value::Null)]);
    assert_eq!(of("round_paired").len(), 1);
    let late = scene.organizer.patch(&scene.path, json!({"starts_at": null})).await;
    late.expect_problem(409, "tournament_state");
    second.with_token(scene.organizer.token()).get(&scene.path).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_is_due_while_no_server_runs_is_made_later() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"starts_at": in_ms(86_400_000)}), 3).await;
    execute(&app, "UPDATE tournaments SET starts_at = now() - interval '1 hour'").await;
    scene.until("", |now| now["status"] == "running").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_cannot_start_waits_for_its_organizers() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"starts_at": in_ms(86_400_000)}), 1).await;
    make_due(&app, "Friday").await;
    let waiting = scene.until("", |now| now["starts_at"] == Value::Null).await;
    assert_eq!(waiting["status"], "registration");
    assert_eq!(audit(&scene).await[0], ("start_failed".to_owned(), Value::Null));
    let told = scene.organizer.get("/v1/me/events").await.expect(200).json["announcements"].clone();
    assert_eq!((&told[0]["kind"], &told[0]["name"]), (&json!("start_failed"), &json!("Friday")));
    assert!(
        told[0]["text"].as_str().is_some_and(|text| text.starts_with("Fewer than two entries take part."))
    );
    let player = scene.players[&1].get("/v1/me/events").await.expect(200).json;
    assert_eq!(player["announcements"], json!([]), "only organizers have to act");
    // It goes on by another time.
    app.user("late").await.post_empty(&scene.at("/enter")).await.expect(200);
    scene.organizer.patch(&scene.path, json!({"starts_at": in_ms(4_000)})).await.expect(200);
    scene.until("", |now| now["status"] == "running").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_and_a_time_that_was_removed_start_nothing() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"starts_at": in_ms(86_400_000)}), 2).await;
    scene.organizer.patch(&scene.path, json!({"starts_at": null})).await.expect(200);
    let draft =
        another(&scene, json!({"name": "Draft", "open": false, "starts_at": in_ms(86_400_000)})).await;
    // Nobody has entered this one, so the server has looked after all of them once its time is gone.
    let later = another(&scene, json!({"name": "Later", "starts_at": in_ms(86_400_000)})).await;
    make_due(&app, "Draft").await;
    make_due(&app, "Later").await;
    until_tried(&scene, &later).await;
    assert_eq!(scene.organizer.get(&draft).await.expect(200).json["status"], "draft");
    assert_eq!(scene.get("").await["status"], "registration");
    for wrong in
        ["2020-01-01T00:00:00Z", "3000-01-01T00:00:00Z", "tomorrow", "2027-01-30", "2027-13-30T18:00:00Z", ""]
    {
        let refused = scene.organizer.patch(&scene.path, json!({"starts_at": wrong})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/starts_at"], "{wrong}");
        let made = scene.organizer.post("/v1/tournaments", settings(&json!({"starts_at": wrong}))).await;
        assert_eq!(made.expect_problem(422, "validation_failed").pointers(), ["/starts_at"], "{wrong}");
    }
    assert_eq!(scene.get("").await["starts_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn announcements_reach_everybody_who_has_entered() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({}), 2).await;
    let player = &scene.players[&1];
    let hook = json!({"url": "https://hooks.example/ada", "events": ["tournament.announced"]});
    let hook = player.post("/v1/webhooks", hook).await.expect(201).json;
    let text = json!({"text": "We start ten minutes late."});
    let made = scene.post("/announcements", text.clone()).await.expect(201).json;
    assert_eq!((&made["kind"], &made["note"]), (&json!("announced"), &text["text"]));
    assert_eq!(audit(&scene).await[0].0, "announced");
    for caller in [player, &scene.players[&2], &scene.organizer] {
        let told = caller.get("/v1/me/events").await.expect(200).json["announcements"].clone();
        assert_eq!((&told[0]["text"], told.as_array().map(Vec::len)), (&text["text"], Some(1)));
        assert_eq!(told[0]["id"], made["id"]);
    }
    let stranger = app.user("stranger").await;
    assert_eq!(stranger.get("/v1/me/events").await.expect(200).json["announcements"], json!([]));
    let path = format!("/v1/webhooks/{}/deliveries", hook["id"].as_str().expect("an id"));
    let sent = player.get(&path).await.expect(200).json;
    assert_eq!(sent["items"][0]["message"]["type"], "tournament.announced", "{sent}");
    assert_eq!(sent["items"].as_array().map(Vec::len), Some(1));
    // Who leaves is told no more.
    scene.players[&2].post_empty(&scene.at("/withdraw")).await.expect(204);
    assert_eq!(scene.players[&2].get("/v1/me/events").await.expect(200).json["announcements"], json!([]));
    for number in 2..=10 {
        scene.post("/announcements", json!({"text": format!("Number {number}")})).await.expect(201);
    }
    scene.post("/announcements", text.clone()).await.expect_problem(409, "too_many_announcements");
    let told = player.get("/v1/me/events").await.expect(200).json["announcements"].clone();
    assert_eq!((told.as_array().map(Vec::len), &told[0]["text"]), (Some(10), &json!("Number 10")));
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    assert_eq!(player.get("/v1/me/events").await.expect(200).json["announcements"], json!([]));
    scene.post("/announcements", text.clone()).await.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn announcements_are_for_organizers_and_have_a_text() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"open": false}), 0).await;
    let text = json!({"text": "Soon."});
    scene.post("/announcements", text.clone()).await.expect_problem(409, "tournament_state");
    let stranger = app.user("stranger").await;
    stranger.post(&scene.at("/announcements"), &text).await.expect_problem(404, "not_found");
    scene.organizer.patch(&scene.path, json!({"open": true})).await.expect(200);
    stranger.post(&scene.at("/announcements"), &text).await.expect_problem(403, "not_organizer");
    for wrong in [json!(""), json!("x".repeat(401)), json!("two\nlines"), json!(null), json!(7)] {
        let refused = scene.post("/announcements", json!({"text": wrong})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/text"], "{wrong}");
    }
    scene.post("/announcements", json!({})).await.expect_problem(422, "validation_failed");
    let audit = audit(&scene).await;
    assert!(audit.iter().all(|(kind, _)| kind != "announced"), "{audit:?}");
}
