//! Who may see and change a tournament, and settings that are refused.

use serde_json::json;

use super::scene::settings;
use crate::app::TestApp;

#[tokio::test]
async fn drafts_and_private_tournaments_are_hidden_from_strangers() {
    let app = TestApp::spawn().await;
    let (organizer, helper, guest, stranger) = (
        app.user("organizer").await,
        app.user("helper").await,
        app.user("guest").await,
        app.user("stranger").await,
    );
    let body = settings(
        &json!({"open": null, "visibility": "private", "organizers": ["helper"], "invited": ["guest"]}),
    );
    let made = organizer.post("/v1/tournaments", body).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    assert_eq!(
        (&made["status"], &made["organizers"], &made["invited_organizers"][0]["username"]),
        (&json!("draft"), &json!([]), &json!("helper"))
    );
    let accepted = helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200).json;
    assert_eq!(
        (&accepted["organizers"][0]["username"], &accepted["invited_organizers"]),
        (&json!("helper"), &json!([]))
    );
    for caller in [&guest, &stranger] {
        for rest in ["", "/standings", "/export", "/entries", "/rounds/1", "/audit"] {
            caller.get(&format!("{path}{rest}")).await.expect_problem(404, "not_found");
        }
        for rest in ["/enter", "/withdraw", "/ready", "/start", "/close", "/rounds/next"] {
            caller.post_empty(&format!("{path}{rest}")).await.expect_problem(404, "not_found");
        }
        caller.patch(&path, json!({"rounds": 3})).await.expect_problem(404, "not_found");
    }
    helper.patch(&path, json!({"name": "Saturday", "open": true})).await.expect(200);
    organizer.patch(&path, json!({"open": true})).await.expect_problem(409, "tournament_state");
    stranger.get(&path).await.expect_problem(404, "not_found");
    app.anonymous().get(&path).await.expect_problem(404, "not_found");
    guest.post_empty(&format!("{path}/enter")).await.expect(200);
    guest.patch(&path, json!({"rounds": 3})).await.expect_problem(403, "not_organizer");
    guest.post_empty(&format!("{path}/close")).await.expect_problem(403, "not_organizer");
    assert_eq!(guest.get(&path).await.expect(200).json["my_entry"]["entry"], 1);
    organizer.post_empty(&format!("{path}/start")).await.expect_problem(422, "not_pairable");
    let listed = app.anonymous().get("/v1/tournaments").await.expect(200).json;
    assert_eq!(listed["items"], json!([]), "only public tournaments are listed");
    for caller in [&organizer, &helper, &guest] {
        let mine = caller.get("/v1/me/tournaments").await.expect(200).json;
        assert_eq!(mine["items"][0]["name"], "Saturday");
    }
    organizer.post_empty(&format!("{path}/close")).await.expect(200);
    guest.post_empty(&format!("{path}/enter")).await.expect_problem(409, "already_entered");
    helper.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn impossible_settings_and_unfit_entries_are_refused() {
    let app = TestApp::spawn_with(|settings| settings.games.tournaments_per_account = 3).await;
    let (organizer, player) = (app.user("organizer").await, app.user("player").await);
    for (changed, pointer) in [
        (json!({"rounds": null}), "/rounds"),
        (json!({"format": "round_robin"}), "/rounds"),
        (json!({"format": "heats"}), "/cut"),
        (json!({"best_of": 3}), "/best_of"),
        (json!({"format": "single_elimination", "rounds": null}), "/seats"),
        (json!({"odd": "three"}), "/odd"),
        (json!({"tie_breaks": ["points", "points"]}), "/tie_breaks"),
        (json!({"rated": true}), "/rated"),
        (json!({"rating": {"min": 1}}), "/rating"),
        (json!({"points": {"preset": "standard", "bye": 1}}), "/points"),
        (json!({"points": {"two": [0, 1], "three": [2, 1, 0], "four": [3, 2, 1, 0], "bye": 1}}), "/points"),
        (json!({"organizers": ["nobody"]}), "/organizers/0"),
        (json!({"surplus": 1}), "/surplus"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        let refused = refused.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer]);
    }
    let unknown = organizer.post("/v1/tournaments", settings(&json!({"ruleset": "chess"}))).await;
    unknown.expect_problem(422, "not_available");
    let live = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    let create = async |changed: serde_json::Value| {
        let made = organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
        format!("/v1/tournaments/{}/enter", made["id"].as_str().expect("an id"))
    };
    let rated = create(json!({"clock": live, "rated": true, "rating": {"min": 1200}})).await;
    player.post_empty(&rated).await.expect_problem(403, "rating_required");
    let closed = create(json!({"registration_closes_in_ms": 0})).await;
    player.post_empty(&closed).await.expect_problem(409, "registration_closed");
    let full = create(json!({"entries_max": 2})).await;
    organizer.post_empty(&full).await.expect(200);
    app.user("second").await.post_empty(&full).await.expect(200);
    player.post_empty(&full).await.expect_problem(409, "tournament_full");
    let more = organizer.post("/v1/tournaments", settings(&json!({}))).await;
    more.expect_problem(409, "too_many_tournaments");
    let points = json!({"points": {"two": [3, 1], "three": [3, 2, 1], "four": [4, 3, 2, 1], "bye": 2}});
    let keyed = |body: serde_json::Value| {
        let request = player.request(reqwest::Method::POST, "/v1/tournaments");
        crate::app::Answer::to(request.header("idempotency-key", "once").json(&body))
    };
    let first = keyed(settings(&points)).await.expect(201);
    assert_eq!(first.json["points"]["four"], json!([4, 3, 2, 1]));
    assert_eq!(keyed(settings(&points)).await.expect(201).text, first.text);
    keyed(settings(&json!({}))).await.expect_problem(422, "idempotency_key_reused");
}
