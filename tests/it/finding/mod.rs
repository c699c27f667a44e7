//! Finding a game: challenges, seeks, rematches, and lists of what waits for a player.

mod challenges;
mod mine;
mod races;
mod rematch_streams;
mod rematches;
mod seeks;

use serde_json::{Value, json};

use crate::app::{Answer, Caller};

/// Returns the id of what a response describes.
pub fn id(answer: &Answer) -> String {
    answer.json["id"].as_str().expect("an id").to_owned()
}

/// Returns the terms of a seek or, with `to`, of a challenge.
pub fn terms(seats: usize) -> Value {
    json!({"ruleset": "splendor", "seats": seats})
}

/// Returns a challenge on the same terms.
pub fn to(names: Value, seats: usize) -> Value {
    let mut body = terms(seats);
    body["to"] = names;
    body
}

/// Challenges players, and returns the path of the challenge.
pub async fn challenge(caller: &Caller<'_>, names: Value, seats: usize) -> String {
    let made = caller.post("/v1/challenges", to(names, seats)).await.expect(201);
    format!("/v1/challenges/{}", id(&made))
}

/// Blocks a player.
pub async fn block(caller: &Caller<'_>, name: &str) {
    let request = caller.request(reqwest::Method::PUT, &format!("/v1/me/blocks/{name}"));
    Answer::to(request).await.expect(204);
}

/// Returns the ids of the items of a list.
pub async fn ids(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let list = caller.get(path).await.expect(200).json;
    let items = list["items"].as_array().expect("items").iter();
    items.map(|item| item["id"].as_str().or(item["game"]["id"].as_str()).expect("an id").to_owned()).collect()
}
