//! Logs: who writes them and in which form.
//!
//! It knows the subscriber; what is worth a line is decided where it happens.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, LogSettings};

/// Sends the log lines to standard error in the form the settings ask for.
///
/// A second call in one process changes nothing, so that tests may start many servers.
pub fn start(settings: &LogSettings) {
    let filter = EnvFilter::try_new(&settings.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let started = match settings.format {
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
        LogFormat::Pretty => lines.try_init(),
    };
    if started.is_err() {
        tracing::debug!("logs were started before");
    }
}
