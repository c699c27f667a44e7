//! Whole games of a server in a process of its own: each begins, is played for some turns with a list of
//! legal actions before each, and ends by a resignation.
//!
//! Casual games are created and joined; rated ones start by two seeks. Each client plays one game after the
//! other, with accounts of its own.

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::clients::Taken;
use super::cluster::ClusterNode;
use super::connection::Connection;
use super::floor::{Floor, Shape};
use super::node::Node;
use super::rows::{rounded, rounds};
use super::server::Database;
use super::tables::{TokenKind, token};
use crate::report::Report;

/// The number of accounts of a client. Two of them start at most six rated games a day with each other.
const ACCOUNTS_PER_CLIENT: usize = 16;
/// The names of the steps of a game, in the order of [`WholeGames::steps`].
const STEPS: [&str; 5] = ["begin", "start", "legal_actions", "turn", "end"];

type Failure = Box<dyn Error + Send + Sync>;

/// What is measured.
pub struct GamesPlan {
    pub clients: Vec<usize>,
    /// The number of turns of each game.
    pub turns: usize,
    pub duration: Duration,
    /// The program of the server; none for the one of this crate.
    pub program: Option<PathBuf>,
}

/// The figures of whole games.
#[derive(Serialize)]
struct GamesRow {
    games: &'static str,
    clients: usize,
    per_second: f64,
    /// The ratio to PostgreSQL alone, which creates, joins, plays and ends a casual game with the least
    /// statements; none without `pgbench`.
    of_floor: Option<f64>,
    /// The processor time of the server and of PostgreSQL for a game.
    server_ms: f64,
    postgres_ms: f64,
    begin_ms: f64,
    start_ms: f64,
    legal_actions_ms: f64,
    turn_ms: f64,
    end_ms: f64,
}

/// Measures casual and rated games for each number of clients. The cluster is in a new directory below
/// `place`.
pub fn measure(plan: &GamesPlan, place: &Path, report: &mut Report) -> Result<(), Failure> {
    tokio::runtime::Runtime::new()?.block_on(async {
        tokio::select! {
            rows = rows(plan, place, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        }
    })
}

async fn rows(plan: &GamesPlan, place: &Path, report: &mut Report) -> Result<(), Failure> {
    let database = Database::start(place, "", None).await?;
    let url = database.url();
    let program = plan.program.clone().map_or_else(std::env::current_exe, Ok)?;
    let node = Node::start_program(&program, &url, 1_000)?;
    let postgres = ClusterNode::of_url("postgres", &url).await?;
    let server = ClusterNode::new("server", node.id());
    // PostgreSQL alone plays with a snapshot of a game that is there.
    GamesClient::make(node.address(), 0)
        .await?
        .game(false, 0, &mut <[Taken; STEPS.len()]>::default())
        .await?;
    let clients_max = plan.clients.iter().copied().max().unwrap_or_default();
    let floor = Floor::make(url, database.bin_dir(), database.directory(), clients_max).await?;
    let floor = Arc::new(floor.with_games(plan.turns).await?);
    let (rounds, round) = rounds(plan.duration);
    for rated in [false, true] {
        for &clients in &plan.clients {
            let name = if rated { "rated" } else { "casual" };
            report.next(&format!("{name} games of {clients} clients"), plan.duration * 2);
            let mut all = Vec::with_capacity(clients);
            for _ in 0..clients {
                all.push(GamesClient::make(node.address(), all.len()).await?);
            }
            let mut played: StepsTaken = Default::default();
            let (mut paces, mut elapsed) = (Vec::new(), Duration::ZERO);
            let mut busy = [Duration::ZERO; 2];
            for _ in 0..rounds {
                let floor = Arc::clone(&floor);
                paces.push(spawn_blocking(move || floor.measure(Shape::Game, clients, round)).await?);
                let (began, before) = (Instant::now(), [server.busy()?, postgres.busy()?]);
                let until = began + round;
                let more =
                    try_join_all(all.iter_mut().map(|client| client.play(rated, plan.turns, until))).await?;
                elapsed += began.elapsed();
                for (sum, (after, before)) in
                    busy.iter_mut().zip([server.busy()?, postgres.busy()?].into_iter().zip(before))
                {
                    *sum += after.saturating_sub(before);
                }
                more.into_iter().for_each(|more| add(&mut played, more));
            }
            let (games, mut steps) = played;
            let per_second = games as f64 / elapsed.as_secs_f64();
            let pace = paces.into_iter().sum::<Result<f64, String>>().map(|sum| sum / f64::from(rounds));
            let [server_ms, postgres_ms] =
                busy.map(|busy| rounded(busy.as_secs_f64() * 1_000.0 / games.max(1) as f64));
            for taken in &mut steps {
                taken.latencies.sort_unstable();
            }
            let [begin_ms, start_ms, legal_actions_ms, turn_ms, end_ms] =
                steps.map(|taken| taken.percentile_ms(50));
            report.row(&GamesRow {
                games: name,
                clients,
                per_second: rounded(per_second),
                of_floor: pace.ok().map(|pace| rounded(per_second / pace)),
                server_ms,
                postgres_ms,
                begin_ms,
                start_ms,
                legal_actions_ms,
                turn_ms,
                end_ms,
            })?;
        }
    }
    drop(node);
    database.stop().await
}

/// The number of games, and the durations of each step.
pub(super) type StepsTaken = (usize, [Taken; STEPS.len()]);

fn add(sum: &mut StepsTaken, more: StepsTaken) {
    sum.0 += more.0;
    for (sum, more) in sum.1.iter_mut().zip(more.1) {
        sum.latencies.extend(more.latencies);
    }
}

/// A client that plays both seats of its games.
pub(super) struct GamesClient {
    http: Connection,
    tokens: Vec<String>,
    /// The pair of accounts for the next game.
    next: usize,
    /// Its own time for each seat, so that only its own seeks are paired with each other.
    initial_ms: u64,
}

impl GamesClient {
    pub(super) async fn make(address: SocketAddr, number: usize) -> Result<GamesClient, Failure> {
        let mut http = Connection::open(address).await?;
        let run = format!("games-{:x}", fastrand::u32(..));
        let mut tokens = Vec::with_capacity(ACCOUNTS_PER_CLIENT);
        for account in 0..ACCOUNTS_PER_CLIENT {
            tokens.push(token(&mut http, TokenKind::Session, &format!("{run}-{account}")).await?);
        }
        Ok(GamesClient { http, tokens, next: 0, initial_ms: 600_000 + number as u64 * 1_000 })
    }

    pub(super) async fn play(
        &mut self,
        rated: bool,
        turns: usize,
        until: Instant,
    ) -> Result<StepsTaken, Failure> {
        let mut played: StepsTaken = Default::default();
        while Instant::now() < until {
            self.game(rated, turns, &mut played.1).await?;
            played.0 += 1;
        }
        Ok(played)
    }

    /// Plays one game, and adds how long each step took.
    async fn game(&mut self, rated: bool, turns: usize, steps: &mut [Taken]) -> Result<(), Failure> {
        let (a, b) = pair(self.next);
        self.next += 1;
        let (one, other) = (self.tokens[a].clone(), self.tokens[b].clone());
        let clock = json!({"kind": "live", "initial_ms": self.initial_ms, "increment_ms": 5_000});
        let mut terms = json!({"ruleset": "splendor", "seats": 2});
        let mut timed = Timed { http: &mut self.http, steps };
        let game = if rated {
            (terms["clock"], terms["rated"]) = (clock, json!(true));
            timed.post(0, "/v1/seeks", &one, &terms).await?;
            text(&timed.post(1, "/v1/seeks", &other, &terms).await?["game"])?
        } else {
            let game = text(&timed.post(0, "/v1/games", &one, &terms).await?["id"])?;
            timed.post(1, &format!("/v1/games/{game}/join"), &other, &json!({})).await?;
            game
        };
        let path = format!("/v1/games/{game}");
        let mut view = timed.http.get(&path, Some(&one)).await?;
        let own = view["viewer_seat"].as_u64();
        for _ in 0..turns {
            let Some(seat) = view["to_act"]["seat"].as_u64() else { return Ok(()) };
            let token = if Some(seat) == own { &one } else { &other };
            let legal = timed.get(2, &format!("{path}/legal-actions"), token).await?;
            let actions = legal["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
            let action = actions.get(fastrand::usize(..actions.len().max(1))).ok_or("nothing is legal")?;
            let body = json!({"version": view["version"], "actions": [action["action"]]});
            view = timed.post(3, &format!("{path}/actions"), token, &body).await?["game"].take();
        }
        timed.post(4, &format!("{path}/resign"), &one, &json!({})).await?;
        Ok(())
    }
}

/// The accounts of a game with this number: all pairs in rotation.
fn pair(number: usize) -> (usize, usize) {
    let (first, distance) = (number % ACCOUNTS_PER_CLIENT, number / ACCOUNTS_PER_CLIENT);
    (first, (first + 1 + distance % (ACCOUNTS_PER_CLIENT - 1)) % ACCOUNTS_PER_CLIENT)
}

fn text(value: &Value) -> Result<String, Failure> {
    Ok(value.as_str().ok_or("a response names no game")?.to_owned())
}

/// Requests whose durations are noted by steps.
struct Timed<'a> {
    http: &'a mut Connection,
    steps: &'a mut [Taken],
}

impl Timed<'_> {
    async fn post(&mut self, step: usize, path: &str, token: &str, body: &Value) -> Result<Value, Failure> {
        let began = Instant::now();
        let answer = self.http.post(path, Some(token), body).await?;
        self.steps[step].latencies.push(began.elapsed());
        Ok(answer)
    }

    async fn get(&mut self, step: usize, path: &str, token: &str) -> Result<Value, Failure> {
        let began = Instant::now();
        let answer = self.http.get(path, Some(token)).await?;
        self.steps[step].latencies.push(began.elapsed());
        Ok(answer)
    }
}
