//! Whoever plays in a rated event and organizes it chooses no opponents before its start, and takes back no
//! report.

use serde_json::{Value, json};

use crate::app::{Caller, TestApp};
use crate::ladders::evenings::Club;

/// Makes a rated evening of duels of this creator with these players, and returns its path.
async fn evening(club: &Club<'_>, creator: &Caller<'_>, changed: Value, players: &[&Caller<'_>]) -> String {
    let mut settings = json!({"seats": 2, "byes": {"max": 3}});
    for (name, value) in changed.as_object().expect("an object") {
        settings[name] = value.clone();
    }
    let made = creator.post("/v1/tournaments", club.evening(settings)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    for player in players {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organizer_with_an_entry_sets_neither_byes_nor_seeds_nor_ratings() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, crate::ladders::DUELS).await;
    let mut others = Vec::new();
    for name in ["ada", "bob", "cleo"] {
        others.push(club.member(name).await);
    }
    let players: Vec<&Caller<'_>> = [&club.olga].into_iter().chain(&others).collect();
    let path = evening(&club, &club.olga, json!({}), &players).await;
    let entry = |number: u8, act: &str| format!("{path}/entries/{number}{act}");
    let byes = json!({"rounds": [1]});
    club.olga.put(&entry(2, "/byes"), &byes).await.expect_problem(403, "organizer_seated");
    club.olga.patch(&entry(2, ""), json!({"seed": 1})).await.expect_problem(403, "organizer_seated");
    club.olga.patch(&entry(2, ""), json!({"rating": 9})).await.expect_problem(403, "organizer_seated");
    let guest = json!({"guest": "Dora", "seed": 2});
    club.olga.post(&format!("{path}/entries"), guest).await.expect_problem(403, "organizer_seated");
    let rated = json!({"username": "dora", "rating": 2300});
    club.member("dora").await;
    club.olga.post(&format!("{path}/entries"), rated).await.expect_problem(403, "organizer_seated");
    // Their own entry, and one that does not come, or comes later.
    club.olga.post(&entry(2, "/withdraw"), json!({"pause": true, "reason": "late"})).await.expect(204);
    club.olga.put(&entry(1, "/byes"), &byes).await.expect(200);
    club.olga.post(&entry(3, "/withdraw"), json!({"reason": "is ill"})).await.expect(204);
    // Without ratings, or without an entry, all of it.
    club.olga.patch(&path, json!({"rated": false})).await.expect(200);
    club.olga.put(&entry(2, "/byes"), &byes).await.expect(200);
    let path = evening(&club, &club.olga, json!({}), &players[1..]).await;
    club.olga.put(&format!("{path}/entries/2/byes"), &byes).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_organized_an_event_that_keeps_pairs_apart_does_not_stop_in_order_to_enter() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, crate::ladders::DUELS).await;
    let (ada, bob, cleo) = (club.member("ada").await, club.member("bob").await, club.member("cleo").await);
    let path = evening(&club, &club.olga, json!({"organizers": ["cleo"]}), &[&ada, &bob]).await;
    cleo.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    cleo.patch(&path, json!({"forbidden_pairs": [{"a": 1, "b": 2}]})).await.expect(200);
    cleo.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    cleo.delete(&format!("{path}/organizers/cleo")).await.expect(204);
    cleo.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    // Others leave and come back.
    ada.post_empty(&format!("{path}/withdraw")).await.expect(204);
    club.olga.patch(&path, json!({"forbidden_pairs": []})).await.expect(200);
    let dora = club.member("dora").await;
    for player in [&ada, &dora] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    club.olga.patch(&path, json!({"forbidden_pairs": [{"a": 2, "b": 4}]})).await.expect(200);
    dora.post_empty(&format!("{path}/withdraw")).await.expect(204);
    club.olga.patch(&path, json!({"forbidden_pairs": [{"a": 2, "b": 3}]})).await.expect(200);
    dora.post_empty(&format!("{path}/enter")).await.expect(200);
    club.olga.patch(&path, json!({"forbidden_pairs": []})).await.expect(200);
    cleo.post_empty(&format!("{path}/enter")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_a_rated_table_is_lost_neither_by_other_seats_nor_by_a_cancellation() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, crate::ladders::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = evening(&club, &club.olga, json!({}), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    let round = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let table = &round["tables"][0];
    let seats: Vec<&Value> =
        table["seats"].as_array().expect("seats").iter().map(|seat| &seat["entry"]).collect();
    ada.post(&format!("{path}/tables/1/report"), json!({"places": [1, 2]})).await.expect(200);
    let turned = json!({"entries": [seats[1], seats[0]], "reason": "a slip"});
    club.olga.post(&format!("{path}/tables/1/substitute"), turned).await.expect_problem(409, "game_started");
    let cancel = json!({"cancel": true});
    club.olga.post(&format!("{path}/close"), cancel).await.expect_problem(409, "tournament_state");
}
