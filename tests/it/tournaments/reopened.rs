//! Tournaments whose end is taken back.

use serde_json::{Value, json};

use super::arena::recompute;
use super::execute;
use super::scene::{Scene, seatings, settings};
use crate::app::TestApp;

fn why() -> Value {
    json!({"reason": "closed too early"})
}

#[tokio::test]
async fn a_tournament_that_was_closed_too_early_goes_on() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    scene.post("/reopen", why()).await.expect_problem(409, "tournament_state");
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    scene.post("/reopen", why()).await.expect_problem(409, "tournament_state");
    let closed = scene.post("/close", json!({})).await.expect(200).json;
    let standings = scene.get("/standings").await;
    let stranger = &scene.players[&1];
    stranger.post(&scene.at("/reopen"), why()).await.expect_problem(403, "not_organizer");
    scene.post("/reopen", json!({})).await.expect_problem(422, "validation_failed");
    let open = scene.post("/reopen", why()).await.expect(200).json;
    assert_eq!((&open["status"], &open["ended_at"]), (&json!("running"), &Value::Null));
    assert!(closed["seed"].is_string());
    assert_eq!((&open["seed"], &open["commitment"]), (&closed["seed"], &closed["commitment"]));
    assert_eq!(scene.get("/standings").await["items"], standings["items"]);
    let news = &scene.get("/audit").await["items"][0];
    assert_eq!((&news["kind"], &news["note"]), (&json!("reopened"), &json!("closed too early")));
    for number in [2, 3] {
        let round = scene.next().await;
        assert_eq!(round["round"], number);
        scene.play_round(&round).await;
    }
    scene.post("/close", json!({})).await.expect(200);
    let export = scene.get("/export").await;
    super::invariants::check_export(&export);
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");

    let id = scene.id();
    let sql = format!("UPDATE tournaments SET ended_at = now() - interval '15 days' WHERE id = '{id}'");
    execute(&app, &sql).await;
    let late = scene.post("/reopen", why()).await.expect_problem(409, "tournament_state");
    assert!(late.text.contains("14 days"), "{}", late.text);
}

#[tokio::test]
async fn what_was_cancelled_before_its_start_takes_entries_again_with_a_new_seed() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    let cancelled = scene.post("/close", json!({})).await.expect(200).json;
    assert_eq!(cancelled["status"], "cancelled");
    let open = scene.post("/reopen", why()).await.expect(200).json;
    assert_eq!(
        (&open["status"], &open["seed"], &open["entry_count"]),
        (&json!("registration"), &Value::Null, &json!(2))
    );
    assert_ne!(open["commitment"], cancelled["commitment"], "the revealed seed is not used");
    scene.start().await;
    scene.next().await;
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    let refused = scene.post("/reopen", why()).await.expect_problem(409, "tournament_state");
    assert!(refused.text.contains("aborted"), "{}", refused.text);

    let draft =
        scene.organizer.post("/v1/tournaments", settings(&json!({"open": null}))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", draft["id"].as_str().expect("an id"));
    scene.organizer.post_empty(&format!("{path}/close")).await.expect(200);
    let reopened = scene.organizer.post(&format!("{path}/reopen"), why()).await.expect(200).json;
    assert_eq!(reopened["status"], "draft", "nobody else has seen it");
}

#[tokio::test]
async fn a_reopened_tournament_counts_as_one_that_is_not_over() {
    let app = TestApp::spawn_with(|settings| settings.games.tournaments_per_account = 1).await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    scene.post("/close", json!({})).await.expect(200);
    scene.organizer.post("/v1/tournaments", settings(&json!({}))).await.expect(201);
    scene.post("/reopen", why()).await.expect_problem(409, "too_many_tournaments");
}

#[tokio::test]
async fn a_knock_out_that_ended_by_itself_is_reopened_to_decide_its_last_table() {
    let app = TestApp::shared().await;
    let changed =
        json!({"format": "single_elimination", "seats": 2, "rounds": null, "next_round": "automatic"});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    let round = scene.get("/rounds/1").await;
    scene.play_round(&round).await;
    scene.until("", |now| now["status"] == "finished").await;
    scene.post("/tables/1/void", why()).await.expect_problem(409, "tournament_state");
    scene.post("/reopen", why()).await.expect(200);
    scene.post("/tables/1/void", why()).await.expect(204);
    let played =
        scene.until("/rounds/1", |now| now["tables"].as_array().is_some_and(|all| all.len() == 2)).await;
    assert_eq!(seatings(&played)[1].len(), 2);
    let again = json!({"tables": [played["tables"][1]]});
    scene.play_round(&again).await;
    scene.until("", |now| now["status"] == "finished").await;
}
