//! Refusals name the fault: the field, the id, the parameter, the player, the decision that the game waits
//! for.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp};
use crate::games::table::{Table, terms, terms_with, turn};

/// Returns the faults of a refused body.
fn faults(answer: &Answer) -> Vec<(&str, &str)> {
    let errors = answer.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |fault: &'_ Value, name: &str| fault[name].as_str().map(str::to_owned);
    assert!(errors.iter().all(|fault| text(fault, "pointer").is_some() && text(fault, "detail").is_some()));
    errors
        .iter()
        .map(|fault| (fault["pointer"].as_str().unwrap(), fault["detail"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn a_misspelled_action_is_refused_with_the_allowed_values() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let actions = json!([{"type": "take", "gems": ["white", "purple"]}, {"type": "reserve"}]);
    let refused = table.post(0, &json!(1), actions).await.expect_problem(422, "validation_failed");
    assert_eq!(
        faults(&refused),
        [
            ("/actions/0/gems/1", "\"purple\" is not one of white, blue, green, red, black"),
            ("/actions/1/card", "is missing"),
        ]
    );
}

#[tokio::test]
async fn an_unknown_type_lists_those_of_the_ruleset_and_of_the_pending_decision() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let known = "\"fly\" is not one of take, reserve, reserve_blind, keep, buy, associate, take_free, take_token, \
                 place_stronghold, remove_stronghold, conquer, decline_conquest, return, choose_noble, choose_post, pass";
    let fly = json!([{"type": "fly"}]);
    let refused = table.post(0, &json!(1), fly.clone()).await.expect_problem(422, "validation_failed");
    let pending = format!("{known}; the game waits for a `main` action: reserve, reserve_blind, take");
    assert_eq!(faults(&refused), [("/actions/0/type", pending.as_str())]);
    let waits = table.post(1, &json!(1), fly).await.expect_problem(422, "validation_failed");
    assert_eq!(faults(&waits), [("/actions/0/type", known)]);

    let kids = Table::started(&app, terms_with(2, "ruleset", json!("kids"))).await;
    let refused = kids.post(0, &json!(1), json!([{"type": "buy", "card": "x"}])).await;
    let detail =
        "\"buy\" is not one of take, move, return, draw_town, give; the game waits for a `main` action: take";
    let refused = refused.expect_problem(422, "validation_failed");
    assert_eq!(faults(&refused)[0].0, "/actions/0/type");
    assert!(
        faults(&refused)[0].1.starts_with(detail) || faults(&refused)[0].1.contains("move, take"),
        "{}",
        refused.text
    );
}

#[tokio::test]
async fn an_action_at_the_wrong_time_is_refused_with_the_pending_decision() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    for action in [json!({"type": "return", "tokens": {"white": 1}}), json!({"type": "decline_conquest"})] {
        let refused = table.post(0, &json!(1), json!([action])).await.expect_problem(422, "illegal_action");
        assert_eq!(refused.json["detail"], "Not allowed now: the game waits for a `main` action.");
        assert_eq!((&refused.json["rule"], &refused.json["reason"]), (&json!("T1"), &json!("not_asked")));
    }
    let pair = table.post(0, &json!(1), json!([{"type": "take", "gems": ["red"]}])).await;
    let pair = pair.expect_problem(422, "illegal_action").json;
    assert_eq!((&pair["rule"], &pair["reason"]), (&json!("B5"), &json!("three_colors_left")));
}

#[tokio::test]
async fn every_reason_is_listed_in_the_contract() {
    let app = TestApp::shared().await;
    let document = app.anonymous().get("/openapi.json").await.expect(200).json;
    let listed = &document["components"]["schemas"]["Problem"]["properties"]["reason"]["x-extensible-enum"];
    let listed: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    for reason in ["not_asked", "pile_below_four", "route_elsewhere", "other_game"] {
        assert!(listed.contains(&reason), "{reason} in {listed:?}");
    }
}

#[tokio::test]
async fn a_malformed_id_in_a_path_is_named() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(2)).await;
    let plain = table.id.replace('-', "");
    for wrong in ["abc".to_owned(), plain, format!("urn:uuid:{}", table.id), format!("%7B{}%7D", table.id)] {
        for rest in ["", "/events", "/legal-actions", "/export"] {
            let refused = app.anonymous().get(&format!("/v1/games/{wrong}{rest}")).await;
            let refused = refused.expect_problem(400, "malformed");
            let detail = refused.json["detail"].as_str().expect("a detail");
            assert!(detail.starts_with("The game id `") && detail.contains("is not a UUID"), "{detail}");
        }
        let join = table.seats[1].post_empty(&format!("/v1/games/{wrong}/join")).await;
        join.expect_problem(400, "malformed");
    }
    app.anonymous().get(&format!("/v1/games/{}", table.id.to_uppercase())).await.expect(200);
    let list = app.anonymous().get(&format!("/v1/games?cursor=urn:uuid:{}", table.id)).await;
    list.expect_problem(400, "malformed");
    app.anonymous().get(&format!("/v1/games?cursor={}", table.id)).await.expect(200);
}

#[tokio::test]
async fn an_unknown_player_is_named() {
    let app = TestApp::spawn().await;
    let nobody = app.anonymous().get("/v1/players/nobody").await.expect_problem(404, "not_found");
    assert_eq!(nobody.json["detail"], "No player named `nobody`.");
    let table = Table::waiting(&app, terms(2)).await;
    let invited = table.seats[0].post(&table.path("/invitations"), json!({"username": "nobody"})).await;
    let invited = invited.expect_problem(422, "validation_failed");
    assert_eq!(faults(&invited), [("/username", "No player named `nobody`")]);
}

#[tokio::test]
async fn a_wrong_query_parameter_is_named_with_the_allowed_values() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let crowded = format!("?{}", "at=1&".repeat(64));
    let cases = [
        ("?at=x", "The query parameter `at`: `x` is not an integer from 1 to 4294967295."),
        ("?wait=forever", "The query parameter `wait`: `forever` is not one of my_turn."),
        ("?include=everything", "The query parameter `include`: `everything` is not one of legal_actions."),
        (crowded.as_str(), "A query is limited to 64 parameters."),
        ("?at=1&at=2", "The query parameter `at` is given more than once."),
        ("?at=2", "The game has no such version: its current one is 1."),
        ("/events?since=2", "The game has no such version: its current one is 1."),
        ("/events?limit=0", "`limit` must be from 1 to 2000."),
        ("/events?limit=many", "The query parameter `limit`: `many` is not an integer from 1 to 2000."),
        (
            "/legal-actions?payments=some",
            "The query parameter `payments`: `some` is not one of canonical, all.",
        ),
    ];
    for (path, detail) in cases {
        let refused = table.seats[0].get(&table.path(path)).await.expect_problem(400, "malformed");
        assert_eq!(refused.json["detail"], detail, "{path}");
    }
    let fork = table.seats[0].post(&table.path("/fork"), json!({})).await.expect_problem(400, "malformed");
    assert_eq!(fork.json["detail"], "The query parameter `at` is missing.");
}

#[tokio::test]
async fn what_is_too_much_is_refused_by_its_number() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let game = |modules: Vec<i32>| json!({"ruleset": "splendor", "seats": 2, "modules": modules});
    let long = ada.post("/v1/games", game(vec![0; 17])).await.expect_problem(422, "validation_failed");
    assert_eq!(faults(&long), [("/modules", "must have at most 16 items")]);
    let longest = ada.post("/v1/games", game(vec![0; 7_000])).await.expect_problem(400, "malformed");
    assert_eq!(longest.json["detail"], "The body has more than 2048 values.");
    let unknown: serde_json::Map<_, _> = (0..1_000).map(|number| (format!("x{number}"), json!(0))).collect();
    let many =
        ada.post("/v1/sessions", Value::Object(unknown)).await.expect_problem(422, "validation_failed");
    assert_eq!(faults(&many), [("", "must have at most 3 fields")]);
    let wrong = ada.post("/v1/games", game(vec![0; 16])).await.expect_problem(422, "validation_failed");
    assert_eq!(faults(&wrong).len(), 16);
}

#[tokio::test]
async fn a_value_of_no_documented_type_is_refused_with_the_types() {
    let app = TestApp::shared().await;
    let challenge = json!({"to": 5, "ruleset": "splendor", "seats": 2});
    let refused = app.user("ada").await.post("/v1/challenges", challenge).await;
    let refused = refused.expect_problem(422, "validation_failed");
    assert_eq!(faults(&refused), [("/to", "must be a string or an array")]);
}

#[tokio::test]
async fn every_problem_carries_the_id_of_its_request() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let requests = [
        app.anonymous().request(Method::GET, "/v1/nothing"),
        app.anonymous().request(Method::DELETE, "/livez"),
        app.anonymous().request(Method::GET, "/v1/me"),
        app.with_token("wrong").request(Method::GET, "/v1/rulesets"),
        app.anonymous().request(Method::GET, "/v1/games/abc"),
        app.anonymous().request(Method::GET, "/v1/games?limit=x"),
        ada.request(Method::POST, "/v1/games").json(&json!({})),
        ada.request(Method::POST, "/v1/games").body("{}"),
        ada.request(Method::POST, "/v1/games").header("content-type", "application/json").body("{"),
        ada.request(Method::GET, "/v1/players/nobody"),
    ];
    for request in requests {
        let refused = Answer::to(request).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
        assert_eq!(
            refused.json["request_id"].as_str(),
            Some(refused.header("x-request-id")),
            "{}",
            refused.text
        );
    }
    let named = ada.request(Method::GET, "/v1/players/nobody").header("x-request-id", "mine-1");
    assert_eq!(Answer::to(named).await.json["request_id"], "mine-1");
}

#[tokio::test]
async fn a_turn_is_refused_with_every_fault_of_its_fields() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let mut body = turn(&json!("1"), json!([]));
    body["verison"] = json!(1);
    let refused =
        table.seats[0].post(&table.path("/actions"), body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/actions", "/verison", "/version"]);
}
