//! Knock-out tables after heats from which two go on.

use serde_json::{Value, json};

use super::arena::recompute;
use super::scene::{Scene, entries, seatings, settings};
use crate::app::TestApp;

/// Returns changed settings: one heat at tables of this size, then knock-out tables from which two go on.
fn two_go_on(seats: u8, cut: u16) -> Value {
    json!({"format": "heats", "seats": seats, "rounds": 1, "cut": cut, "advance": 2, "play": "over_the_board"})
}

/// Sets the result of a table: who comes earlier in `order` has the better place.
async fn decide(scene: &Scene<'_>, table: &Value, order: &[u64]) {
    let place =
        |entry: &u64| order.iter().position(|other| other == entry).expect("an entry of the table") + 1;
    let places: Vec<usize> = entries(table).iter().map(place).collect();
    let result = json!({"places": places, "reason": "a test"});
    scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
}

/// Sets the results of a round: the lowest entry of each table wins, then the next one.
async fn decide_round(scene: &Scene<'_>, round: &Value) {
    for table in round["tables"].as_array().expect("tables") {
        let mut order = entries(table);
        order.sort_unstable();
        decide(scene, table, &order).await;
    }
    close(scene, round).await;
}

async fn close(scene: &Scene<'_>, round: &Value) {
    scene.until(&format!("/rounds/{}", round["round"]), |now| now["status"] == "closed").await;
}

fn everybody(round: &Value) -> Vec<u64> {
    let mut seated = seatings(round).concat();
    seated.sort_unstable();
    seated
}

fn check(export: &Value) {
    if let Some(checked) = recompute(export) {
        checked.expect("the standings agree");
    }
}

#[tokio::test]
async fn two_of_each_table_go_on_and_the_final_has_one_winner() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, two_go_on(4, 8), 8).await;
    assert_eq!(scene.get("").await["advance"], 2);
    scene.start().await;
    decide_round(&scene, &scene.next().await).await;
    let semi_finals = scene.next().await;
    let tables = seatings(&semi_finals);
    assert_eq!((semi_finals["stage"].as_str(), tables.len()), (Some("knock_out"), 2));
    decide_round(&scene, &semi_finals).await;
    let mut going: Vec<u64> = Vec::new();
    for mut table in tables {
        table.sort_unstable();
        going.extend(&table[..2]);
    }
    going.sort_unstable();
    let standings = scene.get("/standings").await;
    let reached = |line: &Value| line["knock_out"] == 3;
    let lines = standings["items"].as_array().expect("lines");
    assert_eq!(lines.iter().take_while(|line| reached(line)).count(), 4, "{standings}");
    check(&scene.get("/export").await);
    let last = scene.next().await;
    assert_eq!(everybody(&last), going);
    let order = [going[2], going[0], going[1], going[3]];
    decide(&scene, &last["tables"][0], &order).await;
    close(&scene, &last).await;
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    scene.post("/close", json!({})).await.expect(200);
    assert_eq!(scene.get("/standings").await["items"][0]["entry"], going[2]);
    check(&scene.get("/export").await);
}

#[tokio::test]
async fn nobody_takes_the_place_of_somebody_who_has_left() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, two_go_on(3, 6), 6).await;
    scene.start().await;
    decide_round(&scene, &scene.next().await).await;
    let first = scene.next().await;
    let tables = seatings(&first);
    // A second of a table leaves after the round, and the last of the other one before its end.
    let mut orders = tables.clone();
    orders.iter_mut().for_each(|table| table.sort_unstable());
    scene.players[&orders[1][2]].post_empty(&scene.at("/withdraw")).await.expect(204);
    decide_round(&scene, &first).await;
    scene.players[&orders[0][1]].post_empty(&scene.at("/withdraw")).await.expect(204);
    let next = scene.next().await;
    let mut going = vec![orders[0][0], orders[1][0], orders[1][1]];
    going.sort_unstable();
    assert_eq!(everybody(&next), going);
    check(&scene.get("/export").await);
    // Everybody of the final leaves but one: they win without a result.
    for entry in &going[1..] {
        scene.players[entry].post_empty(&scene.at("/withdraw")).await.expect(204);
    }
    scene
        .post(&format!("/tables/{}/void", next["tables"][0]["table"]), json!({"reason": "a test"}))
        .await
        .expect(204);
    close(&scene, &next).await;
    scene.post("/close", json!({})).await.expect(200);
    assert_eq!(scene.get("/standings").await["items"][0]["entry"], going[0]);
    check(&scene.get("/export").await);
}

#[tokio::test]
async fn a_void_table_is_played_again_unless_all_who_are_left_go_on() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, two_go_on(4, 8), 8).await;
    scene.start().await;
    decide_round(&scene, &scene.next().await).await;
    let round = scene.next().await;
    let mut own = entries(&round["tables"][0]);
    own.sort_unstable();
    let void = |number: Value| (format!("/tables/{number}/void"), json!({"reason": "a test"}));
    let (path, body) = void(round["tables"][0]["table"].clone());
    scene.post(&path, body).await.expect(204);
    let again = scene.until("/rounds/2", |now| seatings(now).len() == 3).await;
    let table = again["tables"].as_array().expect("tables").last().expect("a table").clone();
    assert_eq!((&table["match"], entries(&table).len()), (&round["tables"][0]["match"], 4));
    // Two leave, so the other two go on without a game.
    for entry in &own[2..] {
        scene.players[entry].post_empty(&scene.at("/withdraw")).await.expect(204);
    }
    let (path, body) = void(table["table"].clone());
    scene.post(&path, body).await.expect(204);
    let mut other = entries(&round["tables"][1]);
    other.sort_unstable();
    decide(&scene, &round["tables"][1], &other).await;
    close(&scene, &round).await;
    check(&scene.get("/export").await);
    let mut going = [&own[..2], &other[..2]].concat();
    going.sort_unstable();
    assert_eq!(everybody(&scene.next().await), going);
}

#[tokio::test]
async fn a_correction_that_changes_who_goes_on_is_refused() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, two_go_on(4, 8), 8).await;
    scene.start().await;
    decide_round(&scene, &scene.next().await).await;
    let round = scene.next().await;
    decide_round(&scene, &round).await;
    scene.next().await;
    let table = &round["tables"][0];
    let mut order = entries(table);
    order.sort_unstable();
    let correction = |order: [u64; 4]| {
        let place = |entry: &u64| order.iter().position(|other| other == entry).expect("an entry") + 1;
        let places: Vec<usize> = entries(table).iter().map(place).collect();
        json!({"places": places, "reason": "typed wrong"})
    };
    let path = format!("/tables/{}/correct", table["table"]);
    let other = correction([order[0], order[2], order[1], order[3]]);
    scene.post(&path, other).await.expect_problem(409, "next_round_paired");
    // The two who go on may change places.
    scene.post(&path, correction([order[1], order[0], order[3], order[2]])).await.expect(200);
    check(&scene.get("/export").await);
}

#[tokio::test]
async fn several_go_on_only_from_larger_tables_of_one_game() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    for changed in [
        json!({"advance": 2}),
        json!({"format": "single_elimination", "rounds": null, "seats": 2, "advance": 2}),
        json!({"format": "heats", "cut": 4, "seats": 2, "advance": 2}),
        json!({"format": "heats", "cut": 4, "advance": 2, "best_of": 3}),
        json!({"format": "heats", "cut": 4, "advance": 3}),
        json!({"format": "heats", "cut": 4, "advance": 0}),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/advance"], "{changed}");
    }
    let made = organizer.post("/v1/tournaments", settings(&two_go_on(4, 8))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    assert_eq!(organizer.patch(&path, json!({"format": "swiss"})).await.expect(200).json["advance"], 1);
}
