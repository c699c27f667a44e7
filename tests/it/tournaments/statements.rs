//! How much an act costs the database: as many statements in a tournament of many tables as in one of a few.

use serde_json::json;

use super::scene::{Scene, entries};
use crate::app::TestApp;
use crate::games::table::{Table, dice};
use crate::line::Line;

/// The acts, and how many statements the transaction of each takes at most.
const ACTS: [(&str, usize); 13] = [
    ("enter", 14),
    ("withdraw", 7),
    ("start", 13),
    ("pair with games", 29),
    ("unpair games", 32),
    ("cancel", 35),
    ("pair over the board", 16),
    ("report", 12),
    ("set a result", 13),
    ("set the other results", 13),
    ("correct", 15),
    ("unpair", 17),
    ("change", 23),
];

/// Clocks that do not run from the time of the start in the log.
pub const CLOCKS_APART: &str =
    "SELECT FROM game_clocks c JOIN game_log l ON l.game_id = c.game_id AND l.seq = 1 WHERE c.since <> l.at";

/// Asserts that this many games were aborted, with all that follows from the end of a game.
async fn have_ended(app: &TestApp, games: u64) {
    for (what, seats) in [
        ("games WHERE status = 'aborted' AND version = 2 AND abort_agreed = '{}'", 1),
        ("game_log WHERE kind = 'aborted' AND seq = 2 AND seat IS NULL", 1),
        ("game_clocks WHERE deadline IS NULL AND running IS NULL", 1),
        ("game_seats WHERE over", 2),
        ("webhook_deliveries WHERE event = 'game.aborted'", 1),
    ] {
        assert_eq!(super::count(app, &format!("SELECT FROM {what}")).await, games * seats, "{what}");
    }
}

/// Counts the statements of the acts in a tournament of this many players, at tables of two.
async fn statements(players: u64) -> Vec<usize> {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let mut counts = Vec::new();
    let mut count = || counts.push(line.longest_transaction());
    let changed = json!({"ruleset": "splendor", "seats": 2, "ready_check_ms": 0, "rated": true, "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let mut scene = Scene::new(&app, changed, players).await;
    let webhook = json!({"url": "https://example.com/hook", "events": ["game.started", "game.aborted", "tournament.table_ready"]});
    scene.organizer.post("/v1/webhooks", webhook).await.expect(201);
    let late = app.user("late").await;
    line.longest_transaction();
    late.post_empty(&scene.at("/enter")).await.expect(200);
    count();
    late.post_empty(&scene.at("/withdraw")).await.expect(204);
    count();
    scene.start().await;
    count();
    let round = scene.next().await;
    count();
    let tables = round["tables"].as_array().expect("tables");
    assert_eq!(tables.len() as u64, players / 2);
    assert!(tables.iter().all(|table| table["game"].is_string()), "{round}");
    assert_eq!(super::count(&direct, CLOCKS_APART).await, 0);
    let games = "SELECT FROM webhook_deliveries WHERE event IN ('game.started', 'tournament.table_ready')";
    assert_eq!(super::count(&direct, games).await, players, "two messages for each table");
    scene.post("/rounds/1/unpair", json!({"reason": "a slip"})).await.expect(200);
    count();
    have_ended(&direct, players / 2).await;
    let round = scene.next().await;
    let begun = round["tables"][0]["game"].as_str().expect("a game").to_owned();
    let mut seats = Vec::new();
    for entry in entries(&round["tables"][0]) {
        seats.push(app.user(&format!("player{entry}")).await);
    }
    Table { app: &app, id: begun, seats }.play_some(&mut dice(33), 2).await;
    line.longest_transaction();
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    count();
    // A rated game that has begun is played to its end.
    have_ended(&direct, players - 1).await;

    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 3, "play": "over_the_board"});
    let made = scene.organizer.post("/v1/tournaments", super::scene::settings(&changed)).await.expect(201);
    scene.path = format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
    for player in scene.players.values() {
        player.post_empty(&scene.at("/enter")).await.expect(200);
    }
    scene.start().await;
    line.longest_transaction();
    let round = scene.next().await;
    count();
    let seat = &round["tables"][0]["seats"][0]["player"]["username"];
    let player =
        scene.players.iter().find(|(number, _)| *seat == format!("player{number}")).expect("a seat").1;
    player.post(&scene.at("/tables/1/report"), json!({"places": [1, 2]})).await.expect(200);
    count();
    let result = json!({"places": [1, 2], "prestige": [15, 11], "reason": "typed"});
    scene.post("/tables/1/result", result).await.expect(204);
    count();
    let others = (2..=players / 2).map(|table| json!({"table": table, "places": [1, 2]}));
    let others: Vec<_> = others.collect();
    scene.post("/rounds/1/results", json!({"results": others, "reason": "typed"})).await.expect(204);
    count();
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    line.longest_transaction();
    let correct = json!({"places": [2, 1], "reason": "wrong"});
    scene.post("/tables/1/correct", correct).await.expect(200);
    count();
    scene.next().await;
    line.longest_transaction();
    scene.post("/rounds/2/unpair", json!({"reason": "a slip"})).await.expect(200);
    count();
    scene.organizer.patch(&scene.path, json!({"name": "Saturday"})).await.expect(200);
    count();
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_takes_as_many_statements_for_many_tables_as_for_two() {
    let (few, many) = (statements(4).await, statements(24).await);
    for (((act, most), few), many) in ACTS.into_iter().zip(few).zip(many) {
        assert_eq!(few, many, "statements to {act}, for 2 tables and for 12");
        assert!(many > 2 && many <= most, "{many} statements to {act}, at most {most} are needed");
    }
}
