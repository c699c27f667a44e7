//! The database of an earlier release comes up to date when a server of this version starts, and serves on.
//!
//! `tests/releases` keeps a dump of each release, with the rows that `write` makes. `make release-dump`
//! writes one of this version.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use lapidary::database::migrations;
use serde_json::{Value, json};

use crate::app::{TestApp, look_again};
use crate::games::table::{Table, dice, terms_with};
use crate::ladders::{DUELS, assert_equal, game_of, log};
use crate::schema::catalog;
use crate::test_database;
use crate::tournaments::scene::{Scene, entries};

/// Names the file for a dump of this version.
const DUMP_TO: &str = "LAPIDARY_RELEASE_DUMP";

/// The labels of the games: one that is finished, and two that run, without and with a clock.
const FINISHED: &str = "finished";
const RUNNING: &str = "running";
const CLOCKED: &str = "clocked";

/// Returns the terms of a game for two with this label.
fn labelled(label: &str, clock: Value) -> Value {
    let mut terms = terms_with(2, "label", json!(label));
    terms["clock"] = clock;
    terms
}

/// Writes what every dump has.
async fn write(app: &TestApp) {
    let rated = game_of(&[&app.user("ada").await, &app.user("bob").await]).await;
    app.user("bob").await.post_empty(&format!("{rated}/resign")).await.expect(200);
    let finished = Table::started(app, labelled(FINISHED, json!({"kind": "none"}))).await;
    finished.play_some(&mut dice(28), 20).await;
    finished.seats[1].post_empty(&finished.path("/resign")).await.expect(200);
    let running = Table::started(app, labelled(RUNNING, json!({"kind": "none"}))).await;
    running.play_some(&mut dice(29), 5).await;
    let days = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let clocked = Table::started(app, labelled(CLOCKED, days)).await;
    clocked.play_some(&mut dice(30), 1).await;
    let scene = Scene::new(app, json!({"seats": 2}), 4).await;
    scene.start().await;
    let round = scene.next().await;
    let table = &round["tables"][0];
    scene.play(table, &entries(table)).await;
}

/// Returns the game with this label, which `write` has made.
async fn found<'a>(app: &'a TestApp, label: &str) -> Table<'a> {
    let games = app.anonymous().get(&format!("/v1/games?label={label}")).await.expect(200).json;
    assert_eq!(games["items"].as_array().map(Vec::len), Some(1), "{label}: {games}");
    let id = games["items"][0]["id"].as_str().expect("a game has an id").to_owned();
    Table { app, id, seats: vec![app.user("ada").await, app.user("bob").await] }
}

/// Asserts that everything that `write` made is there and goes on.
async fn serves(app: &TestApp) {
    let finished = found(app, FINISHED).await;
    let view = finished.public_view().await;
    assert_eq!((&view["status"], &view["result"]["reason"]), (&json!("finished"), &json!("last_seat")));
    let events = app.anonymous().get(&finished.path("/events?limit=100")).await.expect(200).json;
    let last = events["events"].as_array().and_then(|events| events.last()).expect("events");
    assert_eq!(last["seq"], view["version"]);
    app.anonymous().get(&finished.path("/export")).await.expect(200);
    assert_eq!(log(app, DUELS).await.len(), 2);
    assert_equal(app).await;

    let running = found(app, RUNNING).await;
    let version = running.public_view().await["version"].as_u64().expect("a version");
    assert_eq!(running.play_some(&mut dice(31), 4).await.len(), 4);
    assert!(running.public_view().await["version"].as_u64() >= Some(version + 4));

    // No time was charged for the time between the versions.
    let clocked = found(app, CLOCKED).await;
    assert_eq!(clocked.play_some(&mut dice(32), 2).await.len(), 2);

    let tournaments = app.anonymous().get("/v1/tournaments").await.expect(200).json;
    let id = tournaments["items"][0]["id"].as_str().expect("a tournament");
    // A job stores the words of names that a release without them has stored.
    while app.anonymous().get("/v1/tournaments?name=friday").await.expect(200).json["items"]
        != tournaments["items"]
    {
        look_again().await;
    }
    let mut scene = Scene {
        organizer: app.user("organizer").await,
        players: BTreeMap::new(),
        path: format!("/v1/tournaments/{id}"),
    };
    for number in 1..=4 {
        scene.players.insert(number, app.user(&format!("player{number}")).await);
    }
    let round = scene.get("/rounds/1").await;
    let status = |number: usize| &round["tables"][number]["status"];
    assert_eq!((status(0), status(1)), (&json!("done"), &json!("playing")));
    scene.play_round(&round).await;
    let second = scene.next().await;
    assert_eq!(second["round"], 2);
    scene.play_round(&second).await;
    scene.until("/rounds/2", |now| now["status"] == "closed").await;
    assert_eq!(scene.get("/standings").await["items"].as_array().map(Vec::len), Some(4));
}

/// Writes a dump of the database to a file, without comments and empty lines.
fn dump(url: &str, file: &Path) {
    let options = ["--no-owner", "--no-privileges", "--no-comments", "--inserts", "--dbname", url];
    let dumped = Command::new("pg_dump").args(options).output().expect("pg_dump is installed");
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let dumped = String::from_utf8(dumped.stdout).expect("SQL is text");
    let is_sql = |line: &&str| !(line.is_empty() || line.starts_with("--") || line.starts_with('\\'));
    let kept: Vec<&str> = dumped.lines().filter(is_sql).collect();
    fs::write(file, kept.join("\n") + "\n").expect("the file can be written");
}

/// Returns the dumps.
fn kept() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases");
    let files = fs::read_dir(directory).expect("there are dumps").map(|file| file.expect("a file").path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "sql")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_each_release_comes_up_to_date_and_serves() {
    let fresh = test_database::create().await;
    let expected = catalog(&fresh.url).await;
    fresh.remove().await;
    let files = kept();
    assert!(!files.is_empty());
    for file in files {
        println!("{}", file.display());
        let sql = fs::read_to_string(&file).expect("the dump can be read");
        let app = TestApp::spawn_on(async move { test_database::restore(&sql).await }, |_| {}).await;
        assert_eq!(catalog(&app.database_url).await, expected);
        serves(&app).await;
    }
}

/// The functions that add a row to each table that has none.
const FILL: &str = include_str!("fill.sql");

#[derive(diesel::QueryableByName)]
struct Rows {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Adds a row to each table that has none.
async fn fill(connection: &mut AsyncPgConnection, when: &str) {
    let empty = diesel::sql_query("SELECT name, 0::bigint AS rows FROM pg_temp.fill() AS name");
    let empty: Vec<Rows> = empty.load(connection).await.expect("the tables can be filled");
    let empty: Vec<&String> = empty.iter().map(|table| &table.name).collect();
    assert_eq!(empty, [""; 0], "tables without rows {when}");
}

/// Returns the number of rows of each table.
async fn rows(connection: &mut AsyncPgConnection) -> BTreeMap<String, i64> {
    let counts = "SELECT relname::text AS name, (xpath('/row/count/text()', \
         query_to_xml(format('SELECT count(*) FROM %I', relname), false, true, '')))[1]::text::bigint AS rows \
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '__diesel_schema_migrations'";
    let rows: Vec<Rows> = diesel::sql_query(counts).load(connection).await.expect("counts");
    rows.into_iter().map(|table| (table.name, table.rows)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_migration_since_the_first_release_keeps_the_rows_of_every_table_and_a_server_starts_on_them() {
    let fresh = test_database::create().await;
    let expected = catalog(&fresh.url).await;
    fresh.remove().await;
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let of_file = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.expect("a migration");
        let name = entry.file_name().into_string().expect("a name");
        let version = name.split('_').next().expect("a version").replace('-', "");
        (version, fs::read_to_string(entry.path().join("up.sql")).expect("a migration has an up.sql"))
    };
    let files: BTreeMap<String, String> =
        fs::read_dir(directory).expect("there are migrations").map(of_file).collect();
    let first = fs::read_to_string(&kept()[0]).expect("the dump can be read");
    let database = test_database::restore(&first).await;
    let mut connection = AsyncPgConnection::establish(&database.url).await.expect("the database answers");
    connection.batch_execute(FILL).await.expect("the functions can be made");
    let pending = migrations::pending(&mut connection).await.expect("the migrations are known");
    assert!(!pending.is_empty());
    for version in pending {
        fill(&mut connection, &format!("before {version}")).await;
        let before = rows(&mut connection).await;
        connection.batch_execute(&files[&version]).await.unwrap_or_else(|error| panic!("{version}: {error}"));
        let record = diesel::sql_query("INSERT INTO __diesel_schema_migrations (version) VALUES ($1)");
        record.bind::<Text, _>(&version).execute(&mut connection).await.expect("the migration is recorded");
        let after = rows(&mut connection).await;
        for (table, rows) in before.iter().filter(|(table, _)| after.contains_key(*table)) {
            assert!(after[table] >= *rows, "{table} had {rows} rows, and {} after {version}", after[table]);
        }
    }
    assert_eq!(catalog(&database.url).await, expected);
    fill(&mut connection, "after all migrations").await;
    // The rows that were added mean nothing: no server signs with such a key, and no game goes on.
    connection.batch_execute("DELETE FROM push_keys").await.expect("the key can be deleted");
    drop(connection);
    let app = TestApp::spawn_on(async move { database }, |_| {}).await;
    for list in ["games", "tournaments", "clubs", "series", "players/ada/ratings"] {
        app.anonymous().get(&format!("/v1/{list}")).await.expect(200);
    }
    let finished = found(&app, FINISHED).await;
    assert_eq!(finished.public_view().await["status"], "finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_this_version_serves_what_the_dumps_have() {
    let app = TestApp::spawn().await;
    write(&app).await;
    if let Some(file) = std::env::var_os(DUMP_TO) {
        dump(&app.database_url, Path::new(&file));
    }
    serves(&app).await;
}
