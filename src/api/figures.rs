//! The metrics that are read from the pool and the database on request, and how old they may be.
//!
//! It knows names and labels; `store` queries the database.

use std::time::{Duration, Instant};

use prometheus::proto::MetricFamily;
use prometheus::{Gauge, GaugeVec, Opts, Registry};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::store::Pool;
use crate::store::figures::{self, Figures};

/// The database is queried at most once in this time, however often metrics are read.
const FIGURES_AGE_MAX: Duration = Duration::from_secs(15);

/// The timeout of the query; after it, the figures of the query before are shown.
const FIGURES_TIME_MAX: Duration = Duration::from_secs(1);

/// The results of the last query.
#[derive(Default)]
pub struct FiguresCache(Mutex<Known>);

#[derive(Default, Clone)]
struct Known {
    /// When it was queried last, successfully or not.
    asked: Option<Instant>,
    answered: bool,
    figures: Option<(Instant, Figures)>,
}

impl FiguresCache {
    /// Returns the last results, or queries the database if they are too old; of several callers at once, one queries.
    async fn known(&self, pool: &Pool) -> Known {
        let mut known = self.0.lock().await;
        if known.asked.is_none_or(|asked| asked.elapsed() >= FIGURES_AGE_MAX) {
            let asking = async { figures::read(&mut *pool.get().await.ok()?).await.ok() };
            let answer = timeout(FIGURES_TIME_MAX, asking).await.ok().flatten();
            let now = Instant::now();
            known.asked = Some(now);
            known.answered = answer.is_some();
            known.figures = answer.map(|figures| (now, figures)).or(known.figures.take());
        }
        known.clone()
    }

    /// Returns the metrics of the pool, of the database and of all games.
    ///
    /// # Errors
    /// If two metrics have the same name.
    pub async fn gather(&self, pool: &Pool) -> prometheus::Result<Vec<MetricFamily>> {
        let known = self.known(pool).await;
        let registry = Registry::new();
        let usage = pool.usage();
        vector(
            &registry,
            "lapidary_database_pool_connections",
            "Connections of this process: open, idle (included in open), and the maximum",
            "state",
            &[("open", usage.open as f64), ("idle", usage.idle as f64), ("max", usage.max as f64)],
        )?;
        let waiting = "Requests waiting for a connection";
        gauge(&registry, "lapidary_database_pool_waiting", waiting, usage.waiting as f64)?;
        let up = "Whether the database answered the last query of the metrics";
        gauge(&registry, "lapidary_database_up", up, f64::from(u8::from(known.answered)))?;
        if let Some((at, figures)) = known.figures {
            of_database(&registry, at.elapsed(), &figures)?;
        }
        Ok(registry.gather())
    }
}

fn of_database(registry: &Registry, age: Duration, figures: &Figures) -> prometheus::Result<()> {
    let old = "Age in seconds of the figures of games and transactions from the database";
    gauge(registry, "lapidary_database_figures_age_seconds", old, age.as_secs_f64())?;
    vector(
        registry,
        "lapidary_games",
        "Games that are not over, by status, in the whole database",
        "status",
        &[
            ("waiting", figures.waiting as f64),
            ("active", figures.active as f64),
            ("frozen", figures.frozen as f64),
        ],
    )?;
    let stored = "All games in the database, as PostgreSQL estimates their number";
    gauge(registry, "lapidary_games_stored_estimate", stored, figures.stored_estimate as f64)?;
    vector(
        registry,
        "lapidary_database_transactions",
        "Transactions of all servers in the database since its statistics were reset",
        "outcome",
        &[("committed", figures.commits as f64), ("rolled_back", figures.rollbacks as f64)],
    )
}

fn gauge(registry: &Registry, name: &str, help: &str, value: f64) -> prometheus::Result<()> {
    let gauge = Gauge::new(name, help)?;
    gauge.set(value);
    registry.register(Box::new(gauge))
}

fn vector(
    registry: &Registry,
    name: &str,
    help: &str,
    label: &str,
    values: &[(&str, f64)],
) -> prometheus::Result<()> {
    let gauges = GaugeVec::new(Opts::new(name, help), &[label])?;
    for (value, number) in values {
        gauges.with_label_values(&[*value]).set(*number);
    }
    registry.register(Box::new(gauges))
}
