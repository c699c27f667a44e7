//! How much a round costs the database.

use serde_json::json;

use super::scene::Scene;
use crate::app::TestApp;
use crate::line::Line;

/// How many statements more a round of many tables may take than one of a few: some of the answers that the
/// test counts arrive in two pieces.
const MORE_MAX: usize = 6;

/// Opens the first round of a tournament with this many players at tables of two, and returns the number of
/// statements of its transaction.
async fn statements_of_a_round(players: u64) -> usize {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let changed = json!({"ruleset": "splendor", "seats": 2, "ready_check_ms": 0, "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, players).await;
    let webhook =
        json!({"url": "https://example.com/hook", "events": ["game.started", "tournament.table_ready"]});
    scene.organizer.post("/v1/webhooks", webhook).await.expect(201);
    scene.start().await;
    line.longest_transaction();
    let round = scene.next().await;
    let tables = round["tables"].as_array().expect("tables");
    assert_eq!(tables.len() as u64, players / 2);
    assert!(tables.iter().all(|table| table["game"].is_string()), "{round}");
    let games = "SELECT FROM webhook_deliveries WHERE event IN ('game.started', 'tournament.table_ready')";
    assert_eq!(super::count(&direct, games).await, players, "two messages for each table");
    line.longest_transaction()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_takes_as_many_statements_for_many_tables_as_for_two() {
    let (few, many) = (statements_of_a_round(4).await, statements_of_a_round(24).await);
    assert!(few > 10, "{few} statements");
    assert!(many <= few + MORE_MAX, "{few} statements for 2 tables, {many} for 12");
}
