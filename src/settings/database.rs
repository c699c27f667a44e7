//! The settings of the database: where it is, who connects, and how long it may take.
//!
//! It knows names and defaults; how an address is made of them stands in `database/address`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::milliseconds;

/// Where the database is and how long it may take.
#[derive(Clone, Args)]
#[command(next_help_heading = "Database")]
pub struct DatabaseSettings {
    /// PostgreSQL to use, as a URL or as key=value pairs; without it, and without a host, the server starts one of its own.
    /// With `sslmode=require` the connection is encrypted and the certificate of the server is checked.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Host of the PostgreSQL to use, or the directory of its socket, in place of DATABASE_URL.
    #[arg(long, env = "LAPIDARY_DATABASE_HOST", conflicts_with = "database_url")]
    pub database_host: Option<String>,
    /// Port of that host; 5432 unless set.
    #[arg(long, env = "LAPIDARY_DATABASE_PORT", conflicts_with = "database_url")]
    pub database_port: Option<u16>,
    /// Name of the database on that host; `lapidary` unless set.
    #[arg(long, env = "LAPIDARY_DATABASE_NAME", conflicts_with = "database_url")]
    pub database_name: Option<String>,
    /// User to connect as, whatever DATABASE_URL says; with a host alone, `lapidary` unless set.
    #[arg(long, env = "LAPIDARY_DATABASE_USER")]
    pub database_user: Option<String>,
    /// Password of that user, whatever DATABASE_URL says; every character stands for itself.
    #[arg(
        long,
        env = "LAPIDARY_DATABASE_PASSWORD",
        hide_env_values = true,
        conflicts_with = "database_password_file"
    )]
    pub database_password: Option<String>,
    /// File that holds the password; a line break at its end does not count.
    #[arg(long, env = "LAPIDARY_DATABASE_PASSWORD_FILE", value_name = "FILE")]
    pub database_password_file: Option<PathBuf>,
    /// Certificates of the authorities that vouch for a database with `sslmode=require`, as a PEM file; the machine's own
    /// unless set.
    #[arg(long, env = "LAPIDARY_DATABASE_CA", value_name = "FILE")]
    pub database_ca: Option<PathBuf>,
    /// Where the server keeps its own PostgreSQL when no other is named; by default /var/lib/lapidary for root and
    /// ~/.local/share/lapidary for others.
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
    /// How much longer than a statement may run the database may be silent before its connection is given up, in
    /// milliseconds.
    #[arg(long, env = "LAPIDARY_DATABASE_SILENCE_MS", default_value = "5000", value_parser = milliseconds)]
    pub database_silence: Duration,
    /// How long a statement waits for a lock, in milliseconds.
    #[arg(long, env = "LAPIDARY_LOCK_TIMEOUT_MS", default_value = "2000", value_parser = milliseconds)]
    pub lock_timeout: Duration,
    /// How long a transaction may stand still, in milliseconds.
    #[arg(long, env = "LAPIDARY_IDLE_TRANSACTION_TIMEOUT_MS", default_value = "5000", value_parser = milliseconds)]
    pub idle_transaction_timeout: Duration,
}
