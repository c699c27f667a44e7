//! Who holds the lock that a migration waits for: one line of the log from time to time, and the reason when
//! the migrations give up.

use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lapidary_model::seldom::Seldom;

use super::Connector;

/// How often a second connection looks. A migration that waits for a lock as long as it may is seen.
const LOOK_EVERY: Duration = Duration::from_millis(400);

/// What PostgreSQL knows of the connections that another one waits for. A role sees the states and queries of
/// others only if it may (`pg_read_all_stats`). Whoever asks is left out: an index that is made
/// concurrently waits for each open snapshot, also that of this question. So is autovacuum, which has
/// no user and gives way by itself.
const BLOCKERS: &str = "SELECT blocking.pid, coalesce(application_name, '') AS application_name, \
     coalesce(state, 'unknown state') AS state, \
     coalesce(floor(1000 * extract(epoch FROM clock_timestamp() - query_start)), 0)::bigint AS query_age_ms \
     FROM unnest(pg_blocking_pids($1)) AS blocking (pid) LEFT JOIN pg_stat_activity AS known USING (pid) \
     WHERE blocking.pid <> pg_backend_pid() AND (known.pid IS NULL OR known.usesysid IS NOT NULL)";

/// A connection that holds a lock, or waits for one before the migration.
#[derive(Debug, QueryableByName)]
pub struct Blocker {
    #[diesel(sql_type = Integer)]
    pid: i32,
    #[diesel(sql_type = Text)]
    application_name: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = BigInt)]
    query_age_ms: i64,
}

impl Display for Blocker {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Blocker { pid, application_name, state, query_age_ms } = self;
        write!(formatter, "pid {pid} ({application_name}, {state}, query of {query_age_ms} ms ago)")
    }
}

/// Looks who blocks a connection, until it is dropped.
pub(super) struct Watch {
    last: Arc<Mutex<Vec<Blocker>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Watch {
    /// Looks for the connection of this process of PostgreSQL. Without a second connection, it sees nothing.
    pub(super) fn start(connector: &Connector, waiting: i32) -> Watch {
        let (last, connector) = (Arc::<Mutex<Vec<Blocker>>>::default(), connector.clone());
        let seen = last.clone();
        let task = tokio::spawn(async move {
            tokio::time::sleep(LOOK_EVERY).await;
            let Ok(mut connection) = connector.open().await else { return };
            let reported = Seldom::new();
            while let Ok(blockers) = blockers(&mut connection, waiting).await {
                if !blockers.is_empty() {
                    if let Some(left_out) = reported.due(Instant::now()) {
                        log(&blockers, left_out);
                    }
                    *seen.lock().unwrap_or_else(PoisonError::into_inner) = blockers;
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        });
        Watch { last, task }
    }

    /// Names those who were seen last.
    pub(super) fn last(&self) -> String {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<String> = last.iter().map(ToString::to_string).collect();
        if names.is_empty() { "a connection that was not seen".to_owned() } else { names.join(", ") }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Returns the connections that another process of PostgreSQL waits for.
pub async fn blockers(connection: &mut AsyncPgConnection, waiting: i32) -> diesel::QueryResult<Vec<Blocker>> {
    diesel::sql_query(BLOCKERS).bind::<Integer, _>(waiting).load(connection).await
}

fn log(blockers: &[Blocker], left_out: u64) {
    for Blocker { pid, application_name, state, query_age_ms } in blockers {
        tracing::warn!(
            pid,
            application_name,
            state,
            query_age_ms,
            left_out,
            "a migration waits for a lock of this connection"
        );
    }
}
