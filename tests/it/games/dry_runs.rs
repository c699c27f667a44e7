//! Dry runs of resigning and aborting: they are checked and change nothing.

use serde_json::json;

use super::table::{Table, terms};
use crate::app::TestApp;

#[tokio::test]
async fn a_dry_run_of_a_resignation_changes_nothing() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/resign?dry_run=true");
    let before = table.view(0).await;
    let judged = table.seats[0].post_empty(&path).await.expect(200);
    assert_eq!(judged.json, json!({"version": 1, "legal": true}));
    assert_eq!(table.view(0).await, before);
    app.user("stranger").await.post_empty(&path).await.expect_problem(403, "not_seated");
    table.seats[0].post_empty(&table.path("/resign?dry_run=false")).await.expect(200);
    table.seats[0].post_empty(&path).await.expect(200);
    table.seats[1].post_empty(&path).await.expect_problem(409, "game_finished");
}

#[tokio::test]
async fn a_dry_run_of_an_abort_changes_nothing() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/abort?dry_run=true");
    let judged = table.seats[1].post_empty(&path).await.expect(200);
    assert_eq!(judged.json, json!({"version": 1, "legal": true}));
    assert_eq!(table.view(0).await["status"], "active");
    app.user("stranger").await.post_empty(&path).await.expect_problem(403, "not_seated");
    for seat in 0..2 {
        let version = table.view(0).await["version"].clone();
        let action = table.legal(seat).await[0].clone();
        table.post(seat, &version, json!([action])).await.expect(200);
    }
    table.seats[1].post_empty(&path).await.expect_problem(409, "game_started");
}

#[tokio::test]
async fn a_dry_run_before_the_start_is_checked_and_changes_nothing() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    table.seats[0]
        .post_empty(&table.path("/resign?dry_run=true"))
        .await
        .expect_problem(409, "game_not_started");
    let judged = table.seats[0].post_empty(&table.path("/abort?dry_run=true")).await.expect(200);
    assert_eq!(judged.json, json!({"version": 0, "legal": true}));
    assert_eq!(table.view(0).await["status"], "waiting");
    table.seats[0].post_empty(&table.path("/abort?dry_run=perhaps")).await.expect_problem(400, "malformed");
}
