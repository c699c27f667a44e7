//! Acts on one tournament at the same time, on two servers.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::json;

use super::scene::{Scene, seatings};
use crate::app::TestApp;

/// How often each pair of acts races.
const RACES: usize = 4;

#[tokio::test]
async fn acts_at_the_same_time_on_two_servers_leave_one_consistent_tournament() {
    let patient = |settings: &mut lapidary::settings::Settings| {
        settings.database.database_connections = 12;
    };
    let app = TestApp::spawn_with(patient).await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| {
        patient(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    for race in 0..RACES {
        let scene = Scene::new(&app, json!({"seats": 2, "rounds": 3, "late_entries": true}), 6).await;
        let elsewhere = other.with_token(scene.organizer.token());
        let late = app.user(&format!("late{race}")).await;
        let (enter, withdraw, start) = (scene.at("/enter"), scene.at("/withdraw"), scene.at("/start"));
        // Whoever enters and leaves while the tournament starts is either in its first round or not.
        let (started, again, entered, left) = tokio::join!(
            scene.organizer.post_empty(&start),
            elsewhere.post_empty(&start),
            late.post_empty(&enter),
            scene.players[&6].post_empty(&withdraw),
        );
        let codes: BTreeSet<u16> = [started.status.as_u16(), again.status.as_u16()].into();
        assert_eq!(codes, [200, 409].into(), "it starts once");
        entered.expect(200);
        left.expect(204);
        let next = scene.at("/rounds/next");
        let paired = join_all((0..6).map(|turn| {
            let caller = if turn % 2 == 0 { &scene.organizer } else { &elsewhere };
            caller.post_empty(&next)
        }))
        .await;
        let made = paired.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 1, "a round is paired once");
        let round = scene.get("/rounds/1").await;
        let mut seated = seatings(&round).concat();
        seated.extend(round["byes"].as_array().expect("byes").iter().filter_map(|bye| bye["entry"].as_u64()));
        let once: BTreeSet<u64> = seated.iter().copied().collect();
        assert_eq!((once.len(), seated.len()), (6, 6), "{round}");
        // A table is voided while its game ends: it has one outcome, its game is over, and the round can be
        // closed.
        let table = &round["tables"][0];
        // Whoever comes after somebody has left may get the same number, so the name decides.
        let loser = app.user(table["seats"][1]["player"]["username"].as_str().expect("a name")).await;
        let game = format!("/v1/games/{}/resign", table["game"].as_str().expect("a game"));
        let void = scene.at("/tables/1/void");
        let (ended, voided) =
            tokio::join!(loser.post_empty(&game), elsewhere.post(&void, json!({"reason": "a race"})));
        assert!(matches!(ended.status.as_u16(), 200 | 409), "{}", ended.text);
        voided.expect(204);
        let status =
            scene.organizer.get(game.trim_end_matches("/resign")).await.expect(200).json["status"].clone();
        assert_eq!(status, if ended.status == 200 { "finished" } else { "aborted" });
        assert_eq!(scene.get("/rounds/1").await["tables"][0]["status"], "void");
        scene.post("/close", json!({"cancel": true})).await.expect(200);
    }
}

#[tokio::test]
async fn of_two_organizers_with_different_results_one_learns_of_the_other() {
    let app = TestApp::spawn().await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 1, "play": "over_the_board"});
    let scene = Scene::new(&app, changed, 16).await;
    let second = app.user("second").await;
    scene.organizer.patch(&scene.path, json!({"organizers": ["second"]})).await.expect(200);
    second.post_empty(&scene.at("/organizers/accept")).await.expect(200);
    scene.start().await;
    let round = scene.next().await;
    let seats = json!({"entries": [1, 2], "version": 0, "reason": "too late"});
    scene.post("/tables/1/substitute", seats).await.expect_problem(409, "table_changed");
    for (place, table) in round["tables"].as_array().expect("tables").iter().enumerate() {
        let path = scene.at(&format!("/tables/{}/result", table["table"]));
        let typed =
            |places: [u8; 2]| json!({"places": places, "version": table["version"], "reason": "typed"});
        let (one, other) = (typed([1, 2]), typed([2, 1]));
        // In both orders, again and again.
        let (first, later) = match place % 2 {
            0 => tokio::join!(scene.organizer.post(&path, one), second.post(&path, other)),
            _ => {
                let (other, one) = tokio::join!(second.post(&path, other), scene.organizer.post(&path, one));
                (one, other)
            }
        };
        let (stands, refused) = match first.status.as_u16() {
            204 => ("1, 2", later),
            _ => {
                later.expect(204);
                ("2, 1", first)
            }
        };
        let refused = refused.expect_problem(409, "table_changed");
        let now = &scene.get("/rounds/1").await["tables"][place];
        assert_eq!(refused.json["version"], now["version"]);
        let detail = refused.json["detail"].as_str().expect("a detail");
        assert!(
            detail.contains(&format!("`done` with the places {stands}, set by an organizer")),
            "{detail}"
        );
        // Whoever has looked again can replace it, and whoever says no version always could.
        let correct = json!({"places": [1, 1], "version": now["version"], "reason": "a draw"});
        second.post(&path, correct).await.expect(204);
        scene.organizer.post(&path, json!({"places": [1, 2], "reason": "typed again"})).await.expect(204);
    }
    let stale = json!({"version": 0, "reason": "too late"});
    scene.post("/tables/1/void", stale.clone()).await.expect_problem(409, "table_changed");
    scene.post("/rounds/close", json!({})).await.expect(200);
    let correct = json!({"places": [2, 1], "version": 0, "reason": "too late"});
    scene.post("/tables/1/correct", correct).await.expect_problem(409, "table_changed");
    let audit = scene.get("/audit?limit=100").await;
    let last = audit["items"].as_array().expect("items").iter().find(|item| item["kind"] == "result_set");
    let change =
        |field: &str, before: &str, after: &str| json!({"field": field, "before": before, "after": after});
    assert_eq!(last.expect("a result")["changes"], json!([change("places", "1, 1", "1, 2")]));
    scene.organizer.patch(&scene.path, json!({"name": "Saturday", "late_entries": true})).await.expect(200);
    let audit = scene.get("/audit?limit=1").await;
    let changes = json!([change("late_entries", "false", "true"), change("name", "Friday", "Saturday")]);
    assert_eq!(audit["items"][0]["changes"], changes);
}
