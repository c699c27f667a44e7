//! What can be measured, and how the figures are printed. It knows nothing of how they come about.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::{engine, http};

/// The benchmarks.
#[derive(Subcommand)]
pub enum BenchCommand {
    /// Random legal games on one thread: playouts and turns in a second of processor time.
    Engine(BenchOptions),
    /// Accepted turns and reads over HTTP in a second, beside what PostgreSQL alone does in the same run.
    ///
    /// Starts the server on a free port and a PostgreSQL of its own, durable and in a new directory that is removed at
    /// the end; `DATABASE_URL` is not used. Clients on kept connections take turns in running 2-seat base games, one turn
    /// a request, and are answered with events and view; then clients read. `of_floor` is the ratio to pgbench with as many
    /// clients, which does what the request asks of the database at least, the two taking turns; `null`, with a reason, where there is no pgbench. Other settings
    /// are taken from the environment, as by `lapidary serve`.
    Http(HttpOptions),
    /// Logins at the same time, and the resident memory before and after them.
    ///
    /// Starts the server and a PostgreSQL of its own as `http` does, without rate limits.
    Logins(LoginOptions),
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

/// What to measure of the server, and where.
#[derive(Args)]
pub struct HttpOptions {
    /// How long each row is measured, in seconds; the floor in whole ones.
    #[arg(long, default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Numbers of clients, separated by commas: a row for each.
    #[arg(long, value_delimiter = ',', default_value = "1,8,16,32", value_parser = clients)]
    clients: Vec<usize>,
    /// Clients that read at the same time; 0 measures no reads.
    #[arg(long, default_value = "16", value_parser = readers)]
    readers: usize,
    /// Where the directory is made; to be on a disk, because storing in memory is not what is measured.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// How often to log in, and where.
#[derive(Args)]
pub struct LoginOptions {
    /// How many logins.
    #[arg(long, default_value_t = 1_000)]
    logins: usize,
    /// By how many clients at the same time.
    #[arg(long, default_value = "50", value_parser = clients)]
    clients: usize,
    /// Print an array of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Where the directory is made.
    #[arg(long, default_value = "/var/tmp")]
    directory: PathBuf,
}

/// The longest measurement of a row.
const SECONDS_MAX: f64 = 3_600.0;

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= SECONDS_MAX {
        Ok(seconds)
    } else {
        Err(format!("more than 0 and at most {SECONDS_MAX} seconds"))
    }
}

/// The most clients; more than turns may be under way for the accounts of the bench would be refused.
const CLIENTS_MAX: usize = 64;

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

/// The form of the figures.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Table,
}

impl Form {
    fn of(json: bool) -> Form {
        if json { Form::Json } else { Form::Table }
    }
}

/// Measures and prints.
///
/// # Errors
///
/// If the measurement cannot be made or the figures cannot be printed.
pub fn run(command: BenchCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    match command {
        BenchCommand::Engine(options) => print(Form::of(options.json), &engine::measure(options.duration())?),
        BenchCommand::Http(options) => {
            let duration = Duration::from_secs_f64(options.seconds);
            let rows = http::measure(&options.clients, options.readers, duration, &options.directory)?;
            print(Form::of(options.json), &rows)
        }
        BenchCommand::Logins(options) => {
            let rows = http::measure_logins(options.logins, options.clients, &options.directory)?;
            print(Form::of(options.json), &rows)
        }
    }
}

/// Prints rows as JSON where asked for, else as a table.
fn print<T: Serialize>(form: Form, rows: &[T]) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut out = std::io::stdout().lock();
    if let Form::Json = form {
        writeln!(out, "{}", serde_json::to_string_pretty(rows)?)?;
        return Ok(());
    }
    for (number, row) in rows.iter().enumerate() {
        let serde_json::Value::Object(fields) = serde_json::to_value(row)? else { continue };
        let width = |name: &str| name.len().max(12);
        if number == 0 {
            let head: Vec<String> =
                fields.keys().map(|name| format!("{name:>width$}", width = width(name))).collect();
            writeln!(out, "{}", head.join("  "))?;
        }
        let cell = |(name, value): (&String, &serde_json::Value)| {
            format!("{:>width$}", plain(value), width = width(name))
        };
        writeln!(out, "{}", fields.iter().map(cell).collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

/// A value as a person reads it.
fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("+"),
        serde_json::Value::Null => "-".to_owned(),
        other => other.to_string(),
    }
}
