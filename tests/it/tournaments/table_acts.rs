//! What organizers do to the game of a table: its clock, and another game instead of it.

use lapidary::settings::Settings;
use serde_json::{Value, json};

use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;
use crate::games::clocks::{spend, time};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;

/// Returns changed settings: tables of two with ten minutes for each seat, and no ready check.
fn live() -> Value {
    json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "ready_check_ms": 0,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}})
}

/// Starts the first round, and returns it.
async fn playing(app: &TestApp, changed: Value, players: u64) -> (Scene<'_>, Value) {
    let scene = Scene::new(app, changed, players).await;
    scene.start().await;
    let round = scene.next().await;
    (scene, round)
}

fn game(round: &Value, table: usize) -> String {
    format!("/v1/games/{}", round["tables"][table]["game"].as_str().expect("a game"))
}

/// Returns the items of the audit of this kind.
async fn audit(scene: &Scene<'_>, kind: &str) -> Vec<Value> {
    let items = scene.get("/audit?limit=100").await["items"].as_array().expect("items").clone();
    items.into_iter().filter(|item| item["kind"] == kind).collect()
}

fn take() -> Value {
    json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]})
}

#[tokio::test]
async fn an_organizer_pauses_a_table_and_gives_time_and_the_stream_of_the_game_tells_it() {
    let app = TestApp::spawn().await;
    let (scene, round) = playing(&app, live(), 2).await;
    let game = game(&round, 0);
    let mut reader = Reader::open(&app.anonymous(), &format!("{game}/events"), LINES).await;
    reader.expect("snapshot").await;
    let why = json!({"reason": "the fire alarm"});
    scene.post("/tables/1/pause", why.clone()).await.expect(204);
    let paused = reader.expect("clock").await["data"].clone();
    let until = time(&paused["paused_until"]);
    scene.post("/tables/1/pause", why.clone()).await.expect(204);
    let again = reader.expect("clock").await["data"].clone();
    assert!(time(&again["paused_until"]) > until, "the time of the pause is set anew");
    assert_eq!(again["remaining_ms"], paused["remaining_ms"], "a pause costs nothing");
    scene.post("/tables/1/resume", why.clone()).await.expect(204);
    let resumed = reader.expect("clock").await["data"].clone();
    assert_eq!((resumed.get("paused_until"), &resumed["remaining_ms"]), (None, &paused["remaining_ms"]));

    let add = |seat: u8, ms: u64| json!({"seat": seat, "add_ms": ms, "reason": "the network was down"});
    scene.post("/tables/1/clock", add(1, 60_000)).await.expect(204);
    let given = reader.expect("clock").await["data"].clone();
    assert_eq!(given["remaining_ms"][1], 660_000);
    let deadline = time(&given["deadline"]);
    scene.post("/tables/1/clock", add(0, 60_000)).await.expect(204);
    let given = reader.expect("clock").await["data"].clone();
    assert_eq!(time(&given["deadline"]) - deadline, chrono::TimeDelta::minutes(1));

    let note = &audit(&scene, "clock_adjusted").await[1];
    let seated = entries(&round["tables"][0]);
    assert_eq!(
        (&note["note"], &note["entry"], &note["table"], &note["by"]["username"]),
        (&json!("60000 ms: the network was down"), &json!(seated[1]), &json!(1), &json!("organizer"))
    );
    assert_eq!(audit(&scene, "table_paused").await.len(), 2);
    assert_eq!(audit(&scene, "table_resumed").await[0]["note"], "the fire alarm");

    // As after every pause, a turn ends it, and so does any seat.
    scene.post("/tables/1/pause", why.clone()).await.expect(204);
    let player = &scene.players[&seated[0]];
    player.post(&format!("{game}/actions"), take()).await.expect(200);
    let view = player.get(&game).await.expect(200).json;
    assert_eq!((view["clock"].get("paused_until"), &view["clock"]["running"]), (None, &json!(1)));
    scene.post("/tables/1/pause", why).await.expect(204);
    player.post_empty(&format!("{game}/resume")).await.expect(200);
    assert_eq!(player.get(&game).await.expect(200).json["clock"].get("paused_until"), None);
}

#[tokio::test]
async fn acts_on_a_clock_are_refused_where_they_make_no_sense() {
    let app = TestApp::spawn_with(|settings: &mut Settings| {
        settings.games.time_out_interval = std::time::Duration::from_secs(86_400);
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let (scene, round) = playing(&app, live(), 4).await;
    let why = json!({"reason": "a test"});
    let add = |seat: u8, ms: u64| json!({"seat": seat, "add_ms": ms, "reason": "a test"});
    let acts = [("pause", why.clone()), ("resume", why.clone()), ("clock", add(0, 1_000))];
    for (act, body) in &acts {
        let path = scene.at(&format!("/tables/1/{act}"));
        scene.players[&1].post(&path, body).await.expect_problem(403, "not_organizer");
        scene.post(&format!("/tables/77/{act}"), body.clone()).await.expect_problem(404, "not_found");
        scene.post(&format!("/tables/1/{act}"), json!({})).await.expect_problem(422, "validation_failed");
    }
    for (wrong, pointer) in [
        (add(4, 1_000), "/seat"),
        (add(2, 1_000), "/seat"),
        (add(0, 999), "/add_ms"),
        (add(0, 1_209_600_001), "/add_ms"),
    ] {
        let refused = scene.post("/tables/1/clock", wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer]);
    }
    // Six times fourteen days, then the maximum is near.
    for _ in 0..6 {
        scene.post("/tables/1/clock", add(1, 1_209_600_000)).await.expect(204);
    }
    let refused =
        scene.post("/tables/1/clock", add(1, 1_209_600_000)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/add_ms"]);
    assert!(refused.text.contains("90 days"), "{}", refused.text);

    // Who has run out of time is taken out first, so the table is over.
    let id = round["tables"][1]["game"].as_str().expect("a game");
    spend(&mut stored, id, 601_000).await;
    scene.post("/tables/2/pause", why.clone()).await.expect_problem(409, "table_state");
    let view = scene.organizer.get(&game(&round, 1)).await.expect(200).json;
    assert_eq!(view["status"], "finished");
    for (act, body) in &acts {
        scene.post(&format!("/tables/2/{act}"), body.clone()).await.expect_problem(409, "table_state");
    }
    let id = round["tables"][0]["game"].as_str().expect("a game");
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{id}'")).await;
    for (act, body) in &acts {
        scene.post(&format!("/tables/1/{act}"), body.clone()).await.expect_problem(409, "game_frozen");
    }
    scene.post("/tables/1/void", why.clone()).await.expect(204);
    scene.next().await;
    for (act, body) in &acts {
        scene.post(&format!("/tables/1/{act}"), body.clone()).await.expect_problem(409, "round_closed");
    }
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    for (act, body) in &acts {
        scene.post(&format!("/tables/3/{act}"), body.clone()).await.expect_problem(409, "tournament_state");
    }
    for (kind, count) in [("table_paused", 0), ("table_resumed", 0), ("clock_adjusted", 6)] {
        assert_eq!(audit(&scene, kind).await.len(), count, "{kind}");
    }
}

#[tokio::test]
async fn tables_without_a_clock_and_seats_without_a_running_one_get_no_time() {
    let app = TestApp::shared().await;
    let (plain, _) = playing(&app, json!({"seats": 2}), 2).await;
    let add = |seat: u8| json!({"seat": seat, "add_ms": 86_400_000, "reason": "a test"});
    for (act, body) in
        [("pause", json!({"reason": "a"})), ("resume", json!({"reason": "a"})), ("clock", add(0))]
    {
        plain.post(&format!("/tables/1/{act}"), body).await.expect_problem(422, "not_available");
    }
    let mut daily = live();
    daily["seats"] = json!(3);
    daily["clock"] = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let (scene, round) = playing(&app, daily, 3).await;
    scene.post("/tables/1/clock", add(0)).await.expect(204);
    let view = scene.organizer.get(&game(&round, 0)).await.expect(200).json;
    assert_eq!(view["clock"]["remaining_ms"], json!([172_800_000, 86_400_000, 86_400_000]));
    let refused = scene.post("/tables/1/clock", add(1)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/seat"]);
    let out = entries(&round["tables"][0])[2];
    scene.players[&out].post_empty(&format!("{}/resign", game(&round, 0))).await.expect(200);
    let refused = scene.post("/tables/1/clock", add(2)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/seat"]);
    assert!(refused.text.contains("not in play"), "{}", refused.text);
}

#[tokio::test]
async fn another_game_replaces_that_of_a_table_until_its_first_turn() {
    let app = TestApp::shared().await;
    let (scene, round) = playing(&app, json!({"ruleset": "splendor", "seats": 2, "rounds": 1}), 5).await;
    let [first, second] = [0, 1].map(|table: usize| entries(&round["tables"][table]));
    let bye = round["byes"][0]["entry"].as_u64().expect("a bye");
    let seat = |entries: [u64; 2]| json!({"entries": entries, "reason": "a player did not come"});
    scene.post("/tables/1/substitute", seat([first[0], second[0]])).await.expect_problem(422, "not_pairable");
    scene.post("/tables/1/substitute", seat([bye, bye])).await.expect_problem(422, "not_pairable");
    let old = game(&round, 0);
    let mut reader = Reader::open(&app.anonymous(), &format!("{old}/events"), LINES).await;
    reader.expect("snapshot").await;
    scene.post("/tables/1/substitute", seat([bye, first[0]])).await.expect(204);

    let ended = reader.expect("aborted").await;
    assert_eq!(ended["data"]["reason"], json!("organizer"), "{ended}");
    let aborted = app.anonymous().get(&old).await.expect(200).json;
    assert_eq!(aborted["status"], "aborted");
    scene.players[&first[1]]
        .post(&format!("{old}/actions"), take())
        .await
        .expect_problem(409, "game_finished");
    let now = scene.get("/rounds/1").await;
    assert_eq!(seatings(&now), [vec![bye, first[0]], second.clone()]);
    assert_eq!((&now["tables"][0]["paired"], &now["byes"]), (&json!(first), &json!([])));
    let new = game(&now, 0);
    assert_ne!(old, new);
    let kinds: Vec<Value> = audit_kinds(&scene).await;
    assert_eq!(
        kinds[..2],
        [json!("table_started"), json!("table_seated")],
        "the old game does not void the table"
    );

    scene.players[&bye].post(&format!("{new}/actions"), take()).await.expect(200);
    let late = scene.post("/tables/1/substitute", seat([first[0], first[1]])).await;
    late.expect_problem(409, "game_started");
    scene.play(&now["tables"][0], &[bye, first[0]]).await;
    let late = scene.post("/tables/1/substitute", seat([first[0], first[1]])).await;
    late.expect_problem(409, "table_state");
    assert_eq!(scene.get("/rounds/1").await["tables"][0]["decided_by"], "game");
}

async fn audit_kinds(scene: &Scene<'_>) -> Vec<Value> {
    let audit = scene.get("/audit").await;
    audit["items"].as_array().expect("items").iter().map(|item| item["kind"].clone()).collect()
}

#[tokio::test]
async fn two_tables_exchange_players_after_one_of_them_is_void() {
    let app = TestApp::shared().await;
    let (scene, round) = playing(&app, json!({"ruleset": "splendor", "seats": 2, "rounds": 2}), 4).await;
    let [first, second] = [0, 1].map(|table: usize| entries(&round["tables"][table]));
    let seat = |entries: [u64; 2]| json!({"entries": entries, "reason": "two friends"});
    // The game of a void table ends, also after its first turn.
    let old = game(&round, 1);
    scene.players[&second[0]].post(&format!("{old}/actions"), take()).await.expect(200);
    scene.post("/tables/2/void", json!({"reason": "two friends"})).await.expect(204);
    scene.post("/tables/1/substitute", seat([first[0], second[0]])).await.expect(204);
    let result = json!({"places": [1, 2], "reason": "a test"});
    scene.post("/tables/2/result", result).await.expect_problem(422, "not_pairable");
    scene.post("/tables/2/substitute", seat([first[1], second[1]])).await.expect(204);
    let resigned = scene.players[&second[1]].post_empty(&format!("{old}/resign")).await;
    resigned.expect_problem(409, "game_finished");
    let now = scene.get("/rounds/1").await;
    assert_eq!(seatings(&now), [[first[0], second[0]], [first[1], second[1]]]);
    assert_eq!(
        (&now["tables"][1]["status"], &now["tables"][1]["decided_by"]),
        (&json!("playing"), &json!(null))
    );
    scene.play_round(&now).await;
    scene.next().await;
}

#[tokio::test]
async fn a_knock_out_match_stays_the_match_of_its_entries() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null, "ruleset": "splendor"});
    let (scene, round) = playing(&app, changed, 4).await;
    let [first, second] = [0, 1].map(|table: usize| entries(&round["tables"][table]));
    let seat = |entries: [u64; 2]| json!({"entries": entries, "reason": "a test"});
    scene.post("/tables/1/substitute", seat([first[0], second[0]])).await.expect_problem(422, "not_pairable");
    scene.post("/tables/1/substitute", seat([first[1], first[0]])).await.expect(204);
    assert_eq!(seatings(&scene.get("/rounds/1").await)[0], [first[1], first[0]]);
    // Another game of a match follows a void table by itself.
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    scene.post("/tables/1/substitute", seat([first[0], first[1]])).await.expect_problem(409, "table_state");
    let follows = |now: &Value| now["tables"].as_array().is_some_and(|tables| tables.len() == 3);
    scene.until("/rounds/1", follows).await;
}

#[tokio::test]
async fn a_void_table_is_not_waited_for_and_takes_nobody_in() {
    let app = TestApp::shared().await;
    let changed = json!({"seats": 2, "rounds": 2, "ready_check_ms": 3_600_000});
    let (scene, round) = playing(&app, changed, 6).await;
    let tables = [0, 1, 2].map(|table: usize| entries(&round["tables"][table]));
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    scene.players[&tables[0][0]].post_empty(&scene.at("/ready")).await.expect_problem(409, "not_entered");
    for player in [tables[1][0], tables[1][1], tables[2][0]] {
        scene.players[&player].post_empty(&scene.at("/ready")).await.expect(204);
    }
    assert_eq!(scene.get("/rounds/1").await["status"], "paired");
    // The last one who is not ready leaves, so the games start at once, and the one who is left alone has a
    // bye.
    scene.players[&tables[2][1]].post_empty(&scene.at("/withdraw")).await.expect(204);
    let open = scene.get("/rounds/1").await;
    assert_eq!((&open["status"], &open["no_shows"]), (&json!("open"), &json!([])));
    assert_eq!(open["byes"][0]["entry"], tables[2][0]);
    let status = |table: usize| open["tables"][table]["status"].clone();
    assert_eq!([status(0), status(1), status(2)], ["void", "playing", "void"]);
    super::invariants::check_export(&scene.get("/export").await);
}

#[tokio::test]
async fn a_cancelled_tournament_ends_its_games() {
    let app = TestApp::shared().await;
    let (scene, round) = playing(&app, json!({"seats": 2}), 4).await;
    scene.play(&round["tables"][0], &entries(&round["tables"][0])).await;
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    let before = scene.get("/export").await;
    assert_eq!(before["rounds"][0]["tables"][0]["status"], "done");
    assert_eq!(before["rounds"][0]["tables"][1]["status"], "void");
    let view = app.anonymous().get(&game(&round, 1)).await.expect(200).json;
    assert_eq!(view["status"], "aborted");
    let loser = &scene.players[&entries(&round["tables"][1])[1]];
    let resign = format!("{}/resign", game(&round, 1));
    loser.post_empty(&resign).await.expect_problem(409, "game_finished");
    let own = loser.get("/v1/me/games?status=active").await.expect(200).json;
    assert_eq!(own["items"], json!([]), "nobody has a game that waits");
    let events = loser.get(&format!("{}/events", game(&round, 1))).await.expect(200).json;
    assert_eq!(
        events["events"].as_array().and_then(|all| all.last()).expect("an end")["data"]["reason"],
        "tournament_over"
    );
    assert_eq!(scene.get("/export").await, before);
}

#[tokio::test]
async fn a_preview_leaves_the_next_round_to_the_server() {
    let app = TestApp::shared().await;
    let changed = json!({"seats": 2, "rounds": 2, "next_round": "automatic"});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    let round = scene.get("/rounds/1").await;
    scene.play_round(&round).await;
    // Whether the server has noticed the end of the round before or not, it pairs the next one.
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await;
    assert!(matches!(preview.status.as_u16(), 200 | 409), "{}", preview.text);
    scene.until("", |now| now["round_count"] == 2).await;
}
