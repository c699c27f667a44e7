//! Every setting of the server, typed, from the command line and the environment.
//!
//! It knows names, defaults and what they mean; it opens nothing.

mod database;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};
use ipnet::IpNet;
use tracing_subscriber::filter::Targets;

pub use database::DatabaseSettings;

/// The settings of a server; it has no `Debug`, because some of them are secrets.
#[derive(Clone, Args)]
pub struct Settings {
    /// How the server listens and answers.
    #[command(flatten)]
    pub http: HttpSettings,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// What is logged.
    #[command(flatten)]
    pub access: AccessSettings,
    #[command(flatten)]
    pub limits: LimitSettings,
    #[command(flatten)]
    pub games: GameSettings,
    #[command(flatten)]
    pub writer: WriterSettings,
    #[command(flatten)]
    pub log: LogSettings,
}

impl Settings {
    /// The defaults, with the environment on top, as `lapidary serve` without options has them.
    ///
    /// # Errors
    ///
    /// When an environment variable holds what its setting cannot take.
    pub fn from_environment() -> Result<Self, clap::Error> {
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            settings: Settings,
        }
        Line::try_parse_from(["lapidary"]).map(|line| line.settings)
    }
}

/// How the server listens and answers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub struct HttpSettings {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "LAPIDARY_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Threads that answer requests; as many as there are processors unless set.
    #[arg(long, env = "LAPIDARY_WORKERS")]
    pub workers: Option<usize>,
    /// How long requests under way may take to end when the server stops, in milliseconds.
    #[arg(long, env = "LAPIDARY_DRAIN_MS", default_value = "10000", value_parser = milliseconds)]
    pub drain: Duration,
    /// How long a client may take nothing of a response before its connection is closed, in milliseconds. A client that
    /// vanished during a wait is noticed after the same time.
    #[arg(long, env = "LAPIDARY_WRITE_TIMEOUT_MS", default_value = "30000", value_parser = milliseconds)]
    pub write_timeout: Duration,
    /// Proxies whose `X-Forwarded-For` is believed, separated by commas: addresses such as `10.0.0.1`, and networks such as
    /// `10.0.0.0/8` or `fd00::/8`.
    #[arg(long, env = "LAPIDARY_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
}

/// How people get in and how long they stay.
#[derive(Clone, Args)]
#[command(next_help_heading = "Access")]
pub struct AccessSettings {
    /// The name of this server in access tokens (`iss` and `aud`).
    #[arg(long, env = "LAPIDARY_ISSUER", default_value = "lapidary")]
    pub issuer: String,
    /// How long an access token counts, in milliseconds.
    #[arg(long, env = "LAPIDARY_ACCESS_LIFETIME_MS", default_value = "600000", value_parser = milliseconds)]
    pub access_lifetime: Duration,
    /// How long a session lives without being refreshed, in milliseconds.
    #[arg(long, env = "LAPIDARY_REFRESH_LIFETIME_MS", default_value = "2592000000", value_parser = milliseconds)]
    pub refresh_lifetime: Duration,
    /// The Ed25519 key that signs access tokens, 64 hexadecimal digits; without it one is made and kept in the database.
    #[arg(long, env = "LAPIDARY_SIGNING_KEY", hide_env_values = true, value_parser = key)]
    pub signing_key: Option<[u8; 32]>,
    /// The key that will sign next, which is accepted already, so that several servers can change keys one by one.
    #[arg(long, env = "LAPIDARY_NEXT_SIGNING_KEY", hide_env_values = true, value_parser = key)]
    pub next_signing_key: Option<[u8; 32]>,
    /// Memory for hashing a password, in KiB.
    #[arg(long, env = "LAPIDARY_PASSWORD_MEMORY_KIB", default_value_t = 19_456)]
    pub password_memory_kib: u32,
    /// Passes over that memory.
    #[arg(long, env = "LAPIDARY_PASSWORD_PASSES", default_value_t = 2)]
    pub password_passes: u32,
    /// Passwords that are hashed at the same time.
    #[arg(long, env = "LAPIDARY_PASSWORD_HASHES_AT_ONCE", default_value_t = 2)]
    pub password_hashes_at_once: usize,
}

/// How much anybody may ask: an account, or an address where there is no token.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitSettings {
    /// Whether requests are limited at all.
    #[arg(long, env = "LAPIDARY_RATE_LIMITS", default_value = "on")]
    pub rate_limits: Switch,
    /// Turns that may be under way at the same time.
    #[arg(long, env = "LAPIDARY_TURNS_IN_FLIGHT", default_value_t = 16)]
    pub turns_in_flight: u32,
    /// Views and legal actions that may be under way at the same time.
    #[arg(long, env = "LAPIDARY_VIEWS_IN_FLIGHT", default_value_t = 64)]
    pub views_in_flight: u32,
    /// Waits for one's turn that may be under way at the same time, on one server.
    #[arg(long, env = "LAPIDARY_WAITS_IN_FLIGHT", default_value_t = 256)]
    pub waits_in_flight: u32,
    /// New accounts, logins and refreshes in a minute.
    #[arg(long, env = "LAPIDARY_LOGINS_PER_MINUTE", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub logins_per_minute: u32,
    /// Other requests in a minute that change nothing.
    #[arg(long, env = "LAPIDARY_READS_PER_MINUTE", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(1..))]
    pub reads_per_minute: u32,
    /// Other requests in a minute.
    #[arg(long, env = "LAPIDARY_WRITES_PER_MINUTE", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    pub writes_per_minute: u32,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

/// What is played with, and how many games one account can have.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Games")]
pub struct GameSettings {
    /// Boards of Splendor Kids to play on instead of our own; their form stands in docs/kids-boards.md.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS", value_name = "FILE")]
    pub kids_boards: Option<PathBuf>,
    /// Tables that one account can have open, waiting for players.
    #[arg(long, env = "LAPIDARY_WAITING_GAMES_PER_ACCOUNT", default_value_t = 10)]
    pub waiting_games_per_account: u32,
    /// Games that wait or are played in which one account can sit.
    #[arg(long, env = "LAPIDARY_GAMES_PER_ACCOUNT", default_value_t = 200)]
    pub games_per_account: u32,
    /// Games that one account can create in an hour.
    #[arg(long, env = "LAPIDARY_NEW_GAMES_PER_HOUR", default_value_t = 1000)]
    pub new_games_per_hour: u32,
    /// Games that one account can abort in a day without the agreement of the other seats.
    #[arg(long, env = "LAPIDARY_ABORTS_PER_DAY", default_value_t = 5)]
    pub aborts_per_day: u32,
    /// How long a table waits for players before it is aborted, in milliseconds.
    #[arg(long, env = "LAPIDARY_WAITING_EXPIRY_MS", default_value = "86400000", value_parser = milliseconds)]
    pub waiting_expiry: Duration,
    /// How often this server looks for tables that have waited too long, in milliseconds.
    #[arg(long, env = "LAPIDARY_EXPIRY_INTERVAL_MS", default_value = "60000", value_parser = milliseconds)]
    pub expiry_interval: Duration,
}

/// How turns of different games are stored together.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Writing turns")]
pub struct WriterSettings {
    /// Turns of different games that are stored in one statement at most; 1 stores every turn alone.
    #[arg(long, env = "LAPIDARY_BATCH_TURNS_MAX", default_value_t = 64, value_parser = turns)]
    pub batch_turns_max: usize,
    /// Turns that may wait to be stored. A turn beyond them is answered 503.
    #[arg(long, env = "LAPIDARY_QUEUED_TURNS_MAX", default_value_t = 4_096, value_parser = turns)]
    pub queued_turns_max: usize,
    /// How long a turn may wait to be stored before it is answered 503, in milliseconds.
    #[arg(long, env = "LAPIDARY_TURN_QUEUE_WAIT_MS", default_value = "2000", value_parser = milliseconds)]
    pub turn_queue_wait: Duration,
}

/// What is logged, and in which form.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Logs")]
pub struct LogSettings {
    /// What to log, in the notation of `tracing`: `info`, `info,lapidary=debug`. Libraries never log more than `info`,
    /// database drivers never more than `warn`, because their finer lines hold what is stored. The default leaves out the
    /// errors that actix logs for clients that do not speak HTTP.
    #[arg(long = "log", env = "LAPIDARY_LOG", default_value = "info,actix_http=off,actix_server=warn", value_parser = log_filter)]
    pub filter: String,
    /// The form of the log lines.
    #[arg(long = "log-format", env = "LAPIDARY_LOG_FORMAT", default_value = "pretty")]
    pub format: LogFormat,
    /// Whether each request gets a line: method, route, status, duration and request id, at level `info`.
    #[arg(long = "access-log", env = "LAPIDARY_ACCESS_LOG", default_value = "on")]
    pub access: Switch,
}

/// The form of the log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object on each line, for machines.
    Json,
    /// Text for people.
    Pretty,
}

fn key(text: &str) -> Result<[u8; 32], String> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| "a key has 64 hexadecimal digits".to_owned())?;
    Ok(bytes)
}

fn log_filter(text: &str) -> Result<String, String> {
    let filter: Result<Targets, _> = text.parse();
    filter.map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// A network, or an address, which is a network of one.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    let network = text.parse::<IpNet>().or_else(|_| address());
    network.map_err(|_| "write an address or a network, such as `10.0.0.1` or `10.0.0.0/8`".to_owned())
}

/// The most turns that a setting can ask for.
const TURNS_MAX: usize = 65_536;

fn turns(text: &str) -> Result<usize, String> {
    let turns = text.parse().ok().filter(|turns| (1..=TURNS_MAX).contains(turns));
    turns.ok_or_else(|| format!("1 to {TURNS_MAX} turns"))
}

fn milliseconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_millis)
}
