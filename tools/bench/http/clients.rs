//! Clients that take turns or read. Each client has tables of its own, and sends its next request as soon as
//! it has a response.
//!
//! They run on one thread, because they share the processors with the server they measure.

use std::collections::VecDeque;
use std::io::Result;
use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use futures_util::stream::FuturesUnordered;
use serde::Serialize;
use tokio::sync::Barrier;

use super::connection::Connection;
use super::tables::{Reading, Table, TurnKind};

/// The maximum number of tables of a client, which plays at them in rotation, and the minimum if there are
/// many clients.
pub const TABLES_PER_CLIENT: usize = 100;
const TABLES_PER_CLIENT_MIN: usize = 10;
/// The number of tables beyond which each client has fewer.
const TABLES_MAX: usize = 6_400;
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

/// The number of tables at which so many clients play.
pub fn tables_for(clients: usize) -> usize {
    clients * tables_of_each(clients)
}

fn tables_of_each(clients: usize) -> usize {
    (TABLES_MAX / clients.max(1)).clamp(TABLES_PER_CLIENT_MIN, TABLES_PER_CLIENT)
}

/// Runs this number of clients for this duration, after a warm-up, and longer if a client has had no response
/// by then. Blocks its thread.
///
/// The warm-up of clients that take turns is one turn at each of their tables. The server then knows these
/// games, as it knows games that are being played. A fixed time would leave a slow machine with more first
/// turns than a fast one.
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
                let each = tables_of_each(clients);
                let play = |mut hand: VecDeque<Table>| {
                    let tables = hand.split_off(hand.len().saturating_sub(each));
                    play(address, tables, hand, kind, (&warm, duration))
                };
                let clients = hands.into_iter().map(play);
                let (starts, latencies): (Vec<_>, Vec<_>) = all(clients).await?.into_iter().unzip();
                (starts.into_iter().min().unwrap_or_else(Instant::now), latencies.concat())
            }
            Work::Reads(what) => {
                let readers = hands.into_iter().map(|tables| ReadingClient::prepare(address, tables, what));
                let readers = all(readers).await?;
                let from = Instant::now() + duration / WARM_UP;
                let span = from..from + duration;
                let clients = readers.into_iter().map(|reader| reader.read(&span));
                let latencies = all(clients).await?.concat();
                (span.start, latencies)
            }
        };
        Ok(Taken { latencies, elapsed: start.elapsed() })
    })
}

/// Runs this number of clients like [`work`]. Each client begins with a different one of these requests.
/// Blocks its thread.
pub fn send(address: SocketAddr, clients: usize, requests: &[Vec<u8>], duration: Duration) -> Result<Taken> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let from = Instant::now() + duration / WARM_UP;
        let span = from..from + duration;
        let one = async |first: usize| {
            let mut connection = Connection::open(address).await?;
            repeat(&mut connection, requests.iter().cycle().skip(first), &span).await
        };
        let clients = (0..clients).map(|client| one(client * requests.len() / clients));
        let latencies = all(clients).await?.concat();
        Ok(Taken { latencies, elapsed: from.elapsed() })
    })
}

/// Waits for all clients, in any order, or for the first that fails: others may wait for it at the barrier.
pub async fn all<T>(clients: impl Iterator<Item = impl Future<Output = Result<T>>>) -> Result<Vec<T>> {
    clients.collect::<FuturesUnordered<_>>().try_collect().await
}

/// Runs one client that plays. Its measured time begins when all clients are warm. Returns the beginning and
/// the durations of the turns since then, at least one.
async fn play(
    address: SocketAddr,
    mut tables: VecDeque<Table>,
    mut reserve: VecDeque<Table>,
    kind: TurnKind,
    (warm, duration): (&Barrier, Duration),
) -> Result<(Instant, Vec<Duration>)> {
    let mut connection = Connection::open(address).await?;
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
