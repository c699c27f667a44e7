//! Following a tournament, and what players are told of it, on another server.

use serde_json::{Value, json};

use super::scene::Scene;
use crate::app::TestApp;
use crate::games::reader::{LINES, Reader, SSE};

/// Reads frames until one satisfies the condition.
async fn until(reader: &mut Reader, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = reader.frame().await.expect("the stream goes on");
        if wanted(&frame) {
            return frame;
        }
    }
}

#[tokio::test]
async fn followers_and_players_on_another_server_are_told_of_everything_that_concerns_them() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 1, "ready_check_ms": 3_600_000}), 2).await;
    let path = scene.at("/events");
    let mut follower = Reader::open(&other.anonymous(), &path, SSE).await;
    let snapshot = follower.expect("snapshot").await;
    assert_eq!(snapshot["data"]["tournament"]["status"], "registration");
    let player = other.with_token(scene.players[&1].token());
    let mut own = Reader::open(&player, "/v1/me/events", LINES).await;
    let tournament = &own.expect("snapshot").await["data"]["tournaments"][0];
    assert_eq!((&tournament["entry"], &tournament["ready_check"]), (&json!(1), &json!(false)));

    scene.start().await;
    until(&mut follower, |frame| frame["data"]["status"] == "running").await;
    scene.next().await;
    until(&mut follower, |frame| frame["type"] == "round" && frame["data"]["status"] == "paired").await;
    let paired = |frame: &Value| frame["type"] == "tournament" && frame["data"]["ready_check"] == true;
    assert_eq!(until(&mut own, paired).await["data"]["round"], 1);
    for player in scene.players.values() {
        player.post_empty(&scene.at("/ready")).await.expect(204);
    }
    let open = until(&mut follower, |frame| frame["data"]["tables"][0]["status"] == "playing").await;
    until(&mut own, |frame| frame["type"] == "tournament" && frame["data"]["game"].is_string()).await;
    scene.play_round(&open["data"]).await;
    until(&mut follower, |frame| frame["data"]["tables"][0]["status"] == "done").await;
    until(&mut own, |frame| frame["type"] == "tournament" && frame["data"]["round_status"] == "closed").await;
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    until(&mut follower, |frame| frame["data"]["status"] == "finished").await;
    until(&mut own, |frame| frame["type"] == "tournament_gone").await;

    let now = app.anonymous().get(&path).await.expect(200).json;
    assert_eq!(now["round"]["status"], "closed");
    let refused = app.anonymous().request(reqwest::Method::GET, &path).header("accept", "image/png");
    crate::app::Answer::to(refused).await.expect_problem(406, "not_acceptable");
    let ticket = format!("{path}?ticket=wrong");
    app.anonymous().get(&ticket).await.expect_problem(401, "invalid_ticket");
    let missing = "/v1/tournaments/0190a000-0000-7000-8000-000000000000/events";
    app.anonymous().get(missing).await.expect_problem(404, "not_found");
    drop(other);
}

#[tokio::test]
async fn followers_are_told_of_what_changes_earlier_rounds() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "play": "over_the_board"}), 2).await;
    scene.start().await;
    scene.next().await;
    let result = |places: [u8; 2]| json!({"places": places, "reason": "slip"});
    scene.post("/tables/1/result", result([1, 2])).await.expect(204);
    scene.next().await;
    let mut follower = Reader::open(&app.anonymous(), &scene.at("/events"), SSE).await;
    follower.expect("snapshot").await;
    scene.post("/tables/1/correct", result([2, 1])).await.expect(200);
    follower.expect("tournament").await;
    let points = json!({"give": 1, "reason": "fair play"});
    scene.post("/entries/1/adjust", points).await.expect(204);
    follower.expect("tournament").await;
}
