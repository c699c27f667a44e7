//! The settings of the database: its location, its user, and its timeouts.
//!
//! This module knows names and defaults. `database/address` builds an address from them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::milliseconds;
use super::secret_file::{in_file, whole};

/// The location and the timeouts of the database.
#[derive(Clone, Args)]
#[command(next_help_heading = "Database")]
pub struct DatabaseSettings {
    /// PostgreSQL to use, as a URL or as key=value pairs. Without it, and without a host, the server starts
    /// an embedded PostgreSQL. An empty value is the same as none. The words of libpq for encryption,
    /// `sslmode` and `sslrootcert`, may be in it.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Host of the PostgreSQL to use, or the directory of its socket, instead of DATABASE_URL.
    #[arg(long, env = "LAPIDARY_DATABASE_HOST")]
    pub database_host: Option<String>,
    /// Port of that host [default: 5432].
    #[arg(long, env = "LAPIDARY_DATABASE_PORT")]
    pub database_port: Option<u16>,
    /// Name of the database on that host [default: lapidary].
    #[arg(long, env = "LAPIDARY_DATABASE_NAME")]
    pub database_name: Option<String>,
    /// User to connect as; overrides DATABASE_URL. With LAPIDARY_DATABASE_HOST, the default is `lapidary`.
    #[arg(long, env = "LAPIDARY_DATABASE_USER")]
    pub database_user: Option<String>,
    /// Password of that user; overrides DATABASE_URL. No character needs escaping.
    #[arg(
        long,
        env = "LAPIDARY_DATABASE_PASSWORD",
        hide_env_values = true,
        conflicts_with = "database_password_file"
    )]
    pub database_password: Option<String>,
    /// File that contains the password; a line break at its end is ignored.
    #[arg(long, env = "LAPIDARY_DATABASE_PASSWORD_FILE", value_name = "FILE", value_parser = in_file(whole))]
    pub database_password_file: Option<String>,
    /// How the connection is encrypted: `verify-full` or `require` (the certificate of the database must be
    /// trusted, and be for its host), `verify-ca` (for any host; needs LAPIDARY_DATABASE_CA) or `disable`
    /// (not at all). With LAPIDARY_DATABASE_CA the default is `verify-full`.
    #[arg(long, env = "LAPIDARY_DATABASE_SSLMODE", value_name = "MODE")]
    pub database_sslmode: Option<String>,
    /// PEM file with the certificates of the authorities that may vouch for the database; then connections to
    /// it are encrypted [default: those of the machine].
    #[arg(long, env = "LAPIDARY_DATABASE_CA", value_name = "FILE")]
    pub database_ca: Option<PathBuf>,
    /// Directory of the embedded PostgreSQL
    /// [default: /var/lib/lapidary for root, ~/.local/share/lapidary for others].
    #[arg(long, env = "LAPIDARY_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// Directory of the PostgreSQL programs (initdb, pg_ctl, postgres) for the embedded PostgreSQL.
    #[arg(long = "pg-bin-dir", env = "PG_BIN_DIR")]
    pub bin_dir: Option<PathBuf>,
    /// Maximum number of open connections.
    #[arg(long, env = "LAPIDARY_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: usize,
    /// How long a request waits for a connection, or a read for the reads before it, before the server
    /// responds with 503, in milliseconds.
    #[arg(long, env = "LAPIDARY_DATABASE_WAIT_MS", default_value = "2000", value_parser = milliseconds)]
    pub database_wait: Duration,
    /// How long one statement may run, in milliseconds.
    #[arg(long, env = "LAPIDARY_STATEMENT_TIMEOUT_MS", default_value = "5000", value_parser = milliseconds)]
    pub statement_timeout: Duration,
    /// How much longer than the statement timeout the database may be silent before its connection is closed.
    #[arg(skip = Duration::from_secs(5))]
    pub database_silence: Duration,
    /// How long a statement waits for a lock.
    #[arg(skip = Duration::from_secs(2))]
    pub lock_timeout: Duration,
    /// How long a transaction may be idle.
    #[arg(skip = Duration::from_secs(5))]
    pub idle_transaction_timeout: Duration,
}
