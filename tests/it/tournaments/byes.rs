//! Byes that players request.

use serde_json::{Value, json};

use super::arena::recompute;
use super::scene::{Scene, entries, settings};
use crate::app::{Answer, TestApp};

async fn request(scene: &Scene<'_>, player: u64, round: u64) -> Answer {
    scene.players[&player].post(&scene.at("/byes"), json!({"round": round})).await
}

fn entry_numbers(list: &Value) -> Vec<u64> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default().iter();
    items.map(|item| item["entry"].as_u64().expect("a number")).collect()
}

/// Returns changed settings: tables of two, three rounds, and byes with half of the points.
fn with_byes(max: u8, points: &str) -> Value {
    json!({"ruleset": "splendor", "seats": 2, "rounds": 3, "byes": {"max": max, "points": points}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_with_a_bye_is_not_paired_and_has_half_of_its_points() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, with_byes(1, "half"), 4).await;
    assert_eq!(scene.get("").await["byes"], json!({"max": 1, "points": "half"}));
    assert_eq!(request(&scene, 1, 2).await.expect(200).json["requested_byes"], json!([2]));
    assert_eq!(request(&scene, 1, 2).await.expect(200).json["requested_byes"], json!([2]), "it is there");
    request(&scene, 1, 3).await.expect_problem(409, "too_many_byes");
    for wrong in [0, 4, 51] {
        let refused = request(&scene, 1, wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/round"], "{wrong}");
    }
    app.user("stranger")
        .await
        .post(&scene.at("/byes"), json!({"round": 2}))
        .await
        .expect_problem(409, "not_entered");
    scene.start().await;
    let first = scene.next().await;
    assert_eq!((&first["requested_byes"], first["tables"].as_array().map(Vec::len)), (&Value::Null, Some(2)));
    scene.play_round(&first).await;
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let manual = json!({"manual": [{"entries": [1, 2]}]});
    scene.post("/rounds/next", manual).await.expect_problem(422, "not_pairable");
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    assert_eq!(entry_numbers(&preview["requested_byes"]), [1]);
    let second = scene.next().await;
    for paired in [&second, &preview] {
        let tables = paired["tables"].as_array().expect("tables");
        assert_eq!((tables.len(), entry_numbers(&paired["byes"]).len()), (1, 1), "three are left");
        assert_eq!(entry_numbers(&paired["requested_byes"]), [1]);
    }
    request(&scene, 2, 2).await.expect_problem(409, "round_closed");
    let back = scene.at("/byes/2");
    scene.players[&1].delete(&back).await.expect_problem(409, "round_closed");
    // Pairing again keeps the bye.
    scene.post("/rounds/2/unpair", json!({"reason": "a look"})).await.expect(200);
    assert_eq!(scene.players[&1].delete(&back).await.expect(200).json["requested_byes"], Value::Null);
    request(&scene, 1, 2).await.expect(200);
    let second = scene.next().await;
    assert_eq!(entry_numbers(&second["requested_byes"]), [1]);
    scene.play_round(&second).await;
    scene.until("/rounds/2", |round| round["status"] == "closed").await;
    let line = |standings: &Value, entry: u64| {
        let lines = standings["items"].as_array().expect("lines").clone();
        lines.into_iter().find(|line| line["entry"] == entry).expect("a line")
    };
    // The lowest entry wins: 4 points in the first round, and half of the 4 of a bye.
    let standings = scene.get("/standings").await;
    assert_eq!((&line(&standings, 1)["points"], &line(&standings, 1)["byes"]), (&json!(6.0), &json!(0)));
    // Who takes the request back plays.
    request(&scene, 3, 3).await.expect(200);
    scene.players[&3].delete(&scene.at("/byes/3")).await.expect(200);
    scene.players[&3].delete(&scene.at("/byes/3")).await.expect(200);
    let third = scene.next().await;
    assert_eq!((&third["requested_byes"], third["tables"].as_array().map(Vec::len)), (&Value::Null, Some(2)));
    scene.play_round(&third).await;
    scene.until("/rounds/3", |round| round["status"] == "closed").await;
    scene.post("/close", json!({})).await.expect(200);
    request(&scene, 2, 3).await.expect_problem(409, "tournament_state");
    scene.players[&1].delete(&scene.at("/byes/3")).await.expect_problem(409, "tournament_state");
    if let Some(checked) = recompute(&scene.get("/export").await) {
        checked.expect("the standings agree");
    }
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    let own = report.lines().find(|line| line.starts_with("001    1")).expect("a line");
    assert!(own.contains("  0000 - H"), "{report}");
    let csv = scene.organizer.get(&scene.at("/export?format=csv")).await.expect(200).text;
    assert!(
        csv.lines().any(|line| line.starts_with("2,,,,,1,") && line.contains("requested_bye,24")),
        "{csv}"
    );
    let csv = scene.organizer.get(&scene.at("/rounds/2?format=csv")).await.expect(200).text;
    assert!(
        csv.lines().any(|line| line.starts_with("2,,,1,") && line.split(',').nth(6) == Some("2")),
        "{csv}"
    );
    let audit = scene.get("/audit?limit=100").await.to_string();
    assert!(audit.contains("bye_requested") && audit.contains("bye_taken_back"), "{audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bye_without_points_and_one_for_everybody() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_byes(2, "none"), 3).await;
    for player in 1..=3 {
        request(&scene, player, 1).await.expect(200);
    }
    // Whoever has paused has no bye, and no points.
    scene.start().await;
    let first = scene.next().await;
    assert_eq!((entry_numbers(&first["requested_byes"]), &first["tables"]), (vec![1, 2, 3], &json!([])));
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let standings = scene.get("/standings").await;
    let points = |line: &Value| line["points"] == 0.0;
    assert!(standings["items"].as_array().expect("lines").iter().all(points), "{standings}");
    request(&scene, 1, 2).await.expect(200);
    scene.players[&1].post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    let second = scene.next().await;
    assert_eq!(second["requested_byes"], Value::Null);
    assert_eq!(entries(&second["tables"][0]).len(), 2);
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert!(!report.contains(" H"), "a bye without points is none: {report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn byes_are_for_rounds_that_are_paired_one_by_one() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    for (changed, pointer) in [
        (json!({"format": "single_elimination", "rounds": null, "seats": 2, "byes": {"max": 1}}), "/byes"),
        (json!({"format": "round_robin", "rounds": null, "seats": 2, "byes": {"max": 1}}), "/byes"),
        (json!({"byes": {"max": 51}}), "/byes/max"),
        (json!({"byes": {"max": 1, "points": "all"}}), "/byes/points"),
        (json!({"byes": {"points": "half"}}), "/byes/max"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let scene = Scene::new(&app, with_byes(2, "half"), 2).await;
    request(&scene, 1, 1).await.expect(200);
    request(&scene, 1, 2).await.expect(200);
    let fewer = scene.organizer.patch(&scene.path, json!({"byes": {"max": 1}})).await;
    assert_eq!(fewer.expect_problem(422, "validation_failed").pointers(), ["/byes"]);
    scene.players[&1].delete(&scene.at("/byes/2")).await.expect(200);
    scene.organizer.patch(&scene.path, json!({"byes": {"max": 1}})).await.expect(200);
    scene.players[&1].delete(&scene.at("/byes/1")).await.expect(200);
    scene.organizer.patch(&scene.path, json!({"byes": {"max": 0}})).await.expect(200);
    request(&scene, 1, 1).await.expect_problem(422, "not_available");
    scene.players[&1].delete(&scene.at("/byes/1")).await.expect_problem(422, "not_available");
    scene.start().await;
    let late = scene.organizer.patch(&scene.path, json!({"byes": {"max": 1}})).await;
    late.expect_problem(409, "tournament_state");
    let hidden = scene.path.replace("/v1/tournaments/0", "/v1/tournaments/1");
    scene.players[&1]
        .post(&format!("{hidden}/byes"), json!({"round": 1}))
        .await
        .expect_problem(404, "not_found");
    scene.players[&1].delete(&format!("{hidden}/byes/1")).await.expect_problem(404, "not_found");
    let stranger = app.user("stranger").await;
    stranger.delete(&scene.at("/byes/1")).await.expect_problem(409, "not_entered");
}
