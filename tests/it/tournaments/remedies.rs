//! Refusals say what is missing and what can be done.

use serde_json::{Value, json};

use super::scene::{Scene, entries, settings};
use crate::app::{Answer, TestApp};

#[track_caller]
fn says(answer: Answer, status: u16, code: &str, words: &[&str]) {
    let refused = answer.expect_problem(status, code);
    let detail = refused.json["detail"].as_str().expect("a detail");
    for word in words {
        assert!(detail.contains(word), "{word}: {detail}");
    }
}

fn why() -> Value {
    json!({"reason": "a test"})
}

#[tokio::test]
async fn a_draft_says_how_it_is_opened_and_an_end_how_it_is_taken_back() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let made = organizer.post("/v1/tournaments", settings(&json!({"open": null}))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    for act in ["enter", "start", "rounds/next", "rounds/close"] {
        let refused = organizer.post_empty(&format!("{path}/{act}")).await;
        says(refused, 409, "tournament_state", &["`draft`", "`PATCH`", "`open: true`"]);
    }
    organizer.patch(&path, json!({"open": true})).await.expect(200);
    says(
        organizer.post_empty(&format!("{path}/rounds/next")).await,
        409,
        "tournament_state",
        &["`POST …/start`"],
    );
    organizer.post_empty(&format!("{path}/close")).await.expect(200);
    says(organizer.post_empty(&format!("{path}/start")).await, 409, "tournament_state", &["`POST …/reopen`"]);
}

#[tokio::test]
async fn what_is_missing_has_its_number_and_what_is_there() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 4).await;
    scene.start().await;
    let table = async |number: &str| scene.post(&format!("/tables/{number}/void"), why()).await;
    says(table("9").await, 404, "not_found", &["There is no table 9: no round is paired yet."]);
    let close = scene.post("/rounds/close", json!({})).await;
    says(close, 404, "not_found", &["No round is paired yet", "`POST …/rounds/next`"]);
    let look = scene.organizer.get(&scene.at("/rounds/1")).await;
    says(look, 404, "not_found", &["There is no round 1: no round is paired yet."]);
    let round = scene.next().await;
    says(table("9").await, 404, "not_found", &["There is no table 9: round 1 has the tables 1 to 2."]);
    says(table("nine").await, 404, "not_found", &["There is no table with this number"]);
    let correct = scene.post("/tables/9/correct", json!({"places": [1, 2], "reason": "x"})).await;
    says(correct, 404, "not_found", &["round 1 has the tables 1 to 2"]);
    let entry = scene.post("/entries/9/remove", why()).await;
    says(entry, 404, "not_found", &["There is no entry 9: the last one is entry 4."]);
    let look = scene.organizer.get(&scene.at("/rounds/7")).await;
    says(look, 404, "not_found", &["There is no round 7: the last one is round 1."]);
    let standings = scene.organizer.get(&scene.at("/standings?after=7")).await;
    says(standings, 404, "not_found", &["There is no round 7: the last one is round 1."]);
    says(scene.organizer.get(&scene.at("/rounds/x")).await, 404, "not_found", &["There is no such round"]);
    let nowhere = app.anonymous().get("/v1/tournaments/0190a000-0000-7000-8000-000000000000").await;
    says(nowhere, 404, "not_found", &["There is no such tournament, or you may not see it."]);

    says(scene.post("/rounds/next", json!({})).await, 409, "round_unfinished", &["`tables/{n}/void`"]);
    scene.play_round(&round).await;
    scene.post("/rounds/close", json!({})).await.expect(200);
    let seats = json!({"entries": entries(&round["tables"][0]), "reason": "x"});
    says(scene.post("/tables/1/substitute", seats).await, 409, "round_closed", &["`tables/{n}/correct`"]);
    says(scene.post("/tables/1/pause", why()).await, 409, "round_closed", &["`tables/{n}/correct`"]);
    table("1").await.expect(204);
    says(table("1").await, 409, "table_state", &["`void`", "`tables/{n}/result`"]);
    let round = scene.next().await;
    scene.play_round(&round).await;
    says(scene.post("/rounds/next", json!({})).await, 409, "no_more_rounds", &["`POST …/close`"]);
}

#[tokio::test]
async fn whoever_was_removed_or_has_left_learns_who_takes_them_back() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "late_entries": true}), 4).await;
    let enter = scene.at("/enter");
    scene.players[&1].post_empty(&enter).await.expect_problem(409, "already_entered");
    scene.post("/entries/1/remove", why()).await.expect(204);
    let again = scene.players[&1].post_empty(&enter).await;
    says(again, 409, "already_entered", &["An organizer has removed you", "`entries/1/reinstate`"]);
    scene.start().await;
    scene.players[&2].post_empty(&scene.at("/withdraw")).await.expect(204);
    let again = scene.players[&2].post_empty(&enter).await;
    says(again, 409, "already_entered", &["You have left", "`entries/2/reinstate`"]);
    let twice = scene.players[&2].post_empty(&scene.at("/withdraw")).await;
    says(twice, 409, "not_entered", &["only an organizer can take you back"]);
    for entry in [1, 2] {
        scene.post(&format!("/entries/{entry}/reinstate"), why()).await.expect(204);
    }
    scene.players[&4].erase().await.expect(204);
    says(scene.post("/entries/4/reinstate", why()).await, 404, "not_found", &["erased"]);
}

#[tokio::test]
async fn set_tables_have_the_size_of_the_event() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 5).await;
    scene.start().await;
    let three = json!({"manual": [{"entries": [1, 2, 3]}]});
    let words = ["Tables of this event have 2 seats, not 3."];
    says(scene.post("/rounds/next", three.clone()).await, 422, "not_pairable", &words);
    says(scene.post("/rounds/next?dry_run=true", three.clone()).await, 422, "not_pairable", &words);
    let round = scene.next().await;
    let bye = round["byes"][0]["entry"].as_u64().expect("a bye");
    let more = [entries(&round["tables"][0]), vec![bye]].concat();
    let substitute = scene.post("/tables/1/substitute", json!({"entries": more, "reason": "no bye"})).await;
    says(substitute, 422, "not_pairable", &words);
    let odd = Scene::new(&app, json!({"seats": 2, "odd": "three"}), 5).await;
    odd.start().await;
    let round = odd.post("/rounds/next", three).await.expect(201).json;
    assert_eq!(entries(&round["tables"][0]).len(), 3);
}
