//! What can be measured, and how the figures are printed. It knows nothing of how they come about.

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::engine;

/// The benchmarks.
#[derive(Subcommand)]
pub enum BenchCommand {
    /// Random legal games on one thread: playouts and turns in a second of processor time.
    Engine(BenchOptions),
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

impl BenchOptions {
    /// How long each row is measured.
    pub fn duration(self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// Measures and prints.
///
/// # Errors
///
/// If the measurement cannot be made or the figures cannot be printed.
pub fn run(command: BenchCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    match command {
        BenchCommand::Engine(options) => print(options, &engine::measure(options.duration())?),
    }
}

/// Prints rows as a table, or as JSON where asked for.
fn print<T: Serialize>(options: BenchOptions, rows: &[T]) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut out = std::io::stdout().lock();
    if options.json {
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
