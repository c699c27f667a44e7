//! Repeated requests: they are applied once and get the same response.

use std::time::Duration;

use serde_json::{Value, json};

use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::TestApp;

/// The header of a response to a request that was applied before.
const REPLAYED: &str = "idempotency-replayed";

#[tokio::test]
async fn five_simultaneous_copies_of_a_turn_are_applied_once_with_the_same_response() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = dice(21);
    for _ in 0..15 {
        let before = table.public_view().await;
        let Some(seat) = before["to_act"]["seat"].as_u64() else { break };
        let legal = table.legal(seat as usize).await;
        let action = json!([legal[dice.usize(..legal.len())]]);
        let post = || table.post(seat as usize, &before["version"], action.clone());
        let answers: [_; 5] = tokio::join!(post(), post(), post(), post(), post()).into();
        let original = answers.iter().filter(|answer| answer.header(REPLAYED).is_empty()).count();
        assert_eq!(original, 1, "one of them is no repetition");
        let bodies: Vec<Value> = answers.into_iter().map(|answer| answer.expect(200).json).collect();
        assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:#?}");
        assert_eq!(table.public_view().await["version"], bodies[0]["version"]);
    }
}

#[tokio::test]
async fn a_late_retry_gets_the_original_response() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    let mut dice = dice(22);
    let moves = table.play_some(&mut dice, 40).await;
    for played in &moves {
        let again = table.post(played.seat, &played.version, json!([played.action])).await.expect(200);
        assert_eq!(again.json, played.answer.json);
        assert_eq!((again.header(REPLAYED), played.answer.header(REPLAYED)), ("true", ""));
    }
    // A request of another player, or with another action, is not a retry.
    let first = &moves[0];
    table.post(1, &first.version, json!([first.action])).await.expect_problem(409, "version_conflict");
    let other = json!([{"type": "reserve_blind", "deck": "base-3"}]);
    if first.action != other[0] {
        table.post(first.seat, &first.version, other).await.expect_problem(409, "version_conflict");
    }
    let longer = json!([first.action, {"type": "pass"}]);
    table.post(first.seat, &first.version, longer).await.expect_problem(409, "version_conflict");
}

#[tokio::test]
async fn a_retry_after_the_end_gets_the_original_response() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let moves = table.play_to_the_end(&mut dice(23)).await;
    let last = moves.last().expect("moves");
    let again = table.post(last.seat, &last.version, json!([last.action])).await.expect(200);
    assert_eq!(again.json, last.answer.json);
}

#[tokio::test]
async fn a_retried_purchase_without_a_payment_is_recognized() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = dice(24);
    let mut found = 0;
    while found < 3 {
        let before = table.public_view().await;
        let Some(seat) = before["to_act"]["seat"].as_u64() else { break };
        let legal = table.legal(seat as usize).await;
        let Some(purchase) = legal.iter().find(|action| action["type"] == "buy") else {
            table.play_random(&mut dice).await;
            continue;
        };
        let short = json!([{"type": "buy", "card": purchase["card"]}]);
        let answer = table.post(seat as usize, &before["version"], short.clone()).await.expect(200);
        table.play_random(&mut dice).await;
        let again = table.post(seat as usize, &before["version"], short).await.expect(200);
        let full = table.post(seat as usize, &before["version"], json!([purchase])).await.expect(200);
        assert_eq!((&again.json, &full.json), (&answer.json, &answer.json));
        found += 1;
    }
    assert!(found > 0, "nobody could ever buy");
}

#[tokio::test]
async fn resigning_again_gets_the_original_response() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    table.play_some(&mut dice(25), 7).await;
    let path = table.path("/resign");
    let first = table.seats[1].post_empty(&path).await.expect(200);
    assert_eq!(first.json["events"][0]["type"], "resigned");
    assert_eq!(first.json["game"]["seats"][1]["out"], true);
    assert_eq!(table.seats[1].post_empty(&path).await.expect(200).json, first.json);
    let end = table.seats[0].post_empty(&path).await.expect(200);
    assert_eq!(end.json["game"]["status"], "finished");
    assert_eq!(end.json["game"]["result"]["winners"], json!([2]));
    assert_eq!(end.json["events"].as_array().expect("events").last().expect("an end")["type"], "finished");
    assert_eq!(table.seats[0].post_empty(&path).await.expect(200).json, end.json);
    table.seats[2].post_empty(&path).await.expect_problem(409, "game_finished");
}

#[tokio::test]
async fn a_turn_in_a_game_that_stays_locked_is_told_to_try_again() {
    let app =
        TestApp::spawn_with(|settings| settings.database.lock_timeout = Duration::from_millis(50)).await;
    let table = Table::started(&app, terms(2)).await;
    let mut locker = Stored::of(&app).await;
    locker.execute("BEGIN").await;
    locker.execute(&format!("SELECT FROM games WHERE id = '{}' FOR UPDATE", table.id)).await;
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    let refused = table.post(0, &json!(1), take.clone()).await;
    assert_eq!(refused.expect_problem(503, "unavailable").header("retry-after"), "1");
    locker.execute("ROLLBACK").await;
    table.post(0, &json!(1), take).await.expect(200);
}
