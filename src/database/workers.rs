//! Connections to the workers of a cluster: a pool for each, opened when a game there is asked for.
//!
//! It knows which worker has a game from the metadata of the cluster, which it reads again every few seconds
//! while they are used. Between a move of a shard and the next look, the old worker passes statements on. A
//! worker that cannot be reached is left out for a while: the coordinator answers instead, if anybody can.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::placements::{Placements, Worker};
use super::pool::{Connection, Pool};
use super::{Connector, Failure};
use lapidary_model::game::GameId;
use lapidary_model::settings::DatabaseSettings;

/// How old the known placements may be before they are read again.
const PLACEMENTS_AGE_MAX: Duration = Duration::from_secs(5);
/// How long a worker that could not be reached is left out.
const UNREACHABLE_FOR: Duration = Duration::from_secs(5);

/// The workers of a cluster.
pub(super) struct Workers {
    connector: Connector,
    settings: DatabaseSettings,
    /// The runtime on which connections run.
    main: Handle,
    known: Mutex<KnownWorkers>,
}

/// What is known of the workers.
struct KnownWorkers {
    placements: Arc<Placements>,
    /// When the placements were read last, or are being read.
    read_at: Instant,
    pools: HashMap<Worker, WorkerPool>,
}

/// The connections to a worker.
struct WorkerPool {
    pool: Pool,
    /// When a connection could not be opened last.
    failed_at: Option<Instant>,
}

impl Workers {
    /// Reads the placements from the coordinator. The pools have the settings of its pool.
    ///
    /// Must be called on the main runtime, as [`Pool::new`].
    pub(super) async fn of(
        coordinator: &Pool,
        connector: Connector,
        settings: &DatabaseSettings,
    ) -> Result<Workers, Failure> {
        let placements = Arc::new(Placements::read(&mut *coordinator.get().await?).await?);
        let known = KnownWorkers { placements, read_at: Instant::now(), pools: HashMap::new() };
        Ok(Workers {
            connector,
            settings: settings.clone(),
            main: Handle::current(),
            known: Mutex::new(known),
        })
    }

    /// Borrows a connection to the worker that has this game; none if it is unknown or cannot be reached.
    pub(super) async fn get(self: &Arc<Self>, coordinator: &Pool, game: GameId) -> Option<Connection> {
        self.renew_in_time(coordinator);
        let (worker, pool) = self.pool_of(game)?;
        match pool.get().await {
            Ok(connection) => Some(connection),
            Err(cause) => {
                tracing::debug!(%cause, host = worker.host, port = worker.port, "a worker gives no connection");
                if let (Failure::Away(_), Some(known)) = (cause, self.known().pools.get_mut(&worker)) {
                    known.failed_at = Some(Instant::now());
                }
                None
            }
        }
    }

    /// Returns the worker of a game with its pool, unless it could not be reached a moment ago.
    fn pool_of(&self, game: GameId) -> Option<(Worker, Pool)> {
        let mut known = self.known();
        let worker = known.placements.worker_of(game)?.clone();
        if let Some(WorkerPool { pool, failed_at }) = known.pools.get(&worker) {
            let is_left_out = failed_at.is_some_and(|at| at.elapsed() < UNREACHABLE_FOR);
            return (!is_left_out).then(|| (worker, pool.clone()));
        }
        let _main = self.main.enter();
        let pool = Pool::new(self.connector.to_host(&worker.host, worker.port), &self.settings).ok()?;
        known.pools.insert(worker.clone(), WorkerPool { pool: pool.clone(), failed_at: None });
        Some((worker, pool))
    }

    /// Reads the placements again, in the background, if they are old. If that fails, the old ones stay.
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
    pub(super) fn close(&self) {
        self.known().pools.values().for_each(|worker| worker.pool.close());
    }

    fn known(&self) -> MutexGuard<'_, KnownWorkers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
