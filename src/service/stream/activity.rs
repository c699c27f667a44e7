//! Whether anything happens on this server. Jobs that poll less often without activity use it.
//!
//! It does not know what has happened.

use std::sync::Arc;

use tokio::sync::watch;

/// Signals that something has happened on this server, without saying what.
#[derive(Clone, Default)]
pub struct Activity(Arc<watch::Sender<()>>);

impl Activity {
    /// Notes that something has happened that may mean work for a job. Call it after the commit.
    pub fn note(&self) {
        self.0.send_replace(());
    }

    /// Returns a receiver for all signals from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
