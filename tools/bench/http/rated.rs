//! What a rated game costs each node of a database to begin and to end, and what a turn of it costs, while
//! clients play on a server that runs.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;

use super::cluster::{ClusterNode, nodes};
use super::rows::rounded;
use super::whole_games::GamesClient;
use crate::report::Report;

type Failure = Box<dyn Error + Send + Sync>;

/// The numbers of turns of short and of long rated games. What a long one costs more is the price of its
/// turns.
const RATED_TURNS: [usize; 2] = [2, 42];

/// The processor time of a node for rated games: to begin and end one, and for each of its turns.
#[derive(Serialize)]
struct RatedRow {
    node: String,
    clients: usize,
    ms_per_game: f64,
    ms_per_turn: f64,
}

/// Lets each number of clients play live rated games, short ones and then long ones, on the server at this
/// address, and reports both prices of each node of its database.
pub fn measure(
    coordinator: &str,
    address: SocketAddr,
    clients: &[usize],
    duration: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    let rows = async {
        let nodes = nodes(coordinator).await?;
        for &clients in clients {
            row_of_each_node(&nodes, address, clients, duration, report).await?;
        }
        Ok(())
    };
    tokio::runtime::Runtime::new()?.block_on(async {
        tokio::select! {
            rows = rows => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        }
    })
}

async fn row_of_each_node(
    nodes: &[ClusterNode],
    address: SocketAddr,
    clients: usize,
    duration: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut prices = Vec::new();
    for turns in RATED_TURNS {
        report.next(&format!("rated games of {turns} turns of {clients} clients"), duration);
        let mut playing = Vec::with_capacity(clients);
        for client in 0..clients {
            playing.push(GamesClient::make(address, client).await?);
        }
        let before = nodes.iter().map(ClusterNode::busy).collect::<Result<Vec<_>, _>>()?;
        let until = Instant::now() + duration;
        let played = try_join_all(playing.iter_mut().map(|client| client.play(true, turns, until))).await?;
        let games: usize = played.iter().map(|(games, _)| games).sum();
        let mut of_nodes = Vec::with_capacity(nodes.len() + 1);
        for (node, before) in nodes.iter().zip(before) {
            let busy = node.busy()?.saturating_sub(before);
            of_nodes.push(busy.as_secs_f64() * 1_000.0 / games.max(1) as f64);
        }
        of_nodes.push(of_nodes.iter().sum());
        prices.push(of_nodes);
    }
    let [few, many] = RATED_TURNS.map(|turns| turns as f64);
    let names = nodes.iter().map(|node| node.name.as_str()).chain(["all"]);
    for (node, (short, long)) in names.zip(prices[0].iter().zip(&prices[1])) {
        let turn = (long - short) / (many - few);
        let (ms_per_game, ms_per_turn) = (rounded(short - few * turn), rounded(turn));
        report.row(&RatedRow { node: node.to_owned(), clients, ms_per_game, ms_per_turn })?;
    }
    Ok(())
}
