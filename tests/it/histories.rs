//! An entry of a history stays with whom it was written for: what was private stays so, also when what it is
//! about becomes public.

use serde_json::{Value, json};

use crate::app::{Caller, TestApp};
use crate::contract::operations;
use crate::tournaments::scene::settings;

/// Every operation that tells what has happened, with why nobody reads there what was private.
const HISTORIES: [(&str, &str); 15] = [
    ("get_club_audit", "an entry stays with whom it was written for"),
    ("get_audit", "an entry stays with whom it was written for"),
    ("get_series_audit", "the visibility of a series never changes"),
    ("get_admin_audit", "only administrators read it"),
    ("get_own_audit", "it tells the caller"),
    ("get_rating_log", "only public games are rated"),
    ("list_annulments", "only public games are rated"),
    ("get_rating_history", "only public games are rated"),
    ("get_events", "the visibility of a game never changes"),
    ("get_lines", "the visibility of a game never changes"),
    ("get_replay", "the visibility of a game never changes"),
    ("get_lobby_events", "it tells what is, not what was"),
    ("get_merged_events", "the visibility of a game never changes"),
    ("get_own_events", "it tells the caller"),
    ("get_tournament_events", "it tells what is, not what was"),
];

/// Returns what this caller reads of an audit: the kinds of the entries, the newest first.
async fn kinds(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let page = caller.get(&format!("{path}/audit?limit=100")).await.expect(200).json;
    let items = page["items"].as_array().expect("items").iter();
    items.map(|item| item["kind"].as_str().expect("a kind").to_owned()).collect()
}

fn path(place: &str, made: &Value) -> String {
    format!("/v1/{place}/{}", made["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn every_history_says_why_it_shows_nothing_of_a_private_past() {
    let app = TestApp::shared().await;
    let mut operations = operations(&app).await;
    operations.retain(|own| own.method == "GET");
    let ids = operations.iter().filter_map(|own| own.description["operationId"].as_str());
    let tells = |id: &&str| {
        let words = ["audit", "history", "log", "annulments", "events", "lines", "replay", "news"];
        words.iter().any(|word| id.split('_').any(|part| part == *word))
    };
    let mut found: Vec<&str> = ids.filter(tells).collect();
    let mut listed: Vec<&str> = HISTORIES.iter().map(|(id, _)| *id).collect();
    found.sort_unstable();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_club_that_becomes_public_keeps_its_past_to_its_members() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let new = json!({"name": "Emerald", "visibility": "private"});
    let club = path("clubs", &olga.post("/v1/clubs", new).await.expect(201).json);
    let code = olga.post_empty(&format!("{club}/join-code")).await.expect(201).json;
    ada.post(&format!("{club}/join"), json!({"code": code["code"]})).await.expect(200);
    olga.patch(&club, json!({"name": "Ruby"})).await.expect(200);
    olga.patch(&club, json!({"name": "Onyx", "visibility": "public", "joining": "open"})).await.expect(200);
    eve.post_empty(&format!("{club}/join")).await.expect(200);
    let all = ["member_joined", "changed", "changed", "member_joined", "join_code_made", "created"];
    assert_eq!(kinds(&app.anonymous(), &club).await, all[..1]);
    assert_eq!(kinds(&app.user("zoe").await, &club).await, all[..1]);
    for member in [&olga, &ada, &eve] {
        assert_eq!(kinds(member, &club).await, all);
    }
    // And again: what is written while it is private stays, and what was public before is public after it.
    olga.patch(&club, json!({"visibility": "private", "name": "Jade"})).await.expect(200);
    olga.patch(&club, json!({"name": "Opal"})).await.expect(200);
    olga.patch(&club, json!({"visibility": "public"})).await.expect(200);
    assert_eq!(kinds(&app.anonymous(), &club).await, all[..1]);
    assert_eq!(kinds(&ada, &club).await.len(), all.len() + 3);
    ada.delete(&format!("{club}/members/ada")).await.expect(204);
    assert_eq!(kinds(&ada, &club).await, ["member_left", "member_joined"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_tournament_that_becomes_public_keeps_its_past_and_a_draft_its_changes() {
    let app = TestApp::spawn().await;
    let (olga, ada, bob) = (app.user("olga").await, app.user("ada").await, app.user("bob").await);
    let helper = app.user("helper").await;
    let draft = settings(&json!({"open": false, "visibility": "private", "invited": ["ada", "bob"]}));
    let event = path("tournaments", &olga.post("/v1/tournaments", draft).await.expect(201).json);
    olga.patch(&event, json!({"name": "Ruby"})).await.expect(200);
    olga.patch(&event, json!({"name": "Onyx", "open": true})).await.expect(200);
    for player in [&ada, &bob] {
        player.post_empty(&format!("{event}/enter")).await.expect(200);
    }
    bob.post_empty(&format!("{event}/withdraw")).await.expect(204);
    olga.patch(&event, json!({"name": "Jade", "visibility": "public"})).await.expect(200);
    let zoe = app.user("zoe").await;
    zoe.post_empty(&format!("{event}/enter")).await.expect(200);
    olga.patch(&event, json!({"organizers": ["helper"]})).await.expect(200);
    let all = ["changed", "entered", "changed", "withdrawn", "entered", "entered", "registration_opened"];
    let of_draft = ["changed", "changed", "created"];
    assert_eq!(kinds(&app.anonymous(), &event).await, all[..2]);
    for player in [&ada, &bob, &zoe] {
        assert_eq!(kinds(player, &event).await, all);
    }
    for organizer in [&olga, &helper] {
        let mut seen = kinds(organizer, &event).await;
        seen.sort_unstable();
        let mut whole: Vec<&str> = all.into_iter().chain(of_draft).collect();
        whole.sort_unstable();
        assert_eq!(seen, whole);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_from_before_they_had_an_audience_get_that_of_their_time() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let new = json!({"name": "Emerald", "visibility": "private"});
    let club = path("clubs", &olga.post("/v1/clubs", &new).await.expect(201).json);
    olga.patch(&club, json!({"visibility": "public"})).await.expect(200);
    olga.patch(&club, json!({"name": "Ruby"})).await.expect(200);
    let private = path("clubs", &olga.post("/v1/clubs", &new).await.expect(201).json);
    let draft = settings(&json!({"open": false}));
    let event = path("tournaments", &olga.post("/v1/tournaments", draft).await.expect(201).json);
    olga.patch(&event, json!({"name": "Ruby"})).await.expect(200);
    olga.patch(&event, json!({"open": true})).await.expect(200);
    // What a server wrote before it knew of audiences.
    let migration = include_str!("../../migrations/2026-11-29-191100_audiences/up.sql");
    let updates = migration.split_once("DEFAULT 0;").expect("it adds a column").1;
    let statements = format!("UPDATE tournament_events SET audience = 0;{updates}");
    for statement in statements.split(';').filter(|statement| statement.contains("UPDATE")) {
        crate::games::stored::Stored::of(&app).await.execute(statement).await;
    }
    assert_eq!(kinds(&app.anonymous(), &club).await, ["changed"]);
    olga.patch(&private, json!({"visibility": "public"})).await.expect(200);
    assert_eq!(kinds(&app.anonymous(), &private).await, [""; 0]);
    assert_eq!(kinds(&app.anonymous(), &event).await, ["registration_opened", "created"]);
}
