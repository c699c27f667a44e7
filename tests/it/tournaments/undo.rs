//! Acts that take back what was done before, and what can change after the start.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

#[tokio::test]
async fn an_entry_that_left_or_was_removed_is_taken_back() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 4).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let why = json!({"reason": "a mistake"});
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect(204);
    scene.post("/entries/2/remove", why.clone()).await.expect(204);
    assert_eq!(scene.get("/standings").await["items"][3]["entry"], 2, "removed entries come last");
    let stranger = &scene.players[&3];
    stranger.post(&scene.at("/entries/1/reinstate"), why.clone()).await.expect_problem(403, "not_organizer");
    for entry in [1, 2, 2] {
        scene.post(&format!("/entries/{entry}/reinstate"), why.clone()).await.expect(204);
    }
    scene.post("/entries/9/reinstate", why.clone()).await.expect_problem(404, "not_found");
    let next = scene.next().await;
    let mut seated = seatings(&next).concat();
    seated.sort_unstable();
    assert_eq!(seated, [1, 2, 3, 4]);
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    scene.post("/entries/1/reinstate", why).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn an_organizer_lets_a_guest_pause_and_come_back_or_leave_with_what_they_have_earned() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 3, "play": "over_the_board"});
    let scene = Scene::new(&app, changed, 3).await;
    scene.post("/entries", json!({"guest": "Ada L."})).await.expect(201);
    let pause = json!({"pause": true, "reason": "back after lunch"});
    let status = async || scene.get("/entries").await["items"][3]["status"].clone();
    for is_running in [false, true] {
        if is_running {
            scene.start().await;
        }
        scene.post("/entries/4/withdraw", pause.clone()).await.expect(204);
        assert_eq!(status().await, "paused");
        scene.post("/entries/4/reinstate", json!({"reason": "she is back"})).await.expect(204);
        assert_eq!(status().await, "active");
    }
    let round = scene.next().await;
    assert_eq!(seatings(&round).concat().len(), 4);
    for table in round["tables"].as_array().expect("tables") {
        let first = if table["seats"][0]["entry"] == 4 { 1 } else { 2 };
        let set = json!({"places": [first, 3 - first], "reason": "a slip"});
        scene.post(&format!("/tables/{}/result", table["table"]), set).await.expect(204);
    }
    let leave = json!({"reason": "the last train"});
    scene.post("/entries/4/withdraw", leave.clone()).await.expect(204);
    // Whoever has left neither leaves again nor pauses.
    for again in [&leave, &pause] {
        scene.post("/entries/4/withdraw", again.clone()).await.expect(204);
        assert_eq!(status().await, "dropped");
    }
    let standings = scene.get("/standings").await;
    let place = |entry: u64| {
        let lines = standings["items"].as_array().expect("lines");
        lines.iter().find(|line| line["entry"] == entry).expect("a line")["place"].clone()
    };
    assert!(place(4).as_u64() < Some(3), "the place is what was earned: {standings}");
    assert!(!seatings(&scene.next().await).concat().contains(&4));
    let stranger = &scene.players[&1];
    stranger.post(&scene.at("/entries/2/withdraw"), leave).await.expect_problem(403, "not_organizer");
}

#[tokio::test]
async fn settings_that_concern_nothing_played_change_after_the_start() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 2).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let possible =
        json!({"name": "Late", "rounds": 1, "next_round": "call", "late_entries": true, "entries_max": 8});
    let changed = scene.organizer.patch(&scene.path, possible).await.expect(200).json;
    assert_eq!(
        (&changed["name"], &changed["rounds"], &changed["entries_max"]),
        (&json!("Late"), &json!(1), &json!(8))
    );
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    scene.organizer.patch(&scene.path, json!({"rounds": 2})).await.expect(200);
    let round = scene.next().await;
    for refused in [json!({"rounds": 1}), json!({"tie_breaks": ["points"]}), json!({"visibility": "private"})]
    {
        scene.organizer.patch(&scene.path, refused).await.expect_problem(409, "tournament_state");
    }
    scene.play_round(&round).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_and_a_member_come_back_without_loss_and_who_comes_late_has_no_points_of_before() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 4, "play": "over_the_board", "late_entries": true});
    let scene = Scene::new(&app, changed, 3).await;
    scene.post("/entries", json!({"guest": "Ada L."})).await.expect(201);
    scene.start().await;
    // The guest wins against the lowest entry, and at each other table the lowest entry wins.
    let play = async |round: &Value| {
        for table in round["tables"].as_array().expect("tables") {
            let seats = entries(table);
            let first = seats[0] == 4 || seats[1] != 4 && seats[0] < seats[1];
            let places = if first { [1, 2] } else { [2, 1] };
            let set = json!({"places": places, "reason": "a slip"});
            scene.post(&format!("/tables/{}/result", table["table"]), set).await.expect(204);
        }
    };
    let points = async || {
        let standings = scene.get("/standings").await;
        let lines = standings["items"].as_array().expect("lines").iter();
        let line = |line: &Value| Some((line["entry"].as_u64()?, line["points"].as_f64()?));
        lines.filter_map(line).collect::<BTreeMap<_, _>>()
    };
    play(&scene.next().await).await;
    let earned = points().await;
    assert_eq!(earned[&4], 4.0);
    // The member pauses by themself, the guest by the organizer, and somebody comes late.
    scene.players[&1].post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    let pause = json!({"pause": true, "reason": "the dentist"});
    scene.post("/entries/4/withdraw", pause).await.expect(204);
    scene.post("/entries", json!({"guest": "Joan C."})).await.expect(201);
    let second = scene.next().await;
    let mut seated = seatings(&second).concat();
    seated.extend(second["byes"].as_array().expect("byes").iter().filter_map(|bye| bye["entry"].as_u64()));
    seated.sort_unstable();
    assert_eq!(seated, [2, 3, 5]);
    play(&second).await;
    let own = scene.players[&1].post_empty(&scene.at("/enter")).await.expect(200).json;
    assert_eq!((&own["entry"], &own["status"]), (&json!(1), &json!("active")));
    scene.post("/entries/4/reinstate", json!({"reason": "is back"})).await.expect(204);
    let later = points().await;
    assert_eq!((later[&1], later[&4]), (earned[&1], earned[&4]), "a missed round changes nothing");
    let third = scene.next().await;
    let byes = third["byes"].as_array().expect("byes").len();
    assert_eq!((seatings(&third).concat().len(), byes), (4, 1));
    // Whoever has come late has what they have won since then, and what an organizer gives.
    play(&third).await;
    let now = points().await[&5];
    scene.post("/entries/5/adjust", json!({"give": 2, "reason": "for the first round"})).await.expect(204);
    assert_eq!(points().await[&5], now + 2.0);
}
