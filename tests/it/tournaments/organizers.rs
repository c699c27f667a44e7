//! Organizers who are asked, accept, decline, leave and are taken away, and what nobody else does.

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Scene, settings};
use crate::app::{Answer, Caller, TestApp};
use crate::games::stored::Stored;
use crate::ladders::promote;

async fn block(blocker: &Caller<'_>, blocked: &str) {
    let path = format!("/v1/me/blocks/{blocked}");
    Answer::to(blocker.request(reqwest::Method::PUT, &path)).await.expect(204);
}

/// Creates a tournament that names organizers, and returns its path.
async fn create(creator: &Caller<'_>, changed: Value) -> String {
    let made = creator.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"))
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|player| player["username"].as_str()).collect()
}

async fn lists(caller: &Caller<'_>, path: &str) -> (Vec<String>, Vec<String>) {
    let view = caller.get(path).await.expect(200).json;
    let owned = |list: &Value| names(list).into_iter().map(str::to_owned).collect();
    (owned(&view["organizers"]), owned(&view["invited_organizers"]))
}

fn both(organizers: &[&str], invited: &[&str]) -> (Vec<String>, Vec<String>) {
    let owned = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    (owned(organizers), owned(invited))
}

#[tokio::test]
async fn nobody_organizes_unasked_and_everybody_can_leave() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let path = create(&olga, json!({"organizers": ["ada", "olga"]})).await;
    let (accept, of) =
        (format!("{path}/organizers/accept"), |name: &str| format!("{path}/organizers/{name}"));
    ada.patch(&path, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    grace.post_empty(&accept).await.expect_problem(403, "not_organizer");
    olga.patch(&path, json!({"organizers": ["grace", "ada"]})).await.expect(200);
    assert_eq!(lists(&olga, &path).await, both(&[], &["ada", "grace"]));
    assert_eq!(lists(&grace, &path).await, both(&[], &["grace"]), "others are nobody's business");
    assert_eq!(lists(&app.anonymous(), &path).await, both(&[], &[]));

    for _ in 0..2 {
        ada.post_empty(&accept).await.expect(200);
    }
    ada.patch(&path, json!({"name": "Ours"})).await.expect(200);
    // Naming an organizer again asks nobody.
    olga.patch(&path, json!({"organizers": ["ada"]})).await.expect(200);
    assert_eq!(lists(&ada, &path).await, both(&["ada"], &["grace"]));
    ada.delete(&of("grace")).await.expect_problem(403, "not_organizer");
    grace.delete(&of("GRACE")).await.expect(204);
    grace.delete(&of("grace")).await.expect_problem(404, "not_found");
    grace.post_empty(&accept).await.expect_problem(403, "not_organizer");
    olga.delete(&of("nobody")).await.expect_problem(404, "not_found");
    olga.delete(&of("olga")).await.expect_problem(409, "organizer_needed");
    ada.delete(&of("ada")).await.expect(204);
    ada.patch(&path, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");

    olga.patch(&path, json!({"organizers": ["ada", "grace"]})).await.expect(200);
    ada.post_empty(&accept).await.expect(200);
    for name in ["ada", "grace"] {
        olga.delete(&of(name)).await.expect(204);
    }
    assert_eq!(lists(&olga, &path).await, both(&[], &[]));
    ada.patch(&path, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    let audit = olga.get(&format!("{path}/audit?limit=100")).await.expect(200).json;
    let of_kind = |kind: &str| {
        let all = audit["items"].as_array().expect("items").iter().filter(|item| item["kind"] == kind);
        all.map(|item| item["by"]["username"].as_str().expect("a name")).collect::<Vec<_>>()
    };
    assert_eq!(of_kind("organizer_joined"), ["ada", "ada"]);
    assert_eq!(of_kind("organizer_left"), ["ada", "grace"]);
    assert_eq!(of_kind("organizer_removed"), ["olga", "olga"]);
    olga.patch(&path, json!({"organizers": ["ada"]})).await.expect(200);
    olga.post_empty(&format!("{path}/close")).await.expect(200);
    ada.post_empty(&accept).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn who_is_asked_sees_a_draft_and_blocks_count() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    block(&ada, "olga").await;
    block(&olga, "grace").await;
    let refused = olga.post("/v1/tournaments", settings(&json!({"organizers": ["ada", "grace"]}))).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/organizers/1"]);
    olga.delete("/v1/me/blocks/grace").await.expect(204);
    let draft = json!({"open": null, "visibility": "private", "organizers": ["ada", "grace"]});
    let path = create(&olga, draft).await;
    let accept = format!("{path}/organizers/accept");
    assert_eq!(lists(&olga, &path).await, both(&[], &["ada", "grace"]), "nobody learns who has blocked them");
    let mine = async |caller: &Caller<'_>| {
        let mine = caller.get("/v1/me/tournaments").await.expect(200).json;
        mine["items"].as_array().expect("items").len()
    };
    assert_eq!((mine(&ada).await, mine(&grace).await), (0, 1));
    ada.get(&path).await.expect_problem(404, "not_found");
    ada.post_empty(&accept).await.expect_problem(404, "not_found");
    assert_eq!(lists(&grace, &path).await, both(&[], &["grace"]));
    block(&grace, "olga").await;
    grace.post_empty(&accept).await.expect_problem(404, "not_found");
    grace.delete("/v1/me/blocks/olga").await.expect(204);
    grace.post_empty(&accept).await.expect(200);
    assert_eq!(mine(&grace).await, 1, "an organizer finds a draft");
    grace.delete(&format!("{path}/organizers/grace")).await.expect(204);
    grace.get(&path).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn the_last_organizer_of_a_running_tournament_stays() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let scene = Scene::new(&app, json!({"seats": 2, "organizers": ["ada", "grace"]}), 2).await;
    for organizer in [&ada, &grace] {
        organizer.post_empty(&scene.at("/organizers/accept")).await.expect(200);
    }
    scene.start().await;
    let left = scene.organizer.delete(&scene.at("/organizers/organizer")).await;
    assert!(left.expect_problem(409, "organizer_needed").text.contains("creator"));
    scene.organizer.erase().await.expect(204);
    grace.delete(&scene.at("/organizers/grace")).await.expect(204);
    ada.delete(&scene.at("/organizers/ada")).await.expect_problem(409, "organizer_needed");
    ada.post(&scene.at("/close"), json!({"cancel": true})).await.expect(200);
    ada.delete(&scene.at("/organizers/ada")).await.expect(204);
}

#[tokio::test]
async fn an_administrator_takes_organizers_away() {
    let app = TestApp::spawn().await;
    let (olga, ada, wanda) = (app.user("olga").await, app.user("ada").await, app.user("wanda").await);
    let path = create(&olga, json!({"organizers": ["ada"]})).await;
    ada.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    wanda.delete(&format!("{path}/organizers/ada")).await.expect_problem(403, "not_organizer");
    promote(&app, "wanda").await;
    wanda.delete(&format!("{path}/organizers/ada")).await.expect(204);
    wanda.delete(&format!("{path}/organizers/olga")).await.expect_problem(409, "organizer_needed");
    assert_eq!(lists(&olga, &path).await, both(&[], &[]));
}

#[tokio::test]
async fn a_tournament_has_a_limited_number_of_organizers() {
    let app = TestApp::spawn().await;
    let (olga, ada) = (app.user("olga").await, app.user("ada").await);
    let path = create(&olga, json!({"organizers": ["ada"]})).await;
    ada.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    super::execute(&app, "INSERT INTO players (id, username) SELECT gen_random_uuid(), 'asked' || n FROM generate_series(1, 64) n")
        .await;
    let asked = |numbers: std::ops::RangeInclusive<u8>| json!({"organizers": numbers.map(|number| format!("asked{number}")).collect::<Vec<_>>()});
    olga.patch(&path, asked(1..=63)).await.expect(200);
    let refused = olga.patch(&path, asked(63..=64)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/organizers/1"]);
    olga.delete(&format!("{path}/organizers/asked7")).await.expect(204);
    olga.patch(&path, asked(64..=64)).await.expect(200);
}

#[tokio::test]
async fn the_private_games_of_an_event_are_shown_to_its_organizers_and_hidden_from_former_ones() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let players =
        [app.user("play1").await, app.user("play2").await, app.user("play3").await, app.user("play4").await];
    let olga = app.user("olga").await;
    let private = json!({"ruleset": "splendor", "seats": 2, "visibility": "private", "organizers": ["ada", "grace"],
        "invited": ["play1", "play2", "play3", "play4"]});
    let path = create(&olga, private).await;
    let accept = format!("{path}/organizers/accept");
    ada.post_empty(&accept).await.expect(200);
    for player in &players {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    olga.post_empty(&format!("{path}/start")).await.expect(200);
    let round = olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let games: Vec<String> = (0..2)
        .map(|table| format!("/v1/games/{}", round["tables"][table]["game"].as_str().expect("a game")))
        .collect();
    for game in &games {
        ada.get(game).await.expect(200);
        grace.get(game).await.expect_problem(404, "not_found");
    }
    grace.post_empty(&accept).await.expect(200);
    olga.delete(&format!("{path}/organizers/ada")).await.expect(204);
    for game in &games {
        grace.get(game).await.expect(200);
        for part in ["", "/events", "/legal-actions", "/export"] {
            ada.get(&format!("{game}{part}")).await.expect_problem(404, "not_found");
        }
        olga.get(game).await.expect(200);
    }
}

#[tokio::test]
async fn a_draft_that_is_cancelled_stays_hidden() {
    let app = TestApp::spawn().await;
    let (olga, ada) = (app.user("olga").await, app.user("ada").await);
    let draft = create(&olga, json!({"open": false, "invited": ["ada"]})).await;
    let opened = create(&olga, json!({"open": false, "invited": ["ada"]})).await;
    olga.patch(&opened, json!({"open": true})).await.expect(200);
    for path in [&draft, &opened] {
        olga.post(&format!("{path}/close"), json!({"cancel": true})).await.expect(200);
    }
    let listed = async |caller: &Caller<'_>, list: &str| -> Vec<String> {
        let page = caller.get(list).await.expect(200).json;
        let items = page["items"].as_array().expect("items").iter();
        items.map(|item| format!("/v1/tournaments/{}", item["id"].as_str().expect("an id"))).collect()
    };
    for list in ["/v1/tournaments", "/v1/tournaments?status=cancelled"] {
        assert_eq!(listed(&app.anonymous(), list).await, vec![opened.clone()]);
    }
    assert_eq!(listed(&ada, "/v1/me/tournaments").await, vec![opened.clone()]);
    assert_eq!(listed(&olga, "/v1/me/tournaments").await, [opened.clone(), draft.clone()]);
    for part in ["", "/audit", "/export", "/entries", "/standings"] {
        app.anonymous().get(&format!("{draft}{part}")).await.expect_problem(404, "not_found");
        ada.get(&format!("{draft}{part}")).await.expect_problem(404, "not_found");
    }
    olga.get(&draft).await.expect(200);
    app.anonymous().get(&opened).await.expect(200);
}

#[tokio::test]
async fn whoever_does_not_organize_an_event_is_refused_without_its_lock() {
    let app = TestApp::spawn_with(|settings| {
        settings.database.lock_timeout = Duration::from_millis(200);
    })
    .await;
    let scene = Scene::new(&app, json!({}), 4).await;
    scene.start().await;
    scene.next().await;
    let mut holder = Stored::of(&app).await;
    holder.execute("BEGIN").await;
    holder.execute("SELECT 1 FROM tournaments FOR NO KEY UPDATE").await;
    let why = json!({"reason": "a test"});
    let player = &scene.players[&1];
    for (rest, body) in [
        ("/announcements", json!({"text": "a test"})),
        ("/entries", json!({"guest": "Ada"})),
        ("/entries/2/remove", why.clone()),
        ("/entries/2/reinstate", why.clone()),
        ("/tables/1/result", json!({"places": [1, 2, 3, 4], "reason": "a test"})),
        ("/tables/1/pause", why.clone()),
        ("/tables/1/void", why),
    ] {
        player.post(&scene.at(rest), body).await.expect_problem(403, "not_organizer");
    }
    for rest in ["/start", "/close", "/rounds/next", "/rounds/close"] {
        player.post_empty(&scene.at(rest)).await.expect_problem(403, "not_organizer");
    }
    player.patch(&scene.path, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    // The organizer has to wait.
    scene.post("/announcements", json!({"text": "a test"})).await.expect_problem(503, "unavailable");
    holder.execute("COMMIT").await;
    scene.post("/announcements", json!({"text": "a test"})).await.expect(201);
}
