//! What built-in opponents are asked besides their turns: challenges, invitations, rematches, aborts, pauses.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::interval;

use super::player::{against, app, create, names, own_turn, play_out};
use crate::app::Caller;
use crate::games::table::dice;

/// Returns the game as soon as it looks like this to the caller.
async fn game_when(caller: &Caller<'_>, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut looks = interval(Duration::from_millis(10));
    loop {
        looks.tick().await;
        let game = caller.get(&format!("/v1/games/{id}")).await.expect(200).json;
        if is_so(&game) {
            return game;
        }
    }
}

#[tokio::test]
async fn an_opponent_accepts_a_challenge_at_once() {
    let (app, mut dice) = (app().await, dice(311));
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let challenge = json!({"to": "greedy", "ruleset": "splendor", "seats": 2});
    let made = ada.post("/v1/challenges", challenge).await.expect(201).json;
    assert_eq!((&made["status"], &made["to"][0]["accepted"]), (&json!("accepted"), &json!(true)));
    let over = play_out(&ada, made["id"].as_str().expect("an id"), &mut dice).await;
    assert_eq!(over["status"], "finished");
    let challenge = json!({"to": ["bob", "random"], "ruleset": "splendor", "seats": 3});
    let made = ada.post("/v1/challenges", challenge).await.expect(201).json;
    assert_eq!(made["status"], "open");
    let id = made["id"].as_str().expect("an id");
    let accepted = bob.post_empty(&format!("/v1/challenges/{id}/accept")).await.expect(200).json;
    assert_eq!(accepted["status"], "accepted");
    // The deal draws the seats, so either of the two people may come first.
    let game = game_when(&bob, id, |game| ["ada", "bob"].contains(&to_act(game))).await;
    assert_eq!(game["status"], "active");
}

/// Returns the name of the player who must act, or nothing.
fn to_act(game: &Value) -> &str {
    let seat = game["to_act"]["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
    seat.and_then(|seat| names(game).get(seat).copied()).unwrap_or_default()
}

#[tokio::test]
async fn an_invited_opponent_joins_at_once_and_may_be_kicked() {
    let app = app().await;
    let ada = app.user("ada").await;
    let terms = json!({"ruleset": "splendor", "seats": 3, "seating": "join_order"});
    let id = create(&ada, terms).await;
    let invite = async |name: &str| {
        ada.post(&format!("/v1/games/{id}/invitations"), json!({"username": name})).await.expect(200);
    };
    invite("greedy").await;
    invite("greedy").await;
    let path = format!("/v1/games/{id}");
    assert_eq!(names(&ada.get(&path).await.expect(200).json), ["ada", "greedy"]);
    let kicked = ada.post(&format!("{path}/kick"), json!({"username": "greedy"})).await.expect(200).json;
    assert_eq!(names(&kicked), ["ada"]);
    invite("master").await;
    invite("random").await;
    let game = own_turn(&ada, &id).await;
    assert_eq!((&game["status"], names(&game)), (&json!("active"), vec!["ada", "master", "random"]));
}

#[tokio::test]
async fn an_opponent_plays_again_as_strong_as_before_and_agrees_to_abort() {
    let app = app().await;
    let ada = app.user("ada").await;
    let id = create(&ada, against(json!([{"bot": "greedy", "strength": 30}]))).await;
    ada.post_empty(&format!("/v1/games/{id}/resign")).await.expect(200);
    let over = ada.post_empty(&format!("/v1/games/{id}/rematch")).await.expect(200).json;
    let next = over["rematch"]["game"].as_str().expect("a rematch").to_owned();
    let strengths = |game: &Value| [0, 1].map(|seat| game["seats"][seat]["strength"].clone());
    assert_eq!(strengths(&over), [Value::Null, json!(30)]);
    // The opponent begins. When it has moved, both must agree.
    let game = own_turn(&ada, &next).await;
    assert_eq!((names(&game), &game["to_act"]["seat"]), (vec!["greedy", "ada"], &json!(1)));
    assert_eq!(strengths(&game), [json!(30), Value::Null]);
    ada.post_empty(&format!("/v1/games/{next}/abort")).await.expect(200);
    game_when(&ada, &next, |game| game["status"] == "aborted").await;
    let log = ada.get(&format!("/v1/games/{next}/events")).await.expect(200).json;
    let last = log["events"].as_array().and_then(|events| events.last()).expect("an entry");
    assert_eq!((&last["type"], &last["data"]["reason"]), (&json!("aborted"), &json!("agreed")));
}

#[tokio::test]
async fn an_opponent_agrees_to_a_pause() {
    let app = app().await;
    let ada = app.user("ada").await;
    let mut terms = against(json!([{"bot": "random"}]));
    terms["clock"] = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let id = create(&ada, terms).await;
    ada.post_empty(&format!("/v1/games/{id}/pause")).await.expect(200);
    game_when(&ada, &id, |game| game["clock"]["paused_until"].is_string()).await;
    ada.post_empty(&format!("/v1/games/{id}/resume")).await.expect(200);
}
