//! Parallel logins, and the memory in use after them.
//!
//! The server runs in this process, so the figures include the small amount of memory that the clients need.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use serde_json::{Value, json};

use super::connection::Connection;
use super::server::Server;
use crate::report::Report;
use lapidary::telemetry;
use lapidary_model::settings::{Settings, Switch};

/// The account of all logins, and its password.
const NAME: &str = "bench";
const PASSWORD: &str = "a password of the bench";
/// Where Linux reports the memory of a process.
const STATUS: &str = "/proc/self/status";

/// The status of a refusal because of too many parallel logins.
const UNAVAILABLE: u16 = 503;

/// The figures of the logins.
#[derive(Serialize)]
pub struct Row {
    logins: usize,
    clients: usize,
    /// The number of logins that the server refused with 503, because they would have waited too long.
    refused: usize,
    logins_per_second: u64,
    p50_ms: u64,
    p99_ms: u64,
    /// Resident memory in MiB; `None` if the system does not report it.
    resident_before_mib: Option<u64>,
    resident_after_mib: Option<u64>,
}

/// Logs in `logins` times with `clients` parallel clients, each with its own address.
pub fn measure(
    logins: usize,
    clients: usize,
    place: &Path,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    settings.limits.rate_limits = Switch::Off;
    // The server hashes one password of an address at a time, so each client reports its own address, as a
    // proxy would.
    settings.http.trusted_proxies = vec!["127.0.0.1/32".parse()?];
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        let row = tokio::select! {
            row = row(server.address(), logins, clients) => row,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        report.row(&row?)
    })
}

async fn row(
    address: SocketAddr,
    logins: usize,
    clients: usize,
) -> Result<Row, Box<dyn Error + Send + Sync>> {
    let account = json!({"username": NAME, "password": PASSWORD});
    Connection::open(address).await?.post("/v1/accounts", None, &account).await?;
    let before = resident_mib();
    let began = Instant::now();
    let share = |number: usize| logins / clients + usize::from(number < logins % clients);
    let all = (0..clients).map(|number| client(address, number, share(number), &account));
    let mut latencies = try_join_all(all).await?.concat();
    let elapsed = began.elapsed();
    latencies.sort_unstable();
    let percentile = |percent: usize| {
        let place = latencies.len().saturating_sub(1) * percent / 100;
        latencies.get(place).map_or(0, |latency| latency.as_millis() as u64)
    };
    Ok(Row {
        logins,
        clients,
        refused: logins - latencies.len(),
        logins_per_second: (latencies.len() as f64 / elapsed.as_secs_f64().max(f64::EPSILON)) as u64,
        p50_ms: percentile(50),
        p99_ms: percentile(99),
        resident_before_mib: before,
        resident_after_mib: resident_mib(),
    })
}

/// Runs one client; returns the latencies of its logins, without the refused ones.
async fn client(
    address: SocketAddr,
    number: usize,
    logins: usize,
    account: &Value,
) -> io::Result<Vec<Duration>> {
    let mut connection = Connection::open(address).await?;
    let body = account.to_string();
    let request = format!(
        "POST /v1/sessions HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 198.18.0.{number}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut latencies = Vec::with_capacity(logins);
    for _ in 0..logins {
        let began = Instant::now();
        let answer = connection.send(request.as_bytes()).await?;
        if answer.status == UNAVAILABLE {
            continue;
        }
        answer.expect_success()?;
        latencies.push(began.elapsed());
    }
    Ok(latencies)
}

/// The resident memory of this process, if the system reports it.
fn resident_mib() -> Option<u64> {
    let status = std::fs::read_to_string(STATUS).ok()?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(kib.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}
