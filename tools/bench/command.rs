//! The benchmarks and their options. It does not know how the figures are measured.

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::http::TokenKind;
use crate::report::Report;
use crate::{engine, http, refusals};

/// The benchmarks.
#[derive(Subcommand)]
pub enum BenchCommand {
    /// Random legal games on one thread: playouts and turns per second of processor time.
    Engine(BenchOptions),
    /// The processor time of the most expensive refused body and query of each operation, on one thread.
    Refusals(RefusalOptions),
    /// Accepted turns and reads per second over HTTP, compared with PostgreSQL alone in the same run.
    ///
    /// Starts the server on a free port with its own PostgreSQL, which is durable and stored in a new
    /// directory. The directory is removed at the end, and `DATABASE_URL` is not used. Clients with
    /// persistent connections take turns in running base games for two, one turn in each request. Each
    /// response contains events and view, in the rows `minimal_turn` events alone (`Prefer: return=minimal`).
    /// Then clients read. `of_floor` is the ratio to pgbench with the same number of clients, which does what
    /// the request needs from the database at least; pgbench and the clients run alternately. Without pgbench
    /// it is `null`, with a reason. Other settings come from the environment, as with `lapidary serve`.
    Http(HttpOptions),
    /// Whole games: what their beginnings, turns and ends take, and what a game takes of the processors.
    ///
    /// Starts a server in a process of its own, without rate limits, and its own PostgreSQL as `http` does.
    /// Casual games are created and joined, rated ones start by two seeks. Each turn is taken after a list of
    /// the legal actions. A resignation ends each game.
    Games(GamesOptions),
    /// Parallel logins, and the resident memory before and after them.
    ///
    /// Starts the server and its own PostgreSQL as `http` does, without rate limits.
    Logins(LoginOptions),
    /// The same requests with few stored games and with many.
    ///
    /// Starts two servers as `http` does, without rate limits, fills the database of each with games that are
    /// over, and lets clients ask one server and the other alternately. `ratio` is the figure with many
    /// games, divided by the figure with few.
    Growth(GrowthOptions),
    /// The bytes that games take on the disk, and what a month of play leaves for autovacuum.
    ///
    /// Starts the server and its own PostgreSQL as `http` does, without rate limits. Games of each kind are
    /// played until all are waiting, live, finished and folded. Each time all tables are packed (`VACUUM
    /// FULL`), so `1170+420` are the bytes of the rows and of their indexes without the space of dead rows.
    /// Then copies of folded games are stored, and the games of a month are played day by day.
    Disk(DiskOptions),
    /// The processor time of each node of a database for a turn, while clients play on a server that runs.
    ///
    /// All nodes run on this machine. Start the server with `LAPIDARY_RATE_LIMITS=off`.
    Cluster(ClusterOptions),
    /// Turns of people alone, and beside eight games against `master`, ten analyses, and a busy program.
    ///
    /// The busy program runs on every processor, at the lowest priority.
    ///
    /// Starts the server as `http` does, without rate limits. Turns are played alone and beside the work
    /// alternately; `ratio` is the turns per second beside it, divided by those alone.
    Beside(BesideOptions),
    /// Event streams: memory, delivery, and what they cost those who play.
    ///
    /// Starts two servers as `http` does, without rate limits. The streams are open on one of them, which is
    /// a process of its own, so that its memory can be read. The limit on open files is raised as far as the
    /// system allows.
    Streams(StreamOptions),
}

/// How long to measure and how to print.
#[derive(Args, Clone, Copy)]
pub struct BenchOptions {
    /// How long each row is measured, in seconds.
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
}

/// How to print.
#[derive(Args, Clone, Copy)]
pub struct RefusalOptions {
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
}

/// What to measure of the server, and where.
#[derive(Args)]
pub struct HttpOptions {
    /// How long each row is measured, in seconds; pgbench is measured in whole seconds.
    #[arg(long, default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Numbers of clients, separated by commas; each number gets a row.
    #[arg(long, value_delimiter = ',', default_value = "1,8,16,32", value_parser = clients)]
    clients: Vec<usize>,
    /// Clients that read at the same time; 0 measures no reads.
    #[arg(long, default_value = "16", value_parser = readers)]
    readers: usize,
    /// The tokens with which the clients call, separated by commas. Each kind gets rows of its own; with
    /// both, the clients use one and the other alternately, so that the rows can be compared.
    #[arg(long, value_delimiter = ',', default_value = "session")]
    tokens: Vec<TokenKind>,
    /// Where the temporary directory is created. It should be on a disk, because storage in memory would
    /// falsify the result.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
    /// The address of a server that runs, such as `127.0.0.1:8080`. The clients have accounts and games there
    /// of their own, ask for the legal actions before each turn, and obey no rate limit: start the server
    /// with `LAPIDARY_RATE_LIMITS=off`. Nothing is compared with PostgreSQL.
    #[arg(long)]
    against: Option<SocketAddr>,
}

/// Which whole games to play, and on which server.
#[derive(Args)]
pub struct GamesOptions {
    /// Numbers of clients, separated by commas; each number gets a row of casual games and one of rated ones.
    #[arg(long, value_delimiter = ',', default_value = "1,8,32", value_parser = clients)]
    clients: Vec<usize>,
    /// The turns of each game.
    #[arg(long, default_value_t = 60)]
    turns: usize,
    /// How long each row is measured, in seconds.
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// The program of the server, to compare versions: `lapidary` or `lapidary-bench`; without it this one.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directory is created.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// The number of logins, and the directory.
#[derive(Args)]
pub struct LoginOptions {
    /// The number of logins.
    #[arg(long, default_value_t = 1_000)]
    logins: usize,
    /// The number of parallel clients.
    #[arg(long, default_value = "50", value_parser = clients)]
    clients: usize,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directory is created.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// How many games to compare, and where.
#[derive(Args)]
pub struct GrowthOptions {
    /// Finished games of the one server.
    #[arg(long, default_value = "10000", value_parser = games)]
    few: usize,
    /// Finished games of the other server.
    #[arg(long, default_value = "1000000", value_parser = games)]
    many: usize,
    /// Players on both servers.
    #[arg(long, default_value = "100000", value_parser = games)]
    players: usize,
    /// Finished games whose logs are not folded yet, in percent.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=100))]
    unfolded_percent: u8,
    /// Clients that send requests at the same time.
    #[arg(long, default_value = "16", value_parser = clients)]
    clients: usize,
    /// Measure only requests whose names contain one of these texts, separated by commas, such as
    /// `list,player`; without it everything.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// How long each row is measured with each number of games, in seconds.
    #[arg(long, default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directories are created. A million games take about three gigabytes.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// How many games to measure, and where.
#[derive(Args)]
pub struct DiskOptions {
    /// Games of each kind. A page of 8 KB is the unit of each table and each index, so few games are measured
    /// roughly.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=i64::from(http::SAMPLES_MAX)))]
    samples: u16,
    /// The turns of each game. Games that are not over then end by resignations.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..=400))]
    turns: u16,
    /// Stored games before the month begins.
    #[arg(long, default_value = "100000", value_parser = games)]
    games: usize,
    /// The days of the month.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=366))]
    days: u16,
    /// Games that are played at the same time on each day of the month.
    #[arg(long, default_value = "100", value_parser = games)]
    games_a_day: usize,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directory is created. A million games take about seven gigabytes.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// Which cluster and which server, and how many clients play.
#[derive(Args)]
pub struct ClusterOptions {
    /// The URL of the coordinator of a Citus cluster, or of one PostgreSQL, for a role that may read its
    /// files.
    #[arg(long)]
    coordinator: String,
    /// The address of the server, such as `127.0.0.1:8080`, which uses this database.
    #[arg(long)]
    against: SocketAddr,
    /// Numbers of clients, separated by commas; each number gets a row for each node, and one for all.
    #[arg(long, value_delimiter = ',', default_value = "12,24", value_parser = clients)]
    clients: Vec<usize>,
    /// How long is played with each number of clients, in seconds.
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// Play games with clocks.
    #[arg(long)]
    clocks: bool,
    /// Play live rated games, and tell what a game costs to begin and to end, apart from its turns.
    #[arg(long, conflicts_with = "clocks")]
    rated: bool,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
}

/// How many clients play beside other work, and where.
#[derive(Args)]
pub struct BesideOptions {
    /// Measure only beside these kinds of work, separated by commas; without it beside all.
    #[arg(long, value_delimiter = ',', default_value = "masters,analyses,neighbor")]
    only: Vec<http::OtherWork>,
    /// Clients that play.
    #[arg(long, default_value = "16", value_parser = clients)]
    clients: usize,
    /// How long each row is measured alone, and again beside the work, in seconds.
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directory is created.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// How many streams to open, and where.
#[derive(Args)]
pub struct StreamOptions {
    /// Idle streams whose memory is measured.
    #[arg(long, default_value = "10000", value_parser = streams)]
    idle: usize,
    /// Streams that are open while 500 turns a second are played, and while as many turns as possible are
    /// played.
    #[arg(long, default_value = "1000", value_parser = streams)]
    open: usize,
    /// How long each row is measured, in seconds.
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the temporary directory is created.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// The maximum number of streams that a benchmark opens.
const STREAMS_MAX: usize = 100_000;

fn streams(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=STREAMS_MAX).contains(number));
    number.ok_or_else(|| format!("must be 1 to {STREAMS_MAX}"))
}

/// The maximum number of games or players that a benchmark stores.
const GAMES_MAX: usize = 100_000_000;

fn games(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=GAMES_MAX).contains(number));
    number.ok_or_else(|| format!("must be 1 to {GAMES_MAX}"))
}

/// The maximum duration of a row.
const SECONDS_MAX: f64 = 3_600.0;

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= SECONDS_MAX {
        Ok(seconds)
    } else {
        Err(format!("must be more than 0 and at most {SECONDS_MAX} seconds"))
    }
}

/// The maximum number of clients, which share their processors with the server.
const CLIENTS_MAX: usize = 512;

fn clients(text: &str) -> Result<usize, String> {
    let clients = text.parse().ok().filter(|clients| (1..=CLIENTS_MAX).contains(clients));
    clients.ok_or_else(|| format!("1 to {CLIENTS_MAX} clients"))
}

fn readers(text: &str) -> Result<usize, String> {
    if text == "0" { Ok(0) } else { clients(text) }
}

impl BenchOptions {
    /// How long each row is measured.
    pub fn duration(self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// Runs a benchmark and prints its figures.
pub fn run(command: BenchCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    match command {
        BenchCommand::Engine(options) => engine::measure(options.duration(), &mut Report::new(options.json)),
        BenchCommand::Refusals(options) => refusals::measure(&mut Report::new(options.json)),
        BenchCommand::Http(options) => {
            let mut report = Report::new(options.json);
            let plan = http::Plan {
                clients: options.clients,
                readers: options.readers,
                tokens: options.tokens,
                duration: Duration::from_secs_f64(options.seconds),
            };
            match options.against {
                Some(address) => http::measure_against(address, &plan, &mut report),
                None => http::measure(&plan, &options.directory, &mut report),
            }
        }
        BenchCommand::Games(GamesOptions { clients, turns, seconds, program, json, directory }) => {
            let plan =
                http::GamesPlan { clients, turns, duration: Duration::from_secs_f64(seconds), program };
            http::measure_games(&plan, &directory, &mut Report::new(json))
        }
        BenchCommand::Logins(options) => {
            let mut report = Report::new(options.json);
            http::measure_logins(options.logins, options.clients, &options.directory, &mut report)
        }
        BenchCommand::Growth(options) => {
            let GrowthOptions { few, many, players, unfolded_percent, .. } = options;
            let plan = http::GrowthPlan {
                sizes: http::Sizes { games: [few, many], players, unfolded_percent },
                clients: options.clients,
                only: options.only,
                duration: Duration::from_secs_f64(options.seconds),
            };
            http::measure_growth(&plan, &options.directory, &mut Report::new(options.json))
        }
        BenchCommand::Disk(DiskOptions { samples, turns, games, days, games_a_day, json, directory }) => {
            let (samples, turns, days) = (samples.into(), turns.into(), days.into());
            let month = http::MonthPlan { stored: games, days, games_a_day, turns };
            let plan = http::DiskPlan { samples, turns, month };
            http::measure_disk(&plan, &directory, &mut Report::new(json))
        }
        BenchCommand::Cluster(ClusterOptions {
            coordinator,
            against,
            clients,
            seconds,
            clocks,
            rated,
            json,
        }) => {
            let (duration, mut report) = (Duration::from_secs_f64(seconds), Report::new(json));
            let clock = match clocks {
                true => json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}),
                false => json!({"kind": "none"}),
            };
            match rated {
                true => http::measure_rated(&coordinator, against, &clients, duration, &mut report),
                false => {
                    http::measure_cluster(&coordinator, against, &clients, &clock, duration, &mut report)
                }
            }
        }
        BenchCommand::Beside(options) => {
            let (mut report, place) = (Report::new(options.json), &options.directory);
            let duration = Duration::from_secs_f64(options.seconds);
            http::measure_beside(&options.only, options.clients, duration, place, &mut report)
        }
        BenchCommand::Streams(options) => {
            let numbers = http::Numbers { idle: options.idle, open: options.open };
            let duration = Duration::from_secs_f64(options.seconds);
            http::measure_streams(numbers, duration, &options.directory, &mut Report::new(options.json))
        }
    }
}
