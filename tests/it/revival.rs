//! An embedded PostgreSQL that dies: it is restarted, requests get 503 with `Retry-After`, and the log stays
//! short.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use lapidary::database::embedded::Origin;
use lapidary::database::{Connector, migrations};
use serde_json::json;

use crate::app::{PASSWORD, TestApp, look_again};
use crate::database::{Scratch, execute};
use crate::process::Process;

/// The number of requests during an outage.
const STRANGERS: usize = 300;

/// Kills the main process of the database server, which leaves its files and child processes behind.
pub fn kill_postmaster(data_dir: &Path) -> String {
    let file = fs::read_to_string(data_dir.join("data/postmaster.pid")).unwrap();
    let pid = file.lines().next().unwrap().trim().to_owned();
    assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    pid
}

/// Asserts that an outage has one line at its beginning and one at its end: of the embedded database, and of
/// the connections to it if one was opened meanwhile. Background jobs have none. Why requests get 503 is said
/// now and then.
fn assert_short(log: &[String]) {
    const REASONS: [&str; 2] = ["a database call failed", "a request is answered with 503"];
    const NO_CONNECTION: &str = "no connection to the database can be opened";
    let told = |words: &str| log.iter().filter(|line| line.contains(words)).count();
    let expected = ["has died", NO_CONNECTION, REASONS[0], REASONS[1]];
    let is_alarm = |line: &&String| line.contains(" WARN ") || line.contains("ERROR");
    let alarms = log.iter().filter(is_alarm);
    let unexpected: Vec<_> =
        alarms.filter(|line| !expected.iter().any(|words| line.contains(words))).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    let connections = told(NO_CONNECTION);
    assert_eq!((told("has died"), told(" lapidary::jobs::")), (1, 0), "{log:#?}");
    let reasons: usize = REASONS.map(told).iter().sum();
    assert!(reasons < STRANGERS / 10, "{log:#?}");
    assert_eq!(told("runs again"), 1, "{log:#?}");
    assert!(connections <= 1, "{log:#?}");
    assert_eq!(told("connections to the database can be opened again"), connections, "{log:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_database_is_restarted_while_requests_get_503() {
    let scratch = Scratch::new("revival");
    let dir = format!("--data-dir={}", scratch.0.display());
    let (one, other) =
        (Process::serve(&[&dir, "--access-log=off"]), Process::serve(&[&dir, "--access-log=off"]));
    let app = TestApp::elsewhere(one.address(), String::new());
    let second = TestApp::elsewhere(other.address(), String::new());
    app.user("ada").await;
    second.user("ada").await;

    // This lock prevents a restart of the database server, so the test controls the length of the outage.
    let turn = File::options().read(true).write(true).open(scratch.0.join("lock")).unwrap();
    turn.lock().unwrap();
    let killed = kill_postmaster(&scratch.0);
    one.wait_for("the embedded database has died");
    other.wait_for("the embedded database has died");
    let login = json!({"username": "ada", "password": PASSWORD});
    for _ in 0..STRANGERS {
        let refused = app.anonymous().post("/v1/sessions", &login).await.expect_problem(503, "unavailable");
        assert_eq!(refused.header("retry-after"), "1");
    }
    let unready = app.anonymous().get("/readyz").await.expect_problem(503, "not_ready");
    assert_eq!(unready.header("retry-after"), "1");
    app.anonymous().get("/livez").await.expect(200);
    turn.unlock().unwrap();

    let origins = [&one, &other].map(|process| {
        let line = process.wait_for("the embedded database runs again");
        if line.contains("origin=Joined") { "joined" } else { "started" }
    });
    assert!(origins.contains(&"joined") && origins.contains(&"started"), "{origins:?}");
    assert_ne!(
        fs::read_to_string(scratch.0.join("data/postmaster.pid")).unwrap().lines().next(),
        Some(&*killed)
    );
    for app in [&app, &second] {
        app.anonymous().get("/readyz").await.expect(200);
        app.anonymous().post("/v1/sessions", &login).await.expect(200);
    }
    let (_, _, log) = other.stop();
    assert_short(&log);
    let (status, _, log) = one.stop();
    assert!(status.success());
    assert_short(&log);
    assert!(
        log.iter().any(|line| line.contains("connections to the database can be opened again")),
        "{log:#?}"
    );
    assert!(!scratch.0.join("data/postmaster.pid").exists(), "the last who leaves stops the server");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_surviving_process_of_a_dead_database_is_ended_before_the_next_start() {
    let scratch = Scratch::new("orphan-backend");
    let cluster = scratch.start();
    execute(&cluster, "CREATE TABLE kept AS SELECT 1 AS n").await;
    // The cluster of a test does not sync its commits to disk.
    execute(&cluster, "CHECKPOINT").await;
    let mut busy = AsyncPgConnection::establish(&cluster.url("postgres")).await.unwrap();
    // It checks neither its client nor the postmaster.
    let forever = tokio::spawn(async move { busy.batch_execute("DO $$ BEGIN LOOP END LOOP; END $$").await });
    let running = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'";
    while execute(&cluster, running).await == 0 {
        look_again().await;
    }
    kill_postmaster(&scratch.0);
    while cluster.is_running() {
        look_again().await;
    }
    assert_eq!(cluster.revive().unwrap(), Origin::Started);
    assert!(forever.await.unwrap().is_err(), "the statement was ended with its process");
    assert_eq!(execute(&cluster, "SELECT n FROM kept").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_data_are_not_recreated_behind_a_running_server() {
    let scratch = Scratch::new("gone");
    let cluster = scratch.start();
    kill_postmaster(&scratch.0);
    fs::rename(scratch.0.join("data"), scratch.0.join("elsewhere")).unwrap();
    let refused = cluster.revive().unwrap_err().to_string();
    assert!(refused.contains("is gone"), "{refused}");
    assert!(!scratch.0.join("data").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_uses_a_plain_role_even_on_an_older_cluster() {
    let scratch = Scratch::new("roles");
    // Everything belongs to the superuser.
    let cluster = scratch.start();
    execute(&cluster, "CREATE DATABASE lapidary").await;
    let connector = Connector::to(&cluster.url("lapidary")).unwrap();
    migrations::run(&connector).await.unwrap();
    let mut admin = AsyncPgConnection::establish(&cluster.url("lapidary")).await.unwrap();
    admin
        .batch_execute("INSERT INTO players (id, username) VALUES (gen_random_uuid(), 'kept')")
        .await
        .unwrap();

    let server = Process::serve(&[&format!("--data-dir={}", scratch.0.display())]);
    let app = TestApp::elsewhere(server.address(), String::new());
    app.anonymous().get("/v1/players/kept").await.expect(200);
    app.user("ada").await;
    let plain = "SELECT 1 FROM pg_stat_activity a JOIN pg_roles r ON r.rolname = a.usename \
                 WHERE a.application_name = 'lapidary' AND a.usename = 'lapidary' AND NOT r.rolsuper";
    let others =
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'lapidary' AND usename <> 'lapidary'";
    assert!(execute(&cluster, plain).await > 0);
    assert_eq!(execute(&cluster, others).await, 0);
    let foreign = "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> 'lapidary'::regrole \
                   UNION ALL SELECT 1 FROM pg_type WHERE typnamespace = 'public'::regnamespace \
                   AND typowner <> 'lapidary'::regrole";
    assert_eq!(diesel::sql_query(foreign).execute(&mut admin).await.unwrap(), 0);
    let mut plain = AsyncPgConnection::establish(&cluster.url_as("lapidary", "lapidary")).await.unwrap();
    for (forbidden, reason) in [
        ("COPY players TO PROGRAM 'cat'", "must be superuser"),
        ("SELECT * FROM pg_authid", "permission denied"),
        ("CREATE ROLE other", "permission denied"),
    ] {
        let refused = plain.batch_execute(forbidden).await.unwrap_err().to_string();
        assert!(refused.contains(reason), "{forbidden}: {refused}");
    }
}
