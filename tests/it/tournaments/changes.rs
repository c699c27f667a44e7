//! Settings that change before the start, and those that stay after it.

use serde_json::{Value, json};

use super::scene::{Scene, entries, settings};
use crate::app::{Answer, TestApp};

fn live() -> Value {
    json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0})
}

async fn patch(scene: &Scene<'_>, body: Value) -> Answer {
    scene.organizer.patch(&scene.path, body).await
}

/// Returns the pointers and the text of a change that is refused.
async fn refused(scene: &Scene<'_>, body: Value) -> (Vec<String>, String) {
    let refused = patch(scene, body).await.expect_problem(422, "validation_failed");
    (refused.pointers().into_iter().map(str::to_owned).collect(), refused.text)
}

#[tokio::test]
async fn an_event_that_cannot_start_is_changed_until_it_can() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"format": "round_robin", "rounds": null, "seats": 3}), 4).await;
    let start = scene.organizer.post_empty(&scene.at("/start")).await.expect_problem(422, "not_pairable");
    assert!(start.text.contains("`seats`"), "{}", start.text);
    let changed =
        patch(&scene, json!({"seats": 4, "ruleset": "splendor", "modules": ["cities"], "clock": live()}))
            .await;
    let changed = changed.expect(200).json;
    assert_eq!(
        (&changed["seat_count"], &changed["ruleset"], &changed["modules"], &changed["clock"]["kind"]),
        (&json!(4), &json!("splendor"), &json!(["cities"]), &json!("live"))
    );
    assert_eq!(changed["ready_check_ms"], 60_000, "the usual time for this clock");
    patch(&scene, json!({"ready_check_ms": 0, "duplicate": true})).await.expect(200);
    let changed = patch(&scene, json!({"format": "swiss", "rounds": 2, "seats": 2})).await.expect(200).json;
    assert_eq!(
        (&changed["format"], &changed["rounds"], &changed["duplicate"]),
        (&json!("swiss"), &json!(2), &json!(true))
    );
    scene.start().await;
    let round = scene.next().await;
    assert_eq!(round["deals"].as_array().map(Vec::len), Some(1), "all tables play one deal");
    let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
    let seat = &scene.players[&entries(&round["tables"][0])[0]];
    let view = seat.get(&game).await.expect(200).json;
    assert_eq!((&view["ruleset"], &view["modules"]), (&json!("splendor"), &json!(["cities"])));

    let all = json!({"ruleset": "kids", "clock": live(), "format": "swiss", "seats": 2, "duplicate": false, "name": "Late"});
    let late = patch(&scene, all).await.expect_problem(409, "tournament_state");
    for name in ["ruleset", "clock", "format", "seats", "duplicate"] {
        assert!(late.text.contains(&format!("`{name}`")), "{name}: {}", late.text);
    }
    assert_eq!(scene.get("").await["name"], "Friday", "nothing has changed");
    let opened = patch(&scene, json!({"open": true})).await.expect_problem(409, "tournament_state");
    assert!(opened.text.contains("`open`"), "{}", opened.text);
}

#[tokio::test]
async fn another_format_resets_what_it_does_not_have_and_needs_the_rest() {
    let app = TestApp::shared().await;
    let changed =
        json!({"format": "heats", "seats": 2, "cut": 2, "best_of": 3, "odd": "three", "clock": live()});
    let scene = Scene::new(&app, changed, 2).await;
    assert_eq!(refused(&scene, json!({"format": "arena"})).await.0, ["/duration_ms"]);
    let arena = patch(&scene, json!({"format": "arena", "duration_ms": 3_600_000})).await.expect(200).json;
    let of = |view: &Value| {
        ["rounds", "cut", "best_of", "odd", "late_entries", "ready_check_ms", "next_round", "duration_ms"]
            .map(|name| view[name].clone())
    };
    assert_eq!(json!(of(&arena)), json!([null, null, 1, "bye", true, 0, "automatic", 3_600_000]));
    assert_eq!(refused(&scene, json!({"format": "swiss"})).await.0, ["/rounds"]);
    let swiss = patch(&scene, json!({"format": "swiss", "rounds": 3})).await.expect(200).json;
    assert_eq!(json!(of(&swiss)), json!([3, null, 1, "bye", false, 60_000, "call", null]));
    patch(&scene, json!({"forbidden_pairs": [{"a": 1, "b": 2}]})).await.expect(200);
    assert_eq!(refused(&scene, json!({"format": "round_robin"})).await.0, ["/forbidden_pairs"]);
    // An entry of the pair leaves, which hinders no other change.
    scene.players[&2].post_empty(&scene.at("/withdraw")).await.expect(204);
    patch(&scene, json!({"name": "Saturday"})).await.expect(200);
    patch(&scene, json!({"format": "round_robin", "forbidden_pairs": []})).await.expect(200);
    for (body, pointer) in [
        (json!({"modules": []}), None),
        (json!({"modules": ["cities"]}), Some("/modules")),
        (json!({"options": {"board": "short"}}), Some("/options")),
        (json!({"seats": 5}), Some("/seats")),
        (json!({"clock": null}), Some("/clock")),
        (json!({"format": "knock_out"}), Some("/format")),
        (json!({"format": "single_elimination", "duplicate": true}), Some("/duplicate")),
        (json!({"ruleset": "kids", "modules": ["cities"]}), Some("/modules/0")),
    ] {
        match pointer {
            None => drop(patch(&scene, body).await.expect(200)),
            Some(pointer) => assert_eq!(refused(&scene, body).await.0, [pointer]),
        }
    }
    patch(&scene, json!({"ruleset": "chess"})).await.expect_problem(422, "not_available");
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_do_not_fit_any_more_are_named_and_ratings_are_those_of_the_new_pool() {
    let app = TestApp::spawn().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 1, "ready_check_ms": 0, "rated": true, "clock": live()});
    let scene = Scene::new(&app, changed.clone(), 3).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let winner = entries(&round["tables"][0]).into_iter().min().expect("a winner");
    // The players meet again, in an event of threes, where nobody has a rating.
    let mut next = changed;
    next["seats"] = json!(3);
    let made = scene.organizer.post("/v1/tournaments", settings(&next)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let again = Scene { organizer: scene.organizer.clone(), players: scene.players.clone(), path };
    for player in again.players.values() {
        assert_eq!(player.post_empty(&again.at("/enter")).await.expect(200).json["rating"], 1500);
    }
    patch(&again, json!({"seats": 2})).await.expect(200);
    let listed = again.get("/entries").await;
    let rating = listed["items"][winner as usize - 1]["rating"].as_i64().expect("a rating");
    assert!(rating > 1500, "{listed}");
    let (pointers, text) = refused(&again, json!({"rating": {"min": rating}})).await;
    let others: Vec<String> =
        (1..=3).filter(|&entry| entry != winner).map(|entry: u64| entry.to_string()).collect();
    assert_eq!(pointers, ["/rating"]);
    assert!(text.contains(&format!("entries {}", others.join(", "))), "{text}");
    let (pointers, text) = refused(&again, json!({"rating": {"min": 1501, "max": 1500}})).await;
    assert_eq!(pointers, ["/rating/max"]);
    assert!(text.contains("must not be below `min`"), "{text}");
    let (pointers, text) = refused(&again, json!({"players": "bot"})).await;
    assert_eq!(pointers, ["/rated"]);
    assert!(text.contains("entries 1, 2, 3"), "{text}");
    patch(&again, json!({"clock": {"kind": "none"}})).await.expect_problem(422, "validation_failed");
    patch(&again, json!({"clock": {"kind": "none"}, "rated": false})).await.expect(200);
    assert_eq!(again.get("/entries").await["items"][winner as usize - 1]["rating"], 1500);
}
