//! Aborting games: who can, when, and what the log says of it.

use lapidary::cli::verify;
use serde_json::{Value, json};

use super::table::{Table, dice, terms};
use crate::app::{Caller, TestApp};

/// Returns the last event of a game.
async fn last_event(table: &Table<'_>) -> Value {
    let log = table.app.anonymous().get(&table.path("/events")).await.expect(200).json;
    log["events"].as_array().expect("events").last().expect("an entry").clone()
}

async fn abort(table: &Table<'_>, caller: &Caller<'_>) -> Value {
    caller.post_empty(&table.path("/abort")).await.expect(200).json
}

/// Plays one random action of the seat to act.
async fn play_one(table: &Table<'_>, dice: &mut fastrand::Rng) {
    table.play_random(dice).await.expect("somebody is asked");
}

#[tokio::test]
async fn a_seat_aborts_at_once_before_it_has_seen_an_action_of_an_opponent() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    play_one(&table, &mut dice(41)).await;
    app.user("stranger").await.post_empty(&table.path("/abort")).await.expect_problem(403, "not_seated");
    for _ in 0..2 {
        let aborted = abort(&table, &table.seats[0]).await;
        assert_eq!((&aborted["status"], &aborted["result"]), (&json!("aborted"), &Value::Null));
        assert_eq!((&aborted["to_act"], &aborted["abort_agreed"]), (&Value::Null, &json!([])));
    }
    let view = table.public_view().await;
    let last = last_event(&table).await;
    assert_eq!((&last["type"], &last["seq"]), (&json!("aborted"), &view["version"]));
    let data = &last["data"];
    assert_eq!(
        (&data["seat"], &data["by"], &data["reason"]),
        (&json!(0), &json!("player"), &json!("requested"))
    );
    assert_eq!(data["reveal"]["server_seed"].as_str().expect("a seed").len(), 64);
    let turn = table.post(1, &view["version"], json!([{"type": "pass"}])).await;
    turn.expect_problem(409, "game_finished");
}

#[tokio::test]
async fn after_an_action_of_an_opponent_all_seats_must_agree() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    let mut dice = dice(42);
    play_one(&table, &mut dice).await;
    for _ in 0..2 {
        let offered = abort(&table, &table.seats[1]).await;
        assert_eq!((&offered["status"], &offered["abort_agreed"]), (&json!("active"), &json!([1])));
    }
    assert_eq!(table.public_view().await["abort_agreed"], json!([1]));
    assert_eq!(abort(&table, &table.seats[2]).await["abort_agreed"], json!([1, 2]));

    // The agreement was about the game before this turn.
    play_one(&table, &mut dice).await;
    assert_eq!(table.public_view().await["abort_agreed"], json!([]));

    for seat in [2, 0] {
        assert_eq!(abort(&table, &table.seats[seat]).await["status"], "active");
    }
    assert_eq!(abort(&table, &table.seats[1]).await["status"], "aborted");
    let data = last_event(&table).await["data"].clone();
    assert_eq!((&data["seat"], &data["reason"]), (&json!(1), &json!("agreed")));
}

#[tokio::test]
async fn a_game_in_which_every_seat_has_moved_cannot_be_aborted() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(43), 2).await;
    for caller in &table.seats {
        caller.post_empty(&table.path("/abort")).await.expect_problem(409, "game_started");
    }
}

#[tokio::test]
async fn one_player_cannot_abort_game_after_game_alone() {
    let app = TestApp::spawn_with(|settings| settings.games.aborts_per_day = 2).await;
    for _ in 0..2 {
        let table = Table::started(&app, terms(2)).await;
        assert_eq!(abort(&table, &table.seats[1]).await["status"], "aborted");
    }
    let table = Table::started(&app, terms(2)).await;
    let third = abort(&table, &table.seats[1]).await;
    assert_eq!((&third["status"], &third["abort_agreed"]), (&json!("active"), &json!([1])));
    assert_eq!(abort(&table, &table.seats[0]).await["status"], "aborted");
    assert_eq!(last_event(&table).await["data"]["reason"], "agreed");
}

#[tokio::test]
async fn a_seat_that_is_out_cannot_abort() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    table.seats[2].post_empty(&table.path("/resign")).await.expect(200);
    table.seats[2].post_empty(&table.path("/abort")).await.expect_problem(409, "game_started");
    assert_eq!(abort(&table, &table.seats[0]).await["status"], "aborted");
}

#[tokio::test]
async fn a_player_who_joined_cannot_abort_a_waiting_game_alone() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(3)).await;
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    let game = abort(&table, &table.seats[1]).await;
    assert_eq!((&game["status"], &game["abort_agreed"]), (&json!("waiting"), &json!([1])));
    assert_eq!(abort(&table, &table.seats[0]).await["status"], "aborted");
}

#[tokio::test]
async fn a_table_is_aborted_when_its_creator_leaves() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    table.seats[0].post_empty(&table.path("/leave")).await.expect(200);
    let data = last_event(&table).await["data"].clone();
    assert_eq!((&data["seat"], &data["reason"]), (&json!(0), &json!("creator_left")));
}

#[tokio::test]
async fn the_export_of_an_aborted_game_can_be_verified() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    play_one(&table, &mut dice(44)).await;
    abort(&table, &table.seats[0]).await;
    let export = app.anonymous().get(&table.path("/export")).await.expect(200);
    let boards = lapidary::boards::load(None).unwrap();
    verify::check(&export.text, &boards).unwrap_or_else(|difference| panic!("{difference}"));
    let concealed = export
        .text
        .replace("\"reason\":\"requested\",\"reveal\":{", "\"reason\":\"requested\",\"reveal\":{\"x\":1,");
    assert_ne!(concealed, export.text);
    verify::check(&concealed, &boards).expect_err("another reveal is noticed");
}
