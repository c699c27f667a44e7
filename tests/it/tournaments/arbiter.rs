//! Acts of organizers, each in the audit.

use serde_json::{Value, json};

use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

#[tokio::test]
async fn organizers_void_tables_and_set_results() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    scene.start().await;
    let why = json!({"reason": "a test"});
    let overlapping = json!({"manual": [{"entries": [1, 2]}, {"entries": [2, 3]}]});
    scene.post("/rounds/next", overlapping).await.expect_problem(422, "not_pairable");
    scene
        .post("/rounds/next", json!({"manual": [{"entries": [1, 9]}]}))
        .await
        .expect_problem(422, "not_pairable");
    let update = json!({"forbidden_pairs": [{"a": 1, "b": 2}]});
    let version = scene.get("").await["forbidden_pairs_version"].clone();
    let changed = scene.organizer.patch(&scene.path, update).await.expect(200).json;
    // Another organizer who has seen none learns of them.
    let update = json!({"forbidden_pairs": [], "forbidden_pairs_version": version});
    let outdated = scene.organizer.patch(&scene.path, update).await.expect_problem(409, "settings_changed");
    assert!(outdated.text.contains("forbidden_pairs `1-2`"), "{}", outdated.text);
    assert_eq!(outdated.json["version"], changed["forbidden_pairs_version"]);
    let update =
        json!({"forbidden_pairs": [{"a": 1, "b": 2}], "forbidden_pairs_version": outdated.json["version"]});
    scene.organizer.patch(&scene.path, update).await.expect(200);
    let audit = scene.get("/audit?limit=2").await;
    let change = json!([{"field": "forbidden_pairs", "before": "", "after": "1-2"}]);
    assert_eq!((&audit["items"][1]["changes"], &audit["items"][0]["changes"]), (&change, &Value::Null));
    scene
        .post("/rounds/next", json!({"manual": [{"entries": [2, 1]}]}))
        .await
        .expect_problem(422, "not_pairable");
    let round = scene.post("/rounds/next", json!({"manual": [{"entries": [1, 3]}]})).await.expect(201).json;
    assert_eq!(round["tables"][0]["manual"], true);
    let first: Vec<u64> = entries(&round["tables"][0]);
    let (one, two) = ("/tables/1", "/tables/2");

    let player = &scene.players[&1];
    let result = json!({"places": [1, 2], "reason": "agreed"});
    player.post(&scene.at(&format!("{one}/result")), &result).await.expect_problem(403, "not_organizer");
    player.post(&scene.at(&format!("{one}/void")), &why).await.expect_problem(403, "not_organizer");
    let seat = json!({"entries": [1, 4], "reason": "a test"});
    player.post(&scene.at(&format!("{one}/substitute")), &seat).await.expect_problem(403, "not_organizer");
    player.post(&scene.at("/entries/2/remove"), &why).await.expect_problem(403, "not_organizer");
    player
        .post(&scene.at("/entries/2/adjust"), json!({"take": 1, "reason": "x"}))
        .await
        .expect_problem(403, "not_organizer");
    scene.post(&format!("{one}/substitute"), seat.clone()).await.expect_problem(422, "not_pairable");
    scene.post("/tables/77/void", why.clone()).await.expect_problem(404, "not_found");
    for wrong in [json!([2, 2]), json!([1, 3]), json!([1, 2, 3])] {
        let body = json!({"places": wrong, "reason": "a test"});
        scene.post(&format!("{one}/result"), body).await.expect_problem(422, "validation_failed");
    }

    // The round stays open: the first table is not decided.
    scene.post(&format!("{two}/void"), why.clone()).await.expect(204);
    scene.post(&format!("{two}/void"), why.clone()).await.expect_problem(409, "table_state");

    // The arbiter decides the first table, which ends its game.
    let by_seat = json!({"places": [2, 1], "reason": "agreed at the table"});
    scene.post(&format!("{one}/result"), by_seat).await.expect(204);
    let table = scene.get("/rounds/1").await["tables"][0].clone();
    assert_eq!((&table["decided_by"], &table["seats"][0]["place"]), (&json!("arbiter"), &json!(2)));
    scene.post("/entries/4/adjust", json!({"give": 3, "reason": "for fair play"})).await.expect(204);
    scene.post("/entries/99/remove", why.clone()).await.expect_problem(404, "not_found");
    scene.post("/entries/2/remove", why.clone()).await.expect(204);
    let next = scene.next().await;
    assert!(!seatings(&next).concat().contains(&2));
    scene.post(&format!("{one}/result"), result.clone()).await.expect_problem(409, "round_closed");
    scene.post(&format!("{one}/void"), why.clone()).await.expect_problem(409, "round_closed");
    scene.post(&format!("{one}/substitute"), seat.clone()).await.expect_problem(409, "round_closed");
    let standings = scene.get("/standings?after=1").await;
    let points = |entry: u64| -> f64 {
        let lines = standings["items"].as_array().expect("lines").iter();
        lines.filter(|line| line["entry"] == entry).filter_map(|line| line["points"].as_f64()).sum()
    };
    assert_eq!((points(first[1]), points(first[0]), points(4), points(2)), (4.0, 0.0, 3.0, 0.0));
    let audit = scene.get("/audit").await;
    let notes: Vec<&Value> =
        audit["items"].as_array().expect("items").iter().map(|item| &item["note"]).collect();
    for note in ["agreed at the table", "a test", "for fair play"] {
        assert!(notes.contains(&&json!(note)), "{note} is missing");
    }
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    for (rest, body) in [
        ("/tables/1/result", &result),
        ("/tables/1/void", &why),
        ("/tables/1/substitute", &seat),
        ("/entries/1/remove", &why),
        ("/entries/1/adjust", &why),
    ] {
        scene.post(rest, body.clone()).await.expect_problem(409, "tournament_state");
    }
}

#[tokio::test]
async fn a_substitute_sits_at_a_table_that_waits_for_the_ready_check() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 1, "ready_check_ms": 3_600_000}), 3).await;
    scene.start().await;
    let round = scene.next().await;
    let (table, bye) = (entries(&round["tables"][0]), round["byes"][0]["entry"].as_u64().expect("a bye"));
    let early = json!({"places": [1, 2], "reason": "too early"});
    scene.post("/tables/1/result", early).await.expect_problem(409, "table_state");
    let early = json!({"results": [{"table": 1, "places": [1, 2]}], "reason": "too early"});
    scene.post("/rounds/1/results", early).await.expect_problem(409, "table_state");
    let seat = |entries: [u64; 2]| json!({"entries": entries, "reason": "a substitute"});
    scene.post("/tables/1/substitute", seat([bye, bye])).await.expect_problem(422, "not_pairable");
    scene.post("/tables/1/substitute", seat([bye, 9])).await.expect_problem(422, "not_pairable");
    scene.post("/tables/1/substitute", seat([bye, table[1]])).await.expect(204);
    let now = scene.get("/rounds/1").await;
    assert_eq!(seatings(&now), [[bye, table[1]]]);
    assert_eq!(now["tables"][0]["paired"], json!(table));
}
