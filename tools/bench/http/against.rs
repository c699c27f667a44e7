//! Turns and reads of a server that runs elsewhere, as its clients send them.
//!
//! Nobody but the server knows the hidden cards, so each client asks for the legal actions before each turn.
//! Both requests get a row.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use serde_json::{Value, json};

use super::clients::{Taken, send};
use super::connection::{Connection, line_and_host};
use super::rows::Plan;
use super::tables::{TokenKind, deal, token};
use crate::report::Report;

/// The number of running games of each client, which it plays in rotation.
const GAMES_PER_CLIENT: usize = 4;
/// The number of clients for which two accounts play: more would have more tables that wait than a server
/// allows.
const CLIENTS_PER_PAIR: usize = 8;
/// The longest time for which turns are played before they are measured.
pub(super) const WARM_UP: Duration = Duration::from_millis(500);

/// The figures of one kind of request.
#[derive(Serialize)]
struct Row {
    request: &'static str,
    clients: usize,
    per_second: u64,
    p50_ms: f64,
    p99_ms: f64,
}

/// Measures turns for each number of clients, and reads, at this address.
pub fn measure(
    address: SocketAddr,
    plan: &Plan,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        tokio::select! {
            rows = rows(address, plan, report) => rows,
            _ = tokio::signal::ctrl_c() => Err("interrupted".into()),
        }
    })
}

async fn rows(
    address: SocketAddr,
    plan: &Plan,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut http = Connection::open(address).await?;
    let clients_max = plan.clients.iter().copied().max().unwrap_or_default();
    let pairs = Pairs::make(&mut http, plan.tokens[0], clients_max).await?;
    for &clients in &plan.clients {
        report.next(&format!("turns of {clients} clients"), plan.duration + WARM_UP);
        let no_clock = json!({"kind": "none"});
        let PlayedGames { listed, turns, .. } =
            pairs.play(address, clients, &no_clock, plan.duration).await?;
        for (request, taken) in [("turn", turns), ("legal_actions", listed)] {
            report.row(&row(request, clients, taken))?;
        }
    }
    if plan.readers > 0 {
        let players = pairs.of(0);
        let id = deal(&mut http, players, &json!({"kind": "none"})).await?;
        for (request, path) in [("livez", "/livez".to_owned()), ("view", format!("/v1/games/{id}"))] {
            report.next(request, plan.duration);
            let read = vec![format!("GET {}\r\n", line_and_host(&path, Some(players[0]))).into_bytes()];
            let (clients, duration) = (plan.readers, plan.duration);
            let taken = tokio::task::spawn_blocking(move || send(address, clients, &read, duration));
            report.row(&row(request, clients, taken.await??))?;
        }
        end(&mut http, id, players[0]).await?;
    }
    Ok(())
}

/// The tokens of two accounts for every few clients.
pub(super) struct Pairs(Vec<[String; 2]>);

/// What clients have played.
pub(super) struct PlayedGames {
    /// The lists of legal actions.
    listed: Taken,
    /// The turns.
    pub turns: Taken,
    /// The number of turns with those of the warm-up.
    pub all_turns: usize,
}

impl Pairs {
    /// Makes the accounts for this number of clients.
    pub(super) async fn make(
        http: &mut Connection,
        kind: TokenKind,
        clients_max: usize,
    ) -> Result<Pairs, Box<dyn Error + Send + Sync>> {
        // Names that no other run has.
        let run = format!("bench-{:x}", fastrand::u32(..));
        let mut pairs = Vec::new();
        for pair in 0..clients_max.div_ceil(CLIENTS_PER_PAIR).max(1) {
            let [one, other] = ["a", "b"].map(|seat| format!("{run}-{pair}{seat}"));
            pairs.push([token(http, kind, &one).await?, token(http, kind, &other).await?]);
        }
        Ok(Pairs(pairs))
    }

    /// Returns the tokens for a client.
    fn of(&self, client: usize) -> [&str; 2] {
        self.0[client / CLIENTS_PER_PAIR].each_ref().map(String::as_str)
    }

    /// Lets clients play games with this clock for this duration after a warm-up.
    pub(super) async fn play(
        &self,
        address: SocketAddr,
        clients: usize,
        clock: &Value,
        duration: Duration,
    ) -> Result<PlayedGames, Box<dyn Error + Send + Sync>> {
        let play = |client| PlayingClient::play(address, self.of(client), clock, duration);
        let all = (0..clients).map(play);
        let taken = || Taken { elapsed: duration, ..Taken::default() };
        let mut played = PlayedGames { listed: taken(), turns: taken(), all_turns: 0 };
        for ([lists, turns], all_turns) in try_join_all(all).await? {
            played.listed.latencies.extend(lists);
            played.turns.latencies.extend(turns);
            played.all_turns += all_turns;
        }
        Ok(played)
    }
}

fn row(request: &'static str, clients: usize, mut taken: Taken) -> Row {
    taken.latencies.sort_unstable();
    Row {
        request,
        clients,
        per_second: taken.per_second() as u64,
        p50_ms: taken.percentile_ms(50),
        p99_ms: taken.percentile_ms(99),
    }
}

/// Leaves nothing behind that counts as unfinished.
async fn end(http: &mut Connection, id: uuid::Uuid, token: &str) -> io::Result<()> {
    let game = format!("/v1/games/{id}");
    // The last turn may have ended it.
    if http.get(&game, Some(token)).await?["status"] == "active" {
        http.post(&format!("{game}/resign"), Some(token), &json!({})).await?;
    }
    Ok(())
}

/// A client that plays both seats of its games.
struct PlayingClient<'a> {
    http: Connection,
    players: [&'a str; 2],
}

impl PlayingClient<'_> {
    /// Plays for this duration after a warm-up; returns the durations of the lists of legal actions and of
    /// the turns, and the number of turns with those of the warm-up.
    async fn play(
        address: SocketAddr,
        players: [&str; 2],
        clock: &Value,
        duration: Duration,
    ) -> Result<([Vec<Duration>; 2], usize), Box<dyn Error + Send + Sync>> {
        let mut client = PlayingClient { http: Connection::open(address).await?, players };
        let mut games = std::collections::VecDeque::new();
        for _ in 0..GAMES_PER_CLIENT {
            games.push_back(deal(&mut client.http, players, clock).await?);
        }
        let start = Instant::now() + WARM_UP;
        let (mut lists, mut turns, mut all_turns) = (Vec::new(), Vec::new(), 0);
        while Instant::now() < start + duration {
            let Some(id) = games.pop_front() else { break };
            let took = client.turn(&format!("/v1/games/{id}")).await?;
            match took {
                Some(took) => {
                    games.push_back(id);
                    all_turns += 1;
                    if Instant::now() >= start {
                        lists.push(took[0]);
                        turns.push(took[1]);
                    }
                }
                None => games.push_back(deal(&mut client.http, players, clock).await?),
            }
        }
        for id in games {
            end(&mut client.http, id, players[0]).await?;
        }
        Ok(([lists, turns], all_turns))
    }

    /// Plays a random legal turn; returns how long the list and the turn took, or nothing if the game is
    /// over.
    async fn turn(&mut self, game: &str) -> io::Result<Option<[Duration; 2]>> {
        let view = self.http.get(game, Some(self.players[0])).await?;
        let Some(seat) = view["to_act"]["seat"].as_u64() else { return Ok(None) };
        let token = Some(self.players[seat as usize]);
        let began = Instant::now();
        let legal = self.http.get(&format!("{game}/legal-actions"), token).await?;
        let listed = began.elapsed();
        let actions = legal["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let listed_action = actions.get(fastrand::usize(..actions.len().max(1)));
        let action = &listed_action.ok_or(io::ErrorKind::InvalidData)?["action"];
        let body = json!({"version": view["version"], "actions": [action]});
        let began = Instant::now();
        self.http.post(&format!("{game}/actions"), token, &body).await?;
        Ok(Some([listed, began.elapsed()]))
    }
}
