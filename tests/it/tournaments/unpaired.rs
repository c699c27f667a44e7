//! Rounds that are unpaired before anything is played in them.

use serde_json::{Value, json};

use super::duplicates::verified;
use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

fn why() -> Value {
    json!({"reason": "somebody was late"})
}

fn game(round: &Value, table: usize) -> String {
    format!("/v1/games/{}", round["tables"][table]["game"].as_str().expect("a game"))
}

fn take() -> Value {
    json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]})
}

#[tokio::test]
async fn a_round_is_unpaired_until_its_first_turn_and_paired_in_the_same_way_again() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"ruleset": "splendor", "seats": 2, "rounds": 3}), 5).await;
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "tournament_state");
    scene.start().await;
    let missing = scene.post("/rounds/1/unpair", why()).await.expect_problem(404, "not_found");
    assert!(missing.text.contains("no round is paired yet"), "{}", missing.text);
    let first = scene.next().await;
    scene.players[&1].post(&scene.at("/rounds/1/unpair"), why()).await.expect_problem(403, "not_organizer");
    for _ in 0..2 {
        let round = scene.get("/rounds/1").await;
        let open = scene.post("/rounds/1/unpair", why()).await.expect(200).json;
        assert_eq!(
            (&open["status"], &open["round_count"], &open["last_round"]),
            (&json!("running"), &json!(0), &Value::Null)
        );
        let old = app.anonymous().get(&game(&round, 0)).await.expect(200).json;
        assert_eq!(old["status"], "aborted");
        verified(&app.anonymous(), &game(&round, 0)).await;
        scene.organizer.get(&scene.at("/rounds/1")).await.expect_problem(404, "not_found");
        let again = scene.next().await;
        // No organizer finds a pairing that they like better.
        assert_eq!((seatings(&again), &again["byes"]), (seatings(&first), &first["byes"]));
        assert_eq!(again["tables"][0]["table"], 1);
        assert_ne!(again["tables"][0]["game"], round["tables"][0]["game"]);
    }
    let round = scene.get("/rounds/1").await;
    let seats = entries(&round["tables"][0]);
    scene.players[&seats[0]].post(&format!("{}/actions", game(&round, 0)), take()).await.expect(200);
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "game_started");
    scene.play_round(&round).await;
    scene.post("/rounds/close", json!({})).await.expect(200);
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "round_closed");
    let second = scene.next().await;
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "round_closed");
    scene.post("/rounds/9/unpair", why()).await.expect_problem(404, "not_found");
    let table = format!("/tables/{}/void", second["tables"][0]["table"]);
    scene.post(&table, why()).await.expect(204);
    scene.post("/rounds/2/unpair", why()).await.expect_problem(409, "table_state");
    let audit = scene.get("/audit?limit=100").await;
    let unpaired =
        audit["items"].as_array().expect("items").iter().filter(|item| item["kind"] == "round_unpaired");
    assert!(unpaired.clone().all(|item| item["round"] == 1 && item["note"] == "somebody was late"));
    assert_eq!(unpaired.count(), 2);
    super::invariants::check_export(&scene.get("/export").await);
}

#[tokio::test]
async fn a_round_that_waits_for_its_players_is_unpaired_and_the_server_pairs_nothing_by_itself() {
    let app = TestApp::shared().await;
    let changed = json!({"seats": 2, "rounds": 1, "ready_check_ms": 3_600_000, "next_round": "automatic"});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    scene.post("/rounds/1/unpair", why()).await.expect(200);
    scene.players[&1].post_empty(&scene.at("/ready")).await.expect_problem(409, "not_entered");
    let round = scene.next().await;
    for player in scene.players.values() {
        player.post_empty(&scene.at("/ready")).await.expect(204);
    }
    assert_eq!(round["status"], "paired");
    let open = scene.get("/rounds/1").await;
    scene.play_round(&open).await;
    scene.until("", |now| now["status"] == "finished").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_pairing_of_a_duplicate_round_has_its_own_deal() {
    let app = TestApp::shared().await;
    let scene =
        Scene::new(&app, json!({"ruleset": "splendor", "seats": 2, "rounds": 1, "duplicate": true}), 4).await;
    scene.start().await;
    let mut deals: Vec<Value> = Vec::new();
    for _ in 0..2 {
        let round = scene.next().await;
        deals.push(round["deals"][0]["deal_id"].clone());
        scene.post("/rounds/1/unpair", why()).await.expect(200);
        let path = game(&round, 1);
        assert_eq!(
            app.anonymous().get(&path).await.expect(200).json["status"],
            "aborted",
            "it is not sealed any more"
        );
        verified(&app.anonymous(), &path).await;
    }
    let round = scene.next().await;
    assert_eq!(round["deals"].as_array().map(Vec::len), Some(1));
    deals.push(round["deals"][0]["deal_id"].clone());
    assert!(deals[0] != deals[1] && deals[1] != deals[2], "{deals:?}");
    scene.play_round(&scene.get("/rounds/1").await).await;
    assert!(scene.get("/rounds/1").await["deals"][0]["revealed_at"].is_string());
}

#[tokio::test]
async fn an_organizer_who_plays_in_a_rated_event_unpairs_nothing_and_withdraws_no_rival() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rated": true, "ready_check_ms": 0,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, 1).await;
    scene.organizer.post_empty(&scene.at("/enter")).await.expect(200);
    scene.start().await;
    scene.next().await;
    scene.post("/rounds/1/unpair", why()).await.expect_problem(403, "organizer_seated");
    scene.post("/entries/1/withdraw", why()).await.expect_problem(403, "organizer_seated");
}

#[tokio::test]
async fn an_arena_is_not_unpaired() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "format": "arena", "rounds": null, "seats": 2, "duration_ms": 3_600_000,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "table_state");
}

#[tokio::test]
async fn a_round_in_which_a_game_was_finished_stays_whatever_happens_to_its_table() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"ruleset": "splendor", "seats": 2, "rounds": 3}), 4).await;
    scene.start().await;
    let round = scene.next().await;
    let (table, seats) = (&round["tables"][0], entries(&round["tables"][0]));
    let at = |act: &str| format!("/tables/{}/{act}", table["table"]);
    scene.play(table, &seats).await;
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "table_state");
    scene.post(&at("void"), why()).await.expect(204);
    scene.post(&at("substitute"), json!({"entries": seats, "reason": "again"})).await.expect(204);
    scene.post("/rounds/1/unpair", why()).await.expect_problem(409, "game_started");
    scene.play_round(&scene.get("/rounds/1").await).await;
    scene.post("/rounds/close", json!({})).await.expect(200);
    // What happened in an earlier round, or before the round was paired again, does not count.
    for _ in 0..2 {
        scene.next().await;
        scene.post("/rounds/2/unpair", why()).await.expect(200);
    }
}
