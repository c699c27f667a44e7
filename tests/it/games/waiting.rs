//! Waiting for a turn.

use serde_json::json;

use super::table::{Table, terms, turn};
use crate::app::TestApp;

#[tokio::test]
async fn a_wait_ends_when_it_is_the_seats_turn() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("?wait=my_turn");
    let at_once = table.seats[0].get(&path).await.expect(200).json;
    assert_eq!(at_once["to_act"]["seat"], 0);
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    let version = json!(1);
    let (waited, _) = tokio::join!(table.seats[1].get(&path), table.post(0, &version, take));
    let waited = waited.expect(200).json;
    assert_eq!((&waited["version"], &waited["to_act"]["seat"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn a_turn_can_wait_for_the_next_one() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    let path = table.path("/actions?wait=my_turn");
    let reply = async {
        table.seats[1].get(&table.path("?wait=my_turn")).await.expect(200);
        table.post(1, &json!(2), json!([{"type": "reserve_blind", "deck": "base-1"}])).await.expect(200)
    };
    let (played, reply) = tokio::join!(table.seats[0].post(&path, turn(&json!(1), take)), reply);
    let played = played.expect(200).json;
    assert_eq!(
        (&played["version"], &played["events"][0]["seq"], &played["events"][1]["seq"]),
        (&json!(3), &json!(2), &json!(3))
    );
    assert_eq!(played["game"], table.view(0).await);
    let hidden = reply.json["game"]["seats"][1]["hand"][0]["card"].as_str().expect("a card").to_owned();
    assert!(!played.to_string().contains(&hidden));
}

#[tokio::test]
async fn a_wait_ends_with_the_game() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("?wait=my_turn");
    let resign = table.path("/resign");
    let (waited, _) = tokio::join!(table.seats[1].get(&path), table.seats[0].post_empty(&resign));
    assert_eq!(waited.expect(200).json["status"], "finished");
}

#[tokio::test]
async fn only_a_seat_can_wait_for_its_turn() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("?wait=my_turn");
    app.anonymous().get(&path).await.expect_problem(401, "unauthenticated");
    app.user("stranger").await.get(&path).await.expect_problem(403, "not_seated");
    table.seats[0].get(&table.path("?wait=for_godot")).await.expect_problem(400, "malformed");
    table.seats[0].get(&table.path("?wait=my_turn&at=1")).await.expect_problem(400, "malformed");
}
