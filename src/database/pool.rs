//! The pool of connections to the database.
//!
//! This module knows timeouts and the runtime of connections. It knows no tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use deadpool::Runtime;
use deadpool::managed::{self, QueueMode};
use diesel::ConnectionError;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod, deadpool as pooled,
};
use futures_util::FutureExt;
use futures_util::future::join_all;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::condition::Condition;
use super::connector::CONNECT_TIMEOUT;
use super::placements::{self, Placements, WorkerAddress};
use super::silence::Loss;
use super::{Connector, Failure, sharding};
use lapidary_model::game::GameId;
use lapidary_model::seldom::Seldom;
use lapidary_model::settings::DatabaseSettings;

type Manager = AsyncDieselConnectionManager<AsyncPgConnection>;

/// How long a statement about many rows waits for a lock.
const BATCH_LOCK_TIMEOUT: Duration = Duration::from_millis(100);
/// Such a statement is planned once, and uses indexes.
const BATCH_SETTINGS: [(&str, &str); 2] =
    [("enable_seqscan", "off"), ("plan_cache_mode", "force_generic_plan")];

/// The maximum age of the known placements before they are read again.
const PLACEMENTS_AGE_MAX: Duration = Duration::from_secs(5);
/// How long an unreachable worker is skipped.
const UNREACHABLE_FOR: Duration = Duration::from_secs(5);

/// The maximum time for the answer of a worker that is asked for its state.
const ASKED_FOR_MAX: Duration = Duration::from_secs(5);

/// A connection to PostgreSQL.
pub type Postgres = AsyncPgConnection;

/// A connection borrowed from the pool.
pub type Connection = pooled::Object<Postgres>;

/// The connection pool of one server.
#[derive(Clone)]
pub struct Pool {
    connections: pooled::Pool<AsyncPgConnection>,
    condition: Arc<Condition>,
    /// The workers of a cluster, if games are sharded.
    workers: Option<Arc<Workers>>,
}

/// How much of a pool is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The maximum number of connections.
    pub max: usize,
    /// The number of open connections.
    pub open: usize,
    /// The number of open connections that are not in use.
    pub idle: usize,
    /// The number of requests that wait for a connection.
    pub waiting: usize,
}

/// A worker of a cluster, as it was when it was last asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerState {
    /// Its address in the metadata of the cluster.
    pub node: String,
    /// What is wrong with it.
    pub fault: Option<WorkerFault>,
}

/// Why a worker does not serve its games, or not by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkerFault {
    /// It does not answer this server.
    #[error("cannot be reached")]
    Unreachable,
    /// It has not the functions of this version. The coordinator takes part in each turn of its games.
    #[error("lacks functions of this version: run `lapidary migrate --citus`")]
    FunctionsMissing,
}

impl Pool {
    /// Creates the pool. It opens the first connection when one is needed.
    ///
    /// Call this on the main runtime, because the connections run there. On the thread of a worker they would
    /// stop whenever that worker is busy.
    pub fn new(connector: Connector, settings: &DatabaseSettings) -> Result<Self, Failure> {
        let idle = Arc::new(IdleCloser::default());
        let closer = idle.clone();
        let connector =
            bounded(connector, settings).with_on_loss(Arc::new(move |loss| closer.close_all(loss)));
        let condition = connector.condition();
        let main = Handle::current();
        let manager = AsyncDieselConnectionManager::new_with_config("", {
            let mut manager = ManagerConfig::default();
            manager.recycling_method = RecyclingMethod::Fast;
            manager.custom_setup = Box::new(move |_| {
                let connector = connector.clone();
                let opening = main.spawn(async move { connector.open_for_pool().await });
                async { opening.await.map_err(|error| ConnectionError::BadConnection(error.to_string()))? }
                    .boxed()
            });
            manager
        });
        let pool = pooled::Pool::builder(manager)
            .max_size(settings.database_connections)
            // The last one returned is lent next: it has the statements, and PostgreSQL its caches.
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(settings.database_wait))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Failure::Away(error.to_string()))?;
        let _ = idle.pool.set(pool.weak());
        Ok(Pool { connections: pool, condition, workers: None })
    }

    /// Returns the same pool, which also [lends connections](Pool::near) to the workers of a cluster.
    pub async fn with_workers(
        self,
        connector: Connector,
        settings: &DatabaseSettings,
    ) -> Result<Self, Failure> {
        let workers = Workers::of(&self, connector, settings).await?;
        Ok(Pool { workers: Some(Arc::new(workers)), ..self })
    }

    /// Prepares one connection for statements that write or read many rows by their keys.
    ///
    /// Call this on the main runtime, as [`Pool::new`]. Such a statement does not wait long for a lock,
    /// because all its rows would wait. Its plan never reads a whole table. The planner might choose that for
    /// a small table, and keep the plan when the table has grown.
    pub fn for_batches(connector: Connector, settings: &DatabaseSettings) -> Result<Self, Failure> {
        let lock_timeout = settings.lock_timeout.min(BATCH_LOCK_TIMEOUT);
        let settings = DatabaseSettings { database_connections: 1, lock_timeout, ..settings.clone() };
        Pool::new(connector.with_settings(&BATCH_SETTINGS), &settings)
    }

    /// Borrows a connection. Dropping it returns it to the pool. Returns [`Failure::Away`] if no connection
    /// is free and none can be opened in time.
    pub async fn get(&self) -> Result<Connection, Failure> {
        // On the heap: otherwise every future that uses connections would be two kilobytes larger.
        Ok(Box::pin(self.connections.get()).await?)
    }

    /// Borrows a connection for statements about one game. In a cluster it leads to the worker that probably
    /// has the game; on one node it is any connection.
    ///
    /// Every node of a cluster answers every statement about games, so a wrong guess only takes longer. Only
    /// the coordinator has the other tables.
    pub async fn near(&self, game: GameId) -> Result<Connection, Failure> {
        if let Some(workers) = &self.workers
            && let Some(connection) = Box::pin(workers.get(self, game)).await
        {
            return Ok(connection);
        }
        self.get().await
    }

    /// Asks every worker of a cluster for its state. Fails if the coordinator does not answer.
    pub async fn ask_workers(&self) -> Result<(), Failure> {
        match &self.workers {
            Some(workers) => workers.ask(self).await,
            None => Ok(()),
        }
    }

    /// Returns the workers of a cluster as they were when they were last asked.
    pub fn workers(&self) -> Vec<WorkerState> {
        self.workers.as_ref().map(|workers| workers.known().asked.clone()).unwrap_or_default()
    }

    /// Returns the number of connections by state, and of requests waiting for one.
    pub fn usage(&self) -> Usage {
        let status = self.connections.status();
        Usage { max: status.max_size, open: status.size, idle: status.available, waiting: status.waiting }
    }

    /// Returns what errors have told about the database.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Closes the idle connections and lends no more connections.
    pub fn close(&self) {
        self.workers.iter().for_each(|workers| workers.close());
        self.connections.close();
    }
}

/// Connections to the workers of a cluster. Each worker has a pool, opened for the first use of a game there.
///
/// The metadata of the cluster says which worker has a game. They are read every few seconds while workers
/// are used. After a move of a shard and before the next read, the old worker passes statements on. An
/// unreachable worker is skipped for a while; the coordinator then answers if it can.
struct Workers {
    connector: Connector,
    settings: DatabaseSettings,
    /// The runtime on which connections run.
    main: Handle,
    known: Mutex<KnownWorkers>,
}

/// The known state of the workers.
struct KnownWorkers {
    placements: Arc<Placements>,
    /// When the placements were last read, or when that began.
    read_at: Instant,
    pools: HashMap<WorkerAddress, WorkerPool>,
    /// Every worker of the cluster, when it was last asked.
    asked: Vec<WorkerState>,
}

/// The connections to a worker.
struct WorkerPool {
    pool: Pool,
    /// When a connection last failed to open.
    failed_at: Option<Instant>,
}

impl Workers {
    /// Reads the placements from the coordinator. The pools use the settings of its pool.
    ///
    /// Call this on the main runtime, as [`Pool::new`].
    async fn of(
        coordinator: &Pool,
        connector: Connector,
        settings: &DatabaseSettings,
    ) -> Result<Workers, Failure> {
        let placements = Arc::new(Placements::read(&mut *coordinator.get().await?).await?);
        let known =
            KnownWorkers { placements, read_at: Instant::now(), pools: HashMap::new(), asked: Vec::new() };
        Ok(Workers {
            connector,
            settings: settings.clone(),
            main: Handle::current(),
            known: Mutex::new(known),
        })
    }

    /// Borrows a connection to the worker with this game. Returns none if it is unknown or cannot be reached.
    async fn get(self: &Arc<Self>, coordinator: &Pool, game: GameId) -> Option<Connection> {
        self.renew_in_time(coordinator);
        let (worker, pool) = self.pool_of(game)?;
        match pool.get().await {
            Ok(connection) => Some(connection),
            Err(cause) => {
                tracing::debug!(%cause, %worker, "a worker gives no connection");
                if let Failure::Away(_) = cause {
                    self.leave_out(&worker);
                }
                None
            }
        }
    }

    /// Returns the worker of a game with its pool, unless it was unreachable a moment ago.
    fn pool_of(&self, game: GameId) -> Option<(WorkerAddress, Pool)> {
        let mut known = self.known();
        let worker = known.placements.worker_of(game)?.clone();
        let failed_at = known.pools.get(&worker).and_then(|worker| worker.failed_at);
        let is_left_out = failed_at.is_some_and(|at| at.elapsed() < UNREACHABLE_FOR);
        let pool = (!is_left_out).then(|| self.pool_to(&mut known, &worker))??;
        Some((worker, pool))
    }

    /// Returns the pool of a worker.
    fn pool_to(&self, known: &mut KnownWorkers, worker: &WorkerAddress) -> Option<Pool> {
        if let Some(WorkerPool { pool, .. }) = known.pools.get(worker) {
            return Some(pool.clone());
        }
        let _main = self.main.enter();
        let pool = Pool::new(self.connector.to_host(&worker.host, worker.port), &self.settings).ok()?;
        known.pools.insert(worker.clone(), WorkerPool { pool: pool.clone(), failed_at: None });
        Some(pool)
    }

    /// Lets the coordinator answer for a worker for a while.
    fn leave_out(&self, worker: &WorkerAddress) {
        if let Some(known) = self.known().pools.get_mut(worker) {
            known.failed_at = Some(Instant::now());
        }
    }

    /// Asks every worker for its state, remembers it, and logs what has changed.
    async fn ask(&self, coordinator: &Pool) -> Result<(), Failure> {
        let workers = placements::workers(&mut *coordinator.get().await?).await?;
        let asked = workers.iter().map(|worker| async {
            WorkerState { node: worker.to_string(), fault: self.fault_of(worker).await }
        });
        let asked = join_all(asked).await;
        let before = std::mem::replace(&mut self.known().asked, asked.clone());
        for WorkerState { node, fault } in asked {
            let before = before.iter().find(|before| before.node == node).and_then(|before| before.fault);
            match fault {
                Some(fault) if before != Some(fault) => {
                    tracing::warn!(node, %fault, "a worker of the cluster has a fault");
                }
                None if before.is_some() => tracing::info!(node, "the worker has no fault any more"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Asks a worker, over the connections for turns.
    async fn fault_of(&self, worker: &WorkerAddress) -> Option<WorkerFault> {
        let pool = self.pool_to(&mut self.known(), worker)?;
        let has_functions =
            async { Ok::<_, Failure>(sharding::has_functions(&mut *pool.get().await?).await?) };
        match timeout(ASKED_FOR_MAX, has_functions).await {
            // If all connections are in use, the worker answers others.
            Ok(Ok(true) | Err(Failure::Busy(_))) => None,
            Ok(Ok(false)) => Some(WorkerFault::FunctionsMissing),
            Ok(Err(_)) | Err(_) => {
                self.leave_out(worker);
                Some(WorkerFault::Unreachable)
            }
        }
    }

    /// Reads old placements again, in the background. If that fails, the old ones stay.
    fn renew_in_time(self: &Arc<Self>, coordinator: &Pool) {
        {
            let mut known = self.known();
            if known.read_at.elapsed() < PLACEMENTS_AGE_MAX {
                return;
            }
            known.read_at = Instant::now();
        }
        let (workers, coordinator) = (Arc::clone(self), coordinator.clone());
        self.main.spawn(async move {
            let read = async { Ok::<_, Failure>(Placements::read(&mut *coordinator.get().await?).await?) };
            match read.await {
                Ok(placements) => workers.known().placements = Arc::new(placements),
                Err(cause) => tracing::debug!(%cause, "the metadata of the cluster cannot be read again"),
            }
        });
    }

    /// Closes the idle connections and lends no more connections.
    fn close(&self) {
        self.known().pools.values().for_each(|worker| worker.pool.close());
    }

    fn known(&self) -> MutexGuard<'_, KnownWorkers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes idle connections after another one has ended itself.
#[derive(Default)]
struct IdleCloser {
    pool: OnceLock<managed::WeakPool<Manager>>,
    reported: Seldom,
}

impl IdleCloser {
    /// Closes the idle connections. They use the same network path, and each might cost a request its
    /// success.
    fn close_all(&self, loss: Loss) {
        let Some(pool) = self.pool.get().and_then(managed::WeakPool::upgrade) else { return };
        let closed = pool.retain(|_, _| false).removed.len();
        if let Some(left_out) = self.reported.due(Instant::now()) {
            tracing::warn!(
                closed,
                left_out,
                reason = %loss,
                "a connection to the database has ended; the idle connections are closed too"
            );
        }
    }
}

/// Returns a connector whose connections have the timeouts of these settings.
pub(super) fn bounded(connector: Connector, settings: &DatabaseSettings) -> Connector {
    let timeouts = timeouts(settings).map(|(name, timeout)| (name, timeout.to_string()));
    let connector = connector.with_settings(&timeouts.each_ref().map(|(name, text)| (*name, text.as_str())));
    match longest_silence(settings) {
        Some(limit) => connector.with_silence_limit(limit),
        None => connector,
    }
}

/// The maximum silence of a database that owes a response. `None` if statements have no timeout.
fn longest_silence(settings: &DatabaseSettings) -> Option<Duration> {
    (!settings.statement_timeout.is_zero()).then(|| settings.statement_timeout + settings.database_silence)
}

/// Returns the timeouts that every connection sets, in milliseconds.
pub(super) fn timeouts(settings: &DatabaseSettings) -> [(&'static str, u128); 3] {
    [
        ("statement_timeout", settings.statement_timeout.as_millis()),
        ("lock_timeout", settings.lock_timeout.as_millis()),
        ("idle_in_transaction_session_timeout", settings.idle_transaction_timeout.as_millis()),
    ]
}
