//! The state of this server and its database: readiness, jobs, and figures for the metrics.
//!
//! It knows the timeouts of its queries and the maximum age of the figures. It knows no names of metrics.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time::timeout;

use lapidary_model::figures::Figures;
use lapidary_model::jobs::{JobReport, Jobs};
use lapidary_store::{Failure, Pool, PoolUsage, WorkerState, database_state, figures};

/// The timeout of the database query. It is short, because probes have timeouts too.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(1);

/// The minimum time between two database queries for figures, however often they are read.
const FIGURES_AGE_MAX: Duration = Duration::from_secs(15);

/// This server from the point of view of its operators.
pub struct Site {
    pool: Pool,
    jobs: Jobs,
    fold_after: Duration,
    known: Mutex<SiteMemory>,
}

/// Whether the server can use its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The database lacks migrations of this program.
    MigrationsMissing,
    /// No connection can be opened.
    Unreachable,
    /// The database does not answer.
    Silent,
    /// The database is read-only.
    ReadOnly,
    /// The disk of the database is full.
    Full,
}

/// The results of the last query.
#[derive(Default, Clone)]
struct SiteMemory {
    /// When the last query was made, successful or not.
    queried_at: Option<Instant>,
    answered: bool,
    figures: Option<(Instant, Figures)>,
}

/// The figures of the server and of the database.
pub struct Census {
    /// The connections of this process.
    pub connections: PoolUsage,
    /// The workers, if the database is a cluster.
    pub workers: Vec<WorkerState>,
    /// Whether the last query succeeded.
    pub answered: bool,
    /// The results of the last successful query, and their age.
    pub figures: Option<(Duration, Figures)>,
}

#[boxed]
impl Site {
    /// Creates the service with the connections and the jobs of this server. Logs are due for folding this
    /// long after the end of their games.
    pub fn new(pool: Pool, jobs: Jobs, fold_after: Duration) -> Site {
        Site { pool, jobs, fold_after, known: Mutex::default() }
    }

    /// Returns the state of every background job.
    pub fn jobs(&self) -> Vec<JobReport> {
        self.jobs.report(Instant::now())
    }

    /// Queries the database to find out whether it can be used.
    pub async fn readiness(&self) -> Readiness {
        let pool = self.pool.clone();
        // The query runs in a task that outlives the timeout, so that a connection that opens slowly is ready
        // for the next probe.
        let probe = tokio::spawn(async move { check(&pool).await });
        match timeout(ANSWER_TIME_MAX, probe).await {
            Ok(Ok(readiness)) => readiness,
            Ok(Err(_)) | Err(_) => Readiness::Silent,
        }
    }

    /// Returns the figures. If they are too old, one of several callers queries the database again.
    ///
    /// If that takes too long, the previous figures stay.
    pub async fn census(&self) -> Census {
        let SiteMemory { answered, figures, .. } = self.known().await;
        let figures = figures.map(|(at, figures)| (at.elapsed(), figures));
        Census { connections: self.pool.usage(), workers: self.workers(), answered, figures }
    }

    /// Returns the workers of a cluster as they were a few seconds ago.
    pub fn workers(&self) -> Vec<WorkerState> {
        self.pool.workers()
    }

    async fn known(&self) -> SiteMemory {
        let mut known = self.known.lock().await;
        if known.queried_at.is_none_or(|at| at.elapsed() >= FIGURES_AGE_MAX) {
            let answer = timeout(ANSWER_TIME_MAX, self.figures()).await.ok().and_then(Result::ok);
            let now = Instant::now();
            known.queried_at = Some(now);
            known.answered = answer.is_some();
            known.figures = answer.map(|figures| (now, figures)).or(known.figures.take());
        }
        known.clone()
    }

    async fn figures(&self) -> Result<Figures, Failure> {
        figures::read(&mut *self.pool.get().await?, self.fold_after).await
    }
}

async fn check(pool: &Pool) -> Readiness {
    let Ok(mut connection) = pool.get().await else {
        return Readiness::Unreachable;
    };
    match database_state(&mut connection).await {
        Ok(state) if !state.is_migrated => Readiness::MigrationsMissing,
        Ok(state) if state.is_read_only => Readiness::ReadOnly,
        Ok(_) if pool.condition().is_full(Instant::now()) => Readiness::Full,
        Ok(_) => Readiness::Ready,
        Err(_) => Readiness::Silent,
    }
}
