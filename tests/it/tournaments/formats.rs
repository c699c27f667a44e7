//! The other formats, rounds that the server pairs by itself, and the ready check.

use serde_json::json;

use super::exports::agree;
use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

#[tokio::test]
async fn the_server_pairs_a_round_robin_of_nine_in_threes_by_itself_until_its_end() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "round_robin", "seats": 3, "rounds": null, "next_round": "automatic"});
    let scene = Scene::new(&app, changed, 9).await;
    scene.start().await;
    let mut met = std::collections::BTreeSet::new();
    for number in 1..=4 {
        let path = format!("/rounds/{number}");
        let exists = |now: &serde_json::Value| now["round_count"].as_u64() >= Some(number);
        scene.until("", exists).await;
        let round = scene.get(&path).await;
        for table in seatings(&round) {
            for (place, a) in table.iter().enumerate() {
                for b in &table[..place] {
                    assert!(met.insert((*a.min(b), *a.max(b))), "{a} and {b} meet twice");
                }
            }
        }
        scene.play_round(&round).await;
    }
    assert_eq!(met.len(), 36);
    let finished = scene.until("", |now| now["status"] == "finished").await;
    assert_eq!(finished["round_count"], 4);
    let standings = scene.get("/standings").await;
    assert_eq!(standings["items"][0]["entry"], 1, "the lowest entry has won all its games");
}

#[tokio::test]
async fn a_bracket_and_heats_have_one_winner_each() {
    let app = TestApp::spawn().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null, "best_of": 3});
    let scene = Scene::new(&app, changed, 3).await;
    scene.start().await;
    for _ in 0..2 {
        let round = scene.next().await["round"].as_u64().expect("a number");
        let path = format!("/rounds/{round}");
        // Two wins decide a match; its second game starts by itself.
        for _ in 0..2 {
            let playing = |now: &serde_json::Value| {
                now["tables"]
                    .as_array()
                    .is_some_and(|tables| tables.iter().any(|one| one["status"] == "playing"))
            };
            let now = scene.until(&path, playing).await;
            scene.play_round(&now).await;
        }
        scene.until(&path, |now| now["status"] == "closed").await;
    }
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    let standings = scene.get("/standings").await;
    assert_eq!(
        (&standings["items"][0]["entry"], &standings["items"][0]["knock_out"]),
        (&json!(1), &json!(3))
    );
    let chess = app.anonymous().get(&scene.at("/export?format=trf")).await.expect(200);
    let head: Vec<&str> = chess.text.lines().take_while(|line| !line.starts_with("XX")).collect();
    assert!(head.iter().any(|line| line.starts_with("042 20")), "{head:?}");
    let known: Vec<&str> = head.into_iter().filter(|line| !line.starts_with("042")).collect();
    assert_eq!(known, ["012 Friday", "092 Individual: Knock-Out", "102 organizer", "062 3"]);
    agree(&scene).await;

    let changed = json!({"format": "heats", "seats": 3, "rounds": 1, "cut": 3, "late_entries": true});
    let made = scene.organizer.post("/v1/tournaments", super::scene::settings(&changed)).await.expect(201);
    let path = format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
    let heats = Scene { path, organizer: scene.organizer.clone(), players: scene.players.clone() };
    for player in heats.players.values() {
        player.post_empty(&heats.at("/enter")).await.expect(200);
    }
    heats.start().await;
    let round = heats.next().await;
    assert_eq!(round["stage"], "heats");
    app.user("late").await.post_empty(&heats.at("/enter")).await.expect_problem(409, "registration_closed");
    heats.play_round(&round).await;
    let last = heats.next().await;
    assert_eq!((&last["stage"], last["tables"].as_array().map(Vec::len)), (&json!("knock_out"), Some(1)));
    let manual = json!({"manual": [{"entries": [1, 2]}]});
    heats.post("/rounds/next", manual).await.expect_problem(409, "round_unfinished");
    heats.play(&last["tables"][0], &[3, 2, 1]).await;
    heats.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    assert_eq!(
        heats.get("/standings").await["items"][0]["entry"],
        3,
        "the knock-out comes before the points"
    );
    agree(&heats).await;
}

#[tokio::test]
async fn whoever_is_not_ready_leaves_the_round_and_after_two_rounds_the_tournament() {
    let app = TestApp::spawn().await;
    let changed = json!({"seats": 3, "rounds": 3, "ready_check_ms": 3_600_000});
    let scene = Scene::new(&app, changed, 6).await;
    scene.start().await;
    for player in scene.players.values() {
        player.post_empty(&scene.at("/ready")).await.expect_problem(409, "not_entered");
    }
    for round in 1..=2 {
        let paired = scene.next().await;
        assert_eq!((&paired["status"], &paired["tables"][0]["game"]), (&json!("paired"), &json!(null)));
        let missing = 6;
        for player in scene.players.iter().filter(|(number, _)| **number != missing) {
            player.1.post_empty(&scene.at("/ready")).await.expect(204);
            player.1.post_empty(&scene.at("/ready")).await.expect(204);
        }
        assert_eq!(scene.get(&format!("/rounds/{round}")).await["status"], "paired");
        // The time of the check is over.
        let sql = "UPDATE tournament_rounds SET ready_until = now() WHERE status = 'paired'";
        crate::tournaments::execute(&app, sql).await;
        let open = scene.until(&format!("/rounds/{round}"), |now| now["status"] == "open").await;
        assert_eq!(open["no_shows"][0]["entry"], missing);
        let seated = seatings(&open).concat();
        assert!(!seated.contains(&missing) && seated.len() == 5, "{seated:?}");
        let late = scene.players[&missing].post_empty(&scene.at("/ready")).await;
        late.expect_problem(409, "round_closed");
        scene.play_round(&open).await;
    }
    let third = scene.next().await;
    assert!(!seatings(&third).concat().contains(&6), "two no-shows drop");
    assert_eq!(scene.get("/entries").await["items"][5]["status"], "dropped");
    // Everybody who is left is ready, so nobody waits for the time.
    for table in third["tables"].as_array().expect("tables") {
        for number in entries(table) {
            scene.players[&number].post_empty(&scene.at("/ready")).await.expect(204);
        }
    }
    assert_eq!(scene.get("/rounds/3").await["status"], "open");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    assert_eq!(scene.get("").await["status"], "cancelled");
    scene.post("/close", json!({})).await.expect(200);
}

#[tokio::test]
async fn whoever_is_not_ready_is_out_of_a_knock_out() {
    let app = TestApp::spawn().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null, "best_of": 3,
        "ready_check_ms": 3_600_000});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let paired = scene.next().await;
    let [missing, alone] = seatings(&paired)[0][..] else { panic!("a match of two") };
    for (_, player) in scene.players.iter().filter(|(number, _)| **number != missing) {
        player.post_empty(&scene.at("/ready")).await.expect(204);
    }
    let sql = "UPDATE tournament_rounds SET ready_until = now() WHERE status = 'paired'";
    crate::tournaments::execute(&app, sql).await;
    let open = scene.until("/rounds/1", |now| now["status"] == "open").await;
    assert_eq!((&open["no_shows"][0]["entry"], &open["byes"][0]["entry"]), (&json!(missing), &json!(alone)));
    scene.play_round(&open).await;
    // The other match goes on; that of the missing player does not.
    let second = |now: &serde_json::Value| now["tables"].as_array().is_some_and(|tables| tables.len() == 3);
    let again = scene.until("/rounds/1", second).await;
    assert!(!entries(&again["tables"][2]).contains(&missing));
    scene.play_round(&again).await;
    let closed = scene.until("/rounds/1", |now| now["status"] == "closed").await;
    assert_eq!((closed["tables"].as_array().map(Vec::len), &closed["absent"]), (Some(3), &json!([missing])));
    let last = scene.next().await;
    let finalists = seatings(&last);
    assert_eq!(finalists.len(), 1);
    assert!(finalists[0].contains(&alone) && !finalists[0].contains(&missing), "{finalists:?}");
    for number in &finalists[0] {
        scene.players[number].post_empty(&scene.at("/ready")).await.expect(204);
    }
    for games in 1..=2 {
        let playing = |now: &serde_json::Value| now["tables"][games - 1]["status"] == "playing";
        let now = scene.until("/rounds/2", playing).await;
        scene.play_round(&now).await;
    }
    scene.until("/rounds/2", |now| now["status"] == "closed").await;
    scene.post("/close", json!({})).await.expect(200);
    agree(&scene).await;
}
