//! Turns of people alone, and beside other work of the same machine.
//!
//! The work begins and ends with each round, so that the load of the machine affects both figures equally.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;
use uuid::Uuid;

use super::clients::{self, Taken, Work, tables_for};
use super::connection::Connection;
use super::rows::{RESERVE_PER_SECOND, rounded, rounds};
use super::server::Server;
use super::tables::{Deals, Table, TokenKind, TurnKind, another_account};
use crate::report::Report;
use lapidary::telemetry;
use lapidary_model::settings::{Settings, Switch};

/// The number of games against `master`.
const MASTERS: usize = 8;
/// The number of analyses that are asked for at once.
const ANALYSES: usize = 10;
/// How long opponents may still think when nobody plays with them any more.
const REST: Duration = Duration::from_secs(2);
/// How often it is asked whether an analysis has ended.
const ASK_INTERVAL: Duration = Duration::from_millis(250);
/// The priority of the program of somebody else: the lowest.
const NICENESS: &str = "19";

type Failure = Box<dyn Error + Send + Sync>;

/// Work beside which turns are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OtherWork {
    /// Eight games against `master`.
    Masters,
    /// Ten analyses of finished games.
    Analyses,
    /// A busy program on every processor, at the lowest priority.
    Neighbor,
}

impl OtherWork {
    const fn name(self) -> &'static str {
        match self {
            OtherWork::Masters => "8 games of master",
            OtherWork::Analyses => "10 analyses",
            OtherWork::Neighbor => "a busy neighbor",
        }
    }
}

/// The turns of people alone, and beside some work.
#[derive(Serialize)]
pub struct Row {
    beside: &'static str,
    clients: usize,
    alone_per_second: u64,
    per_second: u64,
    /// The turns per second beside the work, divided by those alone.
    ratio: f64,
    alone_p50_ms: f64,
    p50_ms: f64,
    alone_p99_ms: f64,
    p99_ms: f64,
}

/// Measures turns beside each kind of work, and reports each row. The cluster is in a new directory below
/// `place`.
pub fn measure(
    others: &[OtherWork],
    clients: usize,
    duration: Duration,
    place: &Path,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut settings = Settings::from_environment()?;
    settings.log.access = Switch::Off;
    telemetry::start(&settings.log);
    settings.limits.rate_limits = Switch::Off;
    settings.games.analyses_per_account = u32::MAX;
    settings.games.analyses_per_day = u32::MAX;
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        let rows = tokio::select! {
            rows = rows(&server, others, clients, duration, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        };
        server.stop().await?;
        rows
    })
}

async fn rows(
    server: &Server,
    others: &[OtherWork],
    clients: usize,
    duration: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut deals =
        Deals::make(server.address(), &server.database_url(), TokenKind::Session, clients).await?;
    let measured = Measured { address: server.address(), clients, duration };
    for other in others {
        report.next(other.name(), measured.duration * 3);
        let row = match other {
            OtherWork::Masters => {
                let masters = Masters::seated(server.address()).await?;
                measured.beside(other.name(), &mut deals, masters).await?
            }
            OtherWork::Analyses => {
                let analyses = Analyses::new(server.address()).await?;
                measured.beside(other.name(), &mut deals, analyses).await?
            }
            OtherWork::Neighbor => measured.beside(other.name(), &mut deals, Busy::default()).await?,
        };
        report.row(&row)?;
    }
    Ok(())
}

/// Work that goes on beside the turns.
trait Neighbor {
    /// Begins to work.
    async fn begin(&mut self, deals: &mut Deals) -> Result<(), Failure>;

    /// Stops, and returns when nothing of the work is left. An error if it was not done all the time.
    async fn end(&mut self) -> Result<(), Failure>;
}

/// What is measured.
struct Measured {
    address: SocketAddr,
    clients: usize,
    duration: Duration,
}

impl Measured {
    async fn beside(
        &self,
        name: &'static str,
        deals: &mut Deals,
        mut neighbor: impl Neighbor,
    ) -> Result<Row, Failure> {
        let (rounds, round) = rounds(self.duration);
        let reserve = (round.as_secs_f64() * RESERVE_PER_SECOND) as usize;
        let count = tables_for(self.clients) + reserve;
        let (mut alone, mut beside) = (Taken::default(), Taken::default());
        for _ in 0..rounds {
            alone.add(self.turns(deals.tables(count).await?, round).await?);
            let tables = deals.tables(count).await?;
            neighbor.begin(deals).await?;
            let taken = self.turns(tables, round).await;
            neighbor.end().await?;
            beside.add(taken?);
        }
        alone.latencies.sort_unstable();
        beside.latencies.sort_unstable();
        Ok(Row {
            beside: name,
            clients: self.clients,
            alone_per_second: alone.per_second() as u64,
            per_second: beside.per_second() as u64,
            ratio: rounded(beside.per_second() / alone.per_second().max(f64::EPSILON)),
            alone_p50_ms: alone.percentile_ms(50),
            p50_ms: beside.percentile_ms(50),
            alone_p99_ms: alone.percentile_ms(99),
            p99_ms: beside.percentile_ms(99),
        })
    }

    async fn turns(&self, tables: Vec<Table>, round: Duration) -> Result<Taken, Failure> {
        let (address, clients, work) = (self.address, self.clients, Work::Turns(TurnKind::Turn));
        Ok(spawn_blocking(move || clients::work(address, clients, tables, work, round)).await??)
    }
}

/// Games against `master`, whose other players move only while they may.
struct Masters {
    may_move: watch::Sender<bool>,
    /// How many turns the opponents have answered.
    answered: Arc<AtomicUsize>,
    before: usize,
    games: JoinSet<io::Result<()>>,
}

impl Masters {
    async fn seated(address: SocketAddr) -> Result<Masters, Failure> {
        let (may_move, seen) = watch::channel(false);
        let mut http = Connection::open(address).await?;
        let (answered, mut games) = (Arc::new(AtomicUsize::new(0)), JoinSet::new());
        for number in 0..MASTERS {
            let token = another_account(&mut http, number).await?;
            let (seen, answered) = (seen.clone(), Arc::clone(&answered));
            games.spawn(async move { against_master(address, &token, seen, &answered).await });
        }
        Ok(Masters { may_move, answered, before: 0, games })
    }
}

/// Plays games against `master` without an end, with the first legal action each time.
async fn against_master(
    address: SocketAddr,
    token: &str,
    mut may_move: watch::Receiver<bool>,
    answered: &AtomicUsize,
) -> io::Result<()> {
    let mut http = Connection::open(address).await?;
    let terms = json!({"ruleset": "splendor", "seats": 2, "opponents": [{"bot": "master"}]});
    loop {
        let id = http.post("/v1/games", Some(token), &terms).await?["id"].as_str().map(str::to_owned);
        let path = format!("/v1/games/{}", id.ok_or_else(|| io::Error::other("a game without an id"))?);
        loop {
            let view = http.get(&format!("{path}?wait=my_turn&include=legal_actions"), Some(token)).await?;
            if view["status"] != "active" {
                break;
            }
            let Some(action) = view["legal_actions"].get(0) else { continue };
            answered.fetch_add(1, Ordering::Relaxed);
            may_move.wait_for(|may_move| *may_move).await.map_err(io::Error::other)?;
            let turn = json!({"version": view["version"], "actions": [action["action"]]});
            http.post(&format!("{path}/actions"), Some(token), &turn).await?;
        }
    }
}

impl Neighbor for Masters {
    async fn begin(&mut self, _: &mut Deals) -> Result<(), Failure> {
        self.before = self.answered.load(Ordering::Relaxed);
        self.may_move.send_replace(true);
        Ok(())
    }

    async fn end(&mut self) -> Result<(), Failure> {
        self.may_move.send_replace(false);
        if let Some(ended) = self.games.try_join_next() {
            ended??;
            return Err("a game against master has ended the measurement".into());
        }
        sleep(REST).await;
        match self.answered.load(Ordering::Relaxed) - self.before {
            0 => Err("no opponent has answered a turn".into()),
            _ => Ok(()),
        }
    }
}

/// Analyses of games, which are played for them.
struct Analyses {
    http: Connection,
    token: String,
    asked: Vec<Uuid>,
}

impl Analyses {
    async fn new(address: SocketAddr) -> Result<Analyses, Failure> {
        let mut http = Connection::open(address).await?;
        let token = another_account(&mut http, MASTERS).await?;
        Ok(Analyses { http, token, asked: Vec::new() })
    }

    /// Plays a game to its end.
    async fn play(&mut self, mut table: Table) -> io::Result<Uuid> {
        let mut request = Vec::new();
        while table.write_turn(TurnKind::MinimalTurn, &mut request) {
            self.http.send(&request).await?.expect_success()?;
        }
        Ok(table.id())
    }

    async fn has_ended(&mut self, game: Uuid) -> io::Result<bool> {
        let found: Value = self.http.get(&format!("/v1/games/{game}/analysis"), Some(&self.token)).await?;
        match found["status"].as_str() {
            Some("failed") => Err(io::Error::other("an analysis has failed")),
            status => Ok(status == Some("finished")),
        }
    }
}

impl Neighbor for Analyses {
    async fn begin(&mut self, deals: &mut Deals) -> Result<(), Failure> {
        self.asked.clear();
        for table in deals.tables(ANALYSES).await? {
            let game = self.play(table).await?;
            self.asked.push(game);
        }
        for game in &self.asked {
            self.http.post(&format!("/v1/games/{game}/analysis"), Some(&self.token), &json!({})).await?;
        }
        Ok(())
    }

    async fn end(&mut self) -> Result<(), Failure> {
        let mut were_at_work = false;
        for game in std::mem::take(&mut self.asked) {
            while !self.has_ended(game).await? {
                were_at_work = true;
                sleep(ASK_INTERVAL).await;
            }
        }
        if were_at_work {
            Ok(())
        } else {
            Err("the analyses ended before the turns: measure for a shorter time".into())
        }
    }
}

/// A program on each processor that takes all the time it gets, at the lowest priority.
#[derive(Default)]
struct Busy(Vec<Child>);

impl Neighbor for Busy {
    async fn begin(&mut self, _: &mut Deals) -> Result<(), Failure> {
        for _ in 0..std::thread::available_parallelism()?.get() {
            let mut program = Command::new("nice");
            let program =
                program.args(["-n", NICENESS, "sh", "-c", "while :; do :; done"]).stdin(Stdio::null());
            self.0.push(program.spawn()?);
        }
        Ok(())
    }

    async fn end(&mut self) -> Result<(), Failure> {
        let mut were_at_work = true;
        for mut program in self.0.drain(..) {
            were_at_work &= program.try_wait()?.is_none();
            program.kill()?;
            program.wait()?;
        }
        if were_at_work { Ok(()) } else { Err("a busy program has ended by itself".into()) }
    }
}

impl Drop for Busy {
    /// Ends the programs also if the measurement fails.
    fn drop(&mut self) {
        for program in &mut self.0 {
            // One that has ended by itself needs no end.
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}
