//! The migrations inside the program, and the check whether a database has them.
//!
//! This module knows which migrations have run. Their SQL is in `migrations/`.

use std::time::Duration;

use diesel::QueryDsl;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Connector, Failure};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock for migrations: one starting server migrates while the others wait.
const LOCK: i64 = 0x6c61_7069;

/// Why the migrations failed.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The database cannot be reached.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// Another server holds the lock for too long, or the database refused the lock.
    #[error("the lock for migrations cannot be acquired: {0}")]
    Lock(#[from] diesel::result::Error),
    /// A migration failed.
    #[error("a migration failed: {0}")]
    Migrate(Box<dyn std::error::Error + Send + Sync>),
}

/// Runs the pending migrations and returns their names.
///
/// Requires a multi-threaded runtime.
pub async fn run(connector: &Connector) -> Result<Vec<String>, MigrationError> {
    let mut connection = connector.open().await?;
    // Without a pending migration, this locks and creates nothing: a role may lack the rights to do so.
    if pending(&mut connection).await.is_ok_and(|pending| pending.is_empty()) {
        return Ok(Vec::new());
    }
    lock(&mut connection).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let done = harness.run_pending_migrations(MIGRATIONS).map_err(MigrationError::Migrate)?;
    Ok(done.iter().map(ToString::to_string).collect())
}

/// The interval at which a server that waits for another one tries to acquire the lock.
const LOCK_EVERY: Duration = Duration::from_millis(100);

/// Acquires the lock until the connection is closed.
///
/// It tries again and again: a waiting statement has a snapshot, and PostgreSQL builds no index concurrently
/// while an older snapshot is in use.
async fn lock(connection: &mut AsyncPgConnection) -> diesel::QueryResult<()> {
    let acquired = diesel::dsl::sql::<Bool>("pg_try_advisory_lock(").bind::<BigInt, _>(LOCK).sql(")");
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
    let read_only = diesel::dsl::sql::<Bool>("current_setting('transaction_read_only') = 'on'");
    let is_read_only = diesel::select(read_only).get_result(connection).await?;
    Ok(DatabaseState { is_migrated, is_read_only })
}

/// Returns the names of the migrations that this program knows and the database lacks, in their order.
pub async fn pending(connection: &mut AsyncPgConnection) -> Result<Vec<String>, Failure> {
    let table = diesel::dsl::sql::<Bool>("to_regclass('__diesel_schema_migrations') IS NOT NULL");
    let mut pending = names();
    if diesel::select(table).get_result(connection).await? {
        let run: Vec<String> = __diesel_schema_migrations::table
            .select(__diesel_schema_migrations::version)
            .load(connection)
            .await?;
        pending.retain(|name| !run.contains(name));
    }
    Ok(pending)
}

/// The versions of the migrations inside the program, in the order in which they run.
pub fn names() -> Vec<String> {
    let migrations: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().unwrap_or_default();
    let mut names: Vec<String> =
        migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    names.sort();
    names
}
