//! Splendor Kids through HTTP.

use serde_json::{Value, json};

use super::table::{Table, dice, terms};
use crate::app::TestApp;

fn kids(seats: usize, modules: Value, board: &str) -> Value {
    let mut terms = terms(seats);
    terms["ruleset"] = json!("kids");
    terms["modules"] = modules;
    terms["options"] = json!({"board": board});
    terms
}

#[tokio::test]
async fn travellers_reach_the_palace() {
    let app = TestApp::spawn().await;
    for (seats, modules, board) in
        [(2, json!([]), "short"), (3, json!([]), "full"), (4, json!(["mysteries"]), "full")]
    {
        let table = Table::started(&app, kids(seats, modules, board)).await;
        let moves = table.play_to_the_end(&mut dice(91)).await;
        let game = table.public_view().await;
        assert_eq!((&game["status"], &game["options"]), (&json!("finished"), &json!({"board": board})));
        let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
        assert_eq!(log["events"].as_array().expect("events").last().expect("an end")["type"], "finished");
        for played in moves.iter().step_by(7) {
            let path = table.path(&format!("?at={}", played.answer.json["version"]));
            let then = table.seats[played.seat].get(&path).await.expect(200).json;
            assert_eq!(then["version"], played.answer.json["version"]);
            let again = table.post(played.seat, &played.version, json!([played.action])).await.expect(200);
            assert_eq!(again.json["version"], played.answer.json["version"]);
        }
    }
}

#[tokio::test]
async fn the_mysteries_need_the_whole_board() {
    let app = TestApp::spawn().await;
    let refused = app.user("ada").await.post("/v1/games", kids(2, json!(["mysteries"]), "short")).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/options/board"]);
}

#[tokio::test]
async fn actions_of_another_game_are_none_of_this_one() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, kids(2, json!([]), "full")).await;
    for foreign in [
        json!({"type": "reserve_blind", "deck": "base-1"}),
        json!({"type": "take", "gems": ["white"]}),
        json!("pass"),
    ] {
        table.post(0, &json!(1), json!([foreign])).await.expect_problem(422, "validation_failed");
    }
}
