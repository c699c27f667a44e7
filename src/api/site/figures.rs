//! The metrics from the pool and the database, read on request.
//!
//! It knows names and labels. `service::site` knows how often the database is queried.

use std::time::Duration;

use prometheus::proto::MetricFamily;
use prometheus::{Gauge, GaugeVec, Opts, Registry};

use crate::limit::LimitUsage;
use lapidary_model::figures::Figures;
use lapidary_model::jobs::JobReport;
use lapidary_service::site::Census;

/// Returns the metrics of the pool, the database, all games, the jobs, streams and waits.
pub fn gather(
    census: &Census,
    jobs: &[JobReport],
    usage: LimitUsage,
) -> prometheus::Result<Vec<MetricFamily>> {
    let registry = Registry::new();
    of_jobs(&registry, jobs)?;
    gauge(&registry, "lapidary_open_streams", "Open event streams", usage.streams as f64)?;
    let max = "The maximum number of open event streams";
    gauge(&registry, "lapidary_open_streams_max", max, f64::from(usage.streams_max))?;
    let waits = "Waits for a turn; none are counted while rate limits are off";
    gauge(&registry, "lapidary_open_waits", waits, usage.waits as f64)?;
    let usage = census.connections;
    vector(
        &registry,
        "lapidary_database_pool_connections",
        "Connections of this process: open, idle (included in open), and the maximum",
        "state",
        &[("open", usage.open as f64), ("idle", usage.idle as f64), ("max", usage.max as f64)],
    )?;
    let workers = census.workers.iter();
    let workers: Vec<(&str, f64)> =
        workers.map(|worker| (worker.node.as_str(), f64::from(u8::from(worker.fault.is_none())))).collect();
    let up = "Whether a worker of the cluster answers this server and has the functions of this version";
    vector(&registry, "lapidary_worker_up", up, "node", &workers)?;
    let waiting = "Requests waiting for a connection";
    gauge(&registry, "lapidary_database_pool_waiting", waiting, usage.waiting as f64)?;
    let up = "Whether the database answered the last query of the metrics";
    gauge(&registry, "lapidary_database_up", up, f64::from(u8::from(census.answered)))?;
    if let Some((age, figures)) = &census.figures {
        of_database(&registry, *age, figures)?;
    }
    Ok(registry.gather())
}

fn of_jobs(registry: &Registry, jobs: &[JobReport]) -> prometheus::Result<()> {
    let each = |value: &dyn Fn(&JobReport) -> Option<f64>| -> Vec<(&'static str, f64)> {
        jobs.iter().filter_map(|job| Some((job.name, value(job)?))).collect()
    };
    vector(
        registry,
        "lapidary_job_behind",
        "Whether a background job has not succeeded for too long",
        "job_name",
        &each(&|job| Some(f64::from(u8::from(job.is_behind)))),
    )?;
    vector(
        registry,
        "lapidary_job_success_age_seconds",
        "Time since the last success of a background job, or since the start of the server",
        "job_name",
        &each(&|job| job.age.map(|age| age.as_secs_f64())),
    )?;
    vector(
        registry,
        "lapidary_job_failures",
        "Failures of a background job since the start of the server",
        "job_name",
        &each(&|job| Some(job.failures as f64)),
    )
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
    let beat = "Time since the last heartbeat of the service; games with a clock stand still without it";
    gauge(registry, "lapidary_heartbeat_age_seconds", beat, figures.heartbeat_age_s)?;
    let due = "Messages of webhooks that are due, of all servers; at most 10,000 are counted";
    gauge(registry, "lapidary_webhooks_due", due, figures.webhooks_due as f64)?;
    let unfolded = "Logs that are due to be folded, of all servers; at most 10,000 are counted";
    gauge(registry, "lapidary_logs_to_fold", unfolded, figures.logs_to_fold as f64)?;
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

/// Registers a gauge with this value.
pub fn gauge(registry: &Registry, name: &str, help: &str, value: f64) -> prometheus::Result<()> {
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
