//! Deleting drafts and test events, as long as nobody else needs them.

use serde_json::{Value, json};

use super::scene::{Scene, settings};
use crate::app::{Caller, TestApp};

/// The tables with rows of tournaments.
const TABLES: [&str; 8] = [
    "tournament_secrets",
    "tournament_members",
    "tournament_entries",
    "tournament_rounds",
    "tournament_tables",
    "tournament_adjustments",
    "tournament_events",
    "tournament_details",
];

async fn refused(caller: &Caller<'_>, path: &str, hint: &str) {
    let refused = caller.delete(path).await.expect_problem(409, "tournament_state");
    assert!(refused.text.contains(hint), "{}", refused.text);
    caller.get(path).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_is_deleted_with_its_guests_results_and_audit() {
    let app = TestApp::spawn().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "play": "over_the_board"});
    let scene = Scene::new(&app, changed, 0).await;
    let helper = app.user("helper").await;
    scene
        .organizer
        .patch(&scene.path, json!({"organizers": ["helper"], "invited": ["helper"]}))
        .await
        .expect(200);
    for name in ["Ada", "Grace"] {
        scene.post("/entries", json!({"guest": name})).await.expect(201);
    }
    scene.organizer.post_empty(&scene.at("/enter")).await.expect(200);
    scene.start().await;
    let table = scene.next().await["tables"][0]["table"].clone();
    let set = json!({"places": [1, 2], "reason": "a test"});
    scene.post(&format!("/tables/{table}/result"), set).await.expect(204);
    scene.post("/entries/1/adjust", json!({"take": 1, "reason": "a test"})).await.expect(204);
    // Whoever only is asked to organize cannot.
    helper.delete(&scene.path).await.expect_problem(403, "not_organizer");
    app.user("stranger").await.delete(&scene.path).await.expect_problem(403, "not_organizer");
    scene.organizer.delete(&scene.path).await.expect(204);
    for rest in ["", "/standings", "/export", "/audit", "/rounds/1"] {
        scene.organizer.get(&scene.at(rest)).await.expect_problem(404, "not_found");
    }
    scene.organizer.delete(&scene.path).await.expect_problem(404, "not_found");
    for caller in [&scene.organizer, &helper] {
        assert_eq!(caller.get("/v1/me/tournaments").await.expect(200).json["items"], json!([]));
    }
    for table in TABLES {
        assert_eq!(super::count(&app, &format!("SELECT FROM {table}")).await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_else_needs_is_not_deleted() {
    let app = TestApp::spawn().await;
    // A player has entered; after they have left before the start, nothing is left of it.
    let scene = Scene::new(&app, json!({"seats": 2}), 1).await;
    refused(&scene.organizer, &scene.path, "close").await;
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect(204);
    scene.organizer.delete(&scene.path).await.expect(204);
    // A guest can claim the results of an event that has started, also one who was entered by name.
    let board = json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "play": "over_the_board"});
    for named in [json!({"username": "player1"}), json!({"guest": "Joan"})] {
        let scene = Scene::new(&app, board.clone(), 0).await;
        for who in [json!({"guest": "Ada"}), named.clone()] {
            scene.post("/entries", who).await.expect(201);
        }
        scene.start().await;
        if named.get("guest").is_some() {
            scene.organizer.post_empty(&scene.at("/entries/2/claim-code")).await.expect(201);
        }
        refused(&scene.organizer, &scene.path, "claim").await;
    }
    // A table of a series counts it.
    let series = scene.organizer.post("/v1/series", json!({"name": "Grand Prix"})).await.expect(201).json;
    let mut in_series = settings(&board);
    in_series["series"] = series["id"].clone();
    let made: Value = scene.organizer.post("/v1/tournaments", in_series).await.expect(201).json;
    let id = made["id"].as_str().expect("an id");
    let path = format!("/v1/tournaments/{id}");
    refused(&scene.organizer, &path, "series").await;
    let event = format!("/v1/series/{}/events/{id}", series["id"].as_str().expect("an id"));
    scene.organizer.delete(&event).await.expect(204);
    scene.organizer.delete(&path).await.expect(204);
}
