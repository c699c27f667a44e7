//! Lists of what waits for a player, and what a lobby shows of each game.

use serde_json::{Value, json};

use super::{block, challenge, ids};
use crate::app::{Answer, TestApp};
use crate::games::stored::Stored;
use crate::games::table::{Table, dice, terms, terms_with};

#[tokio::test]
async fn an_invited_player_finds_the_games_that_wait_for_them() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let mut games = Vec::new();
    for visibility in ["private", "unlisted", "public"] {
        let made = ada.post("/v1/games", terms_with(3, "visibility", json!(visibility))).await.expect(201);
        let game = made.json["id"].as_str().unwrap().to_owned();
        ada.post(&format!("/v1/games/{game}/invitations"), json!({"username": "bob"})).await.expect(200);
        games.insert(0, game);
    }
    let challenged = challenge(&eve, json!("bob"), 2).await.replace("/v1/challenges/", "");
    games.insert(0, challenged.clone());
    let list = bob.get("/v1/me/invitations").await.expect(200).json;
    assert_eq!(ids(&bob, "/v1/me/invitations").await, games);
    let (newest, oldest) = (&list["items"][0], &list["items"][3]);
    assert_eq!((&newest["kind"], &newest["challenge"]), (&json!("challenge"), &json!(challenged)));
    assert_eq!((&oldest["kind"], &oldest["challenge"]), (&json!("game"), &Value::Null));
    assert_eq!(oldest["game"]["seats"][0]["player"]["username"], "ada");
    assert_eq!(
        (&oldest["game"]["free_seats"], &oldest["game"]["visibility"]),
        (&json!(2), &json!("private"))
    );
    for other in [&ada, &eve] {
        assert_eq!(ids(other, "/v1/me/invitations").await, Vec::<String>::new());
    }
    // Pages.
    let first = bob.get("/v1/me/invitations?limit=3").await.expect(200).json;
    let cursor = first["next_cursor"].as_str().expect("there is a next page");
    let next = format!("/v1/me/invitations?limit=3&cursor={cursor}");
    assert_eq!(ids(&bob, &next).await, games[3..]);
    assert_eq!(bob.get(&next).await.expect(200).json["next_cursor"], Value::Null);
    bob.get("/v1/me/invitations?limit=0").await.expect_problem(400, "malformed");
    // Joining, a withdrawn invitation, an aborted game and a block each take one out.
    bob.post_empty(&format!("/v1/games/{}/join", games[1])).await.expect(200);
    ada.delete(&format!("/v1/games/{}/invitations/bob", games[2])).await.expect(204);
    ada.post_empty(&format!("/v1/games/{}/leave", games[3])).await.expect(200);
    assert_eq!(ids(&bob, "/v1/me/invitations").await, [challenged]);
    block(&bob, "eve").await;
    assert_eq!(ids(&bob, "/v1/me/invitations").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_list_of_games_shows_what_a_lobby_shows() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let waiting = Table::waiting(&app, terms(4)).await;
    waiting.seats[1].post_empty(&waiting.path("/join")).await.expect(200);
    let list = app.anonymous().get("/v1/games").await.expect(200).json;
    let (free, active) = (&list["items"][0], &list["items"][1]);
    assert_eq!(
        (&free["free_seats"], &free["to_act"], &free["turn"]),
        (&json!(2), &Value::Null, &Value::Null)
    );
    assert_eq!((&active["free_seats"], &active["turn"]), (&json!(0), &json!({"seat": 0, "number": 1})));
    assert_eq!(active["to_act"], json!({"seat": 0, "decision": "main"}));
    let mut rng = dice(8);
    for _ in 0..12 {
        let played = table.play_random(&mut rng).await.expect("the game has just begun");
        let list = app.anonymous().get("/v1/games").await.expect(200).json;
        let (item, view) = (&list["items"][1], &played.answer.json["game"]);
        assert_eq!((&item["to_act"]["seat"], &item["turn"]), (&view["to_act"]["seat"], &view["turn"]));
        assert!(item["updated_at"].as_str() > active["updated_at"].as_str(), "{item}");
    }
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let list = app.anonymous().get("/v1/games").await.expect(200).json;
    assert_eq!((&list["items"][1]["to_act"], &list["items"][1]["turn"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_player_finds_the_games_in_which_they_are_to_move() {
    let app = TestApp::spawn().await;
    let mut mine = Vec::new();
    for visibility in ["public", "private", "unlisted", "public"] {
        let table = Table::waiting(&app, terms_with(2, "visibility", json!(visibility))).await;
        let invited = table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await;
        invited.expect(200);
        table.seats[1].post_empty(&table.path("/join")).await.expect(200);
        mine.insert(0, table);
    }
    let all: Vec<String> = mine.iter().map(|table| table.id.clone()).collect();
    let (ada, bob) = (&mine[0].seats[0], &mine[0].seats[1]);
    assert_eq!(ids(ada, "/v1/me/games?to_act=me").await, all);
    assert_eq!(ids(bob, "/v1/me/games?to_act=me").await, Vec::<String>::new());
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for table in [&mine[1], &mine[3]] {
        table.post(0, &json!(1), take.clone()).await.expect(200);
    }
    assert_eq!(ids(bob, "/v1/me/games?to_act=me").await, [all[1].clone(), all[3].clone()]);
    assert_eq!(ids(bob, "/v1/me/games").await, all);
    assert_eq!(ids(bob, "/v1/me/games?status=finished").await, Vec::<String>::new());
    assert_eq!(ids(bob, "/v1/me/games?to_act=me&status=finished").await, Vec::<String>::new());
    let page = ada.get("/v1/me/games?to_act=me&limit=1").await.expect(200);
    assert_eq!(page.json["items"][0]["id"], all[0]);
    let next =
        format!("/v1/me/games?to_act=me&limit=1&cursor={}", page.json["next_cursor"].as_str().unwrap());
    assert_eq!(page.header("link"), format!("<{next}>; rel=\"next\""));
    let last = ada.get(&next).await.expect(200).json;
    assert_eq!((&last["items"][0]["id"], &last["next_cursor"]), (&json!(all[2]), &Value::Null));
    ada.get("/v1/me/games?limit=101").await.expect_problem(400, "malformed");
    ada.get("/v1/me/games?to_act=you").await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn games_to_move_in_are_found_among_more_games_than_one_query_loads() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut stored = Stored::of(&app).await;
    let model = lapidary::model::game::GameId(table.id.parse().unwrap());
    // Bob is to move in the game that is made first, and so found last; in the copies it is ada's turn.
    stored.copies(model, 130).await;
    table.post(0, &json!(1), json!([{"type": "take", "gems": ["white", "blue", "green"]}])).await.expect(200);
    let of_ada = table.seats[0].get("/v1/me/games?to_act=me&limit=100").await.expect(200).json;
    assert_eq!(of_ada["items"].as_array().unwrap().len(), 100);
    assert_eq!(ids(&table.seats[1], "/v1/me/games?to_act=me").await, std::slice::from_ref(&table.id));
}

#[tokio::test]
async fn the_lists_of_a_player_need_their_token() {
    let app = TestApp::spawn().await;
    for path in ["/v1/me/games", "/v1/me/invitations", "/v1/challenges", "/v1/seeks"] {
        let request = app.anonymous().request(reqwest::Method::GET, path);
        Answer::to(request).await.expect_problem(401, "unauthenticated");
    }
}
