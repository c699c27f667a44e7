//! A server that may not change tables, and the migrations apart from it.
//!
//! The servers of all other tests connect as the role of docs/operating/roles.sql, so every operation is
//! tested with rights on data only.

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};

use crate::app::TestApp;
use crate::cluster::is_own;
use crate::database::Scratch;
use crate::process::{Process, run};
use crate::test_database;

const GRANTS: &str = include_str!("../../docs/operating/roles.sql");

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_not_migrate_says_what_is_missing_and_serves_afterwards() {
    let scratch = Scratch::new("privileges");
    let cluster = scratch.start();
    let mut admin = AsyncPgConnection::establish(&cluster.url("postgres")).await.unwrap();
    admin.batch_execute("CREATE ROLE keeper LOGIN").await.unwrap();
    admin.batch_execute("CREATE ROLE lapidary_server LOGIN").await.unwrap();
    admin.batch_execute("CREATE DATABASE games OWNER keeper").await.unwrap();
    let [owner, plain] = ["keeper", "lapidary_server"].map(|role| cluster.url_as(role, "games"));
    let serving = ["--database-url", &plain, "--migrate=off"];

    let (status, _, log) = Process::start(&serving).ended();
    assert!(!status.success());
    let refusal = log.join("\n");
    assert!(refusal.contains("LAPIDARY_MIGRATE is off: run `lapidary migrate` first"), "{refusal}");

    let migrated = run(&["migrate", "--database-url", &owner]);
    assert!(migrated.status.success(), "{migrated:?}");
    AsyncPgConnection::establish(&owner).await.unwrap().batch_execute(GRANTS).await.unwrap();
    let server = Process::serve(&serving);
    let app = TestApp::elsewhere(server.address(), plain.clone());
    app.anonymous().get("/readyz").await.expect(200);
    app.user("ada").await.get("/v1/me").await.expect(200);
    // Also where migrations are on, if none is pending.
    drop(Process::serve(&["--database-url", &plain]));

    let mut plain = AsyncPgConnection::establish(&plain).await.unwrap();
    for (forbidden, reason) in [
        ("CREATE TABLE mine (n int)", "permission denied"),
        ("ALTER TABLE games ADD n int", "must be owner"),
        ("TRUNCATE games", "permission denied"),
        ("DELETE FROM __diesel_schema_migrations", "permission denied"),
    ] {
        let refused = plain.batch_execute(forbidden).await.unwrap_err().to_string();
        assert!(refused.contains(reason), "{forbidden}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_a_later_migration_can_be_used_without_another_grant() {
    if !is_own() {
        return;
    }
    let database = test_database::create().await;
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    owner.batch_execute("CREATE TABLE later (n int GENERATED ALWAYS AS IDENTITY, m int)").await.unwrap();
    let mut server = AsyncPgConnection::establish(database.server_url.as_ref().unwrap()).await.unwrap();
    let statements = "INSERT INTO later (m) VALUES (1); UPDATE later SET m = 2; DELETE FROM later";
    server.batch_execute(statements).await.unwrap();
    database.remove().await;
}
