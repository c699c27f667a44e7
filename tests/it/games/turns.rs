//! Turns: acceptance, the order of refusals, and that a refusal changes nothing.

use serde_json::{Value, json};

use super::table::{Table, dice, terms, turn};
use crate::app::{Answer, TestApp};

const TAKE: &str = "take";

fn take(gems: [&str; 3]) -> Value {
    json!({"type": TAKE, "gems": gems})
}

#[tokio::test]
async fn a_turn_returns_its_events_and_the_new_view() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let answer = table.post(0, &json!(1), json!([take(["white", "blue", "green"])])).await.expect(200).json;
    assert_eq!(answer["version"], 2);
    assert_eq!(answer["events"][0]["seq"], 2);
    assert_eq!(answer["events"][0]["data"]["notation"], "take wug");
    assert_eq!(answer["events"][0]["data"]["by"], "player");
    assert_eq!(answer["game"], table.view(0).await);
    assert_eq!(answer["game"]["to_act"], json!({"seat": 1, "decision": "main"}));
}

#[tokio::test]
async fn refusals_follow_the_documented_order_and_change_nothing() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    let good = json!([take(["white", "blue", "green"])]);
    let path = table.path("/actions");
    app.anonymous().post(&path, turn(&json!(1), good.clone())).await.expect_problem(401, "unauthenticated");
    table.post(1, &json!(0), good.clone()).await.expect_problem(403, "not_seated");
    table.post(0, &json!(0), good.clone()).await.expect_problem(409, "game_not_started");
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);

    let stranger = app.user("stranger").await;
    stranger.post(&path, turn(&json!(9), good.clone())).await.expect_problem(403, "not_seated");
    let nowhere = "/v1/games/0190a000-0000-7000-8000-000000000000/actions";
    stranger.post(nowhere, turn(&json!(1), good.clone())).await.expect_problem(404, "not_found");
    let before = table.view(0).await;
    let stale = table.post(1, &json!(7), good.clone()).await.expect_problem(409, "version_conflict");
    assert_eq!(stale.json["version"], 1);
    table.post(1, &json!(1), good).await.expect_problem(409, "not_your_turn");
    let illegal =
        table.post(0, &json!(1), json!([{"type": "pass"}])).await.expect_problem(422, "illegal_action");
    assert_eq!((&illegal.json["rule"], &illegal.json["action_index"]), (&json!("B12"), &json!(0)));
    let wrong = table.post(0, &json!(1), json!([{"type": "take", "gems": ["pink"]}])).await;
    wrong.expect_problem(422, "validation_failed");
    table.post(0, &json!(1), json!([])).await.expect_problem(422, "validation_failed");
    table.post(0, &json!("1"), json!([{"type": "pass"}])).await.expect_problem(422, "validation_failed");
    assert_eq!(table.view(0).await, before);
}

#[tokio::test]
async fn a_list_of_actions_is_atomic() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let before = table.view(0).await;
    let twice = json!([take(["white", "blue", "green"]), take(["white", "blue", "green"])]);
    let refused = table.post(0, &json!(1), twice).await.expect_problem(409, "not_your_turn");
    assert_eq!(refused.json["action_index"], 1);
    let wrong_end = json!([take(["white", "blue", "green"]), {"type": "return", "tokens": {"white": 1}}]);
    assert!(table.post(0, &json!(1), wrong_end).await.status.is_client_error());
    assert_eq!(table.view(0).await, before);
}

#[tokio::test]
async fn tokens_are_returned_in_the_same_list_or_in_a_list_of_their_own() {
    let app = TestApp::shared().await;
    for together in [true, false] {
        let table = Table::started(&app, terms(4)).await;
        let (mut version, lists) =
            (json!(1), [["white", "blue", "green"], ["red", "black", "white"], ["blue", "green", "red"]]);
        for gems in lists {
            version = table.post(0, &version, json!([take(gems)])).await.expect(200).json["version"].clone();
            for seat in 1..4 {
                let deck = json!([{"type": "reserve_blind", "deck": "base-1"}]);
                version = table.post(seat, &version, deck).await.expect(200).json["version"].clone();
            }
        }
        let (taking, back) =
            (take(["black", "white", "blue"]), json!({"type": "return", "tokens": {"white": 2}}));
        let answer = if together {
            table.post(0, &version, json!([taking, back])).await.expect(200)
        } else {
            let response = table.post(0, &version, json!([taking])).await.expect(200).json;
            assert_eq!(response["game"]["to_act"], json!({"seat": 0, "decision": "return", "tokens": 2}));
            table.post(0, &response["version"], json!([back])).await.expect(200)
        };
        assert_eq!(answer.json["game"]["to_act"]["seat"], 1);
        assert_eq!(answer.json["game"]["seats"][0]["tokens"]["white"], 1);
    }
}

#[tokio::test]
async fn after_a_reveal_only_actions_that_reveal_nothing_may_follow() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let blind = json!({"type": "reserve_blind", "deck": "base-1"});
    for next in [take(["white", "blue", "green"]), json!({"type": "buy", "card": "base-1-white-1"})] {
        let refused = table.post(0, &json!(1), json!([blind.clone(), next])).await;
        assert_eq!(refused.expect_problem(422, "after_reveal").json["action_index"], 1);
    }
    let returned = json!([blind, {"type": "return", "tokens": {"white": 1}}]);
    let refused = table.post(0, &json!(1), returned).await;
    assert_ne!(refused.json["code"], "after_reveal");
    assert_eq!(table.public_view().await["version"], 1);
}

#[tokio::test]
async fn a_dry_run_judges_and_changes_nothing() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let before = table.view(0).await;
    let dry = |actions| {
        let path = table.path("/actions?dry_run=true");
        let caller = table.seats[0].clone();
        async move { caller.post(&path, turn(&json!(1), actions)).await }
    };
    for actions in
        [json!([take(["white", "blue", "green"])]), json!([{"type": "reserve_blind", "deck": "base-3"}])]
    {
        assert_eq!(dry(actions).await.expect(200).json, json!({"version": 1, "legal": true}));
    }
    dry(json!([{"type": "pass"}])).await.expect_problem(422, "illegal_action");
    assert_eq!(table.view(0).await, before);
}

#[tokio::test]
async fn of_two_requests_for_one_turn_exactly_one_is_accepted() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = dice(11);
    for _ in 0..20 {
        let before = table.public_view().await;
        let Some(seat) = before["to_act"]["seat"].as_u64() else { break };
        let legal = table.legal(seat as usize).await;
        if legal.len() < 2 {
            table.play_random(&mut dice).await;
            continue;
        }
        let first = dice.usize(..legal.len());
        let second = (first + 1 + dice.usize(..legal.len() - 1)) % legal.len();
        let post = |action: &Value| table.post(seat as usize, &before["version"], json!([action]));
        let (one, other) = tokio::join!(post(&legal[first]), post(&legal[second]));
        let (accepted, refused): (Vec<Answer>, Vec<Answer>) =
            [one, other].into_iter().partition(|answer| answer.status == 200);
        assert_eq!((accepted.len(), refused.len()), (1, 1));
        let refused = refused.into_iter().next().expect("one").expect_problem(409, "version_conflict");
        assert_eq!(refused.json["version"], accepted[0].json["version"]);
    }
}

#[tokio::test]
async fn a_client_can_leave_out_the_view() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let body = turn(&json!(1), json!([take(["white", "blue", "green"])]));
    let request = table.seats[0].request(reqwest::Method::POST, &table.path("/actions"));
    let answer = Answer::to(request.header("prefer", "return=minimal").json(&body)).await.expect(200);
    assert_eq!(answer.header("preference-applied"), "return=minimal");
    assert_eq!(answer.json.get("game"), None);
    assert_eq!(answer.json["version"], 2);
}

#[tokio::test]
async fn an_ended_session_cannot_play() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.seats[0].delete("/v1/sessions/current").await.expect(204);
    let body = json!([take(["white", "blue", "green"])]);
    table.post(0, &json!(1), body).await.expect_problem(401, "unauthenticated");
    table.seats[0].post_empty(&table.path("/resign")).await.expect_problem(401, "unauthenticated");
    table.seats[0].post("/v1/games", terms(2)).await.expect_problem(401, "unauthenticated");
    assert_eq!(table.public_view().await["version"], 1);
}

#[tokio::test]
async fn legal_actions_are_those_of_the_seat_to_act() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/legal-actions");
    let response = table.seats[0].get(&path).await.expect(200).json;
    assert_eq!(
        (&response["version"], &response["seat"], &response["decision"]),
        (&json!(1), &json!(0), &json!("main"))
    );
    assert_eq!(response["actions"].as_array().expect("actions").len(), 30);
    assert!(response["actions"][0]["notation"].is_string());
    let other = table.seats[1].get(&path).await.expect(200).json;
    assert_eq!(
        other,
        json!({"version": 1, "seat": 1, "decision": null, "actions": [], "payments_limited": false})
    );
    let anybody = app.anonymous().get(&path).await.expect(200).json;
    assert_eq!(
        anybody,
        json!({"version": 1, "seat": null, "decision": null, "actions": [], "payments_limited": false})
    );
    table.seats[0].get(&format!("{path}?payments=all")).await.expect(200);
    table.seats[0].get(&format!("{path}?payments=some")).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn a_seat_learns_what_it_lacks_for_each_card_also_while_others_decide() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/legal-actions?missing=true");
    let view = table.seats[0].get(&table.path("")).await.expect(200).json;
    let rows = view["market"].as_object().expect("a market");
    let cards: usize = rows.values().map(|row| row["cards"].as_array().expect("cards").len()).sum();
    for seat in &table.seats {
        let lacked = seat.get(&path).await.expect(200).json;
        let lacked = lacked["missing"].as_array().expect("what is missing").clone();
        assert_eq!(lacked.len(), cards, "without gems, each card lacks some");
        for card in lacked {
            let gems = card["gems"].as_object().expect("gems");
            let sum: u64 = gems.values().map(|count| count.as_u64().expect("a count")).sum();
            assert_eq!(card["gold"], sum, "{card}");
        }
    }
    let anybody = app.anonymous().get(&path).await.expect(200).json;
    assert_eq!(anybody["missing"], json!([]));
    table.seats[0].get(&format!("{path}please")).await.expect_problem(400, "malformed");
}
