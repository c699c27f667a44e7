//! The winner of a knock-out takes part until the end, whoever leaves before.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::scene::{Scene, entries};
use crate::app::TestApp;

/// Recomputes an export with the example program, where Python is installed.
fn recompute(export: &Value) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/recompute_tournament.py");
    let python = Command::new("python3")
        .args([script, "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else { return };
    python.stdin.take().expect("a pipe").write_all(export.to_string().as_bytes()).expect("it reads");
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

async fn leave(scene: &Scene<'_>, how: &str, entry: u64) {
    let player = &scene.players[&entry];
    match how {
        "withdraw" => drop(player.post_empty(&scene.at("/withdraw")).await.expect(204)),
        "remove" => {
            let reason = json!({"reason": "does not come"});
            scene.post(&format!("/entries/{entry}/remove"), reason).await.expect(204);
        }
        _ => {
            player.erase().await.expect(204);
        }
    }
}

/// Plays the first round of four, in which the lowest entry of each table wins, and returns the winners.
async fn semifinals(scene: &Scene<'_>) -> Vec<u64> {
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let tables = round["tables"].as_array().expect("tables").iter();
    let winners: Vec<u64> = tables.filter_map(|table| entries(table).into_iter().min()).collect();
    scene.until("/rounds/1", |now| now["status"] == "closed").await;
    winners
}

#[tokio::test]
async fn whoever_leaves_before_the_final_is_not_the_champion() {
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null});
    for how in ["withdraw", "remove", "erase"] {
        let app = TestApp::shared().await;
        let scene = Scene::new(&app, changed.clone(), 4).await;
        let winners = semifinals(&scene).await;
        // Without this rule, the points would make them the champion.
        scene
            .post(&format!("/entries/{}/adjust", winners[0]), json!({"give": 1, "reason": "a test"}))
            .await
            .expect(204);
        leave(&scene, how, winners[0]).await;
        scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
        scene.post("/close", json!({})).await.expect(200);
        let standings = scene.get("/standings").await;
        assert_eq!(standings["items"][0]["entry"], winners[1], "{how}: {standings}");
        let export = scene.get("/export").await;
        let status = if how == "remove" { "removed" } else { "dropped" };
        let place = winners[0] as usize - 1;
        assert_eq!(export["entries"][place]["status"], status);
        let last = if how == "remove" { 3 } else { 1 };
        assert_eq!(
            (&standings["items"][last]["entry"], &standings["items"][last]["status"]),
            (&json!(winners[0]), &json!(status))
        );
        recompute(&export);
    }
}

#[tokio::test]
async fn if_both_finalists_leave_somebody_who_stays_wins() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null});
    let scene = Scene::new(&app, changed, 4).await;
    let winners = semifinals(&scene).await;
    for &winner in &winners {
        leave(&scene, "withdraw", winner).await;
    }
    scene.post("/close", json!({})).await.expect(200);
    let standings = scene.get("/standings").await;
    let first = standings["items"][0]["entry"].as_u64().expect("a number");
    assert!(!winners.contains(&first), "{standings}");
    recompute(&scene.get("/export").await);
}

#[tokio::test]
async fn a_champion_who_leaves_after_the_final_stays_the_champion() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "heats", "seats": 2, "rounds": 1, "cut": 2});
    let scene = Scene::new(&app, changed, 4).await;
    semifinals(&scene).await;
    let last = scene.next().await;
    let mut order = entries(&last["tables"][0]);
    order.sort_unstable();
    scene.play(&last["tables"][0], &order).await;
    leave(&scene, "withdraw", order[0]).await;
    scene.post("/close", json!({})).await.expect(200);
    assert_eq!(scene.get("/standings").await["items"][0]["entry"], order[0]);
    recompute(&scene.get("/export").await);
}

#[tokio::test]
async fn the_server_ends_a_knock_out_whose_finalist_has_left() {
    // The wait before the final gives time to leave.
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null, "next_round": "automatic",
        "next_round_after_ms": 3_600_000});
    for how in ["withdraw", "remove", "erase"] {
        let app = TestApp::spawn().await;
        let scene = Scene::new(&app, changed.clone(), 4).await;
        scene.start().await;
        let round = scene.get("/rounds/1").await;
        scene.play_round(&round).await;
        let closed = scene.until("/rounds/1", |now| now["status"] == "closed").await;
        assert!(closed["next_round_at"].is_string(), "{closed}");
        let tables = round["tables"].as_array().expect("tables").iter();
        let winners: Vec<u64> = tables.filter_map(|table| entries(table).into_iter().min()).collect();
        leave(&scene, how, winners[0]).await;
        let sql = "UPDATE tournament_rounds SET next_round_at = now() WHERE next_round_at IS NOT NULL";
        super::execute(&app, sql).await;
        scene.until("", |now| now["status"] == "finished").await;
        let (export, standings) = (scene.get("/export").await, scene.get("/standings").await);
        assert_eq!(export["rounds"].as_array().map(Vec::len), Some(1), "{how}: there is no final");
        assert_eq!(standings["items"][0]["entry"], winners[1], "{how}: {standings}");
        recompute(&export);
    }
}

#[tokio::test]
async fn the_server_ends_a_knock_out_whose_finalists_have_both_left() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "heats", "seats": 2, "rounds": 1, "cut": 2, "next_round": "automatic",
        "next_round_after_ms": 3_600_000});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let round = scene.get("/rounds/1").await;
    scene.play_round(&round).await;
    scene.until("/rounds/1", |now| now["status"] == "closed").await;
    let order = scene.get("/standings").await;
    let first_two: Vec<u64> =
        [0, 1].iter().filter_map(|&place: &usize| order["items"][place]["entry"].as_u64()).collect();
    // Of the four, the two who come next play the final.
    for &entry in &first_two {
        leave(&scene, "withdraw", entry).await;
    }
    scene.post("/rounds/close", json!({})).await.expect(200);
    let last = scene.get("/rounds/2").await;
    let mut seats = entries(&last["tables"][0]);
    seats.sort_unstable();
    assert!(seats.iter().all(|entry| !first_two.contains(entry)), "{last}");
    // One of them leaves during the final, so the other one wins it, whoever resigns.
    leave(&scene, "withdraw", seats[0]).await;
    scene.play(&last["tables"][0], &seats).await;
    scene.until("/rounds/2", |now| now["status"] == "closed").await;
    scene.post("/rounds/close", json!({})).await.expect(200);
    assert_eq!(scene.get("").await["status"], "finished");
    let standings = scene.get("/standings").await;
    assert_eq!(standings["items"][0]["entry"], seats[1], "{standings}");
    recompute(&scene.get("/export").await);
}

#[tokio::test]
async fn pairs_that_cannot_be_kept_apart_are_refused() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    for (a, b, pointer) in
        [(1, 1, "/forbidden_pairs/0/b"), (1, 77, "/forbidden_pairs/0/b"), (77, 1, "/forbidden_pairs/0/a")]
    {
        let pairs = json!({"forbidden_pairs": [{"a": a, "b": b}]});
        let refused = scene.organizer.patch(&scene.path, pairs).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer]);
    }
    let fixed = json!({"format": "round_robin", "rounds": null, "seats": 2});
    let made = scene.organizer.post("/v1/tournaments", super::scene::settings(&fixed)).await.expect(201);
    let path = format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
    let pairs = json!({"forbidden_pairs": [{"a": 1, "b": 2}]});
    let refused = scene.organizer.patch(&path, pairs).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/forbidden_pairs"]);
}
