//! A PostgreSQL of the operator, which may speak another language, be made otherwise, or stand behind a
//! pooler.

use std::sync::Arc;

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use lapidary::database::needs::{Lack, NEEDS, Unmet, unmet};
use lapidary::database::{Address, Connector};
use lapidary::settings::Settings;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio_postgres::Config;

use crate::app::{TestApp, look_again};
use crate::cluster::is_own;
use crate::games::table::{Table, terms};
use crate::line::{Stream, address_over, dial};
use crate::process::{Process, run};
use crate::test_database::{self, TestDatabase};

/// Lets every new log entry fail with this code and a text in another language.
fn failing(code: &str) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'Verklemmung, Zeitüberschreitung oder 李' USING ERRCODE = '{code}';
        END $$;
        DROP TRIGGER IF EXISTS failing ON game_log;
        CREATE TRIGGER failing BEFORE INSERT ON game_log FOR EACH ROW EXECUTE FUNCTION failing();"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_sorted_by_their_codes_whatever_the_language_of_the_database() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut owner = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for code in ["40P01", "55P03", "57014", "53100", "53200", "57P01", "08006"] {
        owner.batch_execute(&failing(code)).await.unwrap();
        let refused = table.post(0, &json!(1), take.clone()).await.expect_problem(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty(), "{code}");
    }
    owner.batch_execute(&failing("22012")).await.unwrap();
    table.post(0, &json!(1), take.clone()).await.expect_problem(500, "internal_error");
    owner.batch_execute("DROP FUNCTION failing CASCADE").await.unwrap();
    table.post(0, &json!(1), take).await.expect(200);
}

/// Makes everybody in a database see these functions and views instead of those of PostgreSQL.
fn shadow(things: &str) -> String {
    format!(
        "CREATE SCHEMA shadow; SET search_path = shadow, pg_catalog; {things};
        DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET search_path = shadow, pg_catalog, public', current_database());
        END $$"
    )
}

/// Returns statements that make a database wrong in this respect, for those that can be made so.
fn fault(need: &str) -> Option<String> {
    let function = |head: &str, result: &str| {
        shadow(&format!("CREATE FUNCTION {head} LANGUAGE sql AS $$ SELECT {result} $$"))
    };
    Some(match need {
        "version" => function("current_setting(text) RETURNS text", "'140012'"),
        "history" => "ALTER TABLE tournament_members DROP COLUMN asked_by".to_owned(),
        "rights" => "REVOKE DELETE ON webhooks FROM lapidary_server".to_owned(),
        "connections" => shadow(
            "CREATE VIEW pg_roles AS SELECT rolname, false AS rolsuper, 2 AS rolconnlimit FROM pg_catalog.pg_roles",
        ),
        "timeouts" => {
            shadow("CREATE VIEW pg_settings AS SELECT name, '0' AS setting FROM pg_catalog.pg_settings")
        }
        "encryption" => function("inet_client_addr() RETURNS inet", "'192.0.2.7'::inet"),
        "clock" => function(
            "clock_timestamp() RETURNS timestamptz",
            "pg_catalog.clock_timestamp() - interval '15 minutes'",
        ),
        _ => return None,
    })
}

/// Returns a database that lacks this, and its address.
async fn lacking(need: &str) -> (TestDatabase, String) {
    if need == "encoding" {
        let database = test_database::empty("ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0").await;
        let url = database.url.clone();
        return (database, url);
    }
    let database = test_database::create().await;
    if need == "sessions" {
        let address = pooler(database.url.parse().expect("an address")).await;
        return (database, address);
    }
    let fault = fault(need).unwrap_or_else(|| panic!("no database is made that lacks {need}"));
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    owner.batch_execute(&fault).await.unwrap();
    let url = if need == "rights" { database.server_url.clone().unwrap() } else { database.url.clone() };
    (database, url)
}

/// Starts a pooler that gives each transaction the same session of the database, whoever sends it, and
/// returns the address over it.
async fn pooler(database: Config) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = address_over(&database, listener.local_addr().expect("an address").port());
    let shared = Arc::new(Mutex::new(None));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(share(client, database.clone(), shared.clone()));
        }
    });
    address
}

async fn share(
    mut client: TcpStream,
    database: Config,
    shared: Arc<Mutex<Option<Box<dyn Stream>>>>,
) -> std::io::Result<()> {
    // The login has a session of its own, and the first one becomes that of everybody.
    let length = client.read_u32().await?;
    let mut startup = vec![0; length as usize - 4];
    client.read_exact(&mut startup).await?;
    let mut session = dial(&database).await;
    session.write_all(&[&length.to_be_bytes(), &startup[..]].concat()).await?;
    respond(&mut session, &mut client).await?;
    shared.lock().await.get_or_insert(session);
    while let Ok(query) = message(&mut client).await {
        if query[0] == b'X' {
            // The client has left; the session stays.
            break;
        }
        let mut shared = shared.lock().await;
        let session = shared.as_mut().expect("somebody has logged in");
        session.write_all(&query).await?;
        respond(session, &mut client).await?;
    }
    Ok(())
}

/// Passes a response on, to its end.
async fn respond(session: &mut (impl Stream + ?Sized), client: &mut TcpStream) -> std::io::Result<()> {
    loop {
        let message = message(session).await?;
        client.write_all(&message).await?;
        if message[0] == b'Z' {
            return Ok(());
        }
    }
}

/// Reads a message: its type, its length and its content.
async fn message(stream: &mut (impl Stream + ?Sized)) -> std::io::Result<Vec<u8>> {
    let (kind, length) = (stream.read_u8().await?, stream.read_u32().await?);
    let mut message = [&[kind][..], &length.to_be_bytes()].concat();
    message.resize(1 + length as usize, 0);
    stream.read_exact(&mut message[5..]).await?;
    Ok(message)
}

/// Returns what a database at this address lacks.
async fn found(address: &str) -> Vec<Unmet> {
    let (address, settings) = (Address::read(address).unwrap(), Settings::from_environment().unwrap());
    unmet(&Connector::new(&address).unwrap(), &address.encryption, &settings.database).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_need_is_noticed_where_it_is_lacking_and_nowhere_else() {
    if !is_own() {
        return;
    }
    let database = test_database::create().await;
    for address in [Some(&database.url), database.server_url.as_ref()].into_iter().flatten() {
        assert_eq!(found(address).await, []);
    }
    database.remove().await;
    for need in &NEEDS {
        let row = format!("| `{}` |", need.name);
        assert!(include_str!("../../docs/database.md").contains(&row), "{row}");
        let (database, address) = lacking(need.name).await;
        let found = found(&address).await;
        assert!(matches!(&found[..], [one] if (one.name, one.lack) == (need.name, need.lack)), "{found:?}");
        assert!(!found[0].sentence.contains("{}"), "{found:?}");
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_does_not_start_and_a_migration_does_not_begin_on_a_database_it_cannot_use() {
    if !is_own() {
        return;
    }
    for need in NEEDS.iter().filter(|need| need.lack == Lack::Refuse) {
        let (database, address) = lacking(need.name).await;
        let sentence = found(&address).await.remove(0).sentence;
        let (status, _, log) = Process::start(&["--database-url", &address]).ended();
        assert!(!status.success() && log.join("\n").contains(&sentence), "{log:#?}");
        let migrated = run(&["migrate", "--database-url", &address]);
        let told = String::from_utf8_lossy(&migrated.stderr).into_owned();
        assert!(!migrated.status.success() && told.contains(&sentence), "{told}");
        let checked = run(&["database", "--database-url", &address, "--check"]);
        let told = String::from_utf8_lossy(&checked.stderr).into_owned();
        assert!(!checked.status.success() && told.contains(&sentence), "{told}");
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_not_that_of_the_database_is_logged_and_measured() {
    if !is_own() {
        return;
    }
    let (database, address) = lacking("clock").await;
    let checked = run(&["database", "--database-url", &address, "--check"]);
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(
        checked.status.success() && told.contains("clock: the clock of this server is 900 s ahead"),
        "{told}"
    );
    let server = Process::serve(&["--database-url", &address, "--access-log=off"]);
    let app = TestApp::elsewhere(server.address(), address);
    let ahead = async || {
        let text = app.anonymous().get("/metrics").await.expect(200).text;
        let line = text.lines().find_map(|line| line.strip_prefix("lapidary_clock_ahead_seconds "));
        line.and_then(|value| value.parse::<f64>().ok()).expect("a metric")
    };
    while ahead().await < 1.0 {
        look_again().await;
    }
    assert!((895.0..905.0).contains(&ahead().await), "{}", ahead().await);
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    let right = "CREATE OR REPLACE FUNCTION shadow.clock_timestamp() RETURNS timestamptz LANGUAGE sql \
                 AS $$ SELECT pg_catalog.clock_timestamp() $$";
    owner.batch_execute(right).await.unwrap();
    server.wait_for("that of the database again");
    let (_, _, log) = server.stop();
    let lines = |words: &str| log.iter().filter(|line| line.contains(words)).count();
    assert_eq!((lines("is 900 s ahead of that"), lines("is not that of the database")), (1, 1), "{log:#?}");
    database.remove().await;
}
