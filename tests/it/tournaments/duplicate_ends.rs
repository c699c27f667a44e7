//! The end of a shared deal: the last game reveals the secret, exactly once, whatever organizers do and
//! whichever server it is.

use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use futures_util::future::join_all;
use lapidary::settings::Settings;
use lapidary::store::folding::fold_batch;
use serde_json::json;

use super::duplicates::{assert_audited, end, first_seat, game, of_size, started, verified};
use super::scene::{Scene, entries};
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;
use crate::races::races;

/// The maximum number of rounds of a tournament.
const ROUNDS_MAX: usize = 50;
/// The number of tournaments in which they do.
const EVENTS: usize = 2;
/// The number of players of each.
const PLAYERS: u64 = 6;

/// Returns the number of rounds in which all tables end at once.
fn rounds() -> usize {
    (2 * races()).min(ROUNDS_MAX)
}

fn roomy(settings: &mut Settings) {
    settings.database.database_connections = 12;
}

/// Plays all rounds of a tournament; in each, all games end at once, on this server and on another.
async fn race(app: &TestApp, scene: &Scene<'_>, other: &TestApp) {
    for number in 1..=rounds() {
        let round = scene.next().await;
        let tables = round["tables"].as_array().expect("tables");
        let ends = join_all(tables.iter().enumerate().map(|(at, table)| async move {
            let loser = &scene.players[&entries(table)[1]];
            let loser = if at % 2 == 0 { loser.clone() } else { other.with_token(loser.token()) };
            loser.post_empty(&format!("{}/resign", game(table))).await.expect(200).json
        }))
        .await;
        let revealed = ends.iter().filter(|end| {
            let last = end["events"].as_array().expect("events").last().expect("an end");
            last["data"]["reveal"].is_object()
        });
        assert!(revealed.count() >= 1, "whoever ends the last game sees the secret");
        let now = scene.get(&format!("/rounds/{number}")).await;
        assert!(now["deals"][0]["revealed_at"].is_string(), "{now}");
        for table in tables {
            let seen = app.anonymous().get(&format!("{}/export", game(table))).await.expect(200);
            assert!(seen.json["deal"]["server_seed"].is_string(), "{}", seen.text);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_end_at_the_same_moment_on_two_servers_reveal_their_deal_once() {
    let app = TestApp::spawn_with(roomy).await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| {
        roomy(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let mut scenes = Vec::new();
    for event in 0..EVENTS {
        let live = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
        let clock = if event == 0 { json!({"kind": "none"}) } else { live };
        scenes.push(
            started(
                &app,
                json!({"ruleset": "kids", "seats": 2, "rounds": rounds(), "clock": clock}),
                PLAYERS,
            )
            .await,
        );
    }
    join_all(scenes.iter().map(|scene| race(&app, scene, &other))).await;
    let mut stored = Stored::of(&app).await;
    let counts = stored
        .texts(
            "SELECT count(*) || ' ' || count(d.revealed_at) || ' ' || max(cardinality(d.running)) || ' ' || \
             (SELECT count(*) FROM tournament_events WHERE kind = 'deal_revealed') AS text FROM shared_deals d",
        )
        .await;
    let deals = (rounds() * EVENTS) as u64;
    assert_eq!(counts, [format!("{deals} {deals} 0 {deals}")]);
}

#[tokio::test]
async fn a_decision_of_an_organizer_ends_a_game_and_the_last_end_reveals_the_secret() {
    let app = TestApp::shared().await;
    let scene = started(&app, json!({"ruleset": "kids", "seats": 2, "rounds": 3}), 6).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let why = json!({"reason": "a test"});
    scene.post(&format!("/tables/{}/void", tables[0]["table"]), why).await.expect(204);
    let result = json!({"places": [1, 2], "reason": "a test"});
    scene.post(&format!("/tables/{}/result", tables[1]["table"]), result).await.expect(204);
    // Both games are over, but the third one is played with the same deal.
    for (table, reason) in tables[..2].iter().zip(["table_decided", "table_decided"]) {
        app.anonymous().get(&game(table)).await.expect_problem(404, "not_found");
        app.anonymous().get(&format!("{}/events", game(table))).await.expect_problem(404, "not_found");
        let own = first_seat(&scene, table).get(&format!("{}/events", game(table))).await.expect(200);
        let end = own.json["events"].as_array().and_then(|events| events.last()).expect("an end").clone();
        assert_eq!((&end["data"]["reason"], &end["data"]["reveal"]), (&json!(reason), &json!(null)));
        assert!(!own.text.contains("server_seed"), "{}", own.text);
    }
    assert_audited(&scene, "deal_revealed", 0).await;
    end(&scene, &tables[2]).await;
    assert_audited(&scene, "deal_revealed", 1).await;
    for table in &tables {
        verified(&app.anonymous(), &game(table)).await;
    }
    // The next one has another deal, and cancelling ends all of its games at once.
    let next = scene.next().await;
    assert_ne!(next["deals"][0]["deal_id"], round["deals"][0]["deal_id"]);
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    assert_audited(&scene, "deal_revealed", 2).await;
    for table in of_size(&next, 2) {
        verified(&app.anonymous(), &game(&table)).await;
    }
}

#[tokio::test]
async fn a_frozen_game_of_a_decided_table_hides_its_deal_no_more() {
    let app = TestApp::spawn().await;
    let scene = started(&app, json!({"ruleset": "kids", "seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let frozen = tables[0]["game"].as_str().expect("a game");
    super::execute(&app, &format!("UPDATE games SET status = 'frozen' WHERE id = '{frozen}'")).await;
    end(&scene, &tables[1]).await;
    assert_audited(&scene, "deal_revealed", 0).await;
    let path = format!("/tables/{}/void", tables[0]["table"]);
    scene.post(&path, json!({"reason": "the game is frozen"})).await.expect(204);
    assert_audited(&scene, "deal_revealed", 1).await;
    verified(&app.anonymous(), &game(&tables[1])).await;
    assert_eq!(app.anonymous().get(&game(&tables[0])).await.expect(200).json["status"], "frozen");
}

/// Returns what a caller sees of a game that is over.
async fn seen(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for rest in ["", "/events", "/export", "?at=1"] {
        seen.push(caller.get(&format!("{path}{rest}")).await.expect(200).text);
    }
    seen
}

#[tokio::test]
async fn folding_the_log_of_a_sealed_game_changes_nothing() {
    let app = TestApp::spawn().await;
    let scene = started(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    end(&scene, &tables[0]).await;
    let (seat, path) = (first_seat(&scene, &tables[0]), game(&tables[0]));
    let before = seen(seat, &path).await;
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let batch = fold_batch(&mut connection, Duration::ZERO, None, 100).await.expect("the batch is stored");
    assert!(format!("{batch:?}").contains("folded: 1"), "{batch:?}");
    assert_eq!(seen(seat, &path).await, before);
    app.anonymous().get(&path).await.expect_problem(404, "not_found");
    end(&scene, &tables[1]).await;
    for table in &tables {
        verified(&app.anonymous(), &game(table)).await;
    }
}

#[tokio::test]
async fn an_end_that_cannot_be_written_to_the_deal_is_no_end() {
    let app =
        TestApp::spawn_with(|settings| settings.database.lock_timeout = Duration::from_millis(200)).await;
    let scene = started(&app, json!({"ruleset": "kids", "seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let (loser, path) = (&scene.players[&entries(&tables[0])[1]], game(&tables[0]));
    let mut holder = Stored::of(&app).await;
    holder.execute("BEGIN").await;
    holder.execute("SELECT 1 FROM shared_deals FOR UPDATE").await;
    let refused = loser.post_empty(&format!("{path}/resign")).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    let mut beside = Stored::of(&app).await;
    let stored = beside
        .texts("SELECT status || ' ' || version AS text FROM games WHERE shared_deal IS NOT NULL ORDER BY id")
        .await;
    assert_eq!(stored, ["active 1", "active 1"], "neither the game nor its table has ended");
    assert_eq!(scene.get("/rounds/1").await["tables"][0]["status"], "playing");
    holder.execute("ROLLBACK").await;
    for table in &tables {
        end(&scene, table).await;
    }
    for table in &tables {
        verified(&app.anonymous(), &game(table)).await;
    }
}

#[tokio::test]
async fn the_end_of_a_game_whose_deal_is_not_stored_reveals_nothing() {
    let app = TestApp::spawn().await;
    let scene = started(&app, json!({"ruleset": "kids", "seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let table = &of_size(&round, 2)[0];
    let (loser, path) = (&scene.players[&entries(table)[1]], game(table));
    Stored::of(&app).await.execute("DELETE FROM shared_deals").await;
    let resigned = loser.post_empty(&format!("{path}/resign")).await.expect(200);
    assert_eq!(resigned.json["game"]["status"], "finished");
    let end = resigned.json["events"].as_array().and_then(|events| events.last()).expect("an end");
    assert_eq!((&end["type"], &end["data"]["reveal"]), (&json!("finished"), &json!(null)));
    assert!(!resigned.text.contains("server_seed"), "{}", resigned.text);
    app.anonymous().get(&path).await.expect_problem(404, "not_found");
}
