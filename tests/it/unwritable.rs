//! A database that takes no writes for a while: it only reads, or its disk is full.

use std::collections::BTreeSet;

use diesel::sql_types::Integer;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::json;

use crate::app::{TestApp, look_again};
use crate::database::{Scratch, execute};
use crate::games::table::{Table, terms};
use crate::process::Process;
use crate::test_database;

/// The number of turns that are refused.
const TURNS: usize = 60;

/// Lets every new log entry fail as on a full disk, which answers with this code and this text.
const FULL_DISK: &str = "\
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file \"base/16384/16385\": No space left on device' USING ERRCODE = '53100';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON game_log FOR EACH ROW EXECUTE FUNCTION full_disk();";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_turns_get_503_and_the_log_stays_short() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url, "--access-log=off"]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let table = Table::started(&app, terms(2)).await;
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    app.anonymous().get("/readyz").await.expect(200);

    owner.batch_execute(FULL_DISK).await.unwrap();
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for _ in 0..TURNS {
        let refused = table.post(0, &json!(1), take.clone()).await.expect_problem(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty());
    }
    let unready = app.anonymous().get("/readyz").await.expect_problem(503, "not_ready");
    assert_eq!(unready.json["detail"], "The disk of the database is full.");
    app.anonymous().get(&table.path("")).await.expect(200);

    owner.batch_execute("DROP FUNCTION full_disk CASCADE").await.unwrap();
    table.post(0, &json!(1), take).await.expect(200);
    let text = app.anonymous().get("/metrics").await.expect(200).text;
    let failures = text.lines().find_map(|line| {
        line.strip_prefix("lapidary_database_failures_total{kind=\"unwritable\"} ")?.parse::<usize>().ok()
    });
    assert!(failures >= Some(TURNS), "{failures:?}");
    let (_, _, log) = server.stop();
    let about: Vec<_> = log.iter().filter(|line| line.contains("No space left on device")).collect();
    assert!(!about.is_empty() && about.len() < TURNS / 4, "{about:#?}");
    assert!(!log.iter().any(|line| line.contains("ERROR")), "{log:#?}");
    database.remove().await;
}

/// Returns the process ids of the connections of servers to the database.
async fn connections(url: &str) -> BTreeSet<i32> {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = Integer)]
        pid: i32,
    }
    let query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'lapidary'";
    let mut connection = AsyncPgConnection::establish(url).await.unwrap();
    let rows: Vec<Row> = diesel::sql_query(query).load(&mut connection).await.unwrap();
    rows.into_iter().map(|row| row.pid).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_to_a_database_that_becomes_read_only_are_replaced() {
    let scratch = Scratch::new("read-only");
    let cluster = scratch.start();
    let url = cluster.url("postgres");
    let app = TestApp::spawn_with({
        let url = url.clone();
        move |settings| settings.database.database_url = Some(url)
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    table.view(0).await;
    let before = connections(&url).await;
    assert!(before.len() > 1, "{before:?}");

    let set = async |to: &str| {
        execute(&cluster, &format!("ALTER SYSTEM SET default_transaction_read_only = {to}")).await;
        execute(&cluster, "SELECT pg_reload_conf()").await;
    };
    set("on").await;
    while app.anonymous().get("/readyz").await.json["detail"] != "The database accepts no writes." {
        look_again().await;
    }
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    let account = json!({"username": "stranger", "password": crate::app::PASSWORD});
    while !before.is_disjoint(&connections(&url).await) {
        // Each uses connections of another pool: of all requests, of the writer, of the reader.
        let refused = app.anonymous().post("/v1/accounts", &account).await.expect_problem(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty());
        table.post(0, &json!(1), take.clone()).await.expect_problem(503, "unavailable");
        // A connection may end while a read begins on it.
        let read = app.anonymous().get(&table.path("")).await;
        assert!([200, 503].contains(&read.status.as_u16()), "{}", read.text);
    }

    set("off").await;
    while app.anonymous().get("/readyz").await.status == 503 {
        look_again().await;
    }
    table.post(0, &json!(1), take).await.expect(200);
}
