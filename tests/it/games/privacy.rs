//! Private games: only invited players can see them, on every route and even after the end.

use reqwest::Method;
use serde_json::{Value, json};

use super::table::{Table, dice, terms_with, turn};
use crate::app::{Answer, Caller, TestApp};

/// Returns every route of a game, with a body if it takes one.
fn routes() -> Vec<(Method, &'static str, Option<Value>)> {
    let turn = turn(&json!(1), json!([{"type": "take", "gems": ["white", "blue", "green"]}]));
    vec![
        (Method::GET, "", None),
        (Method::GET, "?at=1", None),
        (Method::GET, "?at=999", None),
        (Method::GET, "/legal-actions", None),
        (Method::GET, "/events", None),
        (Method::GET, "/events?since=999", None),
        (Method::POST, "/join", Some(json!({}))),
        (Method::POST, "/leave", None),
        (Method::POST, "/kick", Some(json!({"username": "stranger"}))),
        (Method::GET, "/invitations", None),
        (Method::POST, "/invitations", Some(json!({"username": "stranger"}))),
        (Method::DELETE, "/invitations/bob", None),
        (Method::POST, "/actions", Some(turn.clone())),
        (Method::POST, "/actions?dry_run=true", Some(turn)),
        (Method::POST, "/resign", None),
        (Method::POST, "/abort", None),
    ]
}

async fn assert_hidden_from(table: &Table<'_>, outsiders: &[Caller<'_>]) {
    let unknown =
        Table { app: table.app, id: "0190a000-0000-7000-8000-000000000000".to_owned(), seats: Vec::new() };
    for outsider in outsiders {
        for (method, path, body) in routes() {
            let send = |table: &Table<'_>| {
                let request = outsider.request(method.clone(), &table.path(path));
                Answer::to(if let Some(body) = &body { request.json(body) } else { request })
            };
            let (hidden, none) = (send(table).await, send(&unknown).await);
            assert!(hidden.status == 404 || hidden.status == 401, "{method} {path}: {}", hidden.text);
            assert_eq!(
                (hidden.status, hidden.text_without_id()),
                (none.status, none.text_without_id()),
                "{method} {path}"
            );
            assert_eq!(hidden.header("content-length"), none.header("content-length"));
        }
    }
}

#[tokio::test]
async fn only_invited_players_see_a_private_game() {
    let app = TestApp::spawn().await;
    let stranger = app.user("stranger").await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let outsiders = [app.anonymous(), stranger, table.seats[1].clone()];
    assert_hidden_from(&table, &outsiders).await;

    let invite = table.path("/invitations");
    table.seats[0]
        .post(&invite, json!({"username": "nobody"}))
        .await
        .expect_problem(422, "validation_failed");
    for _ in 0..2 {
        let list = table.seats[0].post(&invite, json!({"username": "BOB"})).await.expect(200).json;
        assert_eq!(list["items"].as_array().expect("items").len(), 1);
        assert_eq!(list["items"][0]["player"]["username"], "bob");
    }
    table.seats[1].get(&table.path("")).await.expect(200);
    table.seats[1].get(&invite).await.expect_problem(403, "not_seated");
    table.seats[1].post(&invite, json!({"username": "stranger"})).await.expect_problem(403, "forbidden");
    for _ in 0..2 {
        table.seats[0].delete(&format!("{invite}/bob")).await.expect(204);
    }
    table.seats[1].get(&table.path("")).await.expect_problem(404, "not_found");
    table.seats[0].post(&invite, json!({"username": "bob"})).await.expect(200);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    table.seats[0].delete(&format!("{invite}/bob")).await.expect_problem(409, "game_started");

    let outsiders = &outsiders[..2];
    assert_hidden_from(&table, outsiders).await;
    table.play_private(&mut dice(51)).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    assert_hidden_from(&table, outsiders).await;
    assert_eq!(table.view(1).await["status"], "finished");
}

impl Table<'_> {
    /// Plays some turns of a game that spectators cannot see.
    async fn play_private(&self, dice: &mut fastrand::Rng) {
        for _ in 0..6 {
            let view = self.view(0).await;
            let seat = view["to_act"]["seat"].as_u64().expect("somebody is asked") as usize;
            let legal = self.legal(seat).await;
            let action = legal[dice.usize(..legal.len())].clone();
            self.post(seat, &view["version"], json!([action])).await.expect(200);
        }
    }
}

#[tokio::test]
async fn an_ended_session_sees_no_more_of_a_private_game_than_a_stranger() {
    let app = TestApp::shared().await;
    let stranger = app.user("stranger").await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    stranger.delete("/v1/sessions/current").await.expect(204);
    let absent = "/v1/games/0190a000-0000-7000-8000-000000000000/actions";
    let turn = turn(&json!(1), json!([{"type": "pass"}]));
    let none = stranger.post(absent, &turn).await;
    let hidden = stranger.post(&table.path("/actions"), &turn).await;
    assert_eq!((hidden.status, hidden.text_without_id()), (none.status, none.text_without_id()));
}

#[tokio::test]
async fn an_unlisted_game_is_found_only_by_its_id() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("unlisted"))).await;
    app.anonymous().get(&table.path("")).await.expect(200);
    let list = app.anonymous().get("/v1/games").await.expect(200).json;
    assert_eq!(list, json!({"items": [], "next_cursor": null}));
    let strangers = app.user("stranger").await.get("/v1/games?player=ada").await.expect(200).json;
    assert_eq!(strangers["items"], json!([]));
    let own = table.seats[0].get("/v1/games?player=ada").await.expect(200).json;
    assert_eq!(own["items"][0]["id"], table.id);
}

#[tokio::test]
async fn an_erased_player_stays_in_games_by_id() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms_with(2, "visibility", json!("public"))).await;
    let before = table.public_view().await["seats"][1]["player"].clone();
    let erased = table.seats[1].erase().await;
    assert!(erased.status.is_success(), "{}", erased.text);
    let after = table.public_view().await["seats"][1]["player"].clone();
    assert_eq!(after, json!({"id": before["id"], "username": null, "bot": false}));
}
