//! Logging: the output, its format, and what never appears in it, whatever the settings.
//!
//! This module sets up the subscriber; other code decides what is logged.

use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use lapidary_model::settings::{LogFormat, LogSettings, Switch};

/// The finest log level of libraries. At finer levels they log the data they process, including keys and
/// bodies.
const LIBRARIES_MAX: LevelFilter = LevelFilter::INFO;

/// The finest log level of database drivers, which log bound values at `debug`, and messages of the database
/// at `info`.
const DRIVERS_MAX: LevelFilter = LevelFilter::WARN;

/// The drivers, by the prefix of their log targets.
const DRIVERS: [&str; 4] = ["tokio_postgres", "postgres", "diesel", "deadpool"];

/// The log target of request lines.
const ACCESS: &str = "lapidary::access";

/// The maximum number of log lines that wait to be written. More lines are dropped, so that a blocked log
/// never stops the server.
const LINES_WAITING_MAX: usize = 20_000;

/// How long lines gather after each write to the output.
const GATHERING: Duration = Duration::from_millis(5);

/// The active log output.
struct Logs {
    format: LogFormat,
    /// Writes the waiting lines when it is dropped.
    writer: Mutex<Option<WorkerGuard>>,
}

static LOGS: OnceLock<Logs> = OnceLock::new();

/// Sends the log lines to standard error in the configured format.
///
/// A separate thread writes them, because a request must not wait for a slow reader of the log.
pub fn start(settings: &LogSettings) {
    let terminal = std::io::stderr().is_terminal();
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(LINES_WAITING_MAX);
    let (writer, guard) = builder.thread_name("log").finish(Gathered(BufWriter::new(std::io::stderr())));
    // The filter uses only level and target. A filter on spans would run whenever a request resumes, and
    // would cost a tenth of the turns per second.
    let filter: Targets =
        settings.filter.parse().unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    // A line must pass both filters, so the settings cannot exceed the maximum levels.
    let filtered = registry().with(filter).with(ceiling(settings.access));
    let lines = fmt::layer().with_ansi(terminal).with_writer(writer);
    let started = match settings.format {
        LogFormat::Json => filtered.with(lines.json().flatten_event(true).with_span_list(false)).try_init(),
        LogFormat::Pretty => filtered.with(lines).try_init(),
    };
    if started.is_ok() {
        let _ = LOGS.set(Logs { format: settings.format, writer: Mutex::new(Some(guard)) });
        if settings.format == LogFormat::Json {
            std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread panicked")));
        }
    }
}

/// An output that writes many lines with one call under load.
///
/// The thread that writes the lines flushes when no line waits. A call of the system for each line, and
/// waking the thread for it, would take as long as writing the line.
struct Gathered<W: Write>(BufWriter<W>);

impl<W: Write> Write for Gathered<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()?;
        std::thread::sleep(GATHERING);
        Ok(())
    }
}

/// Reports why the program fails, in the format of the logs if they have started.
pub fn fail(reason: impl Display) {
    match LOGS.get().map(|logs| logs.format) {
        Some(LogFormat::Json) => tracing::error!(%reason, "the server stops with an error"),
        Some(LogFormat::Pretty) | None => {
            writeln!(std::io::stderr(), "lapidary: {reason}").ok();
        }
    }
}

/// Writes the waiting lines; later lines are lost.
pub fn finish() {
    if let Some(logs) = LOGS.get() {
        drop(logs.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The finest level of each target, which the settings cannot exceed.
fn ceiling(access: Switch) -> Targets {
    let own = Targets::new().with_default(LIBRARIES_MAX).with_target("lapidary", LevelFilter::TRACE);
    let capped = own.with_targets(DRIVERS.map(|driver| (driver, DRIVERS_MAX)));
    match access {
        Switch::On => capped,
        Switch::Off => capped.with_target(ACCESS, LevelFilter::OFF),
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn libraries_and_drivers_have_a_ceiling() {
        let ceiling = ceiling(Switch::On);
        for library in ["rustls::client", "h2::codec", "hyper", "actix_http::h1", "mio", "log"] {
            assert!(ceiling.would_enable(library, &Level::INFO), "{library}");
            assert!(!ceiling.would_enable(library, &Level::DEBUG), "{library}");
        }
        for driver in ["tokio_postgres::query", "postgres_types", "diesel_async::pg", "deadpool"] {
            assert!(ceiling.would_enable(driver, &Level::WARN), "{driver}");
            assert!(!ceiling.would_enable(driver, &Level::INFO), "{driver}");
        }
        assert!(ceiling.would_enable("lapidary_database::pool", &Level::TRACE));
    }

    #[test]
    fn the_lines_about_requests_can_be_left_out() {
        assert!(ceiling(Switch::On).would_enable(ACCESS, &Level::INFO));
        assert!(!ceiling(Switch::Off).would_enable(ACCESS, &Level::ERROR));
        assert!(ceiling(Switch::Off).would_enable("lapidary::startup", &Level::INFO));
    }
}
