//! Waiting games: limits for each account, kicked and blocked players, and expiry.

use futures_util::future::join_all;
use lapidary::model::block::BLOCKS_MAX;
use reqwest::Method;
use serde_json::{Value, json};

use super::stored::Stored;
use super::table::{Table, terms, terms_with};
use crate::app::{Answer, Caller, PASSWORD, SOON, TestApp, a_few_at_once};

/// Counts the responses with a status; asserts that all others are refused because of too many games.
fn accepted(answers: Vec<Answer>, status: u16) -> usize {
    let (done, refused): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| answer.status.as_u16() == status);
    for answer in refused {
        answer.expect_problem(409, "too_many_games");
    }
    done.len()
}

async fn open(caller: &Caller<'_>, terms: &Value) -> String {
    let game = caller.post("/v1/games", terms).await.expect(201);
    format!("/v1/games/{}", game.json["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn an_account_has_a_limited_number_of_waiting_games_even_with_parallel_requests() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let terms = terms(2);
    let answers = a_few_at_once((0..30).map(|_| ada.post("/v1/games", &terms))).await;
    assert_eq!(accepted(answers, 201), 10);
    let mine = ada.get("/v1/games?player=ada&status=waiting").await.expect(200).json;
    let first = format!("/v1/games/{}", mine["items"][0]["id"].as_str().expect("an id"));
    ada.post_empty(&format!("{first}/leave")).await.expect(200);
    open(&ada, &terms).await;
    ada.post("/v1/games", &terms).await.expect_problem(409, "too_many_games");
}

#[tokio::test]
async fn an_account_sits_in_a_limited_number_of_games() {
    let app = TestApp::spawn_with(|settings| settings.games.games_per_account = 3).await;
    let (ada, eve, bob) = (app.user("ada").await, app.user("eve").await, app.user("bob").await);
    let terms = terms(3);
    let mut games = Vec::new();
    for caller in [&ada, &ada, &ada, &eve, &eve, &eve] {
        games.push(open(caller, &terms).await);
    }
    let joins: Vec<String> = games.iter().map(|game| format!("{game}/join")).collect();
    let answers = a_few_at_once(joins.iter().map(|join| bob.post_empty(join))).await;
    assert_eq!(accepted(answers, 200), 3);
    // Joining a game again does not count as another game.
    let again = a_few_at_once(joins.iter().map(|join| bob.post_empty(join))).await;
    assert_eq!(accepted(again, 200), 3);
    bob.post("/v1/games", &terms).await.expect_problem(409, "too_many_games");
}

#[tokio::test]
async fn an_account_creates_a_limited_number_of_games_in_an_hour() {
    let app = TestApp::spawn_with(|settings| settings.games.new_games_per_hour = 3).await;
    let ada = app.user("ada").await;
    for _ in 0..3 {
        let game = open(&ada, &terms(2)).await;
        ada.post_empty(&format!("{game}/leave")).await.expect(200);
    }
    let refused = ada.post("/v1/games", terms(2)).await.expect_problem(409, "too_many_games");
    assert!(refused.json["detail"].as_str().expect("a detail").contains("3 games within an hour"));
}

#[tokio::test]
async fn games_without_enough_players_expire_once_on_several_servers() {
    let one = TestApp::spawn().await;
    let ada = one.user("ada").await;
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(open(&ada, &terms(2)).await);
    }
    let waits: Vec<String> = games.iter().map(|game| format!("{game}?wait=my_turn")).collect();
    let url = one.database_url.clone();
    let server = || {
        TestApp::spawn_with(|settings| {
            settings.database.database_url = Some(url.clone());
            settings.games.waiting_expiry = std::time::Duration::ZERO;
            settings.games.expiry_interval = SOON;
        })
    };
    let (two, three) = tokio::join!(server(), server());
    let here = two.with_token(ada.token());
    for waited in join_all(waits.iter().map(|wait| here.get(wait))).await {
        assert_eq!(waited.expect(200).json["status"], "aborted");
    }
    for game in &games {
        let log = three.anonymous().get(&format!("{game}/events")).await.expect(200).json;
        let events = log["events"].as_array().expect("events");
        assert_eq!((events.len(), &events[0]["type"]), (1, &json!("aborted")));
        let data = &events[0]["data"];
        assert_eq!(
            (&data["seat"], &data["by"], &data["reason"]),
            (&Value::Null, &json!("clock"), &json!("expired"))
        );
    }
}

#[tokio::test]
async fn a_kicked_player_cannot_join_again() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(3)).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    let (kick, join) = (table.path("/kick"), table.path("/join"));
    bob.post_empty(&join).await.expect(200);
    bob.post(&kick, json!({"username": "ada"})).await.expect_problem(403, "forbidden");
    for nobody in ["ada", "eve", "nobody"] {
        let refused = ada.post(&kick, json!({"username": nobody})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/username"]);
    }
    for _ in 0..2 {
        let left = ada.post(&kick, json!({"username": "BOB"})).await.expect(200).json;
        assert_eq!(left["seats"].as_array().expect("seats").len(), 1);
    }
    bob.post_empty(&join).await.expect_problem(409, "game_full");
    table.seats[2].post_empty(&join).await.expect(200);
    let started = app.user("dan").await.post_empty(&join).await.expect(200).json;
    assert_eq!(started["status"], "active");
    ada.post(&kick, json!({"username": "dan"})).await.expect_problem(409, "game_started");
}

#[tokio::test]
async fn a_kicked_player_cannot_see_a_private_game() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(3, "visibility", json!("private"))).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    ada.post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    bob.post_empty(&table.path("/join")).await.expect(200);
    ada.post(&table.path("/kick"), json!({"username": "bob"})).await.expect(200);
    bob.get(&table.path("")).await.expect_problem(404, "not_found");
    bob.post_empty(&table.path("/join")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_blocked_player_gets_the_response_of_a_full_game() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    for (name, status, code) in [("nobody", 404, "not_found"), (&*app.name("ada"), 403, "forbidden")] {
        let request = ada.request(Method::PUT, &format!("/v1/me/blocks/{name}"));
        Answer::to(request).await.expect_problem(status, code);
    }
    let (name, block) = (app.name("bob"), format!("/v1/me/blocks/{}", app.name("BOB")));
    for _ in 0..2 {
        Answer::to(ada.request(Method::PUT, &block)).await.expect(204);
        let list = ada.get("/v1/me/blocks").await.expect(200).json;
        assert_eq!(list["items"].as_array().expect("items").len(), 1);
        assert_eq!(list["items"][0]["player"]["username"], name);
    }
    assert_eq!(bob.get("/v1/me/blocks").await.expect(200).json["items"], json!([]));
    bob.get(&table.path("")).await.expect(200);
    bob.post_empty(&table.path("/join")).await.expect_problem(409, "game_full");
    // A block applies only to games that the blocking player creates: both can join a game of the blocked
    // player.
    let other = open(bob, &terms(2)).await;
    ada.post_empty(&format!("{other}/join")).await.expect(200);
    for _ in 0..2 {
        ada.delete(&block).await.expect(204);
    }
    bob.post_empty(&table.path("/join")).await.expect(200);
}

#[tokio::test]
async fn the_block_list_is_bounded_and_drops_erased_players() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let names: Vec<String> = (0..BLOCKS_MAX + 8).map(|number| format!("rival-{number}")).collect();
    for name in &names {
        let account = json!({"username": name, "password": PASSWORD});
        app.anonymous().post("/v1/accounts", &account).await.expect(201);
    }
    let block = |name: &String| Answer::to(ada.request(Method::PUT, &format!("/v1/me/blocks/{name}")));
    let answers = a_few_at_once(names.iter().map(block)).await;
    let blocked = answers.iter().filter(|answer| answer.status.as_u16() == 204).count();
    assert_eq!(blocked as i64, BLOCKS_MAX);
    let items = ada.get("/v1/me/blocks").await.expect(200).json["items"].clone();
    let first = items[0]["player"]["username"].as_str().expect("a name").to_owned();
    app.user(&first).await.erase().await.expect(204);
    let left = ada.get("/v1/me/blocks").await.expect(200).json["items"].as_array().expect("items").len();
    assert_eq!(left as i64, BLOCKS_MAX - 1);
}

#[tokio::test]
async fn a_player_whose_invitation_was_withdrawn_keeps_the_seat_and_can_leave() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(3, "visibility", json!("private"))).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    ada.post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    bob.post_empty(&table.path("/join")).await.expect(200);
    ada.delete(&table.path("/invitations/bob")).await.expect(204);
    assert_eq!(bob.get(&table.path("")).await.expect(200).json["viewer_seat"], 1);
    let left = bob.post_empty(&table.path("/leave")).await.expect(200).json;
    assert_eq!((&left["viewer_seat"], left["seats"].as_array().expect("seats").len()), (&Value::Null, 1));
    bob.get(&table.path("")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn the_number_of_invitations_to_a_game_is_limited() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let guests = "INSERT INTO players (id, username) \
                  SELECT gen_random_uuid(), 'guest' || number FROM generate_series(1, 101) AS number";
    Stored::of(&app).await.execute(guests).await;
    let path = table.path("/invitations");
    let invite = |number: usize| {
        let body = json!({"username": format!("guest{number}")});
        table.seats[0].post(&path, body)
    };
    for number in 1..=100 {
        let list = invite(number).await.expect(200).json;
        assert_eq!(list["items"].as_array().expect("items").len(), number);
    }
    invite(101).await.expect_problem(422, "validation_failed");
    invite(100).await.expect(200);
}
