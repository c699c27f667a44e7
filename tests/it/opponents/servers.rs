//! Built-in opponents on several servers of one database, and on servers that die.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::player::{against, app, create, hurry, own_turn, play_out, watch_out};
use crate::app::{Caller, TestApp};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::games::table::{dice, turn};
use crate::process::Process;
use crate::test_database::{self, TestDatabase};

/// Another server of the same database.
async fn beside(app: &TestApp, threads: usize) -> TestApp {
    let url = app.database_url.clone();
    TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.database.database_url = Some(url);
        settings.opponents.opponent_threads = Some(threads);
    })
    .await
}

/// Creates several games, one after another: each locks the account of its creator.
async fn several(creator: &Caller<'_>, terms: &Value, count: usize) -> Vec<String> {
    let mut ids = Vec::with_capacity(count);
    for _ in 0..count {
        ids.push(create(creator, terms.clone()).await);
    }
    ids
}

#[tokio::test]
async fn a_server_without_threads_leaves_the_turns_to_another_one() {
    let (player, mut dice) = (app().await, dice(321));
    let front = beside(&player, 0).await;
    let (ada, eve) = (player.user("ada").await, front.user("eve").await);
    // Its turns show that the other server plays; then the front knows that too.
    let first = create(&ada, against(json!([{"bot": "random"}]))).await;
    assert_eq!(play_out(&ada, &first, &mut dice).await["status"], "finished");
    let second = create(&eve, against(json!([{"bot": "random"}]))).await;
    assert_eq!(play_out(&eve, &second, &mut dice).await["status"], "finished");
}

#[tokio::test]
async fn two_servers_play_every_turn_once() {
    let one = app().await;
    let other = beside(&one, 2).await;
    let ada = one.user("ada").await;
    let there = other.with_token(ada.token());
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["greedy", "random"]});
    let ids = several(&ada, &terms, 6).await;
    let over = join_all(ids.iter().map(|id| watch_out(&there, id))).await;
    assert!(over.iter().all(|game| game["status"] == "finished"));
}

/// Starts a server that plays with one thread, and that can be killed.
fn served(database: &TestDatabase) -> (Process, TestApp) {
    let url = format!("--database-url={}", database.url);
    let process = Process::serve(&[&url, "--opponent-threads=1", "--opponent-interval=50"]);
    let app = TestApp::elsewhere(process.address(), database.url.clone());
    (process, app)
}

#[tokio::test]
async fn the_turns_of_a_server_that_dies_are_played_by_the_next_one() {
    let database = test_database::create().await;
    let (first, app) = served(&database);
    let ada = app.user("ada").await;
    let terms =
        json!({"ruleset": "splendor", "seats": 4, "seated": ["greedy", "random", "greedy-2", "master"]});
    let ids = several(&ada, &terms, 4).await;
    drop(first);
    let (second, app) = served(&database);
    let ada = app.user("ada").await;
    let over = join_all(ids.iter().map(|id| watch_out(&ada, id))).await;
    assert!(over.iter().all(|game| game["status"] == "finished"));
    let (status, _, log) = second.stop();
    assert!(status.success(), "{log:?}");
    database.remove().await;
}

#[tokio::test]
async fn the_feed_tells_of_analyses_that_a_server_did_not_finish_before_it_died() {
    let database = test_database::create().await;
    let (first, app) = served(&database);
    let ada = app.user("ada").await;
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["greedy", "random"]});
    let ids = several(&ada, &terms, 3).await;
    for id in &ids {
        watch_out(&ada, id).await;
    }
    let mut reader = Reader::open(&ada, "/v1/me/events", LINES).await;
    reader.expect("snapshot").await;
    for id in &ids {
        ada.post_empty(&format!("/v1/games/{id}/analysis")).await.expect(202);
    }
    reader.expect("analysis").await;
    drop(first);
    let (second, app) = served(&database);
    let ada = app.user("ada").await;
    let mut reader = Reader::open(&ada, "/v1/me/events", LINES).await;
    let mut known = reader.expect("snapshot").await["data"]["analyses"].as_array().expect("a list").clone();
    assert_eq!(known.len(), ids.len(), "{known:?}");
    while let Some(waits) = known.iter().position(|one| one["status"] != "finished") {
        let told = reader.expect("analysis").await["data"].clone();
        let place = known.iter().position(|one| one["game"] == told["game"]).unwrap_or(waits);
        known[place] = told;
    }
    for id in &ids {
        assert!(known.iter().any(|one| one["game"] == json!(id)), "{id} in {known:?}");
    }
    drop(second);
    database.remove().await;
}

#[tokio::test]
async fn a_decision_that_failed_is_made_again_without_a_search() {
    // One game at a time, and no search before the test ends.
    let app = TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.opponents.opponent_threads = Some(1);
        settings.opponents.opponent_interval = Duration::from_secs(3_600);
    })
    .await;
    let ada = app.user("ada").await;
    let failing = create(&ada, against(json!([{"bot": "greedy"}]))).await;
    let working = create(&ada, against(json!([{"bot": "random"}]))).await;
    let mut stored = Stored::of(&app).await;
    let revoke = |at: &str| {
        format!(
            "UPDATE sessions SET revoked_at = {at} FROM players p \
             WHERE p.id = sessions.player_id AND p.username = 'greedy'"
        )
    };
    stored.execute(&revoke("now()")).await;
    for id in [&failing, &working] {
        let game = own_turn(&ada, id).await;
        let legal = ada.get(&format!("/v1/games/{id}/legal-actions")).await.expect(200).json;
        let body = turn(&game["version"], json!([legal["actions"][0]["action"]]));
        ada.post(&format!("/v1/games/{id}/actions"), body).await.expect(200);
    }
    // The games are attended to in their order, so the first one has failed.
    own_turn(&ada, &working).await;
    let failed = ada.get(&format!("/v1/games/{failing}")).await.expect(200).json;
    assert_eq!((&failed["version"], &failed["to_act"]["seat"]), (&json!(2), &json!(1)));
    stored.execute(&revoke("NULL")).await;
    assert!(own_turn(&ada, &failing).await["version"].as_u64() > Some(2));
}
