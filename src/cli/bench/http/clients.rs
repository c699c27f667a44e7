//! Clients that take turns as fast as the server responds, each at its own tables.
//!
//! They run on one thread, because they share the processors with the server they measure.

use std::collections::VecDeque;
use std::io::Result;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;

use super::connection::Connection;
use super::tables::Table;

/// The number of tables of a client, which plays at them in rotation.
pub const TABLES_PER_CLIENT: usize = 100;
/// A warm-up of this fraction of a measurement comes first, so that connections are open and statements prepared.
const WARM_UP: u32 = 5;

/// The measurements of the clients.
#[derive(Default)]
pub struct Taken {
    /// How long each accepted turn took.
    pub latencies: Vec<Duration>,
    /// How long the clients played.
    pub elapsed: Duration,
}

/// Runs `clients` clients for `duration` after a warm-up. Blocks its thread.
///
/// # Errors
/// When a turn is refused or a connection breaks.
pub fn play(address: SocketAddr, clients: usize, tables: Vec<Table>, duration: Duration) -> Result<Taken> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut hands: Vec<VecDeque<Table>> = (0..clients).map(|_| VecDeque::new()).collect();
        for (number, table) in tables.into_iter().enumerate() {
            hands[number % clients].push_back(table);
        }
        let from = Instant::now() + duration / WARM_UP;
        let until = from + duration;
        let clients = hands.into_iter().map(|tables| client(address, tables, from, until));
        let latencies = try_join_all(clients).await?.concat();
        Ok(Taken { latencies, elapsed: Instant::now().saturating_duration_since(from).min(duration) })
    })
}

/// Runs one client; returns the latencies of the turns that were answered between `from` and `until`.
async fn client(
    address: SocketAddr,
    mut reserve: VecDeque<Table>,
    from: Instant,
    until: Instant,
) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(address).await?;
    let mut tables = reserve.split_off(reserve.len().saturating_sub(TABLES_PER_CLIENT));
    let (mut latencies, mut request) = (Vec::new(), Vec::new());
    let mut began = Instant::now();
    while began < until {
        let Some(mut table) = tables.pop_front().or_else(|| reserve.pop_front()) else { break };
        if !table.write_turn(&mut request) {
            tables.extend(reserve.pop_front());
            continue;
        }
        tables.push_back(table);
        connection.send(&request).await?.expect_success()?;
        let ended = Instant::now();
        if from <= ended && ended < until {
            latencies.push(ended - began);
        }
        began = ended;
    }
    Ok(latencies)
}
