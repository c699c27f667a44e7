//! What players send to enter, and conditions that they have to meet.

use serde_json::{Value, json};

use super::execute;
use super::scene::{Scene, settings};
use crate::app::{Caller, TestApp};

async fn entry_count(scene: &Scene<'_>) -> u64 {
    scene.get("").await["entry_count"].as_u64().expect("a number")
}

async fn enter(player: &Caller<'_>, scene: &Scene<'_>, body: Value) -> crate::app::Answer {
    player.post(&scene.at("/enter"), body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_lets_players_in_and_wrong_ones_are_delayed() {
    let app = TestApp::spawn().await;
    let [right, wrong] = ["emeralds first", "rubies first"].map(|password| json!({"password": password}));
    let scene = Scene::new(&app, json!({"entry": right}), 0).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    for path in ["", "/audit", "/export", "/entries"] {
        assert!(!scene.get(path).await.to_string().contains("emeralds"), "{path}");
    }
    assert_eq!(scene.get("").await["entry"], "password");
    let listed = app.anonymous().get("/v1/tournaments").await.expect(200).json;
    assert_eq!(listed["items"][0]["entry"], "password", "front ends can ask for it");
    let none = enter(&ada, &scene, json!({})).await.expect_problem(403, "entry_locked");
    assert!(none.json["detail"].as_str().expect("a detail").contains("`password`"), "{}", none.json);
    enter(&ada, &scene, json!({"code": "BCDF-GHJK-LMNP"})).await.expect_problem(403, "entry_locked");
    for _ in 0..3 {
        enter(&ada, &scene, wrong.clone()).await.expect_problem(403, "entry_locked");
    }
    let delayed = enter(&ada, &scene, right.clone()).await.expect_problem(429, "too_many_requests");
    assert!(!delayed.header("retry-after").is_empty());
    assert_eq!(entry_count(&scene).await, 0, "nothing has changed");
    enter(&grace, &scene, right.clone()).await.expect(200);
    assert_eq!(entry_count(&scene).await, 1, "others are not delayed");
    // Another password, then none.
    let path = scene.path.as_str();
    grace.patch(path, json!({"entry": wrong})).await.expect_problem(403, "not_organizer");
    scene.organizer.patch(path, json!({"entry": {"password": "sapphires"}})).await.expect(200);
    let joan = app.user("joan").await;
    enter(&joan, &scene, right.clone()).await.expect_problem(403, "entry_locked");
    enter(&joan, &scene, json!({"password": "sapphires"})).await.expect(200);
    let opened = scene.organizer.patch(path, json!({"entry": {}})).await.expect(200).json;
    assert_eq!(opened["entry"], "open");
    enter(&app.user("mary").await, &scene, json!({})).await.expect(200);
    for (wrong, pointer) in [
        (json!({"password": "short"}), "/entry/password"),
        (json!({"password": "password"}), "/entry/password"),
        (json!({"password": "x".repeat(129)}), "/entry/password"),
        (json!({"password": "emeralds first", "link": true}), "/entry/link"),
        (json!({"pasword": "emeralds first"}), "/entry/pasword"),
        (json!("open"), "/entry"),
    ] {
        let refused = scene.organizer.patch(path, json!({"entry": wrong})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{wrong}");
        let made = scene.organizer.post("/v1/tournaments", settings(&json!({"entry": wrong}))).await;
        assert_eq!(made.expect_problem(422, "validation_failed").pointers(), [pointer], "{wrong}");
    }
    assert_eq!(scene.get("").await["entry"], "open", "refusals change nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_an_entry_needs_no_password_and_late_entries_do() {
    let app = TestApp::spawn().await;
    let right = json!({"password": "emeralds first"});
    let scene = Scene::new(&app, json!({"late_entries": true, "entry": right}), 0).await;
    let players = ["ada", "grace", "joan"];
    for name in players {
        enter(&app.user(name).await, &scene, right.clone()).await.expect(200);
    }
    scene.start().await;
    let ada = app.user("ada").await;
    ada.post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    enter(&ada, &scene, json!({})).await.expect(200);
    enter(&ada, &scene, json!({})).await.expect_problem(409, "already_entered");
    let mary = app.user("mary").await;
    enter(&mary, &scene, json!({})).await.expect_problem(403, "entry_locked");
    enter(&mary, &scene, right.clone()).await.expect(200);
    // What is asked for can change while others can still enter.
    scene.organizer.patch(&scene.path, json!({"entry": {"link": true}})).await.expect(200);
    enter(&app.user("hedy").await, &scene, right.clone()).await.expect_problem(403, "entry_locked");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    enter(&app.user("emmy").await, &scene, right).await.expect_problem(409, "tournament_state");
    scene.organizer.post_empty(&scene.at("/entry-code")).await.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_opens_a_private_tournament_until_another_one_replaces_it() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"visibility": "private", "entry": {"link": true}}), 0).await;
    assert_eq!(scene.get("").await["entry"], "link");
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let guess = json!({"code": "BCDF-GHJK-LMNP"});
    enter(&ada, &scene, guess.clone()).await.expect_problem(404, "not_found");
    // An organizer sees the tournament, and nobody enters before the first code.
    enter(&scene.organizer, &scene, guess.clone()).await.expect_problem(403, "entry_locked");
    let make = scene.at("/entry-code");
    ada.post_empty(&make).await.expect_problem(404, "not_found");
    let first = scene.organizer.post_empty(&make).await.expect(201).json;
    assert_eq!(first["code"].as_str().map(str::len), Some(14));
    let typed = first["code"].as_str().expect("a code").to_lowercase().replace('-', "");
    enter(&ada, &scene, json!({"code": typed})).await.expect(200);
    ada.get(&scene.path).await.expect(200);
    ada.post_empty(&make).await.expect_problem(403, "not_organizer");
    let second = scene.organizer.post_empty(&make).await.expect(201).json;
    assert_ne!(first, second);
    enter(&grace, &scene, first).await.expect_problem(404, "not_found");
    assert_eq!(entry_count(&scene).await, 1);
    enter(&grace, &scene, second.clone()).await.expect(200);
    let audit = scene.get("/audit").await;
    let made = |news: &&Value| news["kind"] == "entry_code_made";
    assert_eq!(audit["items"].as_array().expect("items").iter().filter(made).count(), 2);
    assert!(!audit.to_string().contains(second["code"].as_str().expect("a code")));
    // In a public tournament a wrong code is said to be wrong.
    scene.organizer.patch(&scene.path, json!({"visibility": "public"})).await.expect(200);
    let joan = app.user("joan").await;
    let wrong = enter(&joan, &scene, guess).await.expect_problem(403, "entry_locked");
    assert!(wrong.json["detail"].as_str().expect("a detail").contains("`code`"), "{}", wrong.json);
    for wrong in ["short", "BCDF-GHJK-LMN!", "BCDF-GHJK-LMNP-BCDF-GHJK"] {
        let refused = enter(&joan, &scene, json!({"code": wrong})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/code"]);
    }
    // The code ends with the setting.
    scene.organizer.patch(&scene.path, json!({"entry": {"link": false}})).await.expect(200);
    scene.organizer.post_empty(&make).await.expect_problem(422, "not_available");
    scene.organizer.patch(&scene.path, json!({"entry": {"link": true}})).await.expect(200);
    enter(&joan, &scene, second).await.expect_problem(403, "entry_locked");
    assert_eq!(entry_count(&scene).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_are_checked_when_a_player_enters_and_not_again() {
    let app = TestApp::spawn().await;
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let conditions =
        json!({"games_min": 1, "rating_established": true, "account_days_min": 30, "highest_max": null});
    let changed = json!({"ruleset": "splendor", "seats": 2, "clock": clock, "conditions": conditions});
    let scene = Scene::new(&app, changed, 0).await;
    let shown = &scene.get("").await["conditions"];
    assert_eq!(*shown, conditions);
    assert_eq!(
        app.anonymous().get("/v1/tournaments").await.expect(200).json["items"][0]["conditions"],
        *shown
    );
    let ada = app.user("ada").await;
    let refused = async |names: &str| {
        let refused = enter(&ada, &scene, json!({})).await.expect_problem(403, "condition_unmet");
        assert!(refused.json["detail"].as_str().expect("a detail").contains(names), "{}", refused.json);
        assert_eq!(entry_count(&scene).await, 0);
    };
    refused("`account_days_min`").await;
    execute(&app, "UPDATE players SET created_at = created_at - interval '31 days' WHERE username = 'ada'")
        .await;
    refused("`games_min`").await;
    play_rated(&app, &ada, &clock).await;
    refused("`rating_established`").await;
    // The shown deviation falls with many games.
    execute(&app, "UPDATE ratings SET sigma = 1000000").await;
    enter(&ada, &scene, json!({})).await.expect(200);
    // More is required of those who enter later, and of nobody else.
    let stricter = json!({"conditions": {"games_min": 50}});
    let now = scene.organizer.patch(&scene.path, stricter).await.expect(200).json;
    let replaced =
        json!({"games_min": 50, "rating_established": false, "account_days_min": null, "highest_max": null});
    assert_eq!((&now["conditions"], &now["entry_count"]), (&replaced, &json!(1)));
    enter(&app.user("joan").await, &scene, json!({})).await.expect_problem(403, "condition_unmet");
    scene.organizer.patch(&scene.path, json!({"conditions": {}})).await.expect(200);
    enter(&app.user("mary").await, &scene, json!({})).await.expect(200);
    scene.start().await;
    scene.organizer.patch(&scene.path, json!({"conditions": {"account_days_min": 7}})).await.expect(200);
}

/// Plays a rated game that `ada` wins.
async fn play_rated(app: &TestApp, ada: &Caller<'_>, clock: &Value) {
    let grace = app.user("grace").await;
    let terms = json!({"ruleset": "splendor", "seats": 2, "rated": true, "clock": clock});
    ada.post("/v1/seeks", &terms).await.expect(201);
    let game = grace.post("/v1/seeks", &terms).await.expect(201).json["game"].clone();
    let game = format!("/v1/games/{}", game.as_str().expect("a game"));
    grace.post_empty(&format!("{game}/resign")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_too_strong_does_not_enter_after_losing_on_purpose() {
    let app = TestApp::spawn().await;
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let conditions = json!({"highest_max": {"rating": 1520, "days": 90}});
    let changed = json!({"ruleset": "splendor", "seats": 2, "clock": clock, "conditions": conditions});
    let scene = Scene::new(&app, changed, 0).await;
    let ada = app.user("ada").await;
    play_rated(&app, &ada, &clock).await;
    // As if everything had been lost since then, whatever it costs.
    execute(&app, "UPDATE ratings SET mu = 20000000 WHERE mu > 25000000").await;
    execute(&app, "UPDATE rating_events SET mu_before = 30000000 WHERE mu_after > 25000000").await;
    let refused = enter(&ada, &scene, json!({})).await.expect_problem(403, "condition_unmet");
    assert!(refused.text.contains("at most 1520 in the last 90 days"), "{}", refused.text);
    enter(&app.user("grace").await, &scene, json!({})).await.expect(200);
    enter(&app.user("joan").await, &scene, json!({})).await.expect(200);
    execute(&app, "UPDATE rating_events SET finished_at = finished_at - interval '91 days'").await;
    enter(&ada, &scene, json!({})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_conditions_are_refused() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    for (changed, pointer) in [
        (json!({"conditions": {"games_min": 1}}), "/conditions"),
        (json!({"conditions": {"rating_established": true}}), "/conditions"),
        (json!({"conditions": {"games_min": 1}, "play": "over_the_board"}), "/conditions"),
        (json!({"conditions": {"highest_max": {"rating": 1500, "days": 1}}}), "/conditions"),
        (
            json!({"clock": clock, "conditions": {"highest_max": {"rating": 1500, "days": 731}}}),
            "/conditions/highest_max/days",
        ),
        (json!({"clock": clock, "conditions": {"games_min": 0}}), "/conditions/games_min"),
        (json!({"clock": clock, "conditions": {"games_min": 100_001}}), "/conditions/games_min"),
        (json!({"conditions": {"account_days_min": 3651}}), "/conditions/account_days_min"),
        (json!({"conditions": {"account_days_min": -1}}), "/conditions/account_days_min"),
        (json!({"conditions": {"account_age": 1}}), "/conditions/account_age"),
        (json!({"conditions": null}), "/conditions"),
    ] {
        let mut body = settings(&json!({}));
        for (name, value) in changed.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let refused = organizer.post("/v1/tournaments", body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{changed}");
    }
    let kept = json!({"clock": clock, "conditions": {"games_min": 3}});
    let made = organizer.post("/v1/tournaments", settings(&kept)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let no_clock = json!({"clock": {"kind": "none"}});
    let refused = organizer.patch(&path, no_clock).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/conditions"]);
    assert_eq!(organizer.get(&path).await.expect(200).json["clock"]["kind"], "live");
}
