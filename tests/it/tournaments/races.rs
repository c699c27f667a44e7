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
