//! What is refused with built-in opponents, and what nobody can do as one of them.

use serde_json::json;

use super::player::{against, app};
use crate::app::{PASSWORD, TestApp};
use crate::games::stored::Stored;

#[tokio::test]
async fn impossible_opponents_are_refused_and_no_game_is_created() {
    let app = app().await;
    let ada = app.user("ada").await;
    let greedy = json!({"bot": "greedy"});
    for (opponents, pointer) in [
        (json!([{"bot": "stockfish"}]), "/opponents/0/bot"),
        (json!([{"bot": "greedy-2"}]), "/opponents/0/bot"),
        (json!([{"bot": "greedy", "strength": 101}]), "/opponents/0/strength"),
        (json!([{"bot": "greedy", "strength": -1}]), "/opponents/0/strength"),
        (json!([{"bot": "greedy", "strength": null}]), "/opponents/0/strength"),
        (json!([{"bot": "greedy", "level": 1}]), "/opponents/0/level"),
        (json!([greedy, greedy]), "/opponents"),
        (json!([greedy, greedy, greedy, greedy]), "/opponents"),
    ] {
        let mut terms = against(json!([greedy]));
        terms["opponents"] = opponents.clone();
        let refused = ada.post("/v1/games", terms).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{opponents}");
    }
    let mut seated = against(json!([greedy]));
    seated["seated"] = json!(["random", "random"]);
    let mut twice = seated.clone();
    twice["opponents"] = json!([]);
    let refused = ada.post("/v1/games", twice).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/seated/1"]);
    assert!(refused.text.contains("greedy-2"), "a copy has a name of its own: {}", refused.text);
    seated["seated"] = json!(["random", "master"]);
    let refused = ada.post("/v1/games", seated).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/opponents"]);
    let mut rated = against(json!([greedy]));
    rated["rated"] = json!(true);
    let refused = ada.post("/v1/games", rated).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/rated"]);
    let mut stored = Stored::of(&app).await;
    assert!(stored.texts("SELECT id::text FROM games").await.is_empty());
}

#[tokio::test]
async fn a_service_without_threads_for_opponents_offers_none() {
    let app = TestApp::spawn_with(|settings| settings.opponents.opponent_threads = Some(0)).await;
    let ada = app.user("ada").await;
    let terms = against(json!([{"bot": "greedy"}]));
    ada.post("/v1/games", terms).await.expect_problem(422, "not_available");
    let challenge = json!({"to": "greedy", "ruleset": "splendor", "seats": 2});
    ada.post("/v1/challenges", challenge).await.expect_problem(422, "not_available");
    let open = ada.post("/v1/games", json!({"ruleset": "splendor", "seats": 2})).await.expect(201).json;
    let path = format!("/v1/games/{}/invitations", open["id"].as_str().expect("an id"));
    ada.post(&path, json!({"username": "greedy"})).await.expect_problem(422, "not_available");
    let online = app.anonymous().get("/v1/bots?online=true").await.expect(200).json;
    assert_eq!(online["items"], json!([]));
}

#[tokio::test]
async fn nobody_can_be_a_built_in_opponent() {
    let app = app().await;
    let ada = app.user("ada").await;
    for name in ["random", "Greedy", "apprentice", "MASTER", "master-2"] {
        let account = json!({"username": name, "password": PASSWORD});
        app.anonymous().post("/v1/accounts", &account).await.expect_problem(409, "username_taken");
        app.anonymous().post("/v1/sessions", &account).await.expect_problem(401, "invalid_credentials");
        ada.post("/v1/me/bots", json!({"username": name})).await.expect_problem(409, "username_taken");
        let path = format!("/v1/me/bots/{name}");
        let token = json!({"name": "n", "scopes": ["play"]});
        ada.post(&format!("{path}/tokens"), token).await.expect_problem(404, "not_found");
        ada.patch(&path, json!({})).await.expect_problem(404, "not_found");
        ada.delete(&path).await.expect_problem(404, "not_found");
    }
}
