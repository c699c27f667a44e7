//! Logs: who writes them, in which form, and what no setting can make them hold.
//!
//! It knows the subscriber; what is worth a line is decided where it happens.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::settings::{LogFormat, LogSettings, Switch};

/// The finest level at which libraries may log: below it they write what they carry, keys and bodies included.
const LIBRARIES_MAX: LevelFilter = LevelFilter::INFO;

/// The finest level of database drivers, which write every bound value at `debug`, and what the database says at `info`.
const DRIVERS_MAX: LevelFilter = LevelFilter::WARN;

/// The drivers, by the beginning of their targets.
const DRIVERS: [&str; 4] = ["tokio_postgres", "postgres", "diesel", "deadpool"];

/// The target of the lines about requests.
const ACCESS: &str = "lapidary::access";

/// Log lines that may wait to be written; more are dropped, so that a log that nobody reads never stops the server.
const LINES_WAITING_MAX: usize = 20_000;

/// What was started.
struct Logs {
    format: LogFormat,
    /// Writes what still waits when it is dropped.
    writer: Mutex<Option<WorkerGuard>>,
}

static LOGS: OnceLock<Logs> = OnceLock::new();

/// Sends the log lines to standard error in the form that the settings ask for.
///
/// A thread of its own writes them, because a request must not wait for whoever reads the log.
pub fn start(settings: &LogSettings) {
    let terminal = std::io::stderr().is_terminal();
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(LINES_WAITING_MAX);
    let (writer, guard) = builder.thread_name("log").finish(std::io::stderr());
    // By level and target alone: a filter that looks into spans is asked whenever a request goes on, and costs a tenth of
    // the turns in a second.
    let asked: Targets =
        settings.filter.parse().unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    // Both must agree, so what is asked for cannot lift the ceiling.
    let filtered = registry().with(asked).with(ceiling(settings.access));
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

/// Says why the program ends without success, in the form of the logs if they were started.
pub fn fail(reason: impl Display) {
    match LOGS.get().map(|logs| logs.format) {
        Some(LogFormat::Json) => tracing::error!(%reason, "the server ends"),
        Some(LogFormat::Pretty) | None => eprintln!("lapidary: {reason}"),
    }
}

/// Writes the lines that still wait; later ones are lost.
pub fn finish() {
    if let Some(logs) = LOGS.get() {
        drop(logs.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The finest level of each target, whatever the settings say.
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
        assert!(ceiling.would_enable("lapidary::database::pool", &Level::TRACE));
    }

    #[test]
    fn the_lines_about_requests_can_be_left_out() {
        assert!(ceiling(Switch::On).would_enable(ACCESS, &Level::INFO));
        assert!(!ceiling(Switch::Off).would_enable(ACCESS, &Level::ERROR));
        assert!(ceiling(Switch::Off).would_enable("lapidary::startup", &Level::INFO));
    }
}
