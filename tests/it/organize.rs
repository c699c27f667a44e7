//! The scope `organize`: what a token without it may not do, though its owner may, and who has it since
//! 0.1.0.

use serde_json::{Value, json};

use crate::api_tokens::with_api_token;
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;
use crate::oauth::browser::{Browser, field, parameter, request_with, text};
use crate::tournaments::scene::{Scene, settings};

/// Lets a player grant these scopes to an app, and returns the tokens.
async fn granted(app: &TestApp, username: &str, scopes: &str) -> Value {
    let browser = Browser::at(app);
    let back = browser.allow(&request_with(&[("scope", scopes)]), username).await;
    browser.exchange(&parameter(&back, "code").expect("a code")).await.expect(200).json
}

async fn creates_a_tournament(caller: &Caller<'_>) -> bool {
    let answer = caller.post("/v1/tournaments", settings(&json!({}))).await;
    assert!(["201", "403"].contains(&answer.status.as_str()), "{}", answer.text);
    answer.status == 201
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_a_player_does_in_clubs_what_members_may() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let (ada, bob, joan) = (app.user("ada").await, app.user("bob").await, app.user("joan").await);
    let club = olga.post("/v1/clubs", json!({"name": "Emerald"})).await.expect(201).json;
    let club = format!("/v1/clubs/{}", text(&club["id"]));
    let at = |rest: &str| format!("{club}{rest}");
    for player in [&ada, &bob] {
        player.post_empty(&at("/join")).await.expect(200);
    }
    olga.put(&at("/members/ada"), json!({})).await.expect(204);
    olga.put(&at("/invitations/joan"), json!({})).await.expect(204);

    let player = with_api_token(&app, &olga, &["read", "tournaments"]).await;
    for other in ["/members/ada", "/applications/bob", "/invitations/joan"] {
        let refused = player.delete(&at(other)).await.expect_problem(403, "club_role");
        assert!(text(&refused.json["detail"]).contains("the scope `organize`"), "{}", refused.text);
    }
    for (own, deed) in [(&ada, "/members/ada"), (&bob, "/applications/bob"), (&joan, "/invitations/joan")] {
        let token = with_api_token(&app, own, &["tournaments"]).await;
        token.delete(&at(deed)).await.expect(204);
    }
    // The last member would close the club, which needs a login.
    player.delete(&at("/members/olga")).await.expect_problem(403, "fresh_login_needed");
    assert_eq!(player.get(&club).await.expect(200).json["my_role"], "owner");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_a_player_does_in_tournaments_what_entries_may() {
    let app = TestApp::shared().await;
    let teams = json!({"ruleset": "splendor", "seats": 2, "teams": {"size_min": 1, "size_max": 2}});
    let scene = Scene::new(&app, teams, 2).await;
    let team = scene.post("/teams", json!({"name": "Ruby"})).await.expect(201).json["team"].clone();
    scene.organizer.put(&scene.at("/entries/1/team"), json!({"team": team})).await.expect(200);
    scene.organizer.patch(&scene.path, json!({"invited": [app.name("player1")]})).await.expect(200);

    let player = with_api_token(&app, &scene.organizer, &["read", "tournaments"]).await;
    let invitation = scene.at(&format!("/invitations/{}", app.name("player1")));
    let of_team = scene.at(&format!("/teams/{team}"));
    let put = player.put(&scene.at("/entries/2/team"), json!({"team": team})).await;
    put.expect_problem(403, "not_organizer");
    player.delete(&scene.at("/entries/1/team")).await.expect_problem(403, "not_captain");
    player.patch(&of_team, json!({"name": "Onyx"})).await.expect_problem(403, "not_captain");
    player.post_empty(&format!("{of_team}/code")).await.expect_problem(403, "not_captain");
    player.delete(&of_team).await.expect_problem(403, "not_captain");
    player.post(&scene.at("/teams"), json!({"name": "Onyx"})).await.expect_problem(409, "not_entered");
    player.delete(&invitation).await.expect_problem(403, "not_organizer");
    // What only organizers do is refused for the scope.
    player.post_empty(&scene.at("/start")).await.expect_problem(403, "forbidden");

    let own = with_api_token(&app, &scene.players[&1], &["tournaments"]).await;
    own.delete(&scene.at("/entries/1/team")).await.expect(200);
    own.delete(&invitation).await.expect(204);
    let organizer = with_api_token(&app, &scene.organizer, &["organize"]).await;
    organizer.post_empty(&scene.at("/entry-code")).await.expect_problem(422, "not_available");
    organizer.patch(&scene.path, json!({"name": "Saturday"})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_organizes_only_if_its_player_was_told() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let page = |scopes: &'static str| {
        let browser = &browser;
        async move {
            let page = browser.authorize(&request_with(&[("scope", scopes)])).await.expect(200);
            browser.log_in(&field(&page), "ada", crate::app::PASSWORD).await.expect(200).text
        }
    };
    assert!(page("read organize").await.contains("<li>create tournaments and run yours:"));
    assert!(!page("read tournaments").await.contains("run yours"));

    let narrow = granted(&app, "ada", "tournaments").await;
    let answer = app
        .with_token(text(&narrow["access_token"]))
        .post("/v1/tournaments", settings(&json!({})))
        .await
        .expect_problem(403, "forbidden");
    assert!(answer.header("www-authenticate").contains("scope=\"organize\""));
    let wide = granted(&app, "ada", "tournaments organize").await;
    assert_eq!(wide["scope"], "tournaments organize");
    let refreshed = browser.refresh(&wide["refresh_token"], &[]).await.expect(200).json;
    for tokens in [&wide, &refreshed] {
        assert!(creates_a_tournament(&app.with_token(text(&tokens["access_token"]))).await);
    }
}

/// A server of 0.1.0 cannot read a scope that it does not know, and leaves the new column empty.
#[tokio::test(flavor = "multi_thread")]
async fn api_tokens_of_0_1_0_still_organize_and_apps_do_not() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let program = with_api_token(&app, &ada, &["read", "tournaments"]).await;
    let reader = with_api_token(&app, &ada, &["read"]).await;
    let grant = granted(&app, "ada", "read tournaments organize").await;
    let mut stored = Stored::of(&app).await;
    let unknown = "SELECT scopes FROM sessions WHERE scopes LIKE '%organize%'";
    assert_eq!(stored.texts(unknown).await, [""; 0], "0.1.0 reads the scopes of every session");
    stored.execute("UPDATE sessions SET organize = NULL").await;
    assert!(creates_a_tournament(&program).await);
    let told = program.get("/v1/me").await.expect(200).json;
    assert_eq!(told["token"]["scopes"], json!(["read", "tournaments", "organize"]));
    ada.patch("/v1/me", json!({})).await.expect(200);
    assert!(!creates_a_tournament(&reader).await);
    let refreshed = Browser::at(&app).refresh(&grant["refresh_token"], &[]).await.expect(200).json;
    assert_eq!(refreshed["scope"], "read tournaments");
    assert!(!creates_a_tournament(&app.with_token(text(&refreshed["access_token"]))).await);
}
