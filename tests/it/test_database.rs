//! A database for each test, cloned from a template that has every migration.
//!
//! It knows names and templates; `cluster` knows where the server is.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use lapidary::database::{Connector, migrations};
use tokio::sync::OnceCell;

use crate::app::RUNTIME;
use crate::citus::{self, Node};
use crate::cluster::{SERVER_ROLE, is_own, server_url_of, url_of};

/// The age after which a database counts as left behind by an interrupted run, on a server of somebody else.
const LEFTOVER_SECONDS: u64 = 3600;
/// How a migrated database is distributed.
const DISTRIBUTION: [&str; 4] = [
    include_str!("../../src/database/sharding.rs"),
    include_str!("../../src/database/store_turn.sql"),
    include_str!("../../src/database/near.sql"),
    include_str!("../../src/database/near_here.sql"),
];
/// The number of templates to keep: checkouts with different migrations may share the server.
const TEMPLATES_MAX: usize = 12;
/// The advisory lock that lets one test process create the template while the others wait.
const TEMPLATE_LOCK: i64 = 0x6c61_7474;

/// The connections that make and drop databases, while no test does. A new one each time would take as long
/// as the statement itself.
static IDLE: Mutex<Vec<AsyncPgConnection>> = Mutex::new(Vec::new());

/// The documented rights of a server that does not migrate.
const GRANTS: &str = include_str!("../../docs/operating/roles.sql");

/// A database of one test.
pub struct TestDatabase {
    /// The address for its owner, who may change tables.
    pub url: String,
    /// The address for a server, with rights on data only; `None` if the server migrates the database.
    pub server_url: Option<String>,
    name: String,
}

/// Creates a database with all migrations.
pub async fn create() -> TestDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    copy(TEMPLATE.get_or_init(prepare_template).await).await
}

/// Creates a database with all migrations, in which these statements have been executed, on one node.
pub async fn filled(statements: &[&str]) -> TestDatabase {
    let database = create().await;
    let mut connection = connect(&database.name).await;
    for statement in statements {
        connection.batch_execute(statement).await.expect("the statements can be executed");
    }
    drop(connection);
    disconnect(&database.name).await;
    database
}

/// Creates a database with what another one has, to which nobody is connected.
async fn copy(template: &str) -> TestDatabase {
    let name = new_name();
    execute_everywhere(&format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
    if !nodes().await.is_empty() {
        citus::configure(&name).await;
    }
    TestDatabase { url: url_of(&name), server_url: Some(server_url_of(&name)), name }
}

/// Creates a database without tables, with these options, on one node.
pub async fn empty(options: &str) -> TestDatabase {
    let name = new_name();
    execute(&mut connect("postgres").await, &format!("CREATE DATABASE {name} {options}")).await;
    TestDatabase { url: url_of(&name), server_url: None, name }
}

/// Creates a database from a dump, on one node.
pub async fn restore(dump: &str) -> TestDatabase {
    let database = empty("").await;
    connect(&database.name).await.batch_execute(dump).await.expect("the dump can be restored");
    database
}

/// Returns a name by which a database is found again if its test is interrupted.
fn new_name() -> String {
    format!("t_{}_{:08x}", now(), fastrand::u32(..))
}

impl TestDatabase {
    /// Creates another database with what this one has. Nobody is connected to this one.
    pub async fn copy(&self) -> TestDatabase {
        copy(&self.name).await
    }

    /// Drops the database.
    pub async fn remove(self) {
        execute_everywhere(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

/// Creates the template if it does not exist. Its name depends on the migrations.
async fn prepare_template() -> String {
    let mut hasher = DefaultHasher::new();
    (migrations::names(), include_dir_digest(), GRANTS).hash(&mut hasher);
    if !nodes().await.is_empty() {
        (nodes().await.len(), DISTRIBUTION).hash(&mut hasher);
    }
    let name = format!("tpl_{:016x}", hasher.finish());
    let mut admin = connect("postgres").await;
    diesel::sql_query("SELECT pg_advisory_lock($1)")
        .bind::<BigInt, _>(TEMPLATE_LOCK)
        .execute(&mut admin)
        .await
        .expect("the lock is free some time");
    if !existing(&mut admin, &name).await.contains(&name) {
        let unfinished = format!("{name}_unfinished");
        execute_everywhere(&format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await;
        execute_everywhere(&format!("CREATE DATABASE {unfinished}")).await;
        let nodes = nodes().await;
        if !nodes.is_empty() {
            citus::join(nodes, &unfinished).await;
        }
        let connector = Connector::to(&url_of(&unfinished)).expect("an address");
        migrations::run(&connector).await.expect("the migrations run on an empty database");
        if is_own() {
            grant(&unfinished).await;
        }
        if !nodes.is_empty() {
            citus::distribute(&unfinished).await;
            // Otherwise the background process of Citus would come back, and no database could be cloned.
            execute_everywhere(&format!("ALTER DATABASE {unfinished} ALLOW_CONNECTIONS false")).await;
        }
        disconnect(&unfinished).await;
        execute_everywhere(&format!("ALTER DATABASE {unfinished} RENAME TO {name}")).await;
    }
    sweep(&mut admin).await;
    name
}

/// Gives the role of the servers its rights on data. It also sees the connections of the owner, because many
/// tests start a second server as the owner.
async fn grant(database: &str) {
    let mut owner = connect(database).await;
    let role = format!(
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{SERVER_ROLE}') THEN \
         CREATE ROLE {SERVER_ROLE} LOGIN; GRANT pg_read_all_stats TO {SERVER_ROLE}; END IF; END $$"
    );
    owner.batch_execute(&role).await.expect("the role is made");
    owner.batch_execute(GRANTS).await.expect("the grants are statements");
}

/// Returns the content of the migrations, so that an edited migration changes the name of the template.
fn include_dir_digest() -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("there are migrations")
        .map(|entry| entry.expect("the directory can be read").path().join("up.sql"))
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("a migration has an up.sql")).collect()
}

/// Ends all connections to a database, so that it can be copied.
async fn disconnect(database: &str) {
    execute_everywhere(&format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database}'"
    ))
    .await;
}

/// Drops leftovers of earlier runs: databases that were shared, or whose tests were interrupted, and the
/// oldest templates.
async fn sweep(admin: &mut AsyncPgConnection) {
    let oldest = match is_own() {
        // The server starts with the first of the processes that use it, and stops with the last.
        true => started(admin).await,
        false => now() - LEFTOVER_SECONDS,
    };
    let made = |name: &str| name.split('_').nth(1).and_then(|seconds| seconds.parse::<u64>().ok());
    let mut leftovers = existing(admin, "t\\_%").await;
    leftovers.retain(|name| made(name).is_some_and(|made| made < oldest));
    let mut templates = existing(admin, "tpl\\_%").await;
    templates.reverse();
    leftovers.extend(templates.into_iter().skip(TEMPLATES_MAX));
    for name in leftovers {
        execute_everywhere(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
}

/// Returns the nodes of the cluster, the coordinator first; none if the tests use one server.
async fn nodes() -> &'static [Node] {
    static NODES: OnceCell<Vec<Node>> = OnceCell::const_new();
    NODES.get_or_init(citus::nodes).await
}

/// Executes a statement about databases on the server, or on every node of the cluster, workers first.
async fn execute_everywhere(sql: &str) {
    let nodes = nodes().await;
    for node in nodes.iter().rev().filter(|node| node.group != 0) {
        let mut admin = AsyncPgConnection::establish(&node.url("postgres")).await.expect("a worker answers");
        execute(&mut admin, sql).await;
    }
    let sql = sql.to_owned();
    // On the runtime that outlives the test, and with it the connections.
    let executed = RUNTIME.spawn(async move {
        let idle = IDLE.lock().expect("no test stops here").pop();
        let mut admin = match idle {
            Some(admin) => admin,
            None => connect("postgres").await,
        };
        execute(&mut admin, &sql).await;
        IDLE.lock().expect("no test stops here").push(admin);
    });
    executed.await.expect("the statement is executed");
}

/// Returns when the server was started, in seconds since 1970.
async fn started(admin: &mut AsyncPgConnection) -> u64 {
    #[derive(diesel::QueryableByName)]
    struct Started {
        #[diesel(sql_type = BigInt)]
        second: i64,
    }
    let started: Started =
        diesel::sql_query("SELECT floor(extract(epoch FROM pg_postmaster_start_time()))::bigint AS second")
            .get_result(admin)
            .await
            .expect("the server knows when it started");
    started.second.unsigned_abs()
}

/// Returns the databases with such names, the oldest first.
async fn existing(admin: &mut AsyncPgConnection, pattern: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Name {
        #[diesel(sql_type = Text)]
        datname: String,
    }
    let rows: Vec<Name> =
        diesel::sql_query("SELECT datname::text FROM pg_database WHERE datname LIKE $1 ORDER BY oid")
            .bind::<Text, _>(pattern)
            .load(admin)
            .await
            .expect("the list of databases can be read");
    rows.into_iter().map(|row| row.datname).collect()
}

async fn connect(database: &str) -> AsyncPgConnection {
    AsyncPgConnection::establish(&url_of(database)).await.expect("the tests' PostgreSQL answers")
}

async fn execute(connection: &mut AsyncPgConnection, sql: &str) {
    diesel::sql_query(sql).execute(connection).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is past 1970").as_secs()
}
