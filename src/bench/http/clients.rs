//! Clients that take turns or read. Each client has tables of its own, and sends its next request as soon as
//! it has a response.
//!
//! They run on one thread, because they share the processors with the server they measure.

use std::collections::VecDeque;
use std::io::Result;
use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use tokio::sync::Barrier;

use super::connection::Connection;
use super::tables::{Reading, Table, TurnKind};

/// The number of tables of a client. The client plays at them in rotation.
pub const TABLES_PER_CLIENT: usize = 100;
/// The length of the warm-up of clients that read, as a fraction of the measurement. After it, connections
/// are open and statements are prepared.
const WARM_UP: u32 = 5;

/// The kind of requests that clients send.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Work {
    /// The next turn of a game.
    Turns(TurnKind),
    /// A read of a game. The game does not change.
    Reads(Reading),
}

/// The results of the clients.
#[derive(Default)]
pub struct Taken {
    /// The duration of each successful request.
    pub latencies: Vec<Duration>,
    /// The duration of the measurement.
    pub elapsed: Duration,
}

/// Runs this number of clients for this duration, after a warm-up, and longer if a client has had no response
/// by then. Blocks its thread.
///
/// The warm-up of clients that take turns is one turn at each of their tables. The server then knows these
/// games, as it knows games that are being played. A fixed time would leave a slow machine with more first
/// turns than a fast one.
///
/// # Errors
///
/// When a request is refused or a connection breaks.
pub fn work(
    address: SocketAddr,
    clients: usize,
    tables: Vec<Table>,
    work: Work,
    duration: Duration,
) -> Result<Taken> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut hands: Vec<VecDeque<Table>> = (0..clients).map(|_| VecDeque::new()).collect();
        for (number, table) in tables.into_iter().enumerate() {
            hands[number % clients].push_back(table);
        }
        let (start, latencies) = match work {
            Work::Turns(kind) => {
                let warm = Barrier::new(clients);
                let clients = hands.into_iter().map(|tables| play(address, tables, kind, &warm, duration));
                let (starts, latencies): (Vec<_>, Vec<_>) = try_join_all(clients).await?.into_iter().unzip();
                (starts.into_iter().min().unwrap_or_else(Instant::now), latencies.concat())
            }
            Work::Reads(what) => {
                let readers = hands.into_iter().map(|tables| ReadingClient::prepare(address, tables, what));
                let readers = try_join_all(readers).await?;
                let from = Instant::now() + duration / WARM_UP;
                let span = from..from + duration;
                let clients = readers.into_iter().map(|reader| reader.read(&span));
                let latencies = try_join_all(clients).await?.concat();
                (span.start, latencies)
            }
        };
        Ok(Taken { latencies, elapsed: start.elapsed() })
    })
}

/// Runs this number of clients like [`work`]. Each client begins with a different one of these requests.
/// Blocks its thread.
///
/// # Errors
///
/// When a request is refused or a connection breaks.
pub fn send(address: SocketAddr, clients: usize, requests: &[Vec<u8>], duration: Duration) -> Result<Taken> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let from = Instant::now() + duration / WARM_UP;
        let span = from..from + duration;
        let one = async |first: usize| {
            let mut connection = Connection::open(address).await?;
            repeat(&mut connection, requests.iter().cycle().skip(first), &span).await
        };
        let all = (0..clients).map(|client| one(client * requests.len() / clients));
        let latencies = try_join_all(all).await?.concat();
        Ok(Taken { latencies, elapsed: from.elapsed() })
    })
}

/// Runs one client that plays. Its measured time begins when all clients are warm. Returns the beginning and
/// the durations of the turns since then, at least one.
async fn play(
    address: SocketAddr,
    mut reserve: VecDeque<Table>,
    kind: TurnKind,
    warm: &Barrier,
    duration: Duration,
) -> Result<(Instant, Vec<Duration>)> {
    let mut connection = Connection::open(address).await?;
    let mut tables = reserve.split_off(reserve.len().saturating_sub(TABLES_PER_CLIENT));
    let (mut latencies, mut request) = (Vec::new(), Vec::new());
    for table in &mut tables {
        if table.write_turn(kind, &mut request) {
            connection.send(&request).await?.expect_success()?;
        }
    }
    warm.wait().await;
    let start = Instant::now();
    let mut began = start;
    while began < start + duration || latencies.is_empty() {
        let Some(mut table) = tables.pop_front().or_else(|| reserve.pop_front()) else { break };
        if !table.write_turn(kind, &mut request) {
            tables.extend(reserve.pop_front());
            continue;
        }
        tables.push_back(table);
        connection.send(&request).await?.expect_success()?;
        let ended = Instant::now();
        latencies.push(ended - began);
        began = ended;
    }
    Ok((start, latencies))
}

/// A client that reads, with its requests.
struct ReadingClient {
    connection: Connection,
    requests: Vec<Vec<u8>>,
}

impl ReadingClient {
    /// Connects and prepares a request for each table.
    async fn prepare(address: SocketAddr, tables: VecDeque<Table>, what: Reading) -> Result<ReadingClient> {
        let mut connection = Connection::open(address).await?;
        let mut requests = Vec::new();
        for table in tables.iter().take(TABLES_PER_CLIENT) {
            let mut tag = None;
            if what == Reading::NotModified {
                let answer = connection.send(&table.read(what, None)).await?;
                answer.expect_success()?;
                tag = answer.tag().map(str::to_owned);
            }
            requests.push(table.read(what, tag.as_deref()));
        }
        Ok(ReadingClient { connection, requests })
    }

    /// Returns the durations of the requests in the measured time, at least one.
    async fn read(mut self, span: &Range<Instant>) -> Result<Vec<Duration>> {
        repeat(&mut self.connection, self.requests.iter().cycle(), span).await
    }
}

/// Runs one client that sends these requests, and returns the durations of those in the measured time, at
/// least one.
async fn repeat(
    connection: &mut Connection,
    requests: impl Iterator<Item = &Vec<u8>>,
    span: &Range<Instant>,
) -> Result<Vec<Duration>> {
    let mut latencies = Vec::new();
    let mut began = Instant::now();
    for request in requests {
        if began >= span.end && !latencies.is_empty() {
            break;
        }
        connection.send(request).await?.expect_success()?;
        let ended = Instant::now();
        if ended >= span.start {
            latencies.push(ended - began);
        }
        began = ended;
    }
    Ok(latencies)
}
