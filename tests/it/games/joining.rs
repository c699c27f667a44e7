//! Joining and leaving before a game starts.

use serde_json::{Value, json};

use super::table::{Table, terms, terms_with};
use crate::app::TestApp;

#[tokio::test]
async fn a_new_game_waits_with_its_creator_in_it() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let game = ada.post("/v1/games", json!({"ruleset": "splendor", "seats": 3})).await.expect(201).json;
    assert_eq!(
        (&game["status"], &game["version"], &game["viewer_seat"]),
        (&json!("waiting"), &json!(0), &json!(0))
    );
    assert_eq!(
        (&game["modules"], &game["options"], &game["clock"]),
        (&json!([]), &json!({}), &json!({"kind": "none"}))
    );
    assert_eq!(game["seats"].as_array().expect("seats").len(), 1);
    assert_eq!(game["seats"][0]["player"]["username"], "ada");
    assert_eq!((&game["to_act"], &game["turn"], &game["result"]), (&Value::Null, &Value::Null, &Value::Null));
}

#[tokio::test]
async fn unsupported_features_are_refused() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    for (name, value, pointer) in [
        ("modules", json!(["oriental"]), "/modules/0"),
        ("modules", json!(["orient", "orient"]), "/modules/1"),
        ("seats", json!(5), "/seats"),
        ("visibility", json!("secret"), "/visibility"),
        ("options", json!({"board": "short"}), "/options/board"),
        ("entropy", json!("xyz"), "/entropy"),
        ("entropy", json!("00".repeat(65)), "/entropy"),
        ("surprise", json!(1), "/surprise"),
    ] {
        let refused = ada.post("/v1/games", terms_with(2, name, value)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer]);
    }
}

#[tokio::test]
async fn joining_is_repeatable_and_the_last_seat_starts_the_game() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(3)).await;
    let path = table.path("/join");
    for _ in 0..3 {
        let joined = table.seats[1].post(&path, json!({"entropy": "aa"})).await.expect(200).json;
        assert_eq!((&joined["status"], &joined["viewer_seat"]), (&json!("waiting"), &json!(1)));
        assert_eq!(joined["seats"].as_array().expect("seats").len(), 2);
    }
    table.seats[0].post(&path, json!({"entropy": "bb"})).await.expect(200);
    let started = table.seats[2].post_empty(&path).await.expect(200).json;
    assert_eq!((&started["status"], &started["version"]), (&json!("active"), &json!(1)));
    let again = table.seats[0].post(&path, json!({"entropy": "cc"})).await.expect(200).json;
    assert_eq!(again["version"], 1);
    let log = table.seats[0].get(&table.path("/events")).await.expect(200).json;
    let given: Vec<&Value> = log["events"][0]["data"]["contributions"]
        .as_array()
        .expect("contributions")
        .iter()
        .map(|given| &given["entropy"])
        .collect();
    assert_eq!(given, [&json!("bb"), &json!("aa"), &json!("")]);
    app.user("late").await.post_empty(&path).await.expect_problem(409, "game_full");
}

#[tokio::test]
async fn the_last_seat_goes_to_exactly_one_of_many_players() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(2)).await;
    let mut wanting = Vec::new();
    for name in ["one", "two", "three", "four", "five"] {
        wanting.push(app.user(name).await);
    }
    let path = table.path("/join");
    let answers = futures_util::future::join_all(wanting.iter().map(|caller| caller.post_empty(&path))).await;
    let seated = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(seated, 1);
    assert_eq!(table.public_view().await["seats"].as_array().expect("seats").len(), 2);
    let events = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    assert_eq!(events["events"].as_array().expect("events").len(), 1);
}

#[tokio::test]
async fn a_player_may_leave_while_the_game_waits() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(3)).await;
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    for _ in 0..2 {
        let left = table.seats[1].post_empty(&table.path("/leave")).await.expect(200).json;
        assert_eq!((&left["status"], &left["viewer_seat"]), (&json!("waiting"), &Value::Null));
    }
    for caller in [&table.seats[2], &table.seats[1]] {
        caller.post_empty(&table.path("/join")).await.expect(200);
    }
    let game = table.public_view().await;
    let names: Vec<&Value> =
        game["seats"].as_array().expect("seats").iter().map(|seat| &seat["player"]["username"]).collect();
    assert_eq!(names, ["ada", "eve", "bob"].map(|name| json!(app.name(name))).each_ref());
    table.seats[1].post_empty(&table.path("/leave")).await.expect_problem(409, "game_started");
}

#[tokio::test]
async fn a_game_whose_creator_leaves_is_aborted_and_reveals_its_secret() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(3)).await;
    for _ in 0..2 {
        let left = table.seats[0].post_empty(&table.path("/leave")).await.expect(200).json;
        assert_eq!((&left["status"], &left["result"]), (&json!("aborted"), &Value::Null));
    }
    let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    let last = &log["events"].as_array().expect("events").last().expect("an end")["data"];
    assert_eq!(last["reveal"]["server_seed"].as_str().expect("a seed").len(), 64);
    table.seats[1].post_empty(&table.path("/join")).await.expect_problem(409, "game_finished");
}

#[tokio::test]
async fn a_game_is_opened_once_for_one_idempotency_key() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let create =
        || ada.request(reqwest::Method::POST, "/v1/games").header("idempotency-key", "k1").json(&terms(2));
    let first = crate::app::Answer::to(create()).await.expect(201);
    let again = crate::app::Answer::to(create()).await.expect(201);
    assert_eq!(first.json, again.json);
}

#[tokio::test]
async fn nobody_can_join_or_leave_after_the_end() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let (invite, body) = (table.path("/invitations"), json!({"username": "bob"}));
    table.seats[0].post(&invite, &body).await.expect_problem(409, "game_started");
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    for deed in ["/leave", "/abort"] {
        table.seats[0].post_empty(&table.path(deed)).await.expect_problem(409, "game_finished");
    }
    table.seats[0].post(&invite, &body).await.expect_problem(409, "game_finished");
    table.seats[0].post(&table.path("/kick"), &body).await.expect_problem(409, "game_finished");
    table.seats[0].delete(&format!("{invite}/bob")).await.expect_problem(409, "game_finished");
    app.user("stranger").await.post_empty(&table.path("/join")).await.expect_problem(409, "game_finished");
}
