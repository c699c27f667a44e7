//! Whether anything happens on this server, for the jobs that look seldom while nothing does.
//!
//! It does not know what has happened.

use std::sync::Arc;

use tokio::sync::watch;

/// What has happened on this server, without saying what.
#[derive(Clone, Default)]
pub struct Activity(Arc<watch::Sender<()>>);

impl Activity {
    /// Notes that something has happened from which work for a job may follow. Call it after the commit.
    pub fn note(&self) {
        self.0.send_replace(());
    }

    /// Returns what hears of all that happens from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
