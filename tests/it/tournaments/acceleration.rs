//! Accelerated pairings over HTTP: who has virtual points, and where they count.

use serde_json::{Value, json};

use super::arena::recompute;
use super::scene::{Scene, seatings, settings};
use crate::app::TestApp;

/// Returns changed settings: an accelerated Swiss event at tables of two.
fn accelerated(rounds: u8) -> Value {
    json!({"seats": 2, "rounds": rounds, "acceleration": "baku", "late_entries": true})
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("numbers").iter().map(|number| number.as_u64().expect("a number")).collect()
}

async fn play(scene: &Scene<'_>, round: &Value) {
    scene.play_round(round).await;
    scene.until(&format!("/rounds/{}", round["round"]), |now| now["status"] == "closed").await;
}

fn with_upper(round: &Value, upper: &[u64]) -> Vec<usize> {
    let of_table = |table: Vec<u64>| table.iter().filter(|entry| upper.contains(entry)).count();
    seatings(round).into_iter().map(of_table).collect()
}

#[tokio::test]
async fn the_upper_half_has_virtual_points_in_pairings_and_nowhere_else() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, accelerated(3), 8).await;
    assert_eq!(scene.get("").await["acceleration"], "baku");
    scene.start().await;
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    let first = scene.next().await;
    assert_eq!(preview["virtual_points"], first["virtual_points"]);
    assert_eq!(
        (&first["virtual_points"]["points"], &first["virtual_points"]["points_twelfths"]),
        (&json!(4.0), &json!(48))
    );
    let upper = numbers(&first["virtual_points"]["entries"]);
    assert_eq!(upper.len(), 4);
    assert!(with_upper(&first, &upper).iter().all(|count| [0, 2].contains(count)), "{first}");
    // Unpaired and paired again, the same entries have them.
    scene.post("/rounds/1/unpair", json!({"reason": "a look"})).await.expect(200);
    let first = scene.next().await;
    assert_eq!(numbers(&first["virtual_points"]["entries"]), upper);
    play(&scene, &first).await;
    let points = |standings: &Value| -> f64 {
        let lines = standings["items"].as_array().expect("lines").iter();
        lines.filter_map(|line| line["points"].as_f64()).sum()
    };
    assert_eq!(points(&scene.get("/standings").await), 16.0, "four wins, and no virtual points");
    // Whoever enters late is in the lower group, and the group stays when somebody pauses.
    app.user("late").await.post_empty(&scene.at("/enter")).await.expect(200);
    let paused = upper[0];
    scene.players[&paused].post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    let second = scene.next().await;
    assert_eq!(second["virtual_points"], json!({"points": 2.0, "points_twelfths": 24, "entries": upper}));
    scene.players[&paused].post_empty(&scene.at("/enter")).await.expect(200);
    play_with_late(&scene, &second).await;
    let third = scene.next().await;
    assert_eq!(third["virtual_points"], Value::Null, "half of the rounds are over");
    let late = scene.organizer.patch(&scene.path, json!({"acceleration": "none"})).await;
    late.expect_problem(409, "tournament_state");
    let export = scene.get("/export").await;
    assert_eq!(numbers(&export["rounds"][0]["virtual_points"]["entries"]), upper);
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    let mut accelerated: Vec<&str> = report.lines().filter(|line| line.starts_with("XXA")).collect();
    accelerated.sort_unstable();
    let mut sorted = upper.clone();
    sorted.sort_unstable();
    let line = |number: &u64| format!("XXA {number:>4}  1.0  0.5");
    assert_eq!(accelerated, sorted.iter().map(line).collect::<Vec<_>>(), "{report}");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    let export = scene.get("/export").await;
    if let Some(checked) = recompute(&export) {
        checked.expect("the upper group follows from the export");
    }
    for wrong in [json!([1, 2, 3]), json!([1, 2, 3, 4, 5])] {
        let mut forged = export.clone();
        forged["rounds"][0]["virtual_points"]["entries"] = wrong;
        if let Some(checked) = recompute(&forged) {
            checked.expect_err("another group");
        }
    }
    let mut forged = export.clone();
    forged["rounds"][1]["virtual_points"]["points_twelfths"] = json!(60);
    if let Some(checked) = recompute(&forged) {
        checked.expect_err("other points");
    }
}

/// Sets the results of a round in which somebody plays who is not in the scene.
async fn play_with_late(scene: &Scene<'_>, round: &Value) {
    for table in round["tables"].as_array().expect("tables") {
        let result = json!({"places": [1, 2], "reason": "a test"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    scene.until(&format!("/rounds/{}", round["round"]), |now| now["status"] == "closed").await;
}

#[tokio::test]
async fn whoever_is_not_there_in_the_first_round_has_no_virtual_points() {
    let app = TestApp::shared().await;
    let changed = json!({"seats": 2, "rounds": 3, "acceleration": "baku", "byes": {"max": 1}});
    let scene = Scene::new(&app, changed, 6).await;
    // A bye that was requested is a part of the field, a pause is not.
    scene.players[&1].post(&scene.at("/byes"), json!({"round": 1})).await.expect(200);
    scene.start().await;
    scene.players[&2].post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    let first = scene.next().await;
    let upper = numbers(&first["virtual_points"]["entries"]);
    assert!(upper.len() == 4 && !upper.contains(&2), "five are there, twice the quarter is four: {first}");
    scene.players[&2].post_empty(&scene.at("/enter")).await.expect(200);
    play(&scene, &first).await;
    assert_eq!(numbers(&scene.next().await["virtual_points"]["entries"]), upper);
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    if let Some(checked) = recompute(&scene.get("/export").await) {
        checked.expect("the byes are a part of the field");
    }
}

#[tokio::test]
async fn only_a_swiss_event_is_accelerated() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    for changed in [
        json!({"format": "heats", "cut": 4, "acceleration": "baku"}),
        json!({"format": "round_robin", "rounds": null, "seats": 2, "acceleration": "baku"}),
        json!({"acceleration": "burstein"}),
        json!({"acceleration": null, "rounds": 51}),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        let pointer = if changed["rounds"] == 51 { "/rounds" } else { "/acceleration" };
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    // Another format resets it.
    let made = organizer.post("/v1/tournaments", settings(&accelerated(3))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let heats = json!({"format": "heats", "cut": 4});
    assert_eq!(organizer.patch(&path, heats).await.expect(200).json["acceleration"], "none");
}
