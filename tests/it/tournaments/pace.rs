//! Rounds with dates and with a time to play them.

use chrono::{SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

use super::execute;
use super::scene::{Scene, entries, settings};
use crate::app::{TestApp, look_again};
use crate::games::reader::{LINES, Reader};

/// Returns the time in a number of days as requests send it.
pub fn in_days(days: i64) -> String {
    (Utc::now() + TimeDelta::days(days)).to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Returns changed settings: a Swiss event of two rounds, which the server pairs at these dates.
fn dated(dates: &[String]) -> Value {
    json!({"seats": 2, "next_round": "automatic", "round_dates": dates})
}

/// Lets the date of the first round come.
async fn begin(app: &TestApp) {
    execute(app, "UPDATE tournaments SET first_round_at = now() - interval '1 second' WHERE first_round_at IS NOT NULL")
        .await;
}

/// Lets the date of the next round come.
async fn go_on(app: &TestApp) {
    execute(app, "UPDATE tournament_rounds SET next_round_at = now() WHERE next_round_at IS NOT NULL").await;
}

/// Lets the time of all rounds pass.
async fn overdue(app: &TestApp) {
    execute(
        app,
        "UPDATE tournament_rounds SET ends_at = now() - interval '1 second' WHERE ends_at IS NOT NULL",
    )
    .await;
}

async fn closed(scene: &Scene<'_>, round: u64) -> Value {
    scene.until(&format!("/rounds/{round}"), |now| now["status"] == "closed").await
}

/// Waits until the last round is this one.
async fn paired(scene: &Scene<'_>, round: u64) -> Value {
    scene.until("", |now| now["last_round"]["round"] == round).await;
    scene.get(&format!("/rounds/{round}")).await
}

/// Returns how often this has happened, and by whom.
async fn audit(scene: &Scene<'_>, kind: &str) -> Vec<Value> {
    let audit = scene.get("/audit?limit=100").await;
    let items = audit["items"].as_array().expect("items").iter();
    items.filter(|news| news["kind"] == kind).map(|news| news["by"].clone()).collect()
}

/// Lets the server look after another tournament whose time has come, which comes after all others, so that
/// it has looked after those too.
async fn look(app: &TestApp, scene: &Scene<'_>) {
    let witness = json!({"name": "Witness", "seats": 2, "next_round": "automatic", "round_dates": [in_days(300)],
        "play": "over_the_board", "round_ends_after_ms": 3_600_000, "unfinished": "void", "rounds": 1});
    let made = scene.organizer.post("/v1/tournaments", settings(&witness)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    for guest in ["Ada", "Grace"] {
        scene.organizer.post(&format!("{path}/entries"), json!({"guest": guest})).await.expect(201);
    }
    scene.organizer.post_empty(&format!("{path}/start")).await.expect(200);
    scene.organizer.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    let due = "UPDATE tournament_rounds r SET ends_at = now() - interval '1 second' FROM tournaments t \
         WHERE t.id = r.tournament_id AND t.name = 'Witness'";
    execute(app, due).await;
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let round = format!("{path}/rounds/1");
    while scene.organizer.get(&round).await.expect(200).json["status"] != "closed" {
        assert!(std::time::Instant::now() < patience, "the server does not look after {path}");
        look_again().await;
    }
    scene.organizer.post(&format!("{path}/close"), json!({"cancel": true})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_pairs_each_round_once_at_its_date() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let second = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let dates = [in_days(1), in_days(8)];
    let scene = Scene::new(&app, dated(&dates), 4).await;
    assert_eq!(scene.get("").await["round_dates"], json!(dates));
    scene.start().await;
    look(&app, &scene).await;
    assert_eq!(scene.get("").await["last_round"], Value::Null, "the first round has a date");
    begin(&app).await;
    let first = paired(&scene, 1).await;
    scene.play_round(&first).await;
    let over = closed(&scene, 1).await;
    assert_eq!(over["next_round_at"], json!(dates[1]));
    // Closing the round ends the time for corrections, and not the wait for a date.
    let again = scene.post("/rounds/close", json!({})).await.expect(200).json;
    assert_eq!(again["next_round_at"], json!(dates[1]));
    look(&app, &scene).await;
    assert_eq!(scene.get("").await["last_round"]["round"], 1);
    go_on(&app).await;
    let next = paired(&scene, 2).await;
    scene.play_round(&next).await;
    scene.until("", |now| now["status"] == "finished").await;
    assert_eq!(audit(&scene, "round_paired").await, [Value::Null, Value::Null]);
    second.with_token(scene.organizer.token()).get(&scene.path).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_without_a_date_and_one_whose_date_has_passed_follow_at_once() {
    let app = TestApp::spawn().await;
    let changed =
        json!({"seats": 2, "rounds": 3, "next_round": "automatic", "round_dates": [in_days(1), in_days(2)]});
    let scene = Scene::new(&app, changed, 2).await;
    // Both dates pass while nobody starts the event.
    execute(
        &app,
        "UPDATE tournaments SET settings = jsonb_set(settings, '{round_dates}', \
         to_jsonb(ARRAY[now() - interval '2 hours', now() - interval '1 hour']))",
    )
    .await;
    scene.start().await;
    for round in 1..=3 {
        let now = paired(&scene, round).await;
        scene.play_round(&now).await;
    }
    scene.until("", |now| now["status"] == "finished").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_of_rounds_to_come_change_while_the_event_runs() {
    let app = TestApp::spawn().await;
    let dates = [in_days(1), in_days(8)];
    let scene = Scene::new(&app, dated(&dates), 2).await;
    scene.start().await;
    let patch = async |dates: Value| scene.organizer.patch(&scene.path, json!({"round_dates": dates})).await;
    patch(json!([in_days(2), dates[1]])).await.expect(200);
    begin(&app).await;
    let first = paired(&scene, 1).await;
    let own = scene.get("").await["round_dates"][0].clone();
    let refused = patch(json!([dates[0], dates[1]])).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/round_dates/0"], "this round is paired");
    scene.play_round(&first).await;
    closed(&scene, 1).await;
    let later = in_days(9);
    patch(json!([own, later])).await.expect(200);
    assert_eq!(scene.get("/rounds/1").await["next_round_at"], json!(later));
    let past = patch(json!([own, "2026-01-01T00:00:00Z"])).await.expect_problem(422, "validation_failed");
    assert_eq!(past.pointers(), ["/round_dates/1"]);
    // Without dates the next round follows at once.
    patch(json!([])).await.expect(200);
    paired(&scene, 2).await;
    assert_eq!(audit(&scene, "round_paired").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organizer_can_pair_before_the_date_and_pairs_alone_after_a_change() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, dated(&[in_days(1), in_days(8)]), 2).await;
    scene.start().await;
    let first = scene.next().await;
    begin(&app).await;
    look(&app, &scene).await;
    assert_eq!(audit(&scene, "round_paired").await.len(), 1, "the server does not pair it again");
    scene.play_round(&first).await;
    closed(&scene, 1).await;
    let call = scene.organizer.patch(&scene.path, json!({"next_round": "call"})).await;
    assert_eq!(call.expect_problem(422, "validation_failed").pointers(), ["/round_dates"]);
    scene.organizer.patch(&scene.path, json!({"next_round": "call", "round_dates": []})).await.expect(200);
    assert_eq!(scene.get("/rounds/1").await["next_round_at"], Value::Null);
    look(&app, &scene).await;
    assert_eq!(scene.get("").await["last_round"]["round"], 1, "nobody has called");
    scene.next().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_whose_players_leave_before_its_first_date_ends() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, dated(&[in_days(1)]), 2).await;
    scene.start().await;
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect(204);
    begin(&app).await;
    scene.until("", |now| now["status"] == "finished").await;
    // One that is cancelled before its first date is left alone.
    let other = Scene { path: another(&scene, dated(&[in_days(1)])).await, ..scene };
    for player in other.players.values() {
        player.post_empty(&other.at("/enter")).await.expect(200);
    }
    other.start().await;
    other.post("/close", json!({"cancel": true})).await.expect(200);
    begin(&app).await;
    look(&app, &other).await;
    assert_eq!(
        (&other.get("").await["status"], other.get("").await["round_count"].as_u64()),
        (&json!("cancelled"), Some(0))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn organizers_are_told_if_the_first_round_cannot_be_paired() {
    let app = TestApp::spawn().await;
    let changed = json!({"format": "round_robin", "rounds": null, "seats": 3, "next_round": "automatic",
        "round_dates": [in_days(1)]});
    let scene = Scene::new(&app, changed, 3).await;
    scene.start().await;
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect(204);
    begin(&app).await;
    scene.until("/audit?limit=1", |audit| audit["items"][0]["kind"] == "start_failed").await;
    let told = scene.organizer.get("/v1/me/events").await.expect(200).json["announcements"].clone();
    assert_eq!(told[0]["kind"], "start_failed");
    assert!(told[0]["text"].as_str().is_some_and(|text| text.contains("schedule")), "{told}");
    // It is tried once, and goes on by a call.
    look(&app, &scene).await;
    assert_eq!(audit(&scene, "start_failed").await, [Value::Null]);
    scene.post("/entries/1/reinstate", json!({"reason": "is back"})).await.expect(204);
    scene.next().await;
}

async fn another(scene: &Scene<'_>, changed: Value) -> String {
    let made = scene.organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"))
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_without_a_result_are_void_when_the_time_of_the_round_is_over() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let second = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let changed = json!({"seats": 2, "round_ends_after_ms": 604_800_000, "unfinished": "void"});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let round = scene.next().await;
    assert!(round["ends_at"].is_string() && round["unfinished"] == "void", "{round}");
    let (done, open) = (&round["tables"][0], &round["tables"][1]);
    let winner = entries(done)[0];
    scene.play(done, &entries(done)).await;
    look(&app, &scene).await;
    assert_eq!(scene.get("/rounds/1").await["status"], "open", "there is time");
    let game = open["game"].as_str().expect("a game");
    let player = &scene.players[&entries(open)[0]];
    let mut reader = Reader::open(player, &format!("/v1/games/{game}/events"), LINES).await;
    reader.expect("snapshot").await;
    // The open round keeps its deadline, whatever changes.
    let change = json!({"round_ends_after_ms": null});
    scene.organizer.patch(&scene.path, change).await.expect(200);
    assert_eq!(scene.get("/rounds/1").await["ends_at"], round["ends_at"]);
    overdue(&app).await;
    let over = closed(&scene, 1).await;
    assert_eq!(
        (&over["tables"][0]["status"], &over["tables"][1]["status"]),
        (&json!("done"), &json!("void"))
    );
    assert_eq!(over["tables"][1]["decided_by"], Value::Null, "no organizer has decided it");
    assert_eq!(audit(&scene, "table_voided").await, [Value::Null]);
    let ended = app.anonymous().get(&format!("/v1/games/{game}")).await.expect(200).json;
    assert_eq!(ended["status"], "aborted");
    assert_eq!(reader.expect("aborted").await["data"]["reason"], "table_decided");
    // A result can be set until the next round is paired.
    scene
        .post(&format!("/tables/{}/result", open["table"]), json!({"places": [1, 2], "reason": "by mail"}))
        .await
        .expect(204);
    let first_two: Vec<Value> = scene.get("/standings").await["items"].as_array().expect("lines")[..2]
        .iter()
        .map(|line| line["entry"].clone())
        .collect();
    assert!(first_two.contains(&json!(winner)) && first_two.contains(&json!(entries(open)[0])));
    let next = scene.next().await;
    assert_eq!((&next["ends_at"], &next["unfinished"]), (&Value::Null, &Value::Null), "the new setting");
    second.with_token(scene.organizer.token()).get(&scene.path).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_over_the_board_ends_at_its_deadline_and_one_that_waits_does_not() {
    let app = TestApp::spawn().await;
    let changed = json!({"seats": 2, "rounds": 2, "play": "over_the_board", "next_round": "automatic",
        "round_dates": [in_days(1), in_days(8)], "round_ends_after_ms": 3_600_000, "unfinished": "void"});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    begin(&app).await;
    let round = paired(&scene, 1).await;
    // What one player has reported alone is no result.
    let reporter = entries(&round["tables"][0])[0];
    let report = json!({"places": [1, 2]});
    scene.players[&reporter].post(&scene.at("/tables/1/report"), report).await.expect(200);
    overdue(&app).await;
    let over = closed(&scene, 1).await;
    assert!(over["next_round_at"].is_string(), "{over}");
    assert_eq!(over["tables"][1]["status"], "void");
    assert_eq!(over["tables"][0]["status"], "void");

    let waiting = json!({"name": "Patient", "seats": 2, "round_ends_after_ms": 3_600_000});
    let patient = Scene { path: another(&scene, waiting).await, ..scene };
    for player in patient.players.values() {
        player.post_empty(&patient.at("/enter")).await.expect(200);
    }
    patient.start().await;
    let round = patient.next().await;
    assert!(round["ends_at"].is_string() && round["unfinished"] == "wait", "{round}");
    overdue(&app).await;
    look(&app, &patient).await;
    assert_eq!(patient.get("/rounds/1").await["status"], "open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_knock_out_round_has_no_deadline_and_a_rated_game_is_played_to_its_end() {
    let app = TestApp::spawn().await;
    let changed = json!({"format": "heats", "seats": 2, "rounds": 1, "cut": 2, "round_ends_after_ms": 3_600_000,
        "unfinished": "void", "ruleset": "splendor", "rated": true, "ready_check_ms": 0,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let heats = scene.next().await;
    // One game has begun, the other one has not.
    let begun = &heats["tables"][0];
    let game = format!("/v1/games/{}", begun["game"].as_str().expect("a game"));
    for (version, entry) in (1_u64..).zip(entries(begun)) {
        let take =
            json!({"version": version, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
        scene.players[&entry].post(&format!("{game}/actions"), take).await.expect(200);
    }
    overdue(&app).await;
    let over = closed(&scene, 1).await;
    assert!(
        over["tables"].as_array().expect("tables").iter().all(|table| table["status"] == "void"),
        "{over}"
    );
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["status"], "active");
    scene.players[&entries(begun)[0]].post_empty(&format!("{game}/resign")).await.expect(200);
    assert_eq!(crate::ladders::log(&app, "splendor.duel.live.human").await.len(), 2, "it is rated");
    assert_eq!(scene.get("/rounds/1").await["tables"][0]["status"], "void");
    let last = scene.next().await;
    assert_eq!((&last["stage"], &last["ends_at"]), (&json!("knock_out"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_paired_once_whoever_is_first() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let second = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let scene = Scene::new(&app, dated(&[in_days(1), in_days(8)]), 4).await;
    let other = second.with_token(scene.organizer.token());
    scene.start().await;
    for (number, is_first) in [(1, true), (2, false)] {
        let date = async {
            match is_first {
                true => begin(&app).await,
                false => go_on(&app).await,
            }
        };
        let next = scene.at("/rounds/next");
        let (_, here, there) = tokio::join!(date, scene.organizer.post_empty(&next), other.post_empty(&next));
        for answer in [here, there] {
            assert!([201, 409].contains(&answer.status.as_u16()), "{}", answer.text);
        }
        let round = paired(&scene, number).await;
        scene.play_round(&round).await;
        closed(&scene, number).await;
    }
    scene.until("", |now| now["status"] == "finished").await;
    assert_eq!(audit(&scene, "round_paired").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ends_at_the_deadline_counts_or_its_table_is_void() {
    let app = TestApp::spawn().await;
    let changed = json!({"seats": 2, "rounds": 3, "round_ends_after_ms": 3_600_000, "unfinished": "void"});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    for number in 1..=3_u64 {
        let round = scene.next().await;
        let (one, two) = (&round["tables"][0], &round["tables"][1]);
        let resign = |table: &Value| {
            let path = format!("/v1/games/{}/resign", table["game"].as_str().expect("a game"));
            let player = &scene.players[&entries(table)[0]];
            async move { player.post_empty(&path).await }
        };
        let (_, first, second) = tokio::join!(overdue(&app), resign(one), resign(two));
        let over = closed(&scene, number).await;
        for (answer, table) in [first, second].iter().zip(over["tables"].as_array().expect("tables")) {
            let is_done = table["status"] == "done";
            assert_eq!(
                (answer.status.as_u16() == 200, is_done || table["status"] == "void"),
                (is_done, true),
                "{table}"
            );
        }
    }
    super::invariants::check_export(&scene.get("/export").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_dates_and_times_are_refused() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let dates = |dates: Value| json!({"next_round": "automatic", "round_dates": dates});
    let mut early = dates(json!([in_days(1)]));
    early["starts_at"] = json!(in_days(2));
    let mut many = dates(json!([in_days(1), in_days(2), in_days(3)]));
    many["rounds"] = json!(2);
    for (changed, pointer) in [
        (json!({"round_dates": [in_days(1)]}), "/round_dates"),
        (early, "/round_dates"),
        (many, "/round_dates"),
        (dates(json!([in_days(2), in_days(1)])), "/round_dates/1"),
        (dates(json!(["tomorrow"])), "/round_dates/0"),
        (dates(json!([in_days(367)])), "/round_dates/0"),
        (dates(json!(["2020-01-01T00:00:00Z"])), "/round_dates/0"),
        (json!({"round_ends_after_ms": 59_999}), "/round_ends_after_ms"),
        (json!({"round_ends_after_ms": 7_776_000_001_u64}), "/round_ends_after_ms"),
        (json!({"unfinished": "void"}), "/unfinished"),
        (json!({"unfinished": "standings", "round_ends_after_ms": 60_000}), "/unfinished"),
        (
            json!({"format": "single_elimination", "rounds": null, "seats": 2, "round_ends_after_ms": 60_000}),
            "/round_ends_after_ms",
        ),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let changed = json!({"round_ends_after_ms": 60_000, "unfinished": "void"});
    let made = organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let without = organizer.patch(&path, json!({"round_ends_after_ms": null})).await.expect(200).json;
    assert_eq!((&without["round_ends_after_ms"], &without["unfinished"]), (&Value::Null, &json!("wait")));
}
