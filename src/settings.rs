//! Every setting of the server, typed, from the command line and the environment.
//!
//! It knows names, defaults and what they mean; it opens nothing.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};

/// The settings of a server.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    #[command(flatten)]
    pub http: HttpSettings,
    #[command(flatten)]
    pub database: DatabaseSettings,
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
}

/// Where the database is and how long it may take.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Database")]
pub struct DatabaseSettings {
    /// PostgreSQL to use, as a URL or as key=value pairs; without it the server starts one of its own.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Where the server keeps a PostgreSQL of its own when no address is given; by default /var/lib/lapidary for
    /// root and ~/.local/share/lapidary for others.
    #[arg(long, env = "LAPIDARY_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// The directory of the PostgreSQL programs (initdb, pg_ctl, postgres) to run it with.
    #[arg(long = "pg-bin-dir", env = "PG_BIN_DIR")]
    pub bin_dir: Option<PathBuf>,
    /// Connections held open at most.
    #[arg(long, env = "LAPIDARY_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: usize,
    /// How long a request waits for a connection before it is answered 503, in milliseconds.
    #[arg(long, env = "LAPIDARY_DATABASE_WAIT_MS", default_value = "2000", value_parser = milliseconds)]
    pub database_wait: Duration,
    /// How long one statement may run, in milliseconds.
    #[arg(long, env = "LAPIDARY_STATEMENT_TIMEOUT_MS", default_value = "5000", value_parser = milliseconds)]
    pub statement_timeout: Duration,
    /// How long a statement waits for a lock, in milliseconds.
    #[arg(long, env = "LAPIDARY_LOCK_TIMEOUT_MS", default_value = "2000", value_parser = milliseconds)]
    pub lock_timeout: Duration,
    /// How long a transaction may stand still, in milliseconds.
    #[arg(long, env = "LAPIDARY_IDLE_TRANSACTION_TIMEOUT_MS", default_value = "5000", value_parser = milliseconds)]
    pub idle_transaction_timeout: Duration,
}

/// What is logged, and in which form.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Logs")]
pub struct LogSettings {
    /// What to log, in the notation of `tracing`: `info`, `info,lapidary=debug`.
    #[arg(long = "log", env = "LAPIDARY_LOG", default_value = "info")]
    pub filter: String,
    /// The form of the log lines.
    #[arg(long = "log-format", env = "LAPIDARY_LOG_FORMAT", default_value = "pretty")]
    pub format: LogFormat,
}

/// The form of the log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object on each line, for machines.
    Json,
    /// Text for people.
    Pretty,
}

fn milliseconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_millis)
}
