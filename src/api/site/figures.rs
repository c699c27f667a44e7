//! The metrics that are read from the pool and the database on request.
//!
//! It knows names and labels. `service::site` knows how often the database is queried.

use std::time::Duration;

use prometheus::proto::MetricFamily;
use prometheus::{Gauge, GaugeVec, Opts, Registry};

use lapidary_model::figures::Figures;
use lapidary_service::site::Census;

/// Returns the metrics of the pool, of the database and of all games.
///
/// # Errors
/// If two metrics have the same name.
pub fn gather(census: &Census) -> prometheus::Result<Vec<MetricFamily>> {
    let registry = Registry::new();
    let usage = census.connections;
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
    gauge(&registry, "lapidary_database_up", up, f64::from(u8::from(census.answered)))?;
    if let Some((age, figures)) = &census.figures {
        of_database(&registry, *age, figures)?;
    }
    Ok(registry.gather())
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
