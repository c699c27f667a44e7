//! The processor time that the nodes of a database take for a turn, while clients play on a server that runs.
//!
//! A node is a PostgreSQL: the one of the URL, and the workers if it is the coordinator of a Citus cluster.
//! All run on this machine, because their processes are found in `/proc`.

use std::error::Error;
use std::fs;
use std::net::SocketAddr;
use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use serde_json::Value;

use super::against::{Pairs, WARM_UP};
use super::connection::Connection;
use super::rows::rounded;
use super::tables::TokenKind;
use crate::report::Report;
use lapidary_database::{Address, Connector};

/// The unit of processor times in `/proc`, which is the same on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

type Failure = Box<dyn Error + Send + Sync>;

/// The processor time of a node.
#[derive(Serialize)]
struct ClusterRow {
    node: String,
    clients: usize,
    per_second: u64,
    ms_per_turn: f64,
}

/// A PostgreSQL on this machine.
pub(super) struct ClusterNode {
    pub name: String,
    /// The process that starts the others.
    postmaster: u32,
}

/// Lets each number of clients play games with this clock on the server at this address, and reports the
/// processor time of each node of its database. A turn is taken with all that its client asks for before it,
/// and with its part of the games that begin and end.
pub fn measure(
    coordinator: &str,
    address: SocketAddr,
    clients: &[usize],
    clock: &Value,
    duration: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    tokio::runtime::Runtime::new()?.block_on(async {
        tokio::select! {
            rows = rows(coordinator, address, clients, clock, duration, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        }
    })
}

async fn rows(
    coordinator: &str,
    address: SocketAddr,
    clients: &[usize],
    clock: &Value,
    duration: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    let nodes = nodes(coordinator).await?;
    let clients_max = clients.iter().copied().max().unwrap_or_default();
    let pairs = Pairs::make(&mut Connection::open(address).await?, TokenKind::Session, clients_max).await?;
    for &clients in clients {
        report.next(&format!("turns of {clients} clients"), duration + WARM_UP);
        let before = nodes.iter().map(ClusterNode::busy).collect::<Result<Vec<_>, _>>()?;
        let played = pairs.play(address, clients, clock, duration).await?;
        let per_second = played.turns.per_second() as u64;
        let row = |node: &str, busy: Duration| ClusterRow {
            node: node.to_owned(),
            clients,
            per_second,
            ms_per_turn: rounded(busy.as_secs_f64() * 1_000.0 / played.all_turns.max(1) as f64),
        };
        let mut all = Duration::ZERO;
        for (node, before) in nodes.iter().zip(before) {
            let busy = node.busy()?.saturating_sub(before);
            all += busy;
            report.row(&row(&node.name, busy))?;
        }
        report.row(&row("all", all))?;
    }
    Ok(())
}

/// Returns the nodes, that of the URL first.
pub(super) async fn nodes(coordinator: &str) -> Result<Vec<ClusterNode>, Failure> {
    #[derive(QueryableByName)]
    struct WorkerNode {
        #[diesel(sql_type = Text)]
        host: String,
        #[diesel(sql_type = Integer)]
        port: i32,
    }
    #[derive(QueryableByName)]
    struct ClusterAnswer {
        #[diesel(sql_type = Bool)]
        yes: bool,
    }
    let address = Address::read(coordinator)?;
    let mut connection = Connector::new(&address)?.open().await?;
    let mut nodes = vec![ClusterNode::of("coordinator", &mut connection).await?];
    let is_cluster = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS yes";
    let ClusterAnswer { yes } = diesel::sql_query(is_cluster).get_result(&mut connection).await?;
    if yes {
        let workers =
            "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid";
        let workers: Vec<WorkerNode> = diesel::sql_query(workers).load(&mut connection).await?;
        for WorkerNode { host, port } in workers {
            let worker = Connector::new(&address)?.to_host(&host, u16::try_from(port)?);
            nodes.push(ClusterNode::of(&format!("{host}:{port}"), &mut worker.open().await?).await?);
        }
    }
    Ok(nodes)
}

impl ClusterNode {
    /// The processes that this one has started, and itself.
    pub(super) fn new(name: &str, postmaster: u32) -> ClusterNode {
        ClusterNode { name: name.to_owned(), postmaster }
    }

    /// The PostgreSQL of a database.
    pub(super) async fn of_url(name: &str, url: &str) -> Result<ClusterNode, Failure> {
        ClusterNode::of(name, &mut Connector::new(&Address::read(url)?)?.open().await?).await
    }

    async fn of(name: &str, connection: &mut AsyncPgConnection) -> Result<ClusterNode, Failure> {
        #[derive(QueryableByName)]
        struct Postmaster {
            #[diesel(sql_type = Integer)]
            pid: i32,
        }
        let pid = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer AS pid";
        let Postmaster { pid } = diesel::sql_query(pid).get_result(connection).await?;
        Ok(ClusterNode::new(name, u32::try_from(pid)?))
    }

    /// Returns the processor time of all its processes until now, those that have ended included.
    pub(super) fn busy(&self) -> Result<Duration, Failure> {
        let postmaster =
            NodeProcess::of(self.postmaster).ok_or("a node has ended, or is on another machine")?;
        let mut ticks = postmaster.ticks + postmaster.ticks_of_ended;
        for entry in fs::read_dir("/proc")?.flatten() {
            let process = entry.file_name().to_str().and_then(|name| NodeProcess::of(name.parse().ok()?));
            ticks += process
                .filter(|process| process.parent == self.postmaster)
                .map_or(0, |process| process.ticks);
        }
        Ok(Duration::from_secs_f64(ticks as f64 / TICKS_PER_SECOND))
    }
}

/// What the system says about a process.
struct NodeProcess {
    parent: u32,
    /// Its processor time, in ticks of the system.
    ticks: u64,
    /// That of its children which have ended.
    ticks_of_ended: u64,
}

impl NodeProcess {
    fn of(pid: u32) -> Option<NodeProcess> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program, in parentheses, may contain spaces.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
        Some(NodeProcess {
            parent: u32::try_from(number(1)?).ok()?,
            ticks: number(11)? + number(12)?,
            ticks_of_ended: number(13)? + number(14)?,
        })
    }
}
