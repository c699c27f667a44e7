//! What cannot be undone and others rely on needs a login of the last minutes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::api_tokens::{issue, with_api_token};
use crate::app::{Answer, Caller, TestApp};
use crate::games::stored::{Stored, shift};
use crate::ladders::DUELS;
use crate::tournaments::scene::{Scene, settings};

/// A request, with the status of its success.
struct Act {
    method: Method,
    path: String,
    body: Option<Value>,
    done: u16,
}

impl Act {
    fn delete(path: String) -> Act {
        Act { method: Method::DELETE, path, body: None, done: 204 }
    }

    async fn by(&self, caller: &Caller<'_>) -> Answer {
        let request = caller.request(self.method.clone(), &self.path);
        Answer::to(match &self.body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }
}

/// Makes every login older than a fresh one is.
async fn let_logins_age(app: &TestApp) {
    let older = format!("UPDATE sessions SET {}", shift("created_at", "- interval '601 seconds'"));
    Stored::of(app).await.execute(&older).await;
}

/// Asserts that an old login and a program cannot act, though they otherwise could, and a new login can.
async fn needs_a_fresh_login(app: &TestApp, caller: &Caller<'_>, act: &Act) {
    let username = caller.get("/v1/me").await.expect(200).json["username"].clone();
    let program = with_api_token(app, caller, &["read", "tournaments", "organize"]).await;
    let refused = act.by(&program).await;
    assert_eq!(refused.status, 403, "{}: {}", act.path, refused.text);
    let_logins_age(app).await;
    let refused = act.by(caller).await.expect_problem(403, "fresh_login_needed");
    let detail = refused.json["detail"].as_str().expect("a sentence");
    assert!(
        detail.contains("a login of the last 10 minutes: log in again with `POST /v1/sessions`"),
        "{detail}"
    );
    let again = app.user(username.as_str().expect("a name")).await;
    act.by(&again).await.expect(act.done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_handed_over_and_closed_after_a_fresh_login_only() {
    let app = TestApp::spawn().await;
    let (olga, ada) = (app.user("olga").await, app.user("ada").await);
    let club = olga.post("/v1/clubs", json!({"name": "Emerald", "joining": "open"})).await.expect(201).json;
    let club = format!("/v1/clubs/{}", club["id"].as_str().expect("an id"));
    let member = |name: &str| format!("{club}/members/{name}");
    ada.post_empty(&format!("{club}/join")).await.expect(200);
    let ladder = json!({"name": "Ruby", "base_pool": DUELS});
    let ladder = olga.post(&format!("{club}/ladders"), ladder).await.expect(201).json;
    let ladder = Act::delete(format!("{club}/ladders/{}", ladder["id"].as_str().expect("an id")));
    needs_a_fresh_login(&app, &olga, &ladder).await;

    let role = |role: &str| Some(json!({"role": role}));
    let over = Act { method: Method::PATCH, path: member("ada"), body: role("owner"), done: 200 };
    needs_a_fresh_login(&app, &olga, &over).await;
    // Naming a manager and leaving as one can be undone.
    let ada = app.user("ada").await;
    let_logins_age(&app).await;
    ada.patch(&member("olga"), json!({"role": "member"})).await.expect(200);
    olga.delete(&member("olga")).await.expect(204);
    needs_a_fresh_login(&app, &ada, &Act::delete(member("ada"))).await;
    ada.get(&club).await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_runs_is_cancelled_after_a_fresh_login_only() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    scene.start().await;
    scene.next().await;
    let close = scene.at("/close");
    let cancel =
        Act { method: Method::POST, path: close.clone(), body: Some(json!({"cancel": true})), done: 200 };
    needs_a_fresh_login(&app, &scene.organizer, &cancel).await;
    assert_eq!(scene.get("").await["status"], "cancelled");
    // Repeating it changes nothing, and one that has not begun can be opened again.
    scene.organizer.post(&close, json!({"cancel": true})).await.expect(200);
    let early = Scene::new(&app, json!({"seats": 2}), 0).await;
    let_logins_age(&app).await;
    early.organizer.post(&early.at("/close"), json!({"cancel": true})).await.expect(200);
    early.organizer.post(&early.at("/reopen"), json!({"reason": "by mistake"})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_a_draft_and_a_bot_are_erased_after_a_fresh_login_only() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let series = olga.post("/v1/series", json!({"name": "Grand Prix"})).await.expect(201).json;
    let series = format!("/v1/series/{}", series["id"].as_str().expect("an id"));
    needs_a_fresh_login(&app, &olga, &Act::delete(series.clone())).await;
    olga.get(&series).await.expect_problem(404, "not_found");
    let olga = app.user("olga").await;
    let draft = olga.post("/v1/tournaments", settings(&json!({"open": null}))).await.expect(201).json;
    let draft = format!("/v1/tournaments/{}", draft["id"].as_str().expect("an id"));
    needs_a_fresh_login(&app, &olga, &Act::delete(draft.clone())).await;
    olga.get(&draft).await.expect_problem(404, "not_found");
    let olga = app.user("olga").await;
    olga.post("/v1/me/bots", json!({"username": "robot"})).await.expect(201);
    needs_a_fresh_login(&app, &olga, &Act::delete("/v1/me/bots/robot".to_owned())).await;
    olga.get("/v1/players/robot").await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_ends_what_it_owns_though_it_cannot_log_in() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let issued = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read", "tournaments", "organize"]).await;
    let bot = app.with_token(issued["token"].as_str().expect("a token"));
    let series = bot.post("/v1/series", json!({"name": "Grand Prix"})).await.expect(201).json;
    bot.delete(&format!("/v1/series/{}", series["id"].as_str().expect("an id"))).await.expect(204);
    let club = bot.post("/v1/clubs", json!({"name": "Emerald"})).await.expect(201).json;
    bot.delete(&format!("/v1/clubs/{}/members/ada-bot", club["id"].as_str().expect("an id")))
        .await
        .expect(204);
}
