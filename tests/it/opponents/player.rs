//! A person at a table with built-in opponents.

use std::time::Duration;

use fastrand::Rng;
use lapidary::settings::Settings;
use serde_json::{Value, json};

use crate::app::{Caller, SOON, TestApp};
use crate::games::table::turn;

/// The time that opponents have for a turn in these tests.
const TIME: Duration = Duration::from_millis(20);
/// The number of simulations for a turn.
const SIMULATIONS: u32 = 20;

/// Starts an application whose opponents do not think for long.
pub async fn app() -> TestApp {
    TestApp::spawn_with(hurry).await
}

/// Changes settings so that opponents do not think for long.
pub fn hurry(settings: &mut Settings) {
    settings.opponents.opponent_time = TIME;
    settings.opponents.opponent_simulations = SIMULATIONS;
    settings.opponents.opponent_interval = SOON;
}

/// Returns the terms of a game against these opponents, with the creator in the first seat.
pub fn against(opponents: Value) -> Value {
    let seats = opponents.as_array().expect("a list").len() + 1;
    json!({"ruleset": "splendor", "seats": seats, "seating": "join_order", "opponents": opponents})
}

/// Creates a game and returns its id.
pub async fn create(creator: &Caller<'_>, terms: Value) -> String {
    let created = creator.post("/v1/games", terms).await.expect(201).json;
    created["id"].as_str().expect("a game has an id").to_owned()
}

/// Returns the game as soon as it waits for the caller or is over.
pub async fn own_turn(caller: &Caller<'_>, id: &str) -> Value {
    loop {
        let game = caller.get(&format!("/v1/games/{id}?wait=my_turn")).await.expect(200).json;
        if game["status"] != "active" || game["to_act"]["seat"] == game["viewer_seat"] {
            return game;
        }
    }
}

/// Plays random legal actions in a game until it is over, and returns it.
pub async fn play_out(caller: &Caller<'_>, id: &str, dice: &mut Rng) -> Value {
    loop {
        let game = own_turn(caller, id).await;
        if game["status"] != "active" {
            return game;
        }
        let legal = caller.get(&format!("/v1/games/{id}/legal-actions")).await.expect(200).json;
        let actions = legal["actions"].as_array().expect("a list");
        let action = &actions[dice.usize(..actions.len())]["action"];
        let body = turn(&legal["version"], json!([action]));
        caller.post(&format!("/v1/games/{id}/actions"), body).await.expect(200);
    }
}

/// Follows a game without a seat until it is over, and returns it.
pub async fn watch_out(caller: &Caller<'_>, id: &str) -> Value {
    let mut since = 0;
    loop {
        let path = format!("/v1/games/{id}/events?since={since}&wait=10000");
        let events = caller.get(&path).await.expect(200).json;
        since = events["events"].as_array().and_then(|all| all.last()?["seq"].as_u64()).unwrap_or(since);
        let game = caller.get(&format!("/v1/games/{id}")).await.expect(200).json;
        if game["status"] != "active" {
            return game;
        }
    }
}

/// Returns the names of the players of a game, in the order of seats.
pub fn names(game: &Value) -> Vec<&str> {
    let seats = game["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat["player"]["username"].as_str().expect("a name")).collect()
}

/// Returns the events of a game.
pub async fn events(caller: &Caller<'_>, id: &str) -> Vec<Value> {
    let log = caller.get(&format!("/v1/games/{id}/events?limit=1000")).await.expect(200).json;
    log["events"].as_array().expect("events").clone()
}
