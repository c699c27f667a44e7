//! Analyses of games that are over: who gets them, how often, and what becomes of them when a server dies.

use std::time::Duration;

use serde_json::{Value, json};

use super::player::{app, create, hurry, watch_out};
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;
use crate::webhooks::receiver::Receiver;

/// Returns a game that built-in opponents have played to its end.
async fn played(creator: &Caller<'_>) -> String {
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["greedy", "random"]});
    let id = create(creator, terms).await;
    assert_eq!(watch_out(creator, &id).await["status"], "finished");
    id
}

fn path(id: &str) -> String {
    format!("/v1/games/{id}/analysis")
}

/// Returns the analysis of a game as soon as nobody works on it any more.
async fn awaited(caller: &Caller<'_>, id: &str) -> Value {
    let mut looks = tokio::time::interval(Duration::from_millis(50));
    loop {
        looks.tick().await;
        let found = caller.get(&path(id)).await.expect(200).json;
        assert!(found["done"].as_u64() <= found["total"].as_u64(), "{found}");
        if !["queued", "running"].contains(&found["status"].as_str().expect("a status")) {
            return found;
        }
    }
}

#[tokio::test]
async fn everybody_gets_the_same_analysis_of_a_game() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let curve = format!("{}.svg", path(&id));
    app.anonymous().get(&path(&id)).await.expect_problem(404, "not_found");
    app.anonymous().get(&curve).await.expect_problem(404, "not_found");
    let asked = bob.post_empty(&path(&id)).await.expect(202);
    assert_eq!(asked.header("location"), path(&id));
    assert_eq!((&asked.json["game"], &asked.json["analysis"]), (&json!(id), &Value::Null));
    let found = awaited(&bob, &id).await;
    assert_eq!(found["status"], "finished");
    assert_eq!(ada.post_empty(&path(&id)).await.expect(200).json, found);
    assert_eq!(app.anonymous().get(&path(&id)).await.expect(200).json, found);
    let mut stored = Stored::of(&app).await;
    let asked_by = "SELECT username FROM game_analyses JOIN players ON id = requested_by";
    assert_eq!(stored.texts(asked_by).await, ["bob"]);

    // Every decision of a player is in one choice, with the version in which it was made.
    let analysis = &found["analysis"];
    let events = ada.get(&format!("/v1/games/{id}/events?limit=1000")).await.expect(200).json;
    let by_player = |event: &&Value| event["type"] == "action" && event["data"]["by"] == "player";
    let decided: Vec<&Value> =
        events["events"].as_array().expect("events").iter().filter(by_player).collect();
    let choices = analysis["choices"].as_array().expect("choices");
    let mut left = decided.iter();
    for choice in choices {
        for (number, action) in choice["played"].as_str().expect("notation").split("; ").enumerate() {
            let event = left.next().expect("a decision");
            assert_eq!(
                (&event["data"]["notation"], &event["data"]["seat"]),
                (&json!(action), &choice["seat"])
            );
            assert!(number > 0 || event["seq"].as_u64() == choice["version"].as_u64().map(|at| at + 1));
        }
    }
    assert!(left.next().is_none());
    assert_eq!((&found["done"], &found["total"]), (&json!(choices.len()), &json!(choices.len())));
    // Deals are random, so a weak player may play better than a stronger one: that accuracy follows strength is
    // tested with fixed deals in tests/analysis.
    for seat in analysis["seats"].as_array().expect("seats") {
        let part = |name: &str| seat[name].as_f64().expect("a number");
        assert!((0.0..=100.0).contains(&part("accuracy")), "{seat}");
        let explained: f64 = ["opening", "play", "opponents", "luck", "rest"].map(part).iter().sum();
        assert!((explained - part("result")).abs() < 0.001, "{seat}");
    }

    let drawn = app.anonymous().get(&curve).await.expect(200);
    assert_eq!(drawn.header("content-type"), "image/svg+xml");
    let turned = analysis["turning_points"].as_array().expect("turning points");
    assert_eq!(drawn.text.matches("stroke-dasharray").count(), turned.len());
    assert!(drawn.text.contains("greedy") && drawn.text.contains("random"));
}

#[tokio::test]
async fn a_game_without_an_end_to_see_has_no_analysis() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let both = async |caller: &Caller<'_>, id: &str, status: u16, code: &str| {
        caller.post_empty(&path(id)).await.expect_problem(status, code);
        caller.get(&path(id)).await.expect_problem(status, code);
        caller.get(&format!("{}.svg", path(id))).await.expect_problem(status, code);
    };
    let waiting = create(&ada, json!({"ruleset": "splendor", "seats": 2})).await;
    both(&ada, &waiting, 409, "game_not_started").await;
    bob.post_empty(&format!("/v1/games/{waiting}/join")).await.expect(200);
    both(&ada, &waiting, 409, "game_not_finished").await;
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{waiting}'")).await;
    both(&ada, &waiting, 409, "game_frozen").await;
    let aborted = create(&ada, json!({"ruleset": "splendor", "seats": 2})).await;
    ada.post_empty(&format!("/v1/games/{aborted}/abort")).await.expect(200);
    both(&ada, &aborted, 422, "not_available").await;
    let private = json!({"ruleset": "splendor", "seats": 2, "visibility": "private",
        "opponents": [{"bot": "random"}]});
    let private = create(&ada, private).await;
    ada.post_empty(&format!("/v1/games/{private}/resign")).await.expect(200);
    both(&bob, &private, 404, "not_found").await;
    ada.post_empty(&path(&private)).await.expect(202);
    assert_eq!(awaited(&ada, &private).await["status"], "finished");
    both(&bob, &private, 404, "not_found").await;
    let kids = create(&ada, json!({"ruleset": "kids", "seats": 2, "seated": ["greedy", "random"]})).await;
    watch_out(&ada, &kids).await;
    both(&ada, &kids, 422, "not_available").await;
    app.anonymous().post_empty(&path(&kids)).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn an_account_can_ask_for_so_many_analyses_but_read_all() {
    let app = TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.games.analyses_per_account = 2;
        settings.games.analyses_per_day = 2;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let games = [played(&ada).await, played(&ada).await, played(&ada).await];
    for _ in 0..20 {
        ada.post_empty(&path(&games[0])).await;
    }
    awaited(&ada, &games[0]).await;
    ada.post_empty(&path(&games[1])).await.expect(202);
    awaited(&ada, &games[1]).await;
    let refused = ada.post_empty(&path(&games[2])).await.expect_problem(409, "too_many_analyses");
    assert!(refused.text.contains("2 analyses in 24 hours"), "{}", refused.text);
    ada.post_empty(&path(&games[1])).await.expect(200);
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE game_analyses SET requested_at = now() - interval '25 hours'").await;
    stored
        .execute(
            "UPDATE game_analyses SET status = 'running', result = NULL, claimed_until = now() + interval '1 hour'",
        )
        .await;
    let refused = ada.post_empty(&path(&games[2])).await.expect_problem(409, "too_many_analyses");
    assert!(refused.text.contains("wait for 2 analyses"), "{}", refused.text);
    bob.post_empty(&path(&games[2])).await.expect(202);
}

#[tokio::test]
async fn another_server_goes_on_when_one_has_died_but_not_for_ever() {
    let app = app().await;
    let ada = app.user("ada").await;
    let games = [played(&ada).await, played(&ada).await, played(&ada).await];
    let mut stored = Stored::of(&app).await;
    for (game, attempts, claimed) in [
        // Its server has died in the middle, a moment ago and for the fourth time; another works on it.
        (&games[0], 1, "now() - interval '1 second'"),
        (&games[1], 3, "now() - interval '1 second'"),
        (&games[2], 1, "now() + interval '1 hour'"),
    ] {
        stored
            .execute(&format!(
                "INSERT INTO game_analyses (game_id, requested_by, status, claimed_until, attempts, done, total) \
                 SELECT '{game}', id, 'running', {claimed}, {attempts}, 5, 50 FROM players WHERE username = 'ada'"
            ))
            .await;
    }
    assert_eq!(awaited(&ada, &games[0]).await["status"], "finished");
    let failed = awaited(&ada, &games[1]).await;
    assert_eq!((&failed["status"], &failed["analysis"]), (&json!("failed"), &Value::Null));
    ada.get(&format!("{}.svg", path(&games[1]))).await.expect_problem(422, "not_available");
    assert_eq!(ada.post_empty(&path(&games[1])).await.expect(200).json, failed);
    let other = ada.get(&path(&games[2])).await.expect(200).json;
    assert_eq!((&other["status"], &other["done"]), (&json!("running"), &json!(5)));
}

#[tokio::test]
async fn whoever_has_asked_is_told_that_the_analysis_is_there() {
    let app = TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().expect("a network")];
        settings.webhooks.webhook_interval = Duration::from_millis(20);
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let (mut of_ada, mut of_bob) = (Receiver::start().await, Receiver::start().await);
    for (caller, receiver) in [(&ada, &of_ada), (&bob, &of_bob)] {
        let webhook = json!({"url": receiver.url(), "events": ["analysis.done"]});
        caller.post("/v1/webhooks", webhook).await.expect(201);
    }
    bob.post_empty(&path(&id)).await.expect(202);
    let told = of_bob.next().await;
    assert_eq!((told.event().as_str(), &told.json()["data"]["game"]), ("analysis.done", &json!(id)));
    assert_eq!(bob.get(&path(&id)).await.expect(200).json["status"], "finished");

    // Ada is told of what she has asked for, and of nothing else.
    let other = played(&ada).await;
    ada.post_empty(&path(&other)).await.expect(202);
    assert_eq!(of_ada.next().await.json()["data"]["game"], json!(other));
}

#[tokio::test]
async fn an_analysis_of_an_earlier_judge_is_made_again_when_somebody_asks() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    ada.post_empty(&path(&id)).await.expect(202);
    let first = awaited(&ada, &id).await;
    let mut stored = Stored::of(&app).await;
    let by = "SELECT judge || ' ' || simulations FROM game_analyses";
    assert_eq!(stored.texts(by).await, ["1 20"]);
    ada.post_empty(&path(&id)).await.expect(200);
    stored.execute("UPDATE game_analyses SET judge = 0, result = replace(result, 'take', 'pass')").await;
    assert_ne!(ada.get(&path(&id)).await.expect(200).json, first, "it stays until somebody asks");
    bob.post_empty(&path(&id)).await.expect(202);
    assert_eq!(awaited(&bob, &id).await, first);
    assert_eq!(stored.texts(by).await, ["1 20"]);
}
