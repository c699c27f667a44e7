//! The figures: a row for each number of clients. PostgreSQL alone and the server are measured alternately.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::task::spawn_blocking;

use super::clients::{self, TABLES_PER_CLIENT, Taken};
use super::floor::Floor;
use super::server::Server;
use super::tables::Deals;
use crate::settings::Settings;
use crate::telemetry;

/// The number of spare tables for each second, which replace tables with finished games; enough for 40,000 turns per
/// second.
const RESERVE_PER_SECOND: f64 = 1_000.0;

/// The maximum number of alternations between PostgreSQL alone and the server for one row.
const ROUNDS_MAX: u32 = 10;

/// The figures of one number of clients.
#[derive(Serialize)]
pub struct Row {
    clients: usize,
    turns_per_second: u64,
    p50_ms: f64,
    p99_ms: f64,
    /// The ratio to PostgreSQL alone; `None` if that was not measured.
    of_floor: Option<f64>,
    floor_turns_per_second: Option<u64>,
    /// Why PostgreSQL alone was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Measures a row for each number of clients, on a cluster in a new directory below `place`; each row takes `duration`.
///
/// # Errors
/// When the server cannot be started, refuses a turn, or is interrupted.
pub fn measure(
    numbers: &[usize],
    duration: Duration,
    place: &Path,
) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
    let settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        let rows = tokio::select! {
            rows = rows(&server, numbers, duration) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        rows
    })
}

async fn rows(
    server: &Server,
    numbers: &[usize],
    duration: Duration,
) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
    let mut deals = Deals::make(server.address(), &server.database_url()).await?;
    let clients_max = numbers.iter().copied().max().unwrap_or_default();
    let floor = Floor::make(server.database_url(), server.bin_dir(), server.directory(), clients_max);
    let floor = Arc::new(floor.await?);
    let mut rows = Vec::new();
    for &clients in numbers {
        rows.push(row(server, &mut deals, &floor, clients, duration).await?);
    }
    Ok(rows)
}

/// Measures PostgreSQL alone and the server alternately, so that the load of the machine affects both equally.
async fn row(
    server: &Server,
    deals: &mut Deals,
    floor: &Arc<Floor>,
    clients: usize,
    duration: Duration,
) -> Result<Row, Box<dyn Error + Send + Sync>> {
    let rounds = (duration.as_secs_f64() as u32).clamp(1, ROUNDS_MAX);
    let round = duration / rounds;
    let tables_per_round = clients * TABLES_PER_CLIENT + (round.as_secs_f64() * RESERVE_PER_SECOND) as usize;
    let (mut taken, mut paces) = (Taken::default(), Vec::new());
    for _ in 0..rounds {
        let tables = deals.tables(tables_per_round).await?;
        let (floor, address) = (Arc::clone(floor), server.address());
        paces.push(spawn_blocking(move || floor.measure(clients, round)).await?);
        taken.add(spawn_blocking(move || clients::play(address, clients, tables, round)).await??);
    }
    let pace = paces.into_iter().sum::<Result<f64, String>>().map(|sum| sum / f64::from(rounds));
    Ok(figures(clients, taken, pace))
}

fn figures(clients: usize, mut taken: Taken, pace: Result<f64, String>) -> Row {
    taken.latencies.sort_unstable();
    let (pace, reason) = match pace {
        Ok(pace) => (Some(pace), None),
        Err(reason) => (None, Some(reason)),
    };
    let turns_per_second = taken.latencies.len() as f64 / taken.elapsed.as_secs_f64().max(f64::EPSILON);
    Row {
        clients,
        turns_per_second: turns_per_second as u64,
        p50_ms: taken.percentile_ms(50),
        p99_ms: taken.percentile_ms(99),
        of_floor: pace.map(|pace| rounded(turns_per_second / pace)),
        floor_turns_per_second: pace.map(|pace| pace as u64),
        reason,
    }
}

impl Taken {
    /// Adds later measurements.
    fn add(&mut self, later: Taken) {
        self.latencies.extend(later.latencies);
        self.elapsed += later.elapsed;
    }

    /// The time within which `percent` percent of the turns were answered.
    fn percentile_ms(&self, percent: usize) -> f64 {
        let place = self.latencies.len().saturating_sub(1) * percent / 100;
        self.latencies.get(place).map_or(0.0, |latency| rounded(latency.as_secs_f64() * 1_000.0))
    }
}

/// Rounds to three decimal places, which is more than the precision of the measurement.
fn rounded(figure: f64) -> f64 {
    (figure * 1_000.0).round() / 1_000.0
}
