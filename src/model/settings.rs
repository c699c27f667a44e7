//! All settings of the server, with their types, from the command line and the environment.
//!
//! An argument is something that an operator may want to choose. Values that only tests change, such as how
//! often a job looks, are fields without an argument (`skip`), or with a hidden one if tests start the
//! program. Variables and arguments of earlier versions never stop a server: it only warns.
//!
//! This module knows names, defaults and meanings. It opens nothing but the
//! files of secrets.

mod alerts;
mod bot_ladder;
mod broker;
mod database;
mod mail;
mod opponents;
mod push;
mod removed;
mod secret_file;
mod webhooks;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args, Command, Parser, ValueEnum};
use ipnet::IpNet;
use tracing_subscriber::filter::Targets;
use url::Url;

pub use alerts::AlertSettings;
pub use bot_ladder::BotLadderSettings;
pub use broker::{BrokerSettings, NatsUrl};
pub use database::DatabaseSettings;
pub use mail::{MailSettings, MailUrl};
pub use opponents::OpponentSettings;
pub use push::PushSettings;
use secret_file::in_file;
pub use webhooks::WebhookSettings;

/// The settings of a server. The type has no `Debug`, because some settings are secrets.
#[derive(Clone, Args)]
pub struct Settings {
    /// How the server listens and answers.
    #[command(flatten)]
    pub http: HttpSettings,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Whether the server runs pending migrations at its start. If not, it refuses to start when there are
    /// any; `lapidary migrate` runs them, for example as another role.
    #[arg(long, env = "LAPIDARY_MIGRATE", default_value = "on", help_heading = "Database")]
    pub migrate: Switch,
    /// The list of erased accounts, which the server keeps outside of the database: a line for each, with its
    /// id and when it was erased. Accounts of the list that a restored backup has brought back are erased
    /// again at the start [default: `erased.txt` in the directory of the embedded PostgreSQL; else none].
    #[arg(long, env = "LAPIDARY_ERASED_FILE", value_name = "FILE", help_heading = "Database")]
    pub erased_file: Option<PathBuf>,
    /// Sessions, keys and passwords.
    #[command(flatten)]
    pub access: AccessSettings,
    #[command(flatten)]
    pub mail: MailSettings,
    #[command(flatten)]
    pub broker: BrokerSettings,
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    #[command(flatten)]
    pub alerts: AlertSettings,
    #[command(flatten)]
    pub push: PushSettings,
    #[command(flatten)]
    pub limits: LimitSettings,
    #[command(flatten)]
    pub games: GameSettings,
    #[command(flatten)]
    pub opponents: OpponentSettings,
    #[command(flatten)]
    pub ratings: RatingSettings,
    #[command(flatten)]
    pub writer: WriterSettings,
    #[command(flatten)]
    pub reader: ReaderSettings,
    /// What is logged.
    #[command(flatten)]
    pub log: LogSettings,
    /// Values of arguments of earlier versions.
    #[arg(long = "removed", aliases = removed::REMOVED, hide = true)]
    pub removed: Vec<String>,
}

impl Settings {
    /// The defaults, overridden by the environment: the settings of `lapidary serve` without options.
    pub fn from_environment() -> Result<Self, clap::Error> {
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            settings: Settings,
        }
        Line::try_parse_from(["lapidary"]).map(|line| line.settings)
    }

    /// Returns sentences about ignored values: unknown variables, and arguments of earlier versions.
    pub fn ignored(&self) -> Vec<String> {
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let unknown =
            unknown(names).into_iter().map(|name| format!("{name} is not a setting of this version"));
        let removed = self.removed.iter();
        let removed = removed.map(|value| format!("an argument of an earlier version has the value {value}"));
        unknown.chain(removed).collect()
    }
}

/// Returns the names that look like settings but are not.
fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
    let command = Settings::augment_args(Command::new("lapidary"));
    let known: BTreeSet<&OsStr> = command.get_arguments().filter_map(Arg::get_env).collect();
    names.filter(|name| name.starts_with("LAPIDARY_") && !known.contains(OsStr::new(name))).collect()
}

/// How the server listens and responds.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub struct HttpSettings {
    /// Address and port to listen on; port 0 selects a free port.
    #[arg(long, env = "LAPIDARY_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The address under which clients reach this server, such as `https://games.example`, for links and for
    /// apps that ask for access [default: `http://` and the address to listen on].
    #[arg(long, env = "LAPIDARY_PUBLIC_URL", value_parser = public_url)]
    pub public_url: Option<PublicUrl>,
    /// Addresses under which clients reach this service, separated by commas, the preferred one first, at
    /// most 16: for example of several servers with one database. `GET /v1` lists them, so that a client can
    /// go on at another one [default: the public address, if it is set].
    #[arg(long, env = "LAPIDARY_PUBLIC_URLS", value_parser = public_urls)]
    pub public_urls: Option<PublicUrls>,
    /// Number of threads that process requests [default: one more than the number of processors].
    #[arg(long, env = "LAPIDARY_WORKERS")]
    pub workers: Option<usize>,
    /// How long the server still serves requests after SIGTERM, while `/readyz` says that it is about to
    /// stop, in milliseconds. A load balancer should notice within this time. Ctrl-C and a second signal end
    /// it.
    #[arg(long, env = "LAPIDARY_STOP_DELAY_MS", default_value = "5000", value_parser = milliseconds)]
    pub stop_delay: Duration,
    /// How long requests in progress may take to finish when the server stops, in milliseconds.
    #[arg(long, env = "LAPIDARY_DRAIN_MS", default_value = "10000", value_parser = milliseconds)]
    pub drain: Duration,
    /// How long a background job may go without a success, and at least for three of its rounds, before
    /// `/readyz` and the metrics name it, in milliseconds.
    #[arg(long, env = "LAPIDARY_JOB_BEHIND_AFTER_MS", default_value = "60000", value_parser = milliseconds)]
    pub job_behind_after: Duration,
    /// How long background jobs pause at most while nothing happens on this server, in milliseconds: their
    /// pauses grow, and end with the next request that writes and with what other servers announce. 0: they
    /// look as often as always. At most 10000. Times of games with a clock are always met.
    #[arg(long, env = "LAPIDARY_QUIET_PAUSE_MS", default_value = "5000", value_parser = quiet_pause)]
    pub quiet_pause: Duration,
    /// How long a client may stop reading a response before its connection is closed, in milliseconds. A
    /// client that vanishes during a wait is detected after the same time.
    #[arg(long, env = "LAPIDARY_WRITE_TIMEOUT_MS", default_value = "30000", value_parser = milliseconds)]
    pub write_timeout: Duration,
    /// Maximum number of open connections of one address (of one /64 network for IPv6), on one server; also
    /// if rate limits are off. Further ones are answered 429 and closed. Connections of trusted proxies are
    /// not limited.
    #[arg(long, env = "LAPIDARY_CONNECTIONS_PER_ADDRESS", default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..))]
    pub connections_per_address: u32,
    /// Whether trusted proxies may speak HTTP/2 without TLS, with prior knowledge. Everybody else speaks
    /// HTTP/1.1.
    #[arg(long, env = "LAPIDARY_HTTP2", default_value = "off")]
    pub http2: Switch,
    /// Proxies whose `X-Forwarded-For` is trusted, separated by commas: addresses such as `10.0.0.1`, and
    /// networks such as `10.0.0.0/8` or `fd00::/8`.
    #[arg(long, env = "LAPIDARY_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
}

/// Sessions, keys and passwords.
#[derive(Clone, Args)]
#[command(next_help_heading = "Access")]
pub struct AccessSettings {
    /// The name of this server in access tokens (`iss` and `aud`).
    #[arg(long, env = "LAPIDARY_ISSUER", default_value = "lapidary")]
    pub issuer: String,
    /// How long an access token is valid, in milliseconds.
    #[arg(long, env = "LAPIDARY_ACCESS_LIFETIME_MS", default_value = "600000", value_parser = milliseconds)]
    pub access_lifetime: Duration,
    /// How long a session remains valid without a refresh, in milliseconds.
    #[arg(long, env = "LAPIDARY_REFRESH_LIFETIME_MS", default_value = "2592000000", value_parser = milliseconds)]
    pub refresh_lifetime: Duration,
    /// The Ed25519 key that signs access tokens, 64 hexadecimal digits; without it the server generates a key
    /// and stores it in the database.
    #[arg(long, env = "LAPIDARY_SIGNING_KEY", hide_env_values = true, value_parser = key)]
    pub signing_key: Option<[u8; 32]>,
    /// File that contains this key.
    #[arg(long, env = "LAPIDARY_SIGNING_KEY_FILE", value_name = "FILE", value_parser = in_file(key), conflicts_with = "signing_key")]
    pub signing_key_file: Option<[u8; 32]>,
    /// The next signing key. Its tokens are already accepted, so that several servers can change their keys
    /// one after another.
    #[arg(long, env = "LAPIDARY_NEXT_SIGNING_KEY", hide_env_values = true, value_parser = key)]
    pub next_signing_key: Option<[u8; 32]>,
    /// File that contains the next key.
    #[arg(long, env = "LAPIDARY_NEXT_SIGNING_KEY_FILE", value_name = "FILE", value_parser = in_file(key), conflicts_with = "next_signing_key")]
    pub next_signing_key_file: Option<[u8; 32]>,
    /// Memory for hashing a password, in KiB.
    #[arg(long, env = "LAPIDARY_PASSWORD_MEMORY_KIB", default_value_t = 19_456)]
    pub password_memory_kib: u32,
    /// Number of passes over that memory.
    #[arg(long, env = "LAPIDARY_PASSWORD_PASSES", default_value_t = 2)]
    pub password_passes: u32,
    /// Maximum number of passwords that are hashed at the same time.
    #[arg(long, env = "LAPIDARY_PASSWORD_HASHES_AT_ONCE", default_value_t = 2)]
    pub password_hashes_at_once: usize,
    /// The first delay after wrong passwords; each further one is twice as long, up to a maximum.
    #[arg(skip = Duration::from_secs(1))]
    pub password_delay: Duration,
}

/// Limits for each account; for each address if a request has no token.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitSettings {
    /// Whether rate limits are enforced.
    #[arg(long, env = "LAPIDARY_RATE_LIMITS", default_value = "on")]
    pub rate_limits: Switch,
    /// Maximum number of turns in progress at the same time.
    #[arg(long, env = "LAPIDARY_TURNS_IN_FLIGHT", default_value_t = 16)]
    pub turns_in_flight: u32,
    /// Maximum number of views and legal actions in progress at the same time.
    #[arg(long, env = "LAPIDARY_VIEWS_IN_FLIGHT", default_value_t = 64)]
    pub views_in_flight: u32,
    /// Maximum number of waits for a turn in progress at the same time, on one server.
    #[arg(long, env = "LAPIDARY_WAITS_IN_FLIGHT", default_value_t = 256)]
    pub waits_in_flight: u32,
    /// Maximum number of open event streams of an account, on one server.
    #[arg(long, env = "LAPIDARY_STREAMS_IN_FLIGHT", default_value_t = 64)]
    pub streams_in_flight: u32,
    /// Maximum number of open event streams without a token from one address, on one server: the spectators
    /// of a club may share one.
    #[arg(long, env = "LAPIDARY_STREAMS_PER_ADDRESS", default_value_t = 512)]
    pub streams_per_address: u32,
    /// Maximum number of open event streams of all clients together, on one server; also if rate limits are
    /// off. Further ones are answered 503.
    #[arg(long, env = "LAPIDARY_STREAMS_PER_SERVER", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub streams_per_server: u32,
    /// Maximum number of new accounts, logins and refreshes per minute.
    #[arg(long, env = "LAPIDARY_LOGINS_PER_MINUTE", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub logins_per_minute: u32,
    /// Maximum number of codes of devices in ten minutes, for each network (an address, or a /64 for IPv6)
    /// and server. A wider network (a /24, or a /48 for IPv6) gets four times as many.
    #[arg(long, env = "LAPIDARY_DEVICE_CODES_PER_NETWORK", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub device_codes_per_network: u32,
    /// Maximum number of other read requests per minute.
    #[arg(long, env = "LAPIDARY_READS_PER_MINUTE", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(1..))]
    pub reads_per_minute: u32,
    /// Maximum number of other write requests per minute.
    #[arg(long, env = "LAPIDARY_WRITES_PER_MINUTE", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    pub writes_per_minute: u32,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

/// Who may make rated tournaments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RatedEvents {
    /// Every account.
    Anybody,
    /// Administrators of the server.
    Administrators,
}

/// Boards, limits on the games of one account, and what happens to games over time.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Games")]
pub struct GameSettings {
    /// Boards of Splendor Kids to use instead of the built-in ones; docs/kids-boards.md describes the format.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS", value_name = "FILE")]
    pub kids_boards: Option<PathBuf>,
    /// Maximum number of open tables, waiting for players, that one account can have; open challenges
    /// included.
    #[arg(long, env = "LAPIDARY_WAITING_GAMES_PER_ACCOUNT", default_value_t = 10)]
    pub waiting_games_per_account: u32,
    /// Maximum number of waiting or running games in which one account can have a seat.
    #[arg(long, env = "LAPIDARY_GAMES_PER_ACCOUNT", default_value_t = 200)]
    pub games_per_account: u32,
    /// Maximum number of games that one account can create per hour.
    #[arg(long, env = "LAPIDARY_NEW_GAMES_PER_HOUR", default_value_t = 1000)]
    pub new_games_per_hour: u32,
    /// Maximum number of games that one account can abort per day without the agreement of the other seats.
    #[arg(long, env = "LAPIDARY_ABORTS_PER_DAY", default_value_t = 5)]
    pub aborts_per_day: u32,
    /// Maximum number of open seeks that one account can have.
    #[arg(long, env = "LAPIDARY_SEEKS_PER_ACCOUNT", default_value_t = 10)]
    pub seeks_per_account: u32,
    /// Maximum number of analyses that one account waits for.
    #[arg(long, env = "LAPIDARY_ANALYSES_PER_ACCOUNT", default_value_t = 10)]
    pub analyses_per_account: u32,
    /// Maximum number of analyses that one account can ask for in 24 hours.
    #[arg(long, env = "LAPIDARY_ANALYSES_PER_DAY", default_value_t = 200)]
    pub analyses_per_day: u32,
    /// Maximum number of tournaments of one account that are not over, without those of clubs.
    #[arg(long, env = "LAPIDARY_TOURNAMENTS_PER_ACCOUNT", default_value_t = 20)]
    pub tournaments_per_account: u32,
    /// Maximum number of tournaments of one club that are not over. They do not count as those of an account.
    #[arg(long, env = "LAPIDARY_TOURNAMENTS_PER_CLUB", default_value_t = 100)]
    pub tournaments_per_club: u32,
    /// Who may make tournaments whose games change ratings.
    #[arg(long, env = "LAPIDARY_RATED_EVENTS", default_value = "anybody")]
    pub rated_events: RatedEvents,
    /// Minimum number of rated games of an account that makes such tournaments; administrators need none.
    #[arg(long, env = "LAPIDARY_RATED_EVENT_GAMES", default_value_t = 0)]
    pub rated_event_games: u32,
    /// Minimum age of an account that makes such tournaments, in milliseconds; administrators need none.
    #[arg(long, env = "LAPIDARY_RATED_EVENT_ACCOUNT_AGE_MS", default_value = "0", value_parser = milliseconds)]
    pub rated_event_account_age: Duration,
    /// Whether the games of two players with each other, games that a player leaves early, and the gain of a
    /// day are limited in ratings. Off only where all players are trusted, for example to compare programs.
    #[arg(long, env = "LAPIDARY_RATING_LIMITS", default_value = "on")]
    pub rating_limits: Switch,
    /// How often this server checks for rounds of tournaments that are over, for ready checks that have
    /// ended, and for players who wait in arenas.
    #[arg(skip = Duration::from_millis(250))]
    pub tournament_interval: Duration,
    /// How often this server checks for games of bot matches that are over, and starts the next ones.
    #[arg(skip = Duration::from_millis(250))]
    pub bot_match_interval: Duration,
    #[command(flatten)]
    pub bot_ladder: BotLadderSettings,
    /// How long a table or a challenge waits for players before it is aborted, in milliseconds.
    #[arg(long, env = "LAPIDARY_WAITING_EXPIRY_MS", default_value = "86400000", value_parser = milliseconds)]
    pub waiting_expiry: Duration,
    /// How long a stream that waits for the rematch of a game stays open after the end of the game.
    #[arg(skip = Duration::from_secs(600))]
    pub rematch_wait: Duration,
    /// How often this server checks for tables that have waited too long, for seeks that can be paired now,
    /// and for tournaments that nobody organizes any more.
    #[arg(skip = Duration::from_secs(60))]
    pub expiry_interval: Duration,
    /// How often this server checks for rated seeks that can be paired now, because their opponents may
    /// differ more in rating.
    #[arg(skip = Duration::from_secs(3))]
    pub pairing_interval: Duration,
    /// How much of the time of each turn is not charged to the clock, because a request needs it to arrive,
    /// in milliseconds: at most 500. It applies to games that start from now on.
    #[arg(long, env = "LAPIDARY_LAG_ALLOWANCE_MS", default_value = "500", value_parser = lag_allowance)]
    pub lag_allowance: Duration,
    /// How often this server checks for seats that have run out of time.
    #[arg(skip = Duration::from_millis(250))]
    pub time_out_interval: Duration,
    /// How long no server must have been running for the deadlines of all games to move by this time.
    #[arg(skip = Duration::from_secs(5))]
    pub outage_after: Duration,
    /// How long a pause lasts at most before the clock runs again, in milliseconds.
    #[arg(long, env = "LAPIDARY_PAUSE_MAX_MS", default_value = "604800000", value_parser = milliseconds)]
    pub pause_max: Duration,
    /// Number of days off that each player has in a game with a time for each turn. It applies to games that
    /// start from now on.
    #[arg(long, env = "LAPIDARY_DAYS_OFF_PER_GAME", default_value_t = 14)]
    pub days_off_per_game: u8,
    /// How long nothing must have happened in a game that somebody organizes for others before the organizer
    /// may take out a seat or abort the game, in milliseconds.
    #[arg(long, env = "LAPIDARY_STALLED_AFTER_MS", default_value = "600000", value_parser = milliseconds)]
    pub stalled_after: Duration,
    /// How long after its end the log of a game is folded into one compact row, in milliseconds.
    #[arg(long, env = "LAPIDARY_FOLD_AFTER_MS", default_value = "86400000", value_parser = milliseconds)]
    pub fold_after: Duration,
    /// How often this server checks for logs to fold.
    #[arg(skip = Duration::from_secs(60))]
    pub fold_interval: Duration,
    /// How often this server checks for games that are not in the statistics yet.
    #[arg(skip = Duration::from_secs(60))]
    pub statistics_interval: Duration,
}

/// How turns of different games are stored together.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Writing turns")]
pub struct WriterSettings {
    /// Turns of different games that are stored in one statement at most; 1 stores every turn alone.
    #[arg(skip = 64_usize)]
    pub batch_turns_max: usize,
    /// Turns that may wait to be stored. A turn beyond them is answered 503.
    #[arg(long, env = "LAPIDARY_QUEUED_TURNS_MAX", default_value_t = 4_096, value_parser = turns)]
    pub queued_turns_max: usize,
    /// How long a turn may wait to be stored before it is answered 503, in milliseconds.
    #[arg(long, env = "LAPIDARY_TURN_QUEUE_WAIT_MS", default_value = "2000", value_parser = milliseconds)]
    pub turn_queue_wait: Duration,
}

/// How reads of games are answered together.
#[derive(Debug, Clone, Copy, Args)]
pub struct ReaderSettings {
    /// Reads of games that are answered with one statement at most; 1 loads every game alone.
    #[arg(skip = 64_usize)]
    pub batch_reads_max: usize,
}

/// What is logged, and in which format.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Logs")]
pub struct LogSettings {
    /// What to log, in the notation of `tracing`: `info`, `info,lapidary=debug`. Libraries log at most at
    /// level `info` and database drivers at most at level `warn`, because their finer levels contain stored
    /// data. By default, errors caused by non-HTTP clients are hidden.
    #[arg(long = "log", env = "LAPIDARY_LOG", default_value = "info,actix_http=off,actix_server=warn", value_parser = log_filter)]
    pub filter: String,
    /// The format of the log lines.
    #[arg(long = "log-format", env = "LAPIDARY_LOG_FORMAT", default_value = "pretty")]
    pub format: LogFormat,
    /// Whether each request is logged: method, route, status, duration and request id, at level `info`.
    #[arg(long = "access-log", env = "LAPIDARY_ACCESS_LOG", default_value = "on")]
    pub access: Switch,
}

/// The format of the log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object on each line, for machines.
    Json,
    /// Text for human readers.
    Pretty,
}

fn key(text: &str) -> Result<[u8; 32], String> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| "a key must have 64 hexadecimal digits".to_owned())?;
    Ok(bytes)
}

fn log_filter(text: &str) -> Result<String, String> {
    let filter: Result<Targets, _> = text.parse();
    filter.map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// The address of the server for its clients: scheme, host and port without a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Returns the address of a server that clients reach where it listens.
    pub fn of_listener(address: SocketAddr) -> PublicUrl {
        PublicUrl(format!("http://{address}"))
    }

    /// Returns the address without a final slash, in the form of an issuer (RFC 8414).
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address of a path, which begins with a slash.
    pub fn of(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

/// Who is listed on leaderboards.
#[derive(Debug, Clone, Args)]
pub struct RatingSettings {
    /// The highest deviation (`rd`) of a player who is listed on a leaderboard: 20 to 120.
    #[arg(long, env = "LAPIDARY_LISTED_RD_MAX", default_value = "60", value_parser = clap::value_parser!(u16).range(20..=120))]
    pub listed_rd_max: u16,
    /// With how many different opponents a player has played who is listed on a leaderboard: 1 to 1000.
    #[arg(long, env = "LAPIDARY_LISTED_OPPONENTS_MIN", default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub listed_opponents_min: u32,
    /// Within how many days a player has finished a rated game who is listed on a leaderboard: 1 to 3650.
    #[arg(long, env = "LAPIDARY_LISTED_DAYS_IDLE_MAX", default_value = "30", value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub listed_days_idle_max: u32,
}

/// The maximum number of addresses of a service.
pub const PUBLIC_URLS_MAX: usize = 16;

/// The addresses of a service, the preferred one first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublicUrls(pub Vec<PublicUrl>);

impl HttpSettings {
    /// Returns the addresses of the service, as far as they are set.
    pub fn servers(&self) -> PublicUrls {
        let alone = || PublicUrls(self.public_url.iter().cloned().collect());
        self.public_urls.clone().unwrap_or_else(alone)
    }
}

/// Reads the addresses of a service. Fails with a sentence if one is not an address, or if there are too many
/// or equal ones.
pub fn public_urls(text: &str) -> Result<PublicUrls, String> {
    let urls: Vec<PublicUrl> = text.split(',').map(|url| public_url(url.trim())).collect::<Result<_, _>>()?;
    if urls.len() > PUBLIC_URLS_MAX {
        return Err(format!("must be at most {PUBLIC_URLS_MAX} addresses"));
    }
    match (1..urls.len()).find(|&place| urls[..place].contains(&urls[place])) {
        Some(place) => Err(format!("must not name {} twice", urls[place].as_str())),
        None => Ok(PublicUrls(urls)),
    }
}

/// Reads the address of a server. Fails with a sentence if the text is not just scheme, host and port.
pub fn public_url(text: &str) -> Result<PublicUrl, String> {
    let refusal = || "must be `http://` or `https://` with a host and nothing after it".to_owned();
    let url = Url::parse(text).map_err(|_| refusal())?;
    let origin = url.origin().ascii_serialization();
    let bare = matches!(url.scheme(), "http" | "https") && url.as_str() == format!("{origin}/");
    bare.then_some(PublicUrl(origin)).ok_or_else(refusal)
}

/// A network, or a single address as a network of one.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    let network = text.parse::<IpNet>().or_else(|_| address());
    network.map_err(|_| "must be an address or a network, such as `10.0.0.1` or `10.0.0.0/8`".to_owned())
}

/// The maximum number of turns in a setting.
const TURNS_MAX: usize = 65_536;

fn turns(text: &str) -> Result<usize, String> {
    let turns = text.parse().ok().filter(|turns| (1..=TURNS_MAX).contains(turns));
    turns.ok_or_else(|| format!("1 to {TURNS_MAX} turns"))
}

const LAG_ALLOWANCE_MAX: Duration = Duration::from_millis(500);

fn lag_allowance(text: &str) -> Result<Duration, String> {
    let allowance = milliseconds(text).ok().filter(|allowance| *allowance <= LAG_ALLOWANCE_MAX);
    allowance.ok_or_else(|| format!("must be 0 to {} milliseconds", LAG_ALLOWANCE_MAX.as_millis()))
}

/// The longest pause of jobs on a quiet server. Some seconds later, other servers consider a silent server
/// dead.
const QUIET_PAUSE_MAX: Duration = Duration::from_secs(10);

fn quiet_pause(text: &str) -> Result<Duration, String> {
    let pause = milliseconds(text).map_err(|cause| cause.to_string())?;
    match pause <= QUIET_PAUSE_MAX {
        true => Ok(pause),
        false => Err(format!("must be at most {} milliseconds", QUIET_PAUSE_MAX.as_millis())),
    }
}

fn milliseconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;

    #[test]
    fn the_addresses_of_a_service_are_different_and_bounded() {
        let read = |text: &str| {
            public_urls(text).map(|urls| urls.0.iter().map(|url| url.as_str().to_owned()).collect())
        };
        let both: Vec<String> = vec!["https://a.example".to_owned(), "https://b.example".to_owned()];
        assert_eq!(read("https://a.example, https://B.example/"), Ok(both));
        for text in
            ["", "https://a.example,", "https://a.example,b", "https://a.example,https://A.example:443"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        let many =
            |count: usize| (0..count).map(|at| format!("https://{at}.example")).collect::<Vec<_>>().join(",");
        assert!(read(&many(PUBLIC_URLS_MAX)).is_ok());
        assert!(read(&many(PUBLIC_URLS_MAX + 1)).is_err());
    }

    #[test]
    fn what_an_earlier_version_knew_is_ignored() {
        let names = ["LAPIDARY_LISTEN", "LAPIDARY_FOLD_INTERVAL_MS", "HOME"].map(str::to_owned);
        assert_eq!(unknown(names.into_iter()), ["LAPIDARY_FOLD_INTERVAL_MS"]);
        let command = Settings::augment_args(Command::new("lapidary"));
        let matches = command.try_get_matches_from(["lapidary", "--fold-interval", "5", "--rematch-wait=6"]);
        let settings = Settings::from_arg_matches(&matches.unwrap()).ok().unwrap();
        assert_eq!(settings.removed, ["5", "6"]);
        assert_eq!(settings.games.fold_interval, Duration::from_secs(60));
    }

    #[test]
    fn a_public_url_is_a_bare_origin() {
        for (text, known) in [
            ("https://games.example", "https://games.example"),
            ("https://games.example/", "https://games.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("https://GAMES.example:443", "https://games.example"),
        ] {
            assert_eq!(public_url(text), Ok(PublicUrl(known.to_owned())), "{text}");
        }
        for text in
            ["games.example", "ftp://games.example", "https://games.example/api", "https://a@b.example", ""]
        {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}
