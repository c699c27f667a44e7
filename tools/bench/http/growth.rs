//! Compares few stored games with many: the same requests are sent alternately to two servers, each with its
//! own cluster.
//!
//! This module knows the requests and how figures are compared; `fill` knows how games are added to the
//! database.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use tokio::task::spawn_blocking;

use super::clients::{self, Taken, Work, tables_for};
use super::connection::line_and_host;
use super::fill::{Filler, Models};
use super::rows::{RESERVE_PER_SECOND, rounded, rounds};
use super::server::Server;
use super::tables::{Deals, TokenKind, TurnKind};
use crate::report::Report;
use lapidary::telemetry;
use lapidary_model::settings::{Settings, Switch};

/// The number of games on the way, on both servers.
const RUNNING: usize = 1_000;
/// How long ago the first game ended, and the first one whose log is not folded.
const AGE: Duration = Duration::from_secs(365 * 86_400);
const AGE_UNFOLDED: Duration = Duration::from_secs(86_400);
/// How many of the games that are over are read, folded ones and others: the same mixture on both servers.
const SAMPLE_FOLDED: usize = 1_000;
const SAMPLE_UNFOLDED: usize = 100;
/// About how long a thousand games take to store.
const FILL_TIME: Duration = Duration::from_millis(300);
/// How often a server is started.
const STARTS: usize = 5;

/// What is stored.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// The number of games that are over: few, and many.
    pub games: [usize; 2],
    pub players: usize,
    pub unfolded_percent: u8,
}

/// A figure with few games and with many.
#[derive(Serialize)]
pub struct Row {
    figure: String,
    unit: &'static str,
    few: f64,
    many: f64,
    /// The figure with many games, divided by that with few; none if the latter is zero.
    ratio: Option<f64>,
}

impl Row {
    fn of(figure: impl Into<String>, unit: &'static str, [few, many]: [f64; 2]) -> Row {
        let ratio = (few > 0.0).then(|| rounded(many / few));
        Row { figure: figure.into(), unit, few: rounded(few), many: rounded(many), ratio }
    }
}

/// A server with its games.
struct MeasuredServer {
    server: Server,
    deals: Deals,
    filler: Filler,
}

/// What is measured, with which databases.
pub struct GrowthPlan {
    /// What is stored.
    pub sizes: Sizes,
    /// The number of clients.
    pub clients: usize,
    /// Texts of which the name of a request has one, if it is measured; without any, all are.
    pub only: Vec<String>,
    /// How long each row is measured on each server.
    pub duration: Duration,
}

/// Measures each kind of request for the same time on each of two servers, and reports each row. The
/// directories of the servers are below `place`.
pub fn measure(
    plan: &GrowthPlan,
    place: &Path,
    report: &mut Report,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    settings.limits.rate_limits = Switch::Off;
    // The share of logs that are not folded stays as it is.
    settings.games.fold_after = Duration::MAX;
    tokio::runtime::Runtime::new()?.block_on(async {
        let few = Server::start_named(place, "-few", settings.clone()).await?;
        let many = Server::start_named(place, "-many", settings).await?;
        let servers = tokio::select! {
            servers = rows([few, many], plan, report) => servers?,
            _ = tokio::signal::ctrl_c() => return Err("interrupted".into()),
        };
        for server in servers {
            server.stop().await?;
        }
        Ok(())
    })
}

/// Fills the databases and measures; returns the servers, which are still running.
async fn rows(
    [few, many]: [Server; 2],
    plan: &GrowthPlan,
    report: &mut Report,
) -> Result<[Server; 2], Box<dyn Error + Send + Sync>> {
    let &GrowthPlan { sizes, clients, ref only, duration } = plan;
    let games: usize = sizes.games.iter().sum();
    report.next(&format!("{games} games are stored"), FILL_TIME * (games / 1_000) as u32);
    let mut sides =
        [MeasuredServer::filled(few, plan, 0).await?, MeasuredServer::filled(many, plan, 1).await?];
    report.row(&Row::of("finished games", "games", sizes.games.map(|games| games as f64)))?;
    if only.is_empty() {
        report.row(&Row::of("start of the server", "ms", starts(&sides).await?))?;
        push(report, "turn", turns(&mut sides, clients, duration).await?)?;
    }
    let is_measured = |request: &PublicRequest| {
        only.is_empty() || only.iter().any(|text| request.name().contains(text.as_str()))
    };
    for request in PublicRequest::ALL.into_iter().filter(is_measured) {
        push(report, request.name(), requests(&sides, request, clients, duration).await?)?;
    }
    Ok(sides.map(|side| side.server))
}

fn push(report: &mut Report, name: &str, taken: [Taken; 2]) -> Result<(), Box<dyn Error + Send + Sync>> {
    let [few, many] = taken.map(|mut taken| {
        taken.latencies.sort_unstable();
        (taken.per_second(), taken.percentile_ms(99))
    });
    report.row(&Row::of(name, "per_second", [few.0, many.0]))?;
    report.row(&Row::of(name, "p99_ms", [few.1, many.1]))
}

impl MeasuredServer {
    async fn filled(
        server: Server,
        plan: &GrowthPlan,
        side: usize,
    ) -> Result<MeasuredServer, Box<dyn Error + Send + Sync>> {
        let (sizes, clients) = (plan.sizes, plan.clients);
        let finished = sizes.games[side];
        let url = server.database_url();
        let mut deals = Deals::make(server.address(), &url, TokenKind::Session, clients).await?;
        let models = Models::make(server.address(), &url, &mut deals).await?;
        let mut filler = Filler::with_players(&url, sizes.players).await?;
        let unfolded = finished * usize::from(sizes.unfolded_percent) / 100;
        filler.add(&models.folded, finished - unfolded, AGE, SAMPLE_FOLDED).await?;
        filler.add(&models.unfolded, unfolded, AGE_UNFOLDED, SAMPLE_UNFOLDED).await?;
        filler.add(&models.running, RUNNING, AGE_UNFOLDED, 0).await?;
        filler.settle().await?;
        Ok(MeasuredServer { server, deals, filler })
    }
}

/// Starts of a further server on each database, alternately; returns the middle one, in milliseconds.
async fn starts(sides: &[MeasuredServer; 2]) -> Result<[f64; 2], Box<dyn Error + Send + Sync>> {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..STARTS {
        for (side, times) in sides.iter().zip(&mut times) {
            times.push(side.server.start_again().await?.as_secs_f64() * 1_000.0);
        }
    }
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[STARTS / 2]
    }))
}

async fn turns(
    sides: &mut [MeasuredServer; 2],
    clients: usize,
    duration: Duration,
) -> Result<[Taken; 2], Box<dyn Error + Send + Sync>> {
    let (rounds, round) = rounds(duration);
    let reserve = (round.as_secs_f64() * RESERVE_PER_SECOND) as usize;
    let mut all = [Taken::default(), Taken::default()];
    for _ in 0..rounds {
        for (side, all) in sides.iter_mut().zip(&mut all) {
            let tables = side.deals.tables(tables_for(clients) + reserve).await?;
            let (address, work) = (side.server.address(), Work::Turns(TurnKind::Turn));
            let taken = spawn_blocking(move || clients::work(address, clients, tables, work, round));
            all.add(taken.await??);
        }
    }
    Ok(all)
}

async fn requests(
    sides: &[MeasuredServer; 2],
    request: PublicRequest,
    clients: usize,
    duration: Duration,
) -> Result<[Taken; 2], Box<dyn Error + Send + Sync>> {
    let (rounds, round) = rounds(duration);
    let mut all = [Taken::default(), Taken::default()];
    for _ in 0..rounds {
        for (side, all) in sides.iter().zip(&mut all) {
            let (address, requests) = (side.server.address(), request.of(&side.filler.sample));
            let taken = spawn_blocking(move || clients::send(address, clients, &requests, round));
            all.add(taken.await??);
        }
    }
    Ok(all)
}

/// A request that anybody may send.
#[derive(Clone, Copy)]
enum PublicRequest {
    /// A game that is over.
    Game,
    /// Its events, replayed from its log.
    Events,
    /// The first page of a list, with these filters.
    First(&'static str, &'static str),
    /// A page in the middle of the same list.
    Deep(&'static str, &'static str),
    /// A search of players by the beginning of their names.
    Players(&'static str, &'static str),
}

/// Stands for the name of a player with many games.
const REGULAR: &str = "REGULAR";

impl PublicRequest {
    /// Everything that is measured. No game passes the filters of the last two lists, and no player has the
    /// last name.
    const ALL: [PublicRequest; 17] = [
        PublicRequest::Game,
        PublicRequest::Events,
        PublicRequest::First("list", ""),
        PublicRequest::Deep("list, deep", ""),
        PublicRequest::First("list of finished", "status=finished"),
        PublicRequest::Deep("list of finished, deep", "status=finished"),
        PublicRequest::First("list of active", "status=active"),
        PublicRequest::First("list of waiting", "status=waiting"),
        PublicRequest::First("a player's games", "player=REGULAR"),
        PublicRequest::Deep("a player's games, deep", "player=REGULAR"),
        PublicRequest::First("a player's finished", "player=REGULAR&status=finished"),
        PublicRequest::First("a player's active", "player=REGULAR&status=active"),
        PublicRequest::First("list of another ruleset", "ruleset=kids"),
        PublicRequest::First("list of other seats", "seats=4"),
        PublicRequest::Players("search of players, all", "gr"),
        PublicRequest::Players("search of players, some", "grown-12"),
        PublicRequest::Players("search of players, none", "zz"),
    ];

    const fn name(self) -> &'static str {
        match self {
            PublicRequest::Game => "game",
            PublicRequest::Events => "events of a game",
            PublicRequest::First(name, _)
            | PublicRequest::Deep(name, _)
            | PublicRequest::Players(name, _) => name,
        }
    }

    /// The requests, with games of a sample.
    fn of(self, sample: &[uuid::Uuid]) -> Vec<Vec<u8>> {
        let paths = sample.iter().map(|id| match self {
            PublicRequest::Game => format!("/v1/games/{id}"),
            PublicRequest::Events => format!("/v1/games/{id}/events"),
            PublicRequest::First(_, filters) => format!("/v1/games?{filters}"),
            PublicRequest::Deep(_, "") => format!("/v1/games?cursor={id}"),
            PublicRequest::Deep(_, filters) => format!("/v1/games?{filters}&cursor={id}"),
            PublicRequest::Players(_, prefix) => format!("/v1/players?prefix={prefix}"),
        });
        let paths = paths.map(|path| path.replace(REGULAR, &Filler::regular()));
        paths.map(|path| format!("GET {}\r\n", line_and_host(&path, None)).into_bytes()).collect()
    }
}
