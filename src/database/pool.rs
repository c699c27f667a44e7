//! The connections to the database.
//!
//! It knows time-outs and where connections run; it knows no table.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use deadpool::Runtime;
use deadpool::managed;
use diesel::ConnectionError;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod, deadpool as pooled,
};
use futures_util::FutureExt;
use tokio::runtime::Handle;

use super::connector::CONNECT_TIMEOUT;
use super::failure::Reported;
use super::outage::Outage;
use super::silence::Patience;
use super::{Connector, Failure};
use crate::settings::DatabaseSettings;

type Manager = AsyncDieselConnectionManager<AsyncPgConnection>;

/// How long a statement that writes many rows waits for a lock.
const BATCH_LOCK_TIMEOUT: Duration = Duration::from_millis(100);
/// How such a statement is planned: once, and by indexes.
const BATCH_OPTIONS: &str = "-c enable_seqscan=off -c plan_cache_mode=force_generic_plan";

/// A connection lent by the pool.
pub type Connection = pooled::Object<AsyncPgConnection>;

/// The connections of one server.
#[derive(Clone)]
pub struct Pool(pooled::Pool<AsyncPgConnection>);

/// How much of a pool is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Connections that may be open.
    pub max: usize,
    /// Connections that are open.
    pub open: usize,
    /// Open connections that nobody uses.
    pub idle: usize,
    /// Requests that wait for one.
    pub waiting: usize,
}

impl Pool {
    /// Prepares the connections; the first is opened when it is needed.
    ///
    /// Must be called on the main runtime: connections run there, because on the thread of a worker they would stand
    /// still whenever that worker is busy.
    ///
    /// # Errors
    ///
    /// When the numbers of the settings do not fit each other.
    pub fn new(connector: Connector, settings: &DatabaseSettings) -> Result<Self, Failure> {
        let mut connector = connector.with_options(&time_outs(settings));
        let distrust = Arc::new(Distrust::default());
        if let Some(limit) = longest_silence(settings) {
            let distrust = distrust.clone();
            connector =
                connector.with_patience(Patience { limit, given_up: Arc::new(move || distrust.rise()) });
        }
        let main = Handle::current();
        let outage = Arc::new(Outage::default());
        let manager = AsyncDieselConnectionManager::new_with_config("", {
            let mut manager = ManagerConfig::default();
            manager.recycling_method = RecyclingMethod::Fast;
            manager.custom_setup = Box::new(move |_| {
                let (connector, outage) = (connector.clone(), outage.clone());
                let opening = main.spawn(async move {
                    let opened = connector.open().await;
                    match &opened {
                        Ok(_) => outage.succeeded(),
                        Err(reason) => outage.failed(&reason.to_string()),
                    }
                    opened
                });
                async { opening.await.map_err(|error| ConnectionError::BadConnection(error.to_string()))? }
                    .boxed()
            });
            manager
        });
        let pool = pooled::Pool::builder(manager)
            .max_size(settings.database_connections)
            .wait_timeout(Some(settings.database_wait))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Failure::Away(error.to_string()))?;
        let _ = distrust.pool.set(pool.weak());
        Ok(Pool(pool))
    }

    /// Prepares one connection for statements that write many rows found by their keys.
    ///
    /// Must be called on the main runtime, as [`Pool::new`]. Such a statement never waits long for a lock, because all its
    /// rows would wait. Its plan never reads a whole table: the planner might choose that while a table is small and keep it
    /// when the table has grown.
    ///
    /// # Errors
    ///
    /// As [`Pool::new`].
    pub fn for_batches(connector: Connector, settings: &DatabaseSettings) -> Result<Self, Failure> {
        let lock_timeout = settings.lock_timeout.min(BATCH_LOCK_TIMEOUT);
        let settings = DatabaseSettings { database_connections: 1, lock_timeout, ..settings.clone() };
        Pool::new(connector.with_options(BATCH_OPTIONS), &settings)
    }

    /// Lends a connection; it goes back when it is dropped.
    ///
    /// # Errors
    ///
    /// [`Failure::Away`] when none is free or can be opened in time.
    pub async fn get(&self) -> Result<Connection, Failure> {
        Ok(self.0.get().await?)
    }

    /// Returns how many connections there are and who wants them.
    pub fn usage(&self) -> Usage {
        let status = self.0.status();
        Usage { max: status.max_size, open: status.size, idle: status.available, waiting: status.waiting }
    }

    /// Closes the idle connections and lends no more.
    pub fn close(&self) {
        self.0.close();
    }
}

/// What is thought of the idle connections when another one was silent.
#[derive(Default)]
struct Distrust {
    pool: OnceLock<managed::WeakPool<Manager>>,
    reported: Mutex<Reported>,
}

impl Distrust {
    /// Closes the idle connections: they lead the same way, and each would cost a request its time.
    fn rise(&self) {
        let Some(pool) = self.pool.get().and_then(managed::WeakPool::upgrade) else { return };
        let closed = pool.retain(|_, _| false).removed.len();
        if let Some(left_out) = self.reported.lock().map_or(None, |mut reported| reported.due(Instant::now()))
        {
            tracing::warn!(
                closed,
                left_out,
                "the database was silent on a connection; idle ones are closed too"
            );
        }
    }
}

/// How long the database may owe an answer and say nothing; without limit if a statement may run without limit.
fn longest_silence(settings: &DatabaseSettings) -> Option<Duration> {
    (!settings.statement_timeout.is_zero()).then(|| settings.statement_timeout + settings.database_silence)
}

/// The time-outs that every connection asks for.
fn time_outs(settings: &DatabaseSettings) -> String {
    format!(
        "-c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout={}",
        settings.statement_timeout.as_millis(),
        settings.lock_timeout.as_millis(),
        settings.idle_transaction_timeout.as_millis(),
    )
}
