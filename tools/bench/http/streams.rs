//! Event streams: their memory, how soon they show a turn, and what they cost those who play.
//!
//! The streams are open on a server in a process of its own. Its clients are plain sockets, which are read
//! only where that is measured.

use std::collections::VecDeque;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use futures_util::future::{join_all, try_join_all};
use serde::Serialize;
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::clients::{self, Taken, Work, tables_for};
use super::connection::Connection;
use super::node::Node;
use super::rows::{RESERVE_PER_SECOND, rounded, rounds};
use super::server::Server;
use super::tables::{Deals, Table, TokenKind, TurnKind};
use crate::report::Report;
use lapidary::startup::raise_open_files;
use lapidary::telemetry;
use lapidary_model::settings::{Settings, Switch};

/// The number of streams of one game.
const STREAMS_PER_GAME: usize = 2;
/// Open files of a process beside its streams.
const OTHER_FILES: u64 = 500;
/// The pace at which turns are played while their delivery is measured.
const TURNS_PER_SECOND: usize = 500;
/// The number of clients that play.
const PLAYERS: usize = 16;
/// How long the server rests after streams have opened, before its memory is read: longer than a keep-alive.
const REST: Duration = Duration::from_secs(6);
/// The number of threads that open streams.
const OPENERS: usize = 8;
/// The size of the buffer of a client that reads.
const READ_BYTES: usize = 8 * 1024;

/// A figure of streams.
#[derive(Serialize)]
pub struct Row {
    figure: &'static str,
    unit: &'static str,
    /// The number of open streams.
    streams: usize,
    value: Option<f64>,
    /// The reason if there is no figure, or if it is for fewer streams than asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Row {
    fn of(figure: &'static str, unit: &'static str, streams: usize, value: f64) -> Row {
        Row { figure, unit, streams, value: Some(rounded(value)), reason: None }
    }
}

/// How many streams to open.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// Streams whose memory is measured, while nothing happens.
    pub idle: usize,
    /// Streams that are open while others play.
    pub open: usize,
}

/// Measures streams; each figure takes the same time. The cluster is in a new directory below `place`.
pub fn measure(
    numbers: Numbers,
    duration: Duration,
    place: &Path,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut settings = Settings::from_environment()?;
    settings.log.access = Switch::Off;
    telemetry::start(&settings.log);
    settings.limits.rate_limits = Switch::Off;
    let files = raise_open_files()?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        let rows = tokio::select! {
            rows = rows(&server, numbers, duration, files, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        rows
    })
}

async fn rows(
    server: &Server,
    numbers: Numbers,
    duration: Duration,
    files: u64,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut deals =
        Deals::make(server.address(), &server.database_url(), TokenKind::Session, PLAYERS).await?;
    report.next("memory of idle streams", REST * 2);
    report.row(&memory(server, &mut deals, numbers.idle, files).await?)?;
    let node = Node::start(&server.database_url(), numbers.open)?;
    for (names, players) in [
        (["delivery, same server, p50", "delivery, same server, p99"], node.address()),
        (["delivery, other server, p50", "delivery, other server, p99"], server.address()),
    ] {
        report.next("delivery of turns", duration);
        let tables = deals.tables(numbers.open.div_ceil(STREAMS_PER_GAME)).await?;
        let mut taken = delivery(node.address(), players, tables, numbers.open, duration).await?;
        taken.latencies.sort_unstable();
        for (name, percent) in names.into_iter().zip([50, 99]) {
            report.row(&Row::of(name, "ms", numbers.open, taken.percentile_ms(percent)))?;
        }
    }
    report.next("turns without and with open streams", duration * 3);
    cost(&node, &mut deals, numbers.open, duration).await?.iter().try_for_each(|row| report.row(row))
}

/// Measures the memory of streams on which nothing happens.
async fn memory(
    server: &Server,
    deals: &mut Deals,
    wanted: usize,
    files: u64,
) -> Result<Row, Box<dyn Error + Send + Sync>> {
    let room = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
    let streams = wanted.min(room);
    let games = ids(&deals.tables(streams.div_ceil(STREAMS_PER_GAME)).await?);
    let node = Node::start(&server.database_url(), streams)?;
    // The first stream of each kind makes what all of them share.
    drop(open(node.address(), &games, games.len().min(PLAYERS)).await?);
    tokio::time::sleep(REST).await;
    let before = node.resident_bytes();
    let sockets = open(node.address(), &games, streams).await?;
    tokio::time::sleep(REST).await;
    let after = node.resident_bytes();
    drop(sockets);
    let grown = before.zip(after).map(|(before, after)| after.saturating_sub(before) as f64);
    let value = grown.map(|grown| rounded(grown / 1024.0 / streams.max(1) as f64));
    let few = || format!("the limit on open files, {files}, allows no more");
    let unknown = || "the system does not report the memory of a process".to_owned();
    let reason = value.is_none().then(unknown).or_else(|| (streams < wanted).then(few));
    Ok(Row { figure: "memory of an idle stream", unit: "KiB", streams, value, reason })
}

fn ids(tables: &[Table]) -> Vec<Uuid> {
    tables.iter().map(Table::id).collect()
}

/// Opens streams of these games in turn, and reads the beginning of each.
async fn open(
    address: SocketAddr,
    games: &[Uuid],
    streams: usize,
) -> Result<Vec<TcpStream>, Box<dyn Error + Send + Sync>> {
    let wanted: Vec<Uuid> = games.iter().copied().cycle().take(streams).collect();
    let share = wanted.len().div_ceil(OPENERS).max(1);
    let openers = wanted.chunks(share).map(|games| {
        let games = games.to_vec();
        spawn_blocking(move || games.iter().map(|game| open_one(address, *game)).collect())
    });
    let mut sockets = Vec::with_capacity(streams);
    for opened in try_join_all(openers).await? {
        let opened: std::io::Result<Vec<TcpStream>> = opened;
        sockets.extend(opened?);
    }
    Ok(sockets)
}

fn open_one(address: SocketAddr, game: Uuid) -> std::io::Result<TcpStream> {
    let mut socket = TcpStream::connect(address)?;
    let request = format!(
        "GET /v1/games/{game}/events HTTP/1.1\r\nhost: localhost\r\naccept: application/x-ndjson\r\n\r\n"
    );
    socket.write_all(request.as_bytes())?;
    let mut beginning = [0; READ_BYTES];
    let length = socket.read(&mut beginning)?;
    match beginning[..length].starts_with(b"HTTP/1.1 200") {
        true => Ok(socket),
        false => Err(std::io::Error::other(String::from_utf8_lossy(&beginning[..length]).into_owned())),
    }
}

/// Plays at a fixed pace on one server, and returns how long after it was stored each entry reached each
/// stream on another or the same server. An entry has its time from the database shortly before its commit,
/// so the commit is included.
async fn delivery(
    streams_at: SocketAddr,
    players_at: SocketAddr,
    tables: Vec<Table>,
    streams: usize,
    duration: Duration,
) -> Result<Taken, Box<dyn Error + Send + Sync>> {
    let sockets = open(streams_at, &ids(&tables), streams).await?;
    let done = CancellationToken::new();
    let began = Instant::now();
    let mut readers = Vec::new();
    for socket in sockets {
        socket.set_nonblocking(true)?;
        let socket = tokio::net::TcpStream::from_std(socket)?;
        readers.push(tokio::spawn(read(socket, done.clone())));
    }
    let mut hands: Vec<VecDeque<Table>> = (0..PLAYERS).map(|_| VecDeque::new()).collect();
    for (number, table) in tables.into_iter().enumerate() {
        hands[number % PLAYERS].push_back(table);
    }
    let end = tokio::time::Instant::now() + duration;
    try_join_all(hands.into_iter().map(|tables| pace(players_at, tables, end))).await?;
    // What was stored last arrives within a keep-alive.
    tokio::time::sleep(Duration::from_secs(1)).await;
    done.cancel();
    let mut latencies = Vec::new();
    for read in join_all(readers).await {
        latencies.extend(read?);
    }
    Ok(Taken { latencies, elapsed: began.elapsed() })
}

/// Plays turns one after another at the share of one client of the pace.
async fn pace(
    address: SocketAddr,
    mut tables: VecDeque<Table>,
    end: tokio::time::Instant,
) -> std::io::Result<()> {
    let mut connection = Connection::open(address).await?;
    let mut ticks = tokio::time::interval(Duration::from_secs(1) * PLAYERS as u32 / TURNS_PER_SECOND as u32);
    let mut request = Vec::new();
    while tokio::time::Instant::now() < end {
        ticks.tick().await;
        let Some(mut table) = tables.pop_front() else { break };
        if table.write_turn(TurnKind::Turn, &mut request) {
            connection.send(&request).await?.expect_success()?;
            tables.push_back(table);
        }
    }
    Ok(())
}

/// Reads a stream until it is enough, and returns how old each entry was when it arrived.
async fn read(mut socket: tokio::net::TcpStream, done: CancellationToken) -> Vec<Duration> {
    let (mut unread, mut ages) = (Vec::with_capacity(READ_BYTES), Vec::new());
    loop {
        let read = done.run_until_cancelled(socket.read_buf(&mut unread)).await;
        let arrived = Utc::now();
        if !matches!(read, Some(Ok(1..))) {
            return ages;
        }
        // The lines of the transfer encoding are no JSON.
        while let Some(end) = unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = unread.drain(..=end).collect();
            let frame: Value = serde_json::from_slice(&line).unwrap_or_default();
            let at = frame["at"].as_str().and_then(|at| DateTime::parse_from_rfc3339(at).ok());
            ages.extend(at.map(|at| (arrived - at.to_utc()).to_std().unwrap_or_default()));
        }
    }
}

/// Compares turns without streams and with streams of other games, alternately.
async fn cost(
    node: &Node,
    deals: &mut Deals,
    streams: usize,
    duration: Duration,
) -> Result<[Row; 3], Box<dyn Error + Send + Sync>> {
    let (rounds, round) = rounds(duration);
    let reserve = (round.as_secs_f64() * RESERVE_PER_SECOND) as usize;
    let followed = ids(&deals.tables(streams.div_ceil(STREAMS_PER_GAME)).await?);
    let mut taken = [Taken::default(), Taken::default()];
    for _ in 0..rounds {
        for (taken, streams) in taken.iter_mut().zip([0, streams]) {
            let tables = deals.tables(tables_for(PLAYERS) + reserve).await?;
            let sockets = open(node.address(), &followed, streams).await?;
            let (address, work) = (node.address(), Work::Turns(TurnKind::Turn));
            taken.add(spawn_blocking(move || clients::work(address, PLAYERS, tables, work, round)).await??);
            drop(sockets);
        }
    }
    let [without, with] = taken.map(|taken| taken.per_second());
    Ok([
        Row::of("turns without streams", "per_second", 0, without),
        Row::of("turns with open streams", "per_second", streams, with),
        Row::of("turns with streams of those without", "ratio", streams, with / without.max(f64::EPSILON)),
    ])
}
