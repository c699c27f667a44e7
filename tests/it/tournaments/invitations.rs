//! Players who are invited to enter a tournament: who sees it, who takes it back, and what the players are
//! told.

use serde_json::{Value, json};

use super::execute;
use super::scene::{Scene, settings};
use crate::app::{Answer, Caller, TestApp};
use crate::finding::block;
use crate::games::reader::{LINES, Reader};

/// Returns the names of those who are invited, each with whether they have entered.
async fn invited(caller: &Caller<'_>, scene: &Scene<'_>) -> Vec<(String, bool)> {
    let page = caller.get(&scene.at("/invitations")).await.expect(200).json;
    let items = page["items"].as_array().expect("items").iter();
    let of = |item: &Value| {
        let name = item["player"]["username"].as_str().expect("a name").to_owned();
        (name, item["entered"].as_bool().expect("whether the player has entered"))
    };
    items.map(of).collect()
}

/// Returns the kinds of what tournaments tell a player, the newest first.
async fn told(caller: &Caller<'_>) -> Vec<(String, String)> {
    let waiting = caller.get("/v1/me/events").await.expect(200).json;
    let items = waiting["announcements"].as_array().expect("announcements").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    items.map(|item| (text(&item["kind"]), text(&item["name"]))).collect()
}

fn invitation() -> Vec<(String, String)> {
    vec![("invited".to_owned(), "Friday".to_owned())]
}

#[tokio::test(flavor = "multi_thread")]
async fn organizers_see_invitations_and_take_them_back() {
    let app = TestApp::spawn().await;
    let (ada, grace, joan) = (app.user("ada").await, app.user("grace").await, app.user("joan").await);
    let changed = json!({"visibility": "private", "invited": ["ada", "grace"]});
    let scene = Scene::new(&app, changed, 0).await;
    let all = |entered: bool| vec![("ada".to_owned(), entered), ("grace".to_owned(), false)];
    assert_eq!(invited(&scene.organizer, &scene).await, all(false));
    let first = scene.get("/invitations?limit=1").await;
    let next = format!("/invitations?limit=1&cursor={}", first["next_cursor"].as_str().expect("a cursor"));
    assert_eq!(scene.get(&next).await["items"][0]["player"]["username"], "grace");
    let list = scene.at("/invitations");
    app.anonymous().get(&list).await.expect_problem(401, "unauthenticated");
    joan.get(&list).await.expect_problem(404, "not_found");
    ada.get(&list).await.expect_problem(403, "not_organizer");

    ada.post_empty(&scene.at("/enter")).await.expect(200);
    assert_eq!(invited(&scene.organizer, &scene).await, all(true));
    // Everybody takes the own invitation back, organizers all of them; an entry stays.
    let of = |name: &str| scene.at(&format!("/invitations/{name}"));
    ada.delete(&of("grace")).await.expect_problem(403, "not_organizer");
    joan.delete(&of("joan")).await.expect_problem(404, "not_found");
    for name in ["joan", "nobody", "%00"] {
        scene.organizer.delete(&of(name)).await.expect_problem(404, "not_found");
    }
    scene.organizer.delete(&of("ADA")).await.expect(204);
    scene.organizer.delete(&of("ada")).await.expect_problem(404, "not_found");
    ada.get(&scene.path).await.expect(200);
    grace.delete(&of("grace")).await.expect(204);
    grace.get(&scene.path).await.expect_problem(404, "not_found");
    assert_eq!(invited(&scene.organizer, &scene).await, []);
    scene.organizer.patch(&scene.path, json!({"invited": ["grace"]})).await.expect(200);
    grace.get(&scene.path).await.expect(200);
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    scene.organizer.delete(&of("grace")).await.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_told_until_the_player_enters_or_nobody_can() {
    let app = TestApp::spawn().await;
    let other_url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| settings.database.database_url = Some(other_url)).await;
    let (ada, grace, joan) = (app.user("ada").await, app.user("grace").await, app.user("joan").await);
    let changed = json!({"open": false, "invited": ["ada", "grace", "joan"]});
    let scene = Scene::new(&app, changed, 0).await;
    let block = joan.request(reqwest::Method::PUT, "/v1/me/blocks/organizer");
    Answer::to(block).await.expect(204);
    // A draft is told to nobody.
    assert_eq!(told(&ada).await, []);
    let elsewhere = other.with_token(ada.token());
    let mut stream = Reader::open(&elsewhere, "/v1/me/events", LINES).await;
    assert_eq!(stream.expect("snapshot").await["data"]["announcements"], json!([]));
    scene.organizer.patch(&scene.path, json!({"open": true})).await.expect(200);
    let frame = stream.expect("announcement").await;
    assert_eq!((&frame["data"]["kind"], &frame["data"]["text"]), (&json!("invited"), &json!("")));
    assert_eq!(
        scene.at(""),
        format!("/v1/tournaments/{}", frame["data"]["tournament"].as_str().expect("an id"))
    );
    assert_eq!((told(&grace).await, told(&joan).await), (invitation(), vec![]));
    ada.post_empty(&scene.at("/enter")).await.expect(200);
    while stream.frame().await.expect("the stream goes on")["type"] != "announcement_gone" {}
    assert_eq!(told(&ada).await, []);
    // Whoever has left is invited again; who declines is not, nor is anybody once it runs.
    ada.post_empty(&scene.at("/withdraw")).await.expect(204);
    assert_eq!(told(&ada).await, invitation());
    grace.delete(&scene.at("/invitations/grace")).await.expect(204);
    assert_eq!(told(&grace).await, []);
    for name in ["play1", "play2"] {
        app.user(name).await.post_empty(&scene.at("/enter")).await.expect(200);
    }
    scene.start().await;
    assert_eq!(told(&ada).await, []);
    drop(other);
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_of_a_blocked_player_go_from_the_list() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let scene = Scene::new(&app, json!({"invited": ["ada", "grace"]}), 0).await;
    grace.post_empty(&scene.at("/enter")).await.expect(200);
    let listed = async |caller: &Caller<'_>| {
        let list = caller.get("/v1/me/tournaments").await.expect(200).json;
        list["items"].as_array().expect("items").len()
    };
    assert_eq!((listed(&ada).await, listed(&grace).await), (1, 1));
    for player in [&ada, &grace] {
        block(player, "organizer").await;
    }
    assert_eq!((listed(&ada).await, listed(&grace).await), (0, 1), "an entry stays");
    ada.delete("/v1/me/blocks/organizer").await.expect(204);
    assert_eq!(listed(&ada).await, 1);
}

/// Lets a player invite `ada` to seven copies of a tournament.
fn seven_invitations(tournament: &str, by: &str) -> String {
    format!(
        "WITH copied AS (INSERT INTO tournaments SELECT (jsonb_populate_record(t, jsonb_build_object( \
         'id', gen_random_uuid(), 'name', '{by}'))).* \
         FROM tournaments t, generate_series(1, 7) WHERE t.id = '{tournament}' RETURNING id) \
         INSERT INTO tournament_members (tournament_id, player_id, role, asked_by) \
         SELECT copied.id, ada.id, 'invited', inviter.id FROM copied, players ada, players inviter \
         WHERE ada.username = 'ada' AND inviter.username = '{by}'"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn many_invitations_push_out_neither_announcements_nor_those_of_others() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let scene = Scene::new(&app, json!({}), 0).await;
    ada.post_empty(&scene.at("/enter")).await.expect(200);
    scene.post("/announcements", json!({"text": "We begin at eight"})).await.expect(201);
    let invites = json!({"name": "Invites", "invited": ["ada"]});
    grace.post("/v1/tournaments", settings(&invites)).await.expect(201);
    for number in 1..=4 {
        let name = format!("inviter{number}");
        app.user(&name).await;
        execute(&app, &seven_invitations(scene.id(), &name)).await;
    }
    let told = told(&ada).await;
    let of = |name: &str| told.iter().filter(|(_, by)| by == name).count();
    assert!(told.contains(&("announced".to_owned(), "Friday".to_owned())), "{told:?}");
    // Five of each of four are twenty, unless the older invitation is among them.
    let others: usize = (1..=4).map(|number| of(&format!("inviter{number}"))).sum();
    assert_eq!(others + of("Invites"), 20);
    assert!((1..=4).all(|number| of(&format!("inviter{number}")) <= 5), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_players_who_are_invited_are_limited() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let scene = Scene::new(&app, json!({"visibility": "private"}), 0).await;
    let all_but_one = format!(
        "WITH people AS (INSERT INTO players (id, guest) SELECT gen_random_uuid(), true FROM generate_series(1, 4095) \
         RETURNING id) INSERT INTO tournament_members (tournament_id, player_id, role) \
         SELECT '{}', id, 'invited' FROM people",
        scene.id()
    );
    execute(&app, &all_but_one).await;
    let invite = |names: Value| scene.organizer.patch(&scene.path, json!({"invited": names}));
    let refused = invite(json!(["ada", "grace"])).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"][0]["pointer"], "/invited");
    ada.get(&scene.path).await.expect_problem(404, "not_found");
    invite(json!(["ada"])).await.expect(200);
    // Whoever is invited is not invited once more.
    invite(json!(["ada"])).await.expect(200);
    invite(json!(["grace"])).await.expect_problem(422, "validation_failed");
    ada.get(&scene.path).await.expect(200);
    grace.get(&scene.path).await.expect_problem(404, "not_found");
}
