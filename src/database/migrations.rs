//! The migrations inside the program, and the check whether a database has them.
//!
//! This module knows which migrations have run. Their SQL is in `migrations/`.

use std::time::Duration;

use diesel::QueryDsl;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::blockers::Watch;
use super::messages::code_of;
use super::{Connector, Failure};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock for migrations: one starting server migrates while the others wait.
const LOCK: i64 = 0x6c61_7069;

/// How long a statement of a migration waits for a lock. Everything that needs the table queues behind it.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause before the next attempt, in which the queue runs empty.
const LOCK_PAUSE: Duration = Duration::from_secs(4);
/// How often a lock is waited for in vain before the migrations give up: after about ten minutes.
pub const LOCK_ATTEMPTS_MAX: u32 = 120;
/// The code of the error of a statement that has waited for a lock too long (`SQLSTATE`).
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// The oldest version whose servers may start on a database with all migrations of this program.
/// `tests/tidy/migrations.rs` compares it with what migrations remove.
pub const SERVED_SINCE: &str = "0.1.0";
/// The beginning of the comment in the database that names this version.
const SERVED_SINCE_NOTE: &str = "oldest version that may serve: ";
/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why the migrations failed.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The database cannot be reached.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The database refused the lock for migrations.
    #[error("the lock for migrations cannot be acquired: {0}")]
    Lock(#[from] diesel::result::Error),
    /// The database is newer than this program.
    #[error("{0}")]
    Newer(#[from] NewerDatabase),
    /// The database cannot be asked which migrations it has.
    #[error("{0}")]
    Ask(#[from] Failure),
    /// A migration failed.
    #[error("a migration failed: {0}")]
    Migrate(Box<dyn std::error::Error + Send + Sync>),
    /// Another connection holds a lock on a table for too long.
    #[error(
        "the migrations gave up after {attempts} attempts to lock a table, which is in use by {by}: run them again when \
         it has ended, or end it with SELECT pg_terminate_backend(pid). What has run until now stays"
    )]
    Blocked {
        /// How often they have tried.
        attempts: u32,
        /// The connections that were in the way.
        by: String,
    },
}

/// Why this program must not use a database: a newer version has migrated it.
#[derive(Debug, thiserror::Error)]
pub enum NewerDatabase {
    /// The database names the oldest version that may serve it.
    #[error(
        "the database was migrated by a newer version: {0} is the oldest that may serve it, and this is {VERSION}. Use a \
         newer program, or restore the backup of before the upgrade"
    )]
    ServedSince(String),
    /// The database names no version.
    #[error(
        "the database was migrated by a newer version: this program, {VERSION}, does not know the migration {0}. Use the \
         program that ran it, or restore the backup of before the upgrade"
    )]
    Unknown(String),
}

/// Runs the pending migrations and returns their names.
///
/// Requires a multi-threaded runtime.
pub async fn run(connector: &Connector) -> Result<Vec<String>, MigrationError> {
    run_within(connector, LOCK_ATTEMPTS_MAX).await
}

/// Like [`run`], and gives up when this number of attempts to lock a table was in vain.
pub async fn run_within(connector: &Connector, attempts_max: u32) -> Result<Vec<String>, MigrationError> {
    let mut connection = connector.open().await?;
    refuse_newer(&mut connection).await?;
    // Without a pending migration, this locks and creates nothing: a role may lack the rights to do so.
    if pending(&mut connection).await.is_ok_and(|pending| pending.is_empty()) {
        return Ok(Vec::new());
    }
    lock(&mut connection).await?;
    let own = diesel::select(sql::<Integer>("pg_backend_pid()")).get_result(&mut connection).await?;
    let watch = Watch::start(connector, own);
    let (mut done, mut attempts) = (Vec::new(), 0);
    let mut connection = AsyncConnectionWrapper::from(connection);
    loop {
        match tokio::task::block_in_place(|| run_next(&mut connection)) {
            Ok(Some(name)) => done.push(name),
            Ok(None) => break,
            Err(error) if !is_lock_timeout(&*error) => return Err(MigrationError::Migrate(error)),
            Err(_) => {
                attempts += 1;
                if attempts >= attempts_max {
                    return Err(MigrationError::Blocked { attempts, by: watch.last() });
                }
                tokio::time::sleep(LOCK_PAUSE).await;
            }
        }
    }
    Ok(done)
}

/// Runs the next pending migration and returns its name; none if all have run.
///
/// An index that is made concurrently waits for others without being in their way, and cannot be begun again,
/// so its migration, which has no transaction, waits without a limit.
fn run_next(
    connection: &mut AsyncConnectionWrapper<AsyncPgConnection>,
) -> diesel::migration::Result<Option<String>> {
    let pending = connection.pending_migrations(MIGRATIONS)?;
    let Some(next) = pending.into_iter().next() else { return Ok(None) };
    let limit = if next.metadata().run_in_transaction() { LOCK_TIMEOUT } else { Duration::ZERO };
    let note = format!("COMMENT ON TABLE __diesel_schema_migrations IS '{SERVED_SINCE_NOTE}{SERVED_SINCE}'");
    let limits = format!("SET lock_timeout = {}; SET statement_timeout = 0", limit.as_millis());
    connection.batch_execute(&format!("{limits}; {note}"))?;
    Ok(Some(connection.run_migration(&next)?.to_string()))
}

/// Whether a statement has waited for a lock too long. The error of a migration has its name before the text
/// of the database, which begins with the code.
fn is_lock_timeout(error: &(dyn std::error::Error + Send + Sync)) -> bool {
    let text = error.to_string();
    text.split(" with: ").any(|part| code_of(part) == Some(LOCK_NOT_AVAILABLE))
}

/// The interval at which a server that waits for another one tries to acquire the lock.
const LOCK_EVERY: Duration = Duration::from_millis(100);

/// Acquires the lock until the connection is closed.
///
/// It tries again and again: a waiting statement has a snapshot, and PostgreSQL builds no index concurrently
/// while an older snapshot is in use.
pub(super) async fn lock(connection: &mut AsyncPgConnection) -> diesel::QueryResult<()> {
    let acquired = sql::<Bool>("pg_try_advisory_lock(").bind::<BigInt, _>(LOCK).sql(")");
    while !diesel::select(acquired.clone()).get_result::<bool>(connection).await? {
        tokio::time::sleep(LOCK_EVERY).await;
    }
    Ok(())
}

diesel::table! {
    /// The migrations that have run, as recorded by diesel.
    __diesel_schema_migrations (version) {
        /// The first part of the directory's name.
        version -> VarChar,
    }
}

/// What a server must know of its database before it accepts requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseState {
    /// Whether it has every migration that this program knows.
    pub is_migrated: bool,
    /// Whether it accepts no writes: it is a standby, or was made read-only.
    pub is_read_only: bool,
}

/// Returns the state of the database.
pub async fn state(connection: &mut AsyncPgConnection) -> Result<DatabaseState, Failure> {
    let is_migrated = pending(connection).await?.is_empty();
    let read_only = sql::<Bool>("current_setting('transaction_read_only') = 'on'");
    let is_read_only = diesel::select(read_only).get_result(connection).await?;
    Ok(DatabaseState { is_migrated, is_read_only })
}

/// Returns the names of the migrations that this program knows and the database lacks, in their order.
pub async fn pending(connection: &mut AsyncPgConnection) -> Result<Vec<String>, Failure> {
    let (mut pending, applied) = (names(), applied(connection).await?);
    pending.retain(|name| !applied.contains(name));
    Ok(pending)
}

/// Refuses a database that a newer version has migrated, if this program may not serve it.
pub async fn refuse_newer(connection: &mut AsyncPgConnection) -> Result<(), MigrationError> {
    let (known, applied) = (names(), applied(connection).await?);
    let Some(unknown) = applied.into_iter().filter(|name| !known.contains(name)).max() else { return Ok(()) };
    let note = sql::<Nullable<Text>>("obj_description('__diesel_schema_migrations'::regclass, 'pg_class')");
    let note: Option<String> = diesel::select(note).get_result(connection).await?;
    match note.as_deref().and_then(|note| note.strip_prefix(SERVED_SINCE_NOTE)) {
        None => Err(NewerDatabase::Unknown(unknown).into()),
        Some(oldest) if numbers(oldest) > numbers(VERSION) => {
            Err(NewerDatabase::ServedSince(oldest.to_owned()).into())
        }
        Some(_) => Ok(()),
    }
}

/// The numbers of a version, in their order.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|number| number.parse().unwrap_or_default()).collect()
}

/// Returns the names of the migrations that have run.
async fn applied(connection: &mut AsyncPgConnection) -> Result<Vec<String>, Failure> {
    let table = sql::<Bool>("to_regclass('__diesel_schema_migrations') IS NOT NULL");
    match diesel::select(table).get_result(connection).await? {
        true => {
            let versions = __diesel_schema_migrations::table.select(__diesel_schema_migrations::version);
            Ok(versions.load(connection).await?)
        }
        false => Ok(Vec::new()),
    }
}

/// The versions of the migrations inside the program, in the order in which they run.
pub fn names() -> Vec<String> {
    let migrations: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().unwrap_or_default();
    let mut names: Vec<String> =
        migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(numbers("0.10.0") > numbers("0.9.1"));
        assert!(numbers("1.0") < numbers("1.0.1"));
        assert_eq!(numbers(VERSION).len(), 3);
    }

    #[test]
    fn only_a_wait_for_a_lock_is_tried_again() {
        let failed = |text: &str| Box::<dyn std::error::Error + Send + Sync>::from(text.to_owned());
        let waited =
            "Failed to run 2026-11-28-160000_first_turns with: 55P03: annulation suite à l'expiration";
        for text in [waited, "55P03: canceling statement due to lock timeout"] {
            assert!(is_lock_timeout(&*failed(text)), "{text}");
        }
        for text in ["Failed to run a with: 42P01: relation 55P03 does not exist", "57014: canceling", ""] {
            assert!(!is_lock_timeout(&*failed(text)), "{text}");
        }
    }
}
