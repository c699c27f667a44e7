//! Migrations beside others: readers that hold a table, another command, and a program that is older than the
//! database.

use std::process::Stdio;
use std::time::{Duration, Instant};

use diesel_async::SimpleAsyncConnection;
use lapidary::database::blockers::blockers;
use lapidary::database::{Connector, migrations};
use serde_json::Value;

use crate::app::look_again;
use crate::games::stored::Stored;
use crate::process::{Process, program, run};
use crate::test_database::{self, TestDatabase};

/// The migration that changes the table.
const FIRST_TURNS: &str = "20261128160000";
/// A table that a later migration changes, as a backup reads it.
const READ: &str = "BEGIN; LOCK TABLE game_clocks IN ACCESS SHARE MODE";
/// What another reader may wait: a migration waits a second for its lock, and the machine may be busy.
const READ_TIME_MAX: Duration = Duration::from_millis(2_500);
/// How long others read while the migration waits: more than two of its attempts.
const READING: Duration = Duration::from_secs(8);

/// Returns a database of the first release, and a connection that reads a table in it for a backup.
async fn read_by_a_backup() -> (TestDatabase, Stored) {
    let database = test_database::restore(include_str!("../releases/0.1.0.sql")).await;
    let mut backup = Stored::at(&database.url).await;
    backup.execute("SET application_name = 'pg_dump'").await;
    for statement in READ.split("; ") {
        backup.execute(statement).await;
    }
    (database, backup)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_waits_for_a_backup_delays_others_by_a_second_and_says_who_is_in_its_way() {
    let (database, mut backup) = read_by_a_backup().await;
    let pid = backup.texts("SELECT pg_backend_pid()::text").await.remove(0);
    let server = Process::start(&["--database-url", &database.url, "--log-format=json"]);
    let line: Value =
        serde_json::from_str(&server.wait_for("\"application_name\":\"pg_dump\"")).expect("a line of JSON");
    let message = line["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("a migration waits for a lock") && line["pid"].as_i64() == pid.parse().ok(),
        "{line}"
    );
    assert!(line["query_age_ms"].is_u64() && line["state"] == "idle in transaction", "{line}");
    let (mut reader, began, mut longest) = (Stored::at(&database.url).await, Instant::now(), Duration::ZERO);
    while began.elapsed() < READING {
        let asked = Instant::now();
        reader.texts("SELECT count(*)::text FROM game_clocks").await;
        longest = longest.max(asked.elapsed());
    }
    assert!(longest < READ_TIME_MAX, "a reader waited for {longest:?}");
    backup.execute("COMMIT").await;
    server.wait_for("is listening");
    assert!(server.stop().0.success());
    drop((backup, reader));
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_gives_up_after_some_attempts_and_the_next_command_goes_on() {
    let (database, mut backup) = read_by_a_backup().await;
    let connector = Connector::to(&database.url).expect("an address");
    let refusal =
        migrations::run_within(&connector, 2).await.expect_err("a reader holds the table").to_string();
    for words in ["after 2 attempts", "pid ", "(pg_dump, idle in transaction, query of "] {
        assert!(refusal.contains(words), "{refusal}");
    }
    backup.execute("COMMIT").await;
    let done = migrations::run(&connector).await.expect("the rest of the migrations");
    assert!(done[0] == FIRST_TURNS, "those before have run: {done:?}");
    let note = "SELECT obj_description('__diesel_schema_migrations'::regclass, 'pg_class')";
    let served_since = format!("oldest version that may serve: {}", migrations::SERVED_SINCE);
    assert_eq!(backup.texts(note).await, [served_since]);
    drop(backup);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_commands_at_once_one_migrates_and_the_other_waits() {
    let database = test_database::restore(include_str!("../releases/0.1.0.sql")).await;
    let commands = [(); 2].map(|()| {
        let mut migrate = program(&["migrate", "--database-url", &database.url]);
        migrate.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    });
    let told = commands.map(|command| {
        let output = command.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    let names = told.concat().matches(FIRST_TURNS).count();
    assert_eq!(names, 1, "each migration has run once: {told:?}");
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_too_old_for_a_database_says_which_may_serve_it() {
    let database = test_database::create().await;
    let mut stored = Stored::at(&database.url).await;
    let later = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')";
    stored.execute(later).await;
    let own = env!("CARGO_PKG_VERSION");
    let comment = async |stored: &mut Stored, note: &str| {
        stored.execute(&format!("COMMENT ON TABLE __diesel_schema_migrations IS {note}")).await;
    };
    // This version may serve it, as while servers are replaced one after another.
    comment(&mut stored, &format!("'oldest version that may serve: {own}'")).await;
    assert!(Process::serve(&["--database-url", &database.url]).stop().0.success());
    for (note, words) in [
        (
            "'oldest version that may serve: 0.10.0'",
            format!("0.10.0 is the oldest that may serve it, and this is {own}"),
        ),
        ("NULL", "does not know the migration 29991231000000".to_owned()),
        ("'of somebody else'", "does not know the migration 29991231000000".to_owned()),
    ] {
        comment(&mut stored, note).await;
        for migrate in ["--migrate=on", "--migrate=off"] {
            let (status, _, log) = Process::start(&["--database-url", &database.url, migrate]).ended();
            assert!(!status.success() && log.join("\n").contains(&words), "{log:#?}");
        }
        for command in [&["migrate"][..], &["admin", "list"]] {
            let refused = run(&[command, &["--database-url", &database.url]].concat());
            let told = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && told.contains(&words), "{told}");
        }
    }
    drop(stored);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_who_is_in_the_way_of_a_migration_is_not_named() {
    const PID: &str = "SELECT pg_backend_pid()::text";
    let database = test_database::restore(include_str!("../releases/0.1.0.sql")).await;
    let connector = Connector::to(&database.url).expect("an address");
    let mut asking = connector.open().await.expect("a connection");
    let mut other = connector.open().await.expect("a connection");
    let mut migrating = Stored::at(&database.url).await;
    let pid = migrating.texts(PID).await.remove(0);
    // An index that is made concurrently waits for every older snapshot.
    asking.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;").await.expect("a snapshot");
    let index = tokio::spawn(async move {
        migrating.execute("CREATE INDEX CONCURRENTLY ON players (created_at)").await;
    });
    let waiting = pid.parse().expect("a number");
    while blockers(&mut other, waiting).await.expect("an answer").is_empty() {
        look_again().await;
    }
    assert_eq!(blockers(&mut asking, waiting).await.expect("an answer").len(), 0);
    asking.batch_execute("COMMIT").await.expect("the snapshot is given up");
    index.await.expect("the index");
    drop((asking, other));
    database.remove().await;
}
