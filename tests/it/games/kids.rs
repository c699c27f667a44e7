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
async fn travelers_reach_the_palace() {
    let app = TestApp::shared().await;
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
async fn the_mysteries_require_the_full_board() {
    let app = TestApp::shared().await;
    let refused = app.user("ada").await.post("/v1/games", kids(2, json!(["mysteries"]), "short")).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/options/board"]);
}

#[tokio::test]
async fn actions_of_another_ruleset_are_refused() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, kids(2, json!([]), "full")).await;
    for foreign in [
        json!({"type": "reserve_blind", "deck": "base-1"}),
        json!({"type": "take", "gems": ["white"]}),
        json!("pass"),
    ] {
        table.post(0, &json!(1), json!([foreign])).await.expect_problem(422, "validation_failed");
    }
}

#[tokio::test]
async fn a_view_shows_the_pending_decision_and_events_show_gained_tiles() {
    let app = TestApp::shared().await;
    let mut dice = dice(91);
    // The deal is random: in a few games nobody finds anything.
    let mut found = false;
    for _ in 0..GAMES_MAX {
        found |= play_and_check(&app, &mut dice).await;
        if found {
            break;
        }
    }
    assert!(found, "a Treasure or a jewel was found in {GAMES_MAX} games");
}

/// The maximum number of games until somebody finds something.
const GAMES_MAX: usize = 20;

/// Plays a random game and compares its views with its events; returns whether somebody found a Treasure or a
/// jewel.
async fn play_and_check(app: &TestApp, dice: &mut fastrand::Rng) -> bool {
    let table = Table::started(app, kids(4, json!(["mysteries"]), "full")).await;
    let moves = table.play_to_the_end(dice).await;
    let mut returns = 0;
    let games =
        moves.iter().map(|played| &played.answer.json["game"]).filter(|game| game["to_act"].is_object());
    for game in games {
        let to_act = &game["to_act"];
        assert_eq!(to_act["tokens"].is_u64(), to_act["decision"] == "return", "{to_act}");
        returns += usize::from(to_act["decision"] == "return");
    }
    assert!(returns > 0, "a seat returns tokens");

    let end = table.public_view().await;
    let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    let effects: Vec<&Value> = log["events"]
        .as_array()
        .expect("events")
        .iter()
        .flat_map(|event| event["data"]["effects"].as_array().into_iter().flatten())
        .collect();
    let found = |tile: &str| effects.iter().filter(|effect| effect["tile"] == tile).count();
    let gained = |kind: &str| effects.iter().filter(|effect| effect["type"] == kind).count();
    assert_eq!(found("treasure"), gained("treasure_gained"));
    assert_eq!(found("jewel"), gained("jewel_gained"));
    let turns = effects.iter().filter(|effect| effect["type"] == "turn_began").count() + 1;
    assert_eq!(end["result"]["turns"], turns, "the first turn begins without an effect");
    let last = log["events"].as_array().and_then(|events| events.last()).expect("an end");
    assert_eq!(last["data"]["result"], end["result"]);

    let export = app.anonymous().get(&table.path("/export")).await.expect(200);
    assert!(!export.text.contains("_gained"), "the format of exports has no such effect");
    gained("treasure_gained") + gained("jewel_gained") > 0
}
