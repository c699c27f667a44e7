//! Copies of tournaments: the settings and organizers of an earlier one.

use serde_json::{Value, json};

use super::pace::in_days;
use super::scene::Scene;
use crate::app::TestApp;

/// What a copy has of its own.
const OWN: [&str; 12] = [
    "id",
    "name",
    "status",
    "created_at",
    "commitment",
    "creator",
    "organizers",
    "invited_organizers",
    "entry_count",
    "round_count",
    "started_at",
    "last_round",
];

/// Returns the settings of a tournament, without its dates.
fn settings_of(tournament: &Value) -> Value {
    let mut settings = tournament.clone();
    let fields = settings.as_object_mut().expect("a tournament");
    for own in OWN {
        fields.remove(own);
    }
    for date in ["starts_at", "registration_closes_at", "round_dates", "series", "my_entry", "seed"] {
        fields.remove(date);
    }
    settings
}

/// Returns the names of those who are asked to organize a tournament.
fn asked(tournament: &Value) -> Vec<&str> {
    let asked = tournament["invited_organizers"].as_array().expect("players").iter();
    let mut names: Vec<&str> = asked.filter_map(|player| player["username"].as_str()).collect();
    names.sort_unstable();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_has_the_settings_and_asks_the_organizers_and_has_no_entries() {
    let app = TestApp::spawn().await;
    let changed = json!({"ruleset": "splendor", "modules": ["orient"], "seats": 3, "rounds": 4, "play": "over_the_board",
        "visibility": "unlisted", "byes": {"max": 2, "points": "half"}, "entries_max": 40, "tie_breaks": ["wins", "lot"],
        "teams": {"size_max": 3}, "members_only": false, "description": ["Town hall."],
        "entry": {"password": "emeralds first"}, "points": {"preset": "wins_only"}, "late_entries": true, "next_round": "automatic",
        "starts_at": in_days(1), "round_dates": [in_days(1)]});
    let scene = Scene::new(&app, changed, 0).await;
    let (helper, foe) = (app.user("helper").await, app.user("foe").await);
    scene
        .organizer
        .patch(&scene.path, json!({"organizers": ["helper", "foe"], "invited": ["foe"]}))
        .await
        .expect(200);
    for organizer in [&helper, &foe] {
        organizer.post_empty(&scene.at("/organizers/accept")).await.expect(200);
    }
    scene.post("/entries", json!({"guest": "Ada"})).await.expect(201);
    scene.organizer.put("/v1/me/blocks/foe", json!({})).await;
    let copy = scene.post("/copy", json!({"name": "Saturday"})).await.expect(201);
    let made = copy.json.clone();
    assert_eq!(copy.header("location"), format!("/v1/tournaments/{}", made["id"].as_str().expect("an id")));
    let old = scene.get("").await;
    assert_eq!(settings_of(&made), settings_of(&old));
    assert_eq!(
        (&made["name"], &made["status"], &made["entry_count"], &made["starts_at"], &made["round_dates"]),
        (&json!("Saturday"), &json!("draft"), &json!(0), &Value::Null, &json!([]))
    );
    assert_ne!(made["commitment"], old["commitment"], "it has a seed of its own");
    assert_eq!(made["organizers"], json!([]), "nobody organizes unasked");
    assert_eq!(asked(&made), ["helper"], "nobody asks whom they have blocked");
    // The password stays, and a helper copies too: then the creator is asked.
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    scene.organizer.patch(&path, json!({"open": true})).await.expect(200);
    let wrong = helper.post(&format!("{path}/enter"), json!({"password": "rubies first"})).await;
    wrong.expect_problem(403, "entry_locked");
    helper.post(&format!("{path}/enter"), json!({"password": "emeralds first"})).await.expect(200);
    let second = json!({"open": true, "seats": 2, "entry": {}});
    let second = helper.post(&scene.at("/copy"), second).await.expect(201).json;
    assert_eq!((&second["seat_count"], &second["entry"]), (&json!(2), &json!("open")));
    assert_eq!(
        (&second["status"], &second["creator"]["username"]),
        (&json!("registration"), &json!("helper"))
    );
    assert_eq!(asked(&second), ["foe", "organizer"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_made_once_by_organizers_and_refused_like_a_new_tournament() {
    let app = TestApp::spawn_with(|settings| settings.games.tournaments_per_account = 2).await;
    let scene = Scene::new(&app, json!({"seats": 2}), 1).await;
    scene.players[&1].post(&scene.at("/copy"), json!({})).await.expect_problem(403, "not_organizer");
    for (body, pointer) in [
        (json!({"forbidden_pairs": []}), "/forbidden_pairs"),
        (json!({"best_of": 3}), "/best_of"),
        (json!({"organizers": ["nobody"]}), "/organizers/0"),
        (json!({"rounds": 0}), "/rounds"),
    ] {
        let refused = scene.post("/copy", body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer]);
    }
    scene.post("/close", json!({})).await.expect(200);
    // An event that is over is copied like any other, and a repeated request copies it once.
    let send = async |body: Value| {
        let request = scene.organizer.request(reqwest::Method::POST, &scene.at("/copy"));
        crate::app::Answer::to(request.header("idempotency-key", "k1").json(&body)).await
    };
    let (first, again) = (send(json!({})).await.expect(201).json, send(json!({})).await.expect(201).json);
    assert_eq!(first["id"], again["id"]);
    send(json!({"name": "Another"})).await.expect_problem(422, "idempotency_key_reused");
    scene.post("/copy", json!({})).await.expect(201);
    scene.post("/copy", json!({})).await.expect_problem(409, "too_many_tournaments");
}
