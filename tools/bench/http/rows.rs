//! The figures: a row for each number of clients. PostgreSQL alone and the server are measured alternately.

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::task::spawn_blocking;

use super::clients::{self, Taken, Work, tables_for};
use super::floor::{Floor, Shape};
use super::server::Server;
use super::tables::{Deals, Reading, Table, TokenKind, TurnKind};
use crate::report::Report;
use lapidary::telemetry;
use lapidary_model::settings::Settings;

/// The number of spare tables for each second of a measurement. They replace tables with finished games, and
/// are enough for 40,000 turns per second.
pub(super) const RESERVE_PER_SECOND: f64 = 1_000.0;

/// The maximum number of times that a row alternates between the two that it compares.
const ROUNDS_MAX: u32 = 10;

/// About how long a server and its PostgreSQL take to start.
const START: Duration = Duration::from_secs(5);
/// How long a measurement takes with its preparation, as a multiple of its duration.
const WITH_WARM_UP: f64 = 1.5;

/// How often a row of this duration alternates between the two that it compares, and for how long each time.
pub(super) fn rounds(duration: Duration) -> (u32, Duration) {
    let rounds = (duration.as_secs_f64() as u32).clamp(1, ROUNDS_MAX);
    (rounds, duration / rounds)
}

/// What is measured.
pub struct Plan {
    /// The numbers of clients that take turns.
    pub clients: Vec<usize>,
    /// The number of clients that read; none measures no reads.
    pub readers: usize,
    /// The tokens with which the clients call.
    pub tokens: Vec<TokenKind>,
    /// How long each row is measured.
    pub duration: Duration,
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
    /// The ratio of a read to what HTTP alone (`livez`) and PostgreSQL alone allow one after the other.
    of_limit: Option<f64>,
    /// The reason if there is no floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Measures each kind of turns for each number of clients with each kind of tokens, and each kind of read for
/// one number of clients, and reports each group as soon as it is measured. Each row takes the same time. The
/// cluster is in a new directory below `place`.
pub fn measure(plan: &Plan, place: &Path, report: &mut Report) -> Result<(), Box<dyn Error + Send + Sync>> {
    let settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    tokio::runtime::Runtime::new()?.block_on(async {
        report.next("start of a server and its PostgreSQL", START);
        let server = Server::start(place, settings).await?;
        let rows = tokio::select! {
            rows = rows(&server, plan, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        rows
    })
}

async fn rows(server: &Server, plan: &Plan, report: &mut Report) -> Result<(), Box<dyn Error + Send + Sync>> {
    let clients_max = plan.clients.iter().copied().max().unwrap_or_default().max(plan.readers);
    let mut sides = Vec::new();
    for &tokens in &plan.tokens {
        let deals = Deals::make(server.address(), &server.database_url(), tokens, clients_max).await?;
        sides.push(TokenSide { tokens, deals });
    }
    let floor = Floor::make(server.database_url(), server.bin_dir(), server.directory(), clients_max);
    let mut group = Group { address: server.address(), floor: Arc::new(floor.await?), sides };
    for &clients in &plan.clients {
        report.next(&format!("turns of {clients} clients"), plan.takes(TurnKind::ALL.len()));
        for row in group.compared(clients, &TurnKind::ALL.map(Work::Turns), plan.duration).await? {
            report.row(&row)?;
        }
    }
    if plan.readers > 0 {
        report.next(&format!("reads of {} clients", plan.readers), plan.takes(Reading::ALL.len()));
        for row in group.compared(plan.readers, &Reading::ALL.map(Work::Reads), plan.duration).await? {
            report.row(&row)?;
        }
    }
    Ok(())
}

impl Plan {
    /// About how long a group of so many kinds of requests takes: each kind, with a warm-up and new tables,
    /// and PostgreSQL alone.
    fn takes(&self, kinds: usize) -> Duration {
        self.duration.mul_f64(1.0 + kinds as f64 * self.tokens.len() as f64 * WITH_WARM_UP)
    }
}

/// The games of the players with one kind of tokens.
struct TokenSide {
    tokens: TokenKind,
    deals: Deals,
}

/// What is measured alternately, so that the load of the machine affects all of it equally.
struct Group {
    address: SocketAddr,
    floor: Arc<Floor>,
    sides: Vec<TokenSide>,
}

impl Group {
    /// Measures PostgreSQL alone, and each of these kinds of requests with each kind of tokens, alternately.
    /// All are turns, or all are reads. Returns a row for each.
    async fn compared(
        &mut self,
        clients: usize,
        works: &[Work],
        duration: Duration,
    ) -> Result<Vec<Row>, Box<dyn Error + Send + Sync>> {
        let (rounds, round) = rounds(duration);
        let turns = matches!(works, [Work::Turns(_), ..]);
        let shape = if turns { Shape::Turn } else { Shape::Read };
        let reserve = (round.as_secs_f64() * RESERVE_PER_SECOND) as usize;
        let mut lanes: Vec<(usize, Work, Taken)> = Vec::new();
        for &work in works {
            lanes.extend((0..self.sides.len()).map(|side| (side, work, Taken::default())));
        }
        // Reads change no game, so the same tables serve all of them.
        let mut read: Vec<Vec<Table>> = Vec::new();
        for side in self.sides.iter_mut().filter(|_| !turns) {
            read.push(side.deals.tables(tables_for(clients)).await?);
        }
        let mut paces = Vec::new();
        for _ in 0..rounds {
            let floor = Arc::clone(&self.floor);
            paces.push(spawn_blocking(move || floor.measure(shape, clients, round)).await?);
            for (side, work, taken) in &mut lanes {
                let tables = match read.get(*side) {
                    Some(tables) => tables.clone(),
                    None => self.sides[*side].deals.tables(tables_for(clients) + reserve).await?,
                };
                let (address, work) = (self.address, *work);
                let more = spawn_blocking(move || clients::work(address, clients, tables, work, round));
                taken.add(more.await??);
            }
            // So that none of them always comes first after PostgreSQL alone.
            lanes.reverse();
        }
        if rounds % 2 == 1 {
            lanes.reverse();
        }
        let pace = paces.into_iter().sum::<Result<f64, String>>().map(|sum| sum / f64::from(rounds));
        let row = |(side, work, taken): (usize, Work, Taken)| {
            figures(work, clients, self.sides[side].tokens, taken, &pace)
        };
        let mut rows: Vec<Row> = lanes.into_iter().map(row).collect();
        if let (false, Ok(pace)) = (turns, pace) {
            limit(&mut rows, pace);
        }
        Ok(rows)
    }
}

/// Adds to each read its ratio to the pace at which one request after another would be answered that takes as
/// long as `livez` and as PostgreSQL alone together.
fn limit(rows: &mut [Row], pace: f64) {
    let is_livez = |row: &Row| row.request == Work::Reads(Reading::Livez);
    let Some(livez) = rows.iter().find(|row| is_livez(row)).map(|row| row.per_second as f64) else { return };
    let limit = 1.0 / (1.0 / livez + 1.0 / pace);
    for row in rows.iter_mut().filter(|row| !is_livez(row)) {
        row.of_limit = Some(rounded(row.per_second as f64 / limit));
    }
}

fn figures(
    request: Work,
    clients: usize,
    tokens: TokenKind,
    mut taken: Taken,
    pace: &Result<f64, String>,
) -> Row {
    taken.latencies.sort_unstable();
    let per_second = taken.per_second();
    let pace = pace.as_ref();
    Row {
        request,
        clients,
        tokens,
        per_second: per_second as u64,
        p50_ms: taken.percentile_ms(50),
        p99_ms: taken.percentile_ms(99),
        of_floor: pace.ok().map(|pace| rounded(per_second / pace)),
        floor_per_second: pace.ok().map(|&pace| pace as u64),
        of_limit: None,
        reason: pace.err().cloned(),
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
