//! Sessions that end after a game was read for their caller and before the caller's change of it is stored.

use std::time::Duration;

use futures_util::future::join;
use serde_json::json;

use super::clocks::daily;
use super::scene::identity;
use super::stored::{Stored, shift};
use super::table::{Table, terms};
use crate::app::{Answer, Caller, TestApp, look_again};
use crate::cluster::citus_url;

/// Longer than any test.
const NEVER: Duration = Duration::from_secs(3600);

/// How long a request may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server whose statements wait for locks as long as it takes.
async fn patient() -> TestApp {
    TestApp::spawn_with(|settings| {
        settings.database.lock_timeout = NEVER;
        settings.database.statement_timeout = NEVER;
    })
    .await
}

/// Returns a lock for which a statement that stores a change of this game waits, and whoever only reads does
/// not, and a query that finds who waits for it. A worker of a cluster locks the game before it looks whether
/// the session has ended.
fn lock_and_waiting(game: &str) -> (String, &'static str) {
    match citus_url() {
        None => (
            "LOCK TABLE game_log IN SHARE MODE".to_owned(),
            "SELECT pid::text FROM pg_locks WHERE relation = 'game_log'::regclass AND NOT granted \
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        ),
        Some(_) => (
            format!("SELECT FROM games WHERE id = '{game}' FOR UPDATE"),
            "SELECT n.result FROM run_command_on_all_nodes($$SELECT count(*) FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'$$) n WHERE n.result <> '0'",
        ),
    }
}

/// Sends a request of the caller that changes a game, and ends their session while the statement that would
/// store the change waits for a lock. When it runs, it sees the end of the session.
async fn refused(app: &TestApp, game: &str, caller: &Caller<'_>, request: impl Future<Output = Answer>) {
    let (mut locker, mut stored) = (Stored::of(app).await, Stored::of(app).await);
    let (lock, waiting) = lock_and_waiting(game);
    locker.execute("BEGIN").await;
    locker.execute(&lock).await;
    let meanwhile = async {
        while stored.texts(waiting).await.is_empty() {
            look_again().await;
        }
        let session = identity(caller.token()).session.0;
        stored.execute(&format!("UPDATE sessions SET revoked_at = now() WHERE id = '{session}'")).await;
        locker.execute("ROLLBACK").await;
    };
    let both = tokio::time::timeout(PATIENCE, join(request, meanwhile)).await;
    let (answer, ()) = both.expect("the request is answered, and its statement waited for the lock");
    answer.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_turn_is_not_stored() {
    let app = patient().await;
    for terms in [terms(2), daily(2)] {
        let table = Table::started(&app, terms.clone()).await;
        let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
        // The server does not remember a game without turns, and reads it.
        let mut version = json!(1);
        refused(&app, &table.id, &table.seats[0], table.post(0, &version, take.clone())).await;
        assert_eq!(table.public_view().await["version"], version);

        let table = Table::started(&app, terms).await;
        version = table.post(0, &version, take.clone()).await.expect(200).json["version"].clone();
        refused(&app, &table.id, &table.seats[1], table.post(1, &version, take)).await;
        assert_eq!(table.public_view().await["version"], version);
    }
}

#[tokio::test]
async fn a_resignation_is_not_stored() {
    let app = patient().await;
    for terms in [terms(2), terms(3), daily(3)] {
        let table = Table::started(&app, terms).await;
        let path = table.path("/resign");
        refused(&app, &table.id, &table.seats[0], table.seats[0].post_empty(&path)).await;
        assert_eq!(table.public_view().await["version"], 1);
    }
}

#[tokio::test]
async fn a_forfeit_is_not_stored() {
    let app = patient().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["ada", "grace"]});
    let game = olga.post("/v1/games", terms).await.expect(201).json;
    let id = game["id"].as_str().expect("an id");
    let path = format!("/v1/games/{id}");
    for player in [&ada, &grace] {
        player.post(&format!("{path}/join"), json!({})).await.expect(200);
    }
    let an_hour_ago = shift("updated_at", "- interval '1 hour'");
    Stored::of(&app).await.execute(&format!("UPDATE games SET {an_hour_ago}")).await;
    refused(&app, id, &olga, olga.post(&format!("{path}/forfeit"), json!({"seat": 0}))).await;
    assert_eq!(ada.get(&path).await.expect(200).json["version"], 1);
}
