//! A time for the first turn, so that whoever was ready and left loses soon.

use serde_json::{Value, json};

use super::scene::{Scene, entries, settings};
use crate::app::TestApp;
use crate::games::stored::{Stored, shift};

fn duel(changed: Value) -> Value {
    let mut duel = json!({"ruleset": "splendor", "seats": 2, "rounds": 1, "ready_check_ms": 0, "first_turn_ms": 60_000,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    for (name, value) in changed.as_object().expect("an object") {
        duel[name] = value.clone();
    }
    duel
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_makes_no_first_turn_loses_long_before_the_clock_of_the_game() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, duel(json!({})), 2).await;
    assert_eq!(scene.get("").await["first_turn_ms"], 60_000);
    scene.start().await;
    let table = scene.next().await["tables"][0].clone();
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    let clock = async || app.anonymous().get(&game).await.expect(200).json["clock"].clone();
    let at_first = clock().await;
    assert_eq!(at_first["remaining_ms"], json!([60_000, 60_000]));
    assert_eq!(at_first["withheld_ms"], json!([540_000, 540_000]));
    let seated = entries(&table);
    let player = &scene.players[&seated[0]];
    let legal = player.get(&format!("{game}/legal-actions")).await.expect(200).json;
    let turn = json!({"version": legal["version"], "actions": [legal["actions"][0]["action"]]});
    player.post(&format!("{game}/actions"), turn).await.expect(200);
    let after = clock().await;
    assert!(after["remaining_ms"][0].as_u64() > Some(540_000), "the rest of the time comes: {after}");
    assert_eq!((&after["withheld_ms"], &after["remaining_ms"][1]), (&json!([0, 540_000]), &json!(60_000)));
    // The other one has left: a little more than a minute later the game is over.
    let [since, deadline] = ["since", "deadline"].map(|column| shift(column, "- interval '62 seconds'"));
    Stored::of(&app).await.execute(&format!("UPDATE game_clocks SET {since}, {deadline}")).await;
    let done = scene.until("/rounds/1", |now| now["tables"][0]["status"] == "done").await;
    let places: Vec<&Value> = (0..2).map(|seat| &done["tables"][0]["seats"][seat]["place"]).collect();
    assert_eq!(places, [1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_turn_of_a_correspondence_game_but_the_first_has_its_own_time() {
    let app = TestApp::shared().await;
    let daily = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let scene = Scene::new(&app, duel(json!({"clock": daily, "first_turn_ms": 3_600_000})), 2).await;
    scene.start().await;
    let table = scene.next().await["tables"][0].clone();
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    for remaining in [[3_600_000, 3_600_000], [86_400_000, 3_600_000], [86_400_000, 86_400_000]] {
        let view = app.anonymous().get(&game).await.expect(200).json;
        assert_eq!(view["clock"]["remaining_ms"], json!(remaining));
        let seat = view["to_act"]["seat"].as_u64().expect("a seat") as usize;
        let player = &scene.players[&entries(&table)[seat]];
        let legal = player.get(&format!("{game}/legal-actions")).await.expect(200).json;
        let turn = json!({"version": legal["version"], "actions": [legal["actions"][0]["action"]]});
        player.post(&format!("{game}/actions"), turn).await.expect(200);
    }
}

#[tokio::test]
async fn the_time_for_the_first_turn_is_a_part_of_that_of_a_clock() {
    let app = TestApp::spawn().await;
    let organizer = app.user("organizer").await;
    for changed in [
        json!({"first_turn_ms": 9_999}),
        json!({"first_turn_ms": 600_000}),
        json!({"clock": {"kind": "none"}, "first_turn_ms": 60_000}),
        json!({"clock": {"kind": "none"}, "play": "over_the_board", "first_turn_ms": 60_000}),
        json!({"first_turn_ms": "soon"}),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&duel(changed.clone()))).await;
        assert_eq!(
            refused.expect_problem(422, "validation_failed").pointers(),
            ["/first_turn_ms"],
            "{changed}"
        );
    }
    let scene = Scene::new(&app, duel(json!({})), 2).await;
    let short = json!({"clock": {"kind": "live", "initial_ms": 60_000, "increment_ms": 0}});
    let refused = scene.organizer.patch(&scene.path, short).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/first_turn_ms"]);
    let without = scene.organizer.patch(&scene.path, json!({"first_turn_ms": null})).await.expect(200).json;
    assert_eq!(without["first_turn_ms"], Value::Null);
    scene.start().await;
    let fixed = scene.organizer.patch(&scene.path, json!({"first_turn_ms": 60_000})).await;
    fixed.expect_problem(409, "tournament_state");
    let game = scene.next().await["tables"][0]["game"].as_str().expect("a game").to_owned();
    let view = app.anonymous().get(&format!("/v1/games/{game}")).await.expect(200).json;
    assert_eq!(
        (&view["clock"]["remaining_ms"], view["clock"].get("withheld_ms")),
        (&json!([600_000, 600_000]), None)
    );
}
