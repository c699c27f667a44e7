//! The figures: a row for each number of clients. PostgreSQL alone and the server are measured alternately.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::task::spawn_blocking;

use super::clients::{self, TABLES_PER_CLIENT, Taken, Work};
use super::floor::{Floor, Shape};
use super::server::Server;
use super::tables::{Deals, Reading, TokenKind, TurnKind};
use lapidary::telemetry;
use lapidary_model::settings::Settings;

/// The number of spare tables for each second of a measurement. They replace tables with finished games, and
/// are enough for 40,000 turns per second.
pub(super) const RESERVE_PER_SECOND: f64 = 1_000.0;

/// The maximum number of times that a row alternates between the two that it compares.
const ROUNDS_MAX: u32 = 10;

/// How often a row of this duration alternates between the two that it compares, and for how long each time.
pub(super) fn rounds(duration: Duration) -> (u32, Duration) {
    let rounds = (duration.as_secs_f64() as u32).clamp(1, ROUNDS_MAX);
    (rounds, duration / rounds)
}

/// The figures for one number of clients.
#[derive(Serialize)]
pub struct Row {
    request: Work,
    clients: usize,
    tokens: TokenKind,
    per_second: u64,
    p50_ms: f64,
    p99_ms: f64,
    /// The ratio to PostgreSQL alone; `None` if that was not measured.
    of_floor: Option<f64>,
    floor_per_second: Option<u64>,
    /// The reason if there is no floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Measures each kind of turns for each number of clients with each kind of tokens, and each kind of read for
/// one number of clients. Each measurement takes the same time. The cluster is in a new directory below
/// `place`.
///
/// # Errors
/// When the server cannot be started, refuses a turn, or is interrupted.
pub fn measure(
    numbers: &[usize],
    readers: usize,
    tokens: &[TokenKind],
    duration: Duration,
    place: &Path,
) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
    let settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        let rows = tokio::select! {
            rows = rows(&server, numbers, readers, tokens, duration) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        rows
    })
}

async fn rows(
    server: &Server,
    numbers: &[usize],
    readers: usize,
    tokens: &[TokenKind],
    duration: Duration,
) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
    let mut sides = Vec::new();
    for &tokens in tokens {
        let deals = Deals::make(server.address(), &server.database_url(), tokens).await?;
        sides.push(TokenSide { tokens, deals });
    }
    let clients_max = numbers.iter().copied().max().unwrap_or_default().max(readers);
    let floor = Floor::make(server.database_url(), server.bin_dir(), server.directory(), clients_max);
    let floor = Arc::new(floor.await?);
    let mut all = Vec::new();
    for &clients in numbers {
        for kind in TurnKind::ALL {
            all.extend(compared(server, &mut sides, &floor, clients, Work::Turns(kind), duration).await?);
        }
    }
    for what in Reading::ALL.into_iter().filter(|_| readers > 0) {
        all.extend(compared(server, &mut sides, &floor, readers, Work::Reads(what), duration).await?);
    }
    Ok(all)
}

/// The games of the players with one kind of tokens.
struct TokenSide {
    tokens: TokenKind,
    deals: Deals,
}

/// Measures PostgreSQL alone and the server with each kind of tokens alternately, so that the load of the
/// machine affects all of them equally. Returns a row for each kind.
async fn compared(
    server: &Server,
    sides: &mut [TokenSide],
    floor: &Arc<Floor>,
    clients: usize,
    work: Work,
    duration: Duration,
) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
    let (rounds, round) = rounds(duration);
    let (shape, reserve) = match work {
        Work::Turns(_) => (Shape::Turn, (round.as_secs_f64() * RESERVE_PER_SECOND) as usize),
        Work::Reads(_) => (Shape::Read, 0),
    };
    let mut taken: Vec<Taken> = sides.iter().map(|_| Taken::default()).collect();
    let mut paces = Vec::new();
    // The order changes with each round, so that none of them always comes first after PostgreSQL alone.
    let mut order: Vec<usize> = (0..sides.len()).collect();
    for _ in 0..rounds {
        let floor = Arc::clone(floor);
        paces.push(spawn_blocking(move || floor.measure(shape, clients, round)).await?);
        for &place in &order {
            let tables = sides[place].deals.tables(clients * TABLES_PER_CLIENT + reserve).await?;
            let address = server.address();
            let work = spawn_blocking(move || clients::work(address, clients, tables, work, round));
            taken[place].add(work.await??);
        }
        order.reverse();
    }
    let pace = paces.into_iter().sum::<Result<f64, String>>().map(|sum| sum / f64::from(rounds));
    let row = |(side, taken): (&TokenSide, Taken)| figures(work, clients, side.tokens, taken, &pace);
    Ok(sides.iter().zip(taken).map(row).collect())
}

fn figures(
    request: Work,
    clients: usize,
    tokens: TokenKind,
    mut taken: Taken,
    pace: &Result<f64, String>,
) -> Row {
    taken.latencies.sort_unstable();
    let (pace, reason) = match pace {
        Ok(pace) => (Some(*pace), None),
        Err(reason) => (None, Some(reason.clone())),
    };
    let per_second = taken.per_second();
    Row {
        request,
        clients,
        tokens,
        per_second: per_second as u64,
        p50_ms: taken.percentile_ms(50),
        p99_ms: taken.percentile_ms(99),
        of_floor: pace.map(|pace| rounded(per_second / pace)),
        floor_per_second: pace.map(|pace| pace as u64),
        reason,
    }
}

impl Taken {
    /// Adds the results of a later measurement.
    pub(super) fn add(&mut self, later: Taken) {
        self.latencies.extend(later.latencies);
        self.elapsed += later.elapsed;
    }

    /// The number of successful requests per second.
    pub(super) fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON)
    }

    /// The time within which this percentage of the requests got a response.
    pub(super) fn percentile_ms(&self, percent: usize) -> f64 {
        let place = self.latencies.len().saturating_sub(1) * percent / 100;
        self.latencies.get(place).map_or(0.0, |latency| rounded(latency.as_secs_f64() * 1_000.0))
    }
}

/// Rounds to three decimal places, which is more than the precision of the measurement.
pub(super) fn rounded(figure: f64) -> f64 {
    (figure * 1_000.0).round() / 1_000.0
}
