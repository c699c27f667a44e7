//! The waiting list of a tournament that is full, and events for players who are invited.

use serde_json::{Value, json};

use super::scene::Scene;
use crate::app::{Caller, TestApp, a_few_at_once};

async fn statuses(scene: &Scene<'_>) -> Vec<(u64, String)> {
    let page = scene.get("/entries?limit=100").await;
    let items = page["items"].as_array().expect("items").iter();
    let of = |item: &Value| {
        let number = item["entry"].as_u64().expect("a number");
        (number, item["status"].as_str().expect("a status").to_owned())
    };
    items.map(of).collect()
}

fn list(entries: &[(u64, &str)]) -> Vec<(u64, String)> {
    entries.iter().map(|&(number, status)| (number, status.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_who_waits_moves_up_when_somebody_leaves() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"entries_max": 2, "waiting_list": true}), 5).await;
    let all = [(1, "active"), (2, "active"), (3, "waiting"), (4, "waiting"), (5, "waiting")];
    assert_eq!(statuses(&scene).await, list(&all));
    let listed = app.anonymous().get("/v1/tournaments").await.expect(200).json;
    assert_eq!(listed["items"][0]["entry_count"], 2);
    let standings = scene.get("/standings").await;
    assert_eq!(standings["items"].as_array().map(Vec::len), Some(2), "whoever waits is not listed");
    let again = scene.players[&4].post_empty(&scene.at("/enter")).await;
    assert!(again.expect_problem(409, "already_entered").text.contains("wait for a place"));
    let own =
        async |player: &Caller<'_>| player.get("/v1/me/events").await.expect(200).json["tournaments"].clone();
    assert_eq!(own(&scene.players[&3]).await, json!([]));
    // One who waits leaves, and one who plays.
    scene.players[&4].post_empty(&scene.at("/withdraw")).await.expect(204);
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect(204);
    assert_eq!(statuses(&scene).await, list(&[(2, "active"), (3, "active"), (5, "waiting")]));
    assert_eq!(own(&scene.players[&3]).await[0]["entry"], 3);
    let audit = scene.get("/audit?limit=1").await;
    assert_eq!((&audit["items"][0]["kind"], &audit["items"][0]["entry"]), (&json!("moved_up"), &json!(3)));
    // More places, and a place that is raced for.
    scene.organizer.patch(&scene.path, json!({"entries_max": 3})).await.expect(200);
    assert_eq!(statuses(&scene).await[2], (5, "active".to_owned()));
    let racers = [&scene.players[&1], &scene.players[&4]];
    a_few_at_once(racers.map(|racer| async { racer.post_empty(&scene.at("/enter")).await.expect(200) }))
        .await;
    let waiting = statuses(&scene).await.iter().filter(|(_, status)| status == "waiting").count();
    assert_eq!(waiting, 2);
    // The start ends the waiting.
    scene.start().await;
    assert_eq!(statuses(&scene).await, list(&[(2, "active"), (3, "active"), (5, "active")]));
    let late = scene.players[&1].post_empty(&scene.at("/enter")).await;
    late.expect_problem(409, "registration_closed");
    let teams = json!({"waiting_list": true, "teams": {"size_max": 2}});
    let refused = scene.organizer.post("/v1/tournaments", super::scene::settings(&teams)).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/waiting_list"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_removed_makes_room_and_comes_back_only_to_a_free_place() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"entries_max": 2, "waiting_list": true}), 4).await;
    let why = || json!({"reason": "a second account"});
    scene.post("/entries/1/remove", why()).await.expect(204);
    let moved = [(1, "removed"), (2, "active"), (3, "active"), (4, "waiting")];
    assert_eq!(statuses(&scene).await, list(&moved));
    for entry in [1, 4] {
        let full = scene.post(&format!("/entries/{entry}/reinstate"), why()).await;
        assert!(full.expect_problem(409, "tournament_full").text.contains("raise `entries_max`"));
    }
    scene.post("/entries/3/remove", why()).await.expect(204);
    assert_eq!(statuses(&scene).await[3], (4, "active".to_owned()));
    scene.organizer.patch(&scene.path, json!({"entries_max": 3})).await.expect(200);
    scene.post("/entries/1/reinstate", why()).await.expect(204);
    let now = [(1, "active"), (2, "active"), (3, "removed"), (4, "active")];
    assert_eq!(statuses(&scene).await, list(&now));
    let late = app.user("late").await;
    late.post_empty(&scene.at("/enter")).await.expect(200);
    assert_eq!(statuses(&scene).await[4], (5, "waiting".to_owned()), "it is full again");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_not_here_before_the_start_leaves_the_place_and_takes_it_when_there_is_one() {
    let app = TestApp::shared().await;
    let changed = json!({"entries_max": 3, "waiting_list": true, "rounds": 2, "seats": 2});
    let scene = Scene::new(&app, changed, 5).await;
    let away = async |entry: u32, pause: bool| {
        let body = json!({"pause": pause, "reason": "is not here"});
        scene.post(&format!("/entries/{entry}/withdraw"), body).await.expect(204);
    };
    let back = async |entry: u32| {
        scene.post(&format!("/entries/{entry}/reinstate"), json!({"reason": "is here"})).await
    };
    away(1, true).await;
    away(5, false).await;
    let moved = [(1, "paused"), (2, "active"), (3, "active"), (4, "active"), (5, "dropped")];
    assert_eq!(statuses(&scene).await, list(&moved));
    for entry in [1, 5] {
        back(entry).await.expect_problem(409, "tournament_full");
    }
    scene.players[&1].post_empty(&scene.at("/enter")).await.expect_problem(409, "already_entered");
    scene.start().await;
    back(1).await.expect_problem(409, "tournament_full");
    // Whoever pauses after the start comes back before those who have lost their places.
    away(2, true).await;
    back(2).await.expect(204);
    back(1).await.expect_problem(409, "tournament_full");
    away(3, false).await;
    back(1).await.expect(204);
    let now = [(1, "active"), (2, "active"), (3, "dropped"), (4, "active"), (5, "dropped")];
    assert_eq!(statuses(&scene).await, list(&now));
    let standings = scene.get("/standings").await;
    let first = standings["items"].as_array().expect("lines").iter().find(|line| line["entry"] == 1);
    assert_eq!(first.map(|line| &line["removed"]), Some(&Value::Null), "nobody is disqualified");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_can_be_for_those_who_are_invited() {
    let app = TestApp::spawn().await;
    let (ada, joan) = (app.user("ada").await, app.user("joan").await);
    let scene = Scene::new(&app, json!({"invited_only": true, "invited": ["ada"]}), 0).await;
    assert_eq!(app.anonymous().get(&scene.path).await.expect(200).json["invited_only"], true);
    ada.post_empty(&scene.at("/enter")).await.expect(200);
    let refused = joan.post_empty(&scene.at("/enter")).await;
    assert!(refused.expect_problem(403, "invitation_required").text.contains("who are invited"));
    scene.organizer.patch(&scene.path, json!({"invited": ["joan"]})).await.expect(200);
    joan.post_empty(&scene.at("/enter")).await.expect(200);
}
