//! Logs: who writes them and in which form.
//!
//! It knows the subscriber; what is worth a line is decided where it happens.

use std::io::IsTerminal;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::settings::{LogFormat, LogSettings};

/// Sends the log lines to standard error in the form the settings ask for.
///
/// A second call in one process changes nothing, so that tests may start many servers.
pub fn start(settings: &LogSettings) {
    // By level and target alone: a filter that looks into spans is asked whenever a request goes on, and costs a tenth of
    // the turns in a second.
    let filter: Targets =
        settings.filter.parse().unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let lines = fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let started = match settings.format {
        LogFormat::Json => registry().with(filter).with(lines.json().flatten_event(true)).try_init(),
        LogFormat::Pretty => registry().with(filter).with(lines).try_init(),
    };
    if started.is_err() {
        tracing::debug!("logs were started before");
    }
}
