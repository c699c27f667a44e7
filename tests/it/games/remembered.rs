//! Games that the server remembers from the last turn, while the truth changes behind its back.

use serde_json::{Value, json};

use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::TestApp;

/// Returns the seat whose decision is pending.
fn seat_to_act(view: &Value) -> usize {
    view["to_act"]["seat"].as_u64().expect("the game runs") as usize
}

#[tokio::test]
async fn two_servers_can_take_turns_in_one_game() {
    let one = TestApp::spawn().await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await;
    let here = Table::started(&one, terms(2)).await;
    let seats = vec![other.user("ada").await, other.user("bob").await];
    let there = Table { app: &other, id: here.id.clone(), seats };
    let mut dice = dice(131);
    for _ in 0..6 {
        let left = here.play_some(&mut dice, 3).await.pop().expect("a move");
        there.play_some(&mut dice, 2).await;
        // The game that this server remembers is outdated, and so is a player who acts on its view.
        let view = &left.answer.json["game"];
        let blind = json!([{"type": "reserve_blind", "deck": "base-1"}]);
        let stale = here.post(seat_to_act(view), &view["version"], blind).await;
        if stale.status == 409 {
            assert_eq!(stale.json["version"], there.public_view().await["version"]);
        } else {
            stale.expect(200);
        }
    }
    assert!(Stored::of(&one).await.is_gapless(&here.id).await);
}

#[tokio::test]
async fn an_ended_session_cannot_play_in_a_remembered_game() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let before = table.play_some(&mut dice(132), 4).await.pop().expect("a move").answer.json["game"].clone();
    let seat = seat_to_act(&before);
    let action = json!([table.legal(seat).await[0]]);
    table.seats[seat].delete("/v1/sessions/current").await.expect(204);
    table.post(seat, &before["version"], action).await.expect_problem(401, "unauthenticated");
    assert_eq!(table.public_view().await["version"], before["version"]);
}

#[tokio::test]
async fn turns_are_checked_against_the_stored_position_not_the_remembered_one() {
    let app = TestApp::spawn().await;
    let (table, twin) = (Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for game in [&table, &twin] {
        game.post(0, &json!(1), take.clone()).await.expect(200);
    }
    let mut stored = Stored::of(&app).await;
    let world = stored.game(&twin.id).await;
    stored.put(&table.id, &world.snapshot, &world.opening).await;
    let blind = json!([{"type": "reserve_blind", "deck": "base-1"}]);
    let response = table.post(1, &json!(2), blind.clone()).await.expect(200).json;
    let twin_response = twin.post(1, &json!(2), blind).await.expect(200).json;
    for part in ["market", "supply"] {
        assert_eq!(response["game"][part], twin_response["game"][part]);
    }
    assert_eq!(response["game"]["seats"][1]["hand"], twin_response["game"]["seats"][1]["hand"]);
}

#[tokio::test]
async fn an_erased_name_is_in_no_response() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.post(0, &json!(1), json!([{"type": "reserve_blind", "deck": "base-1"}])).await.expect(200);
    Stored::of(&app).await.erase("ada").await;
    let blind = json!([{"type": "reserve_blind", "deck": "base-2"}]);
    let answer = table.post(1, &json!(2), blind).await.expect(200);
    assert!(!answer.text.contains("\"ada\""), "{}", answer.text);
    assert_eq!(answer.json["game"], table.view(1).await);
}
