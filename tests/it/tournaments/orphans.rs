//! Tournaments whose organizers have erased their accounts.

use serde_json::json;

use super::scene::Scene;
use crate::app::{SOON, TestApp};

#[tokio::test]
async fn without_an_organizer_a_registration_is_cancelled_and_a_running_event_is_left_to_administrators() {
    let app = TestApp::spawn_with(|settings| settings.games.expiry_interval = SOON).await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 1}), 2).await;
    let waiting =
        scene.organizer.post("/v1/tournaments", super::scene::settings(&json!({}))).await.expect(201);
    let shared = super::scene::settings(&json!({"organizers": ["player1"]}));
    let shared = scene.organizer.post("/v1/tournaments", shared).await.expect(201);
    let accept = format!("/v1/tournaments/{}/organizers/accept", shared.json["id"].as_str().expect("an id"));
    scene.players[&1].post_empty(&accept).await.expect(200);
    scene.start().await;
    let round = scene.next().await;
    scene.organizer.erase().await.expect(204);

    let path =
        |made: &crate::app::Answer| format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
    let orphan =
        Scene { organizer: scene.players[&1].clone(), players: scene.players.clone(), path: path(&waiting) };
    orphan.until("", |now| now["status"] == "cancelled").await;
    orphan.players[&2].post_empty(&orphan.at("/enter")).await.expect_problem(409, "tournament_state");
    let co_organized = Scene { path: path(&shared), ..orphan };
    assert_eq!(co_organized.get("").await["status"], "registration", "its other organizer goes on");
    co_organized.post("/close", json!({})).await.expect(200);

    scene.play_round(&round).await;
    let stranger = app.user("wanda").await;
    stranger.post_empty(&scene.at("/close")).await.expect_problem(403, "not_organizer");
    super::execute(&app, "UPDATE players SET role = 'administrator' WHERE username = 'wanda'").await;
    stranger.post_empty(&scene.at("/close")).await.expect(200);
    let audit = stranger.get(&scene.at("/audit?limit=100")).await.expect(200).json;
    let ended = |item: &serde_json::Value| item["kind"] == "finished" && item["by"]["username"] == "wanda";
    assert!(audit["items"].as_array().expect("items").iter().any(ended), "{audit}");
}
