//! Tournaments of clubs: who manages the club organizes them, and they have a limit of their own.

use serde_json::json;

use super::scene::settings;
use crate::app::TestApp;
use crate::ladders::promote;

fn id(made: &serde_json::Value) -> &str {
    made["id"].as_str().expect("an id")
}

#[tokio::test(flavor = "multi_thread")]
async fn managers_of_a_club_organize_its_events_while_they_have_the_role() {
    let app = TestApp::spawn().await;
    let (olga, ada, bob) = (app.user("olga").await, app.user("ada").await, app.user("bob").await);
    let club = olga.post("/v1/clubs", json!({"name": "Club", "joining": "open"})).await.expect(201).json;
    let path = format!("/v1/clubs/{}", id(&club));
    for member in [&ada, &bob] {
        member.post_empty(&format!("{path}/join")).await.expect(200);
    }
    let changed = json!({"club": id(&club), "open": false, "play": "over_the_board", "seats": 2});
    let made = olga.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    let event = format!("/v1/tournaments/{}", id(&made));
    ada.get(&event).await.expect_problem(404, "not_found");
    let role = async |name: &str, role: &str| {
        olga.patch(&format!("{path}/members/{name}"), json!({"role": role})).await.expect(200);
    };
    role("ada", "manager").await;
    ada.patch(&event, json!({"open": true})).await.expect(200);
    bob.post(&format!("{event}/entries"), json!({"guest": "G"})).await.expect_problem(403, "not_organizer");
    ada.post(&format!("{event}/entries"), json!({"guest": "G"})).await.expect(201);
    let audit = olga.get(&format!("{event}/audit?limit=1")).await.expect(200).json;
    let last = &audit["items"][0];
    assert_eq!((&last["kind"], &last["by"]["username"]), (&json!("entry_added"), &json!("ada")));
    role("ada", "member").await;
    ada.post(&format!("{event}/entries"), json!({"guest": "H"})).await.expect_problem(403, "not_organizer");
    // Whoever manages the club now goes on, and nobody is listed by name.
    role("bob", "manager").await;
    bob.post_empty(&format!("{event}/start")).await.expect_problem(422, "not_pairable");
    assert_eq!(bob.get(&event).await.expect(200).json["organizers"], json!([]));
    bob.post_empty(&format!("{event}/organizers/accept")).await.expect_problem(403, "not_organizer");
    olga.delete(&format!("{path}/members/bob")).await.expect(204);
    bob.post_empty(&format!("{event}/start")).await.expect_problem(403, "not_organizer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_who_plays_a_rated_event_decides_nothing_there() {
    let app = TestApp::spawn().await;
    let (olga, ada, bob) = (app.user("olga").await, app.user("ada").await, app.user("bob").await);
    let club = olga.post("/v1/clubs", json!({"name": "Club", "joining": "open"})).await.expect(201).json;
    let path = format!("/v1/clubs/{}", id(&club));
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000});
    for (member, name) in [(&ada, "ada"), (&bob, "bob")] {
        member.post_empty(&format!("{path}/join")).await.expect(200);
        olga.patch(&format!("{path}/members/{name}"), json!({"role": "manager"})).await.expect(200);
    }
    let changed = json!({"club": id(&club), "seats": 2, "rated": true, "clock": clock, "ready_check_ms": 0});
    let made = olga.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    let event = format!("/v1/tournaments/{}", id(&made));
    for player in [&ada, &bob] {
        player.post_empty(&format!("{event}/enter")).await.expect(200);
    }
    bob.post_empty(&format!("{event}/start")).await.expect(200);
    let round = olga.post_empty(&format!("{event}/rounds/next")).await.expect(201).json;
    let void = json!({"reason": "no"});
    let table = format!("{event}/tables/{}", round["tables"][0]["table"]);
    for player in [&ada, &bob] {
        player.post(&format!("{table}/void"), &void).await.expect_problem(403, "organizer_seated");
    }
    // Whoever organizes by the role ends no rated game that has begun either, administrators included.
    promote(&app, "olga").await;
    ada.post_empty(&format!("/v1/games/{}/resign", round["tables"][0]["game"].as_str().expect("a game")))
        .await
        .expect(200);
    let seated = ada.post(&format!("{table}/result"), json!({"places": [1, 2], "reason": "x"})).await;
    seated.expect_problem(403, "organizer_seated");
    olga.post(&format!("{table}/result"), json!({"places": [1, 2], "reason": "x"})).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_a_club_have_a_limit_of_their_own() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.tournaments_per_account = 1;
        settings.games.tournaments_per_club = 2;
    })
    .await;
    let olga = app.user("olga").await;
    let club = olga.post("/v1/clubs", json!({"name": "Club"})).await.expect(201).json;
    let of_club = settings(&json!({"club": id(&club)}));
    for _ in 0..2 {
        olga.post("/v1/tournaments", &of_club).await.expect(201);
    }
    let full = olga.post("/v1/tournaments", &of_club).await.expect_problem(409, "too_many_tournaments");
    assert!(full.text.contains("The club has 2 tournaments"), "{}", full.text);
    let own = olga.post("/v1/tournaments", settings(&json!({}))).await.expect(201).json;
    olga.post("/v1/tournaments", settings(&json!({}))).await.expect_problem(409, "too_many_tournaments");
    let event = format!("/v1/tournaments/{}", id(&own));
    let moved = olga.patch(&event, json!({"club": id(&club)})).await;
    moved.expect_problem(409, "too_many_tournaments");
    olga.post_empty(&format!("{event}/close")).await.expect(200);
    olga.post("/v1/tournaments", settings(&json!({}))).await.expect(201);
    let reopened = olga.post(&format!("{event}/reopen"), json!({"reason": "again"})).await;
    reopened.expect_problem(409, "too_many_tournaments");
}
