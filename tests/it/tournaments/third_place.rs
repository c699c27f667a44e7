//! The match for the third place of a knock-out, and games that spectators see later.

use serde_json::{Value, json};

use super::arena::recompute;
use super::scene::{Scene, entries, settings};
use crate::app::TestApp;

/// Returns changed settings: a knock-out with a match for the third place.
fn knock_out() -> Value {
    json!({"ruleset": "splendor", "format": "single_elimination", "seats": 2, "rounds": null, "third_place": true})
}

/// Returns the table of a round that is for the third place, and the other one.
fn third_and_final(round: &Value) -> (Value, Value) {
    let tables = round["tables"].as_array().expect("tables").clone();
    assert_eq!(tables.len(), 2, "{round}");
    let (third, others): (Vec<Value>, Vec<Value>) =
        tables.into_iter().partition(|table| table["third_place"] == true);
    assert_eq!(others[0]["third_place"], Value::Null);
    (third[0].clone(), others[0].clone())
}

/// Returns the entries of the standings in order, with the rounds that they have reached.
async fn order(scene: &Scene<'_>) -> Vec<(u64, Value)> {
    let standings = scene.get("/standings").await;
    let line = |line: &Value| (line["entry"].as_u64().expect("a number"), line["knock_out"].clone());
    standings["items"].as_array().expect("lines").iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_losers_of_the_semi_finals_play_for_the_third_place() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, knock_out(), 4).await;
    assert_eq!(scene.get("").await["third_place"], true);
    scene.start().await;
    let semi_finals = scene.next().await;
    assert!(!semi_finals.to_string().contains("third_place"), "{semi_finals}");
    let losers: Vec<u64> = semi_finals["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .map(|table| entries(table).into_iter().max().expect("two seats"))
        .collect();
    scene.play_round(&semi_finals).await;
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    third_and_final(&preview);
    let round = scene.next().await;
    let (third, last) = third_and_final(&round);
    let mut seated = entries(&third);
    seated.sort_unstable();
    let mut expected = losers.clone();
    expected.sort_unstable();
    assert_eq!(seated, expected);
    // The final alone ends nothing.
    let mut finalists = entries(&last);
    finalists.sort_unstable();
    scene.play(&last, &finalists).await;
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "round_unfinished");
    scene.play(&third, &[expected[1], expected[0]]).await;
    scene.until("/rounds/2", |round| round["status"] == "closed").await;
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    let places = vec![
        (finalists[0], json!(3)),
        (finalists[1], json!(2)),
        (expected[1], json!(1)),
        (expected[0], json!(1)),
    ];
    assert_eq!(order(&scene).await, places);
    // Another result of the match for the third place changes these two only.
    let turned: Vec<u8> =
        entries(&third).iter().map(|&entry| if entry == expected[0] { 1 } else { 2 }).collect();
    let path = format!("/tables/{}/result", third["table"]);
    scene.post(&path, json!({"places": turned, "reason": "typed wrong"})).await.expect(204);
    scene.post("/close", json!({})).await.expect(200);
    let now: Vec<u64> = order(&scene).await.into_iter().map(|(entry, _)| entry).collect();
    assert_eq!(now, [finalists[0], finalists[1], expected[0], expected[1]]);
    if let Some(checked) = recompute(&scene.get("/export").await) {
        checked.expect("the standings agree");
    }
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert_eq!(report.lines().filter(|line| line.starts_with("001")).count(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_two_losers_there_is_no_match_for_the_third_place() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, knock_out(), 4).await;
    scene.start().await;
    let semi_finals = scene.next().await;
    scene.play_round(&semi_finals).await;
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let loser = entries(&semi_finals["tables"][0]).into_iter().max().expect("two seats");
    scene.players[&loser].post_empty(&scene.at("/withdraw")).await.expect(204);
    let last = scene.next().await;
    assert_eq!(last["tables"].as_array().map(Vec::len), Some(1));
    // Three entries: one has a bye, so one semi-final has a loser.
    let made = scene.organizer.post("/v1/tournaments", settings(&knock_out())).await.expect(201).json;
    let small = Scene {
        organizer: app.with_token(scene.organizer.token()),
        players: scene.players.clone(),
        path: format!("/v1/tournaments/{}", made["id"].as_str().expect("an id")),
    };
    for player in 1..=3 {
        small.players[&player].post_empty(&small.at("/enter")).await.expect(200);
    }
    small.start().await;
    let first = small.next().await;
    small.play_round(&first).await;
    small.until("/rounds/1", |round| round["status"] == "closed").await;
    assert_eq!(small.next().await["tables"].as_array().map(Vec::len), Some(1));
    for (changed, pointer) in [
        (json!({"third_place": true}), "/third_place"),
        (json!({"format": "heats", "cut": 4, "third_place": true}), "/third_place"),
        (json!({"third_place": "yes"}), "/third_place"),
    ] {
        let refused = scene.organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let late = scene.organizer.patch(&scene.path, json!({"third_place": false})).await;
    late.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_the_games_of_a_tournament_later() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "spectator_delay": {"turns": 2}});
    let scene = Scene::new(&app, changed, 2).await;
    assert_eq!(scene.get("").await["spectator_delay"], json!({"turns": 2}));
    scene.organizer.patch(&scene.path, json!({"spectator_delay": null})).await.expect(200);
    assert_eq!(scene.get("").await["spectator_delay"], Value::Null);
    scene.organizer.patch(&scene.path, json!({"spectator_delay": {"ms": 60_000}})).await.expect(200);
    for wrong in [json!({"turns": 2, "ms": 60_000}), json!({})] {
        let refused = scene.organizer.patch(&scene.path, json!({"spectator_delay": wrong})).await;
        assert_eq!(
            refused.expect_problem(422, "validation_failed").pointers(),
            ["/spectator_delay"],
            "{wrong}"
        );
    }
    let hidden = scene.organizer.patch(&scene.path, json!({"visibility": "private"})).await;
    assert_eq!(hidden.expect_problem(422, "validation_failed").pointers(), ["/spectator_delay"]);
    scene.start().await;
    let round = scene.next().await;
    let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
    let shown = app.anonymous().get(&game).await.expect(200).json;
    assert_eq!((&shown["spectator_delay"], &shown["status"]), (&json!({"ms": 60_000}), &json!("active")));
    scene.play_round(&round).await;
    assert_eq!(scene.players[&1].get(&game).await.expect(200).json["status"], "finished");
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["status"], "active", "a minute later");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_table_takes_no_result_once_another_one_is_played_in_its_place() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "format": "single_elimination", "seats": 2, "rounds": null,
        "play": "over_the_board"});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    scene.next().await;
    let reason = json!({"reason": "x"});
    let first = json!({"places": [1, 2], "reason": "x"});
    scene.post("/tables/1/void", reason.clone()).await.expect(204);
    scene.until("/rounds/1", |round| round["tables"][1]["status"] == "playing").await;
    let refused = scene.post("/tables/1/result", first.clone()).await.expect_problem(409, "table_state");
    assert!(refused.text.contains("table 2"), "{}", refused.text);
    let list = json!({"results": [{"table": 1, "places": [2, 1]}], "reason": "x"});
    scene.post("/rounds/1/results", list).await.expect_problem(409, "table_state");
    // The one that is played in its place decides the match.
    scene.post("/tables/2/result", first.clone()).await.expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    scene.post("/tables/1/correct", first).await.expect_problem(409, "table_state");
    scene.post("/close", json!({})).await.expect(200);
    assert_eq!(scene.get("/rounds/1").await["tables"].as_array().map(Vec::len), Some(2), "no third table");
}
