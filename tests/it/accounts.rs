//! Accounts: creating, changing and erasing them.

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::auth::PlayerId;
use lapidary::service::games::has_left_all;
use serde_json::json;

use crate::app::{Answer, PASSWORD, TestApp};
use crate::games::table::{Table, terms, terms_with};

#[tokio::test]
async fn an_account_is_created_and_found_by_its_name() {
    let app = TestApp::spawn().await;
    let body = json!({"username": "Ada", "password": PASSWORD, "email": "ada@example.org"});
    let made = app.anonymous().post("/v1/accounts", &body).await.expect(201);
    assert_eq!(made.header("location"), "/v1/players/Ada");
    assert_eq!(made.json["email"], "ada@example.org");
    assert_eq!(made.json["role"], "player");

    let found = app.anonymous().get("/v1/players/aDA").await.expect(200);
    assert_eq!(found.json["id"], made.json["id"]);
    assert_eq!(found.json["username"], "Ada");
    assert!(found.json.get("email").is_none());
    app.anonymous().get("/v1/players/bob").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn names_are_unique_ignoring_case_and_some_are_reserved() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    for taken in ["ada", "ADA", "greedy", "Admin"] {
        let body = json!({"username": taken, "password": PASSWORD});
        app.anonymous().post("/v1/accounts", &body).await.expect_problem(409, "username_taken");
    }
}

#[tokio::test]
async fn the_most_common_passwords_are_refused() {
    let app = TestApp::spawn().await;
    let body = json!({"username": "ada", "password": "Password1"});
    let answer = app.anonymous().post("/v1/accounts", &body).await.expect_problem(422, "validation_failed");
    assert_eq!(answer.pointers(), ["/password"]);
}

#[tokio::test]
async fn an_email_address_can_be_changed_and_removed() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    assert_eq!(ada.get("/v1/me").await.expect(200).json["email"], json!(null));
    let changed =
        ada.patch("/v1/me", json!({"email": "ada@example.org", "password": PASSWORD})).await.expect(200);
    assert_eq!(changed.json["email"], "ada@example.org");
    assert_eq!(ada.patch("/v1/me", json!({})).await.expect(200).json["email"], "ada@example.org");
    assert_eq!(
        ada.patch("/v1/me", json!({"email": null, "password": PASSWORD})).await.expect(200).json["email"],
        json!(null)
    );
    // The last one has a tag character, which nobody sees.
    for email in ["nonsense", "ada@", "ada\u{e0041}@example.org"] {
        let refused = ada.patch("/v1/me", json!({"email": email, "password": PASSWORD})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/email"], "{email:?}");
    }
}

#[tokio::test]
async fn a_client_without_the_password_can_neither_take_over_nor_erase_an_account() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    for email in [json!("eve@example.org"), json!(null)] {
        let missing = ada.patch("/v1/me", json!({"email": email})).await;
        assert_eq!(missing.expect_problem(422, "validation_failed").pointers(), ["/password"]);
        let null = ada.patch("/v1/me", json!({"email": email, "password": null})).await;
        assert_eq!(null.expect_problem(422, "validation_failed").pointers(), ["/password"]);
    }
    let wrong = ada.patch("/v1/me", json!({"email": "eve@example.org", "password": "wrong password"})).await;
    wrong.expect_problem(403, "wrong_password");
    ada.delete("/v1/me").await.expect_problem(415, "unsupported_media_type");
    let erase = |body: serde_json::Value| ada.request(reqwest::Method::DELETE, "/v1/me").json(&body);
    Answer::to(erase(json!({}))).await.expect_problem(422, "validation_failed");
    Answer::to(erase(json!({"password": "wrong password"}))).await.expect_problem(403, "wrong_password");
    assert_eq!(ada.get("/v1/me").await.expect(200).json["email"], json!(null));
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let app = TestApp::spawn().await;
    let (here, elsewhere) = (app.user("ada").await, app.user("ada").await);
    let new = "staple horse battery";
    let wrong = here.put("/v1/me/password", json!({"current": "wrong", "new": new})).await;
    wrong.expect_problem(403, "wrong_password");
    here.put("/v1/me/password", json!({"current": PASSWORD, "new": new})).await.expect(204);

    here.patch("/v1/me", json!({})).await.expect(200);
    elsewhere.patch("/v1/me", json!({})).await.expect_problem(401, "unauthenticated");
    let log_in = |password| json!({"username": "ada", "password": password});
    app.anonymous().post("/v1/sessions", log_in(PASSWORD)).await.expect_problem(401, "invalid_credentials");
    app.anonymous().post("/v1/sessions", log_in(new)).await.expect(200);
}

#[tokio::test]
async fn an_erased_account_is_gone_and_its_name_free() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let id = ada.get("/v1/me").await.json["id"].clone();
    ada.erase().await.expect(204);
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    ada.erase().await.expect_problem(401, "unauthenticated");
    app.anonymous().get("/v1/players/ada").await.expect_problem(404, "not_found");
    let body = json!({"username": "ada", "password": PASSWORD});
    app.anonymous().post("/v1/sessions", &body).await.expect_problem(401, "invalid_credentials");
    assert_ne!(app.user("ada").await.get("/v1/me").await.json["id"], id);
}

#[tokio::test]
async fn an_erased_account_leaves_its_games() {
    let app = TestApp::spawn().await;
    let duel = Table::started(&app, terms(2)).await;
    let trio = Table::started(&app, terms(3)).await;
    let own = Table::waiting(&app, terms(2)).await;
    let [ada, bob] = [&duel.seats[0], &duel.seats[1]];
    let joined = bob.post("/v1/games", terms(3)).await.expect(201).json;
    let joined = format!("/v1/games/{}", joined["id"].as_str().expect("an id"));
    ada.post_empty(&format!("{joined}/join")).await.expect(200);
    let id = ada.get("/v1/me").await.expect(200).json["id"].clone();

    ada.erase().await.expect(204);

    let ended = duel.public_view().await;
    assert_eq!((&ended["status"], &ended["result"]["winners"]), (&json!("finished"), &json!([1])));
    let going_on = trio.public_view().await;
    assert_eq!((&going_on["status"], &going_on["to_act"]["seat"]), (&json!("active"), &json!(1)));
    assert_eq!(own.public_view().await["status"], "aborted");
    let waiting = app.anonymous().get(&joined).await.expect(200).json;
    assert_eq!(waiting["seats"].as_array().expect("seats").len(), 1);
    assert_eq!(ended["seats"][0]["player"], json!({"id": id, "username": null, "bot": false}));
}

#[derive(diesel::QueryableByName)]
struct Kept {
    #[diesel(sql_type = diesel::sql_types::Text)]
    body: String,
}

#[tokio::test]
async fn an_erased_name_is_in_no_stored_response() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for (creator, guest) in [(&ada, &bob), (&bob, &ada)] {
        let request = creator.request(reqwest::Method::POST, "/v1/games").header("idempotency-key", "k1");
        let game = Answer::to(request.json(&terms(2))).await.expect(201).json;
        let game = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        creator.post(&format!("{game}/invitations"), json!({"username": "bob"})).await.expect(200);
        guest.post_empty(&format!("{game}/join")).await.expect(200);
    }
    ada.erase().await.expect(204);
    let mut database = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let query = diesel::sql_query("SELECT body FROM idempotency_keys");
    let kept: Vec<Kept> = query.load(&mut database).await.expect("kept answers");
    assert_eq!(kept.len(), 1, "those of others stay");
    assert!(kept.iter().all(|kept| !kept.body.contains("\"ada\"")));
}

#[tokio::test]
async fn invitations_of_an_erased_player_are_gone() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(2)).await;
    let invite = json!({"username": "bob"});
    table.seats[0].post(&table.path("/invitations"), invite).await.expect(200);
    table.seats[1].erase().await.expect(204);
    let left = table.seats[0].get(&table.path("/invitations")).await.expect(200).json;
    assert_eq!(left["items"], json!([]));
}

#[tokio::test]
async fn a_player_in_a_private_game_has_not_left_all_games() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let bob = &table.seats[1];
    table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    bob.post_empty(&table.path("/join")).await.expect(200);
    let id = bob.get("/v1/me").await.expect(200).json["id"].as_str().map(str::parse);
    let id = PlayerId(id.expect("an id").expect("a UUID"));
    let mut database = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    assert!(!has_left_all(&mut database, id).await.expect("an answer"), "the game waits for the player");
    bob.post_empty(&table.path("/resign")).await.expect(200);
    assert!(has_left_all(&mut database, id).await.expect("an answer"));
}
