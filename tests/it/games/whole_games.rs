//! Whole games with random legal actions: they end with a correct result and a complete log.

use serde_json::{Value, json};

use super::table::{Table, dice, terms, terms_with};
use crate::app::TestApp;

async fn a_whole_game(terms: Value, seed: u64) {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms.clone()).await;
    let seats = table.seats.len();
    let moves = table.play_to_the_end(&mut dice(seed)).await;
    let game = table.public_view().await;
    assert_eq!(game["status"], "finished", "{game}");
    assert_eq!(game["to_act"], Value::Null);
    assert_eq!(game["result"]["ranks"].as_array().expect("ranks").len(), seats);
    assert_eq!(game["seats"].as_array().expect("seats").len(), seats);

    let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    let events = log["events"].as_array().expect("events");
    assert_eq!(log["version"], game["version"]);
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], place + 1);
    }
    assert_eq!(events[0]["type"], "started");
    let last = events.last().expect("an end");
    assert_eq!(last["type"], "finished");
    assert_eq!(last["data"]["result"], game["result"]);
    assert_eq!(last["data"]["reveal"]["server_seed"].as_str().expect("a seed").len(), 64);

    // The events in the responses equal those in the log, except for parts that were hidden then and are
    // public now.
    let counted: usize =
        moves.iter().map(|played| played.answer.json["events"].as_array().expect("events").len()).sum();
    assert_eq!(counted + 1, events.len());
    let last_move = moves.last().expect("moves");
    assert_eq!(last_move.answer.json["events"].as_array().expect("events").last(), Some(last));
    assert_eq!(last_move.answer.json["game"]["status"], "finished");

    let again = table.seats[0].post_empty(&table.path("/join")).await.expect(200);
    assert_eq!(again.json["result"], game["result"]);
    table.post(0, &game["version"], json!([{"type": "pass"}])).await.expect_problem(409, "game_finished");
}

#[tokio::test]
async fn two_players_play_to_the_final_ranks() {
    a_whole_game(terms(2), 2).await;
}

#[tokio::test]
async fn three_players_play_to_the_final_ranks() {
    a_whole_game(terms(3), 3).await;
}

#[tokio::test]
async fn four_players_play_to_the_final_ranks() {
    a_whole_game(terms_with(4, "seating", json!("join_order")), 4).await;
}

#[tokio::test]
async fn a_game_with_every_module_is_played_to_the_final_ranks() {
    let modules = json!(["orient", "strongholds", "trading_posts", "cities"]);
    a_whole_game(terms_with(2, "modules", modules), 5).await;
}

#[tokio::test]
async fn the_deal_draws_the_seats_unless_the_table_says_otherwise() {
    let app = TestApp::shared().await;
    let mut orders = std::collections::HashSet::new();
    for _ in 0..12 {
        let table = Table::started(&app, terms_with(2, "seating", json!("random"))).await;
        let view = table.view(0).await;
        let mine = view["viewer_seat"].as_u64().expect("a seat") as usize;
        assert_eq!(view["seats"][mine]["player"]["username"], app.name("ada"));
        orders.insert(mine);
    }
    assert_eq!(orders.len(), 2, "twelve deals gave one order");
}

#[tokio::test]
async fn a_restart_in_mid_game_loses_nothing() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = dice(7);
    table.play_some(&mut dice, 20).await;
    let (views, version) =
        ([table.view(0).await, table.view(1).await], table.public_view().await["version"].clone());

    let url = app.database_url.clone();
    let restarted = TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await;
    let again = Table {
        app: &restarted,
        id: table.id.clone(),
        seats: vec![restarted.user("ada").await, restarted.user("bob").await],
    };
    for (seat, view) in views.iter().enumerate() {
        assert_eq!(&again.view(seat).await, view);
    }
    assert_eq!(again.public_view().await["version"], version);
    again.play_to_the_end(&mut dice).await;
    assert_eq!(again.public_view().await["status"], "finished");
}
