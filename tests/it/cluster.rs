//! The PostgreSQL of the tests, its migrated template, and one database for each test.
//!
//! `TEST_DATABASE_URL` names a server to use instead of one of the tests' own.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::database::migrations;
use tokio::sync::OnceCell;

/// Databases older than this were left behind by a run that was stopped.
const LEFTOVER_SECONDS: u64 = 3600;
const TEMPLATE_LOCK: i64 = 0x6c61_7474;

/// A database of one test.
pub struct TestDatabase {
    pub url: String,
    name: String,
}

/// Makes a database with every migration run.
pub async fn create() -> TestDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE.get_or_init(prepare_template).await;
    let name = format!("t_{}_{:08x}", now(), fastrand::u32(..));
    let mut admin = connect("postgres").await;
    execute(&mut admin, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
    TestDatabase { url: url_of(&name), name }
}

impl TestDatabase {
    /// Removes the database with everything in it.
    pub async fn remove(self) {
        let mut admin = connect("postgres").await;
        execute(&mut admin, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

/// The template belongs to these migrations: other migrations, other name.
async fn prepare_template() -> String {
    let mut hasher = DefaultHasher::new();
    (migrations::names(), include_dir_digest()).hash(&mut hasher);
    let name = format!("tpl_{:016x}", hasher.finish());
    let mut admin = connect("postgres").await;
    diesel::sql_query("SELECT pg_advisory_lock($1)")
        .bind::<BigInt, _>(TEMPLATE_LOCK)
        .execute(&mut admin)
        .await
        .expect("the lock is free some time");
    if !existing(&mut admin, &name).await.contains(&name) {
        let unfinished = format!("{name}_unfinished");
        execute(&mut admin, &format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await;
        execute(&mut admin, &format!("CREATE DATABASE {unfinished}")).await;
        migrations::run(&url_of(&unfinished)).await.expect("the migrations run on an empty database");
        execute(
            &mut admin,
            &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{unfinished}'"),
        )
        .await;
        execute(&mut admin, &format!("ALTER DATABASE {unfinished} RENAME TO {name}")).await;
    }
    sweep(&mut admin).await;
    name
}

/// What the migrations do, so that an edited one makes a new template.
fn include_dir_digest() -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("there are migrations")
        .map(|entry| entry.expect("the directory can be read").path().join("up.sql"))
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("a migration has an up.sql")).collect()
}

async fn sweep(admin: &mut AsyncPgConnection) {
    for name in existing(admin, "t\\_%").await {
        let made: Option<u64> = name.split('_').nth(1).and_then(|seconds| seconds.parse().ok());
        if made.is_some_and(|made| made + LEFTOVER_SECONDS < now()) {
            execute(admin, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        }
    }
}

async fn existing(admin: &mut AsyncPgConnection, pattern: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Name {
        #[diesel(sql_type = Text)]
        datname: String,
    }
    let rows: Vec<Name> = diesel::sql_query("SELECT datname::text FROM pg_database WHERE datname LIKE $1")
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

fn url_of(database: &str) -> String {
    match std::env::var("TEST_DATABASE_URL") {
        Ok(url) => with_database(&url, database),
        Err(_) => format!("host={} user=postgres dbname={database}", own_server().display()),
    }
}

/// The address with another database.
fn with_database(url: &str, database: &str) -> String {
    if !url.contains("://") {
        return format!("{url} dbname={database}");
    }
    let (address, query) = url.split_once('?').map_or((url, None), |(address, query)| (address, Some(query)));
    let authority = address.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    query.map_or_else(|| format!("{authority}/{database}"), |query| format!("{authority}/{database}?{query}"))
}

/// The socket directory of the tests' own server, which is started if it does not run yet and serves later runs too.
fn own_server() -> &'static Path {
    static SERVER: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    SERVER.get_or_init(start_server)
}

fn start_server() -> PathBuf {
    let programs = Path::new("/usr/lib/postgresql/15/bin");
    let identity = identity();
    let base = Path::new("/dev/shm").join(format!("lapidary-tests-{}", identity.map_or(0, |(uid, _)| uid)));
    std::fs::create_dir_all(&base).expect("the directory of the tests' server can be made");
    if let Some((uid, gid)) = identity {
        std::os::unix::fs::chown(&base, Some(uid), Some(gid)).expect("the directory can be given away");
    }
    let lock = std::fs::File::create(base.join("lock")).expect("the lock can be made");
    lock.lock().expect("the lock is free some time");
    let data = base.join("data");
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(programs.join(program));
        command
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some((uid, gid)) = identity {
            command.uid(uid).gid(gid);
        }
        command.status().unwrap_or_else(|error| panic!("{program} cannot be run: {error}")).success()
    };
    let data_text = data.to_str().expect("the path is text");
    if !data.join("PG_VERSION").exists() {
        let made = run(
            "initdb",
            &[
                "--no-sync",
                "--auth=trust",
                "--username=postgres",
                "--encoding=UTF8",
                "--locale=C",
                "-D",
                data_text,
            ],
        );
        assert!(made, "initdb made no cluster in {data_text}");
    }
    if !run("pg_ctl", &["-D", data_text, "status"]) {
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off -c full_page_writes=off \
             -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0 -c max_connections=300",
            base.display()
        );
        let log = base.join("log");
        let log = log.to_str().expect("the path is text");
        assert!(run("pg_ctl", &["-w", "-D", data_text, "-l", log, "-o", &options, "start"]), "see {log}");
    }
    base
}

/// As root, PostgreSQL runs as `postgres`, because it refuses root.
fn identity() -> Option<(u32, u32)> {
    let number = |option: &str, user: &[&str]| -> Option<u32> {
        let output = Command::new("id").arg(option).args(user).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    match number("-u", &[]) {
        Some(0) => Some((number("-u", &["postgres"])?, number("-g", &["postgres"])?)),
        _ => None,
    }
}
