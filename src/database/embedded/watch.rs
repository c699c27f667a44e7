//! Keeps the embedded server running. Checks whether it is alive, restarts it after its death, and keeps its
//! log small.
//!
//! This module knows when to check and how long to wait between attempts. `cluster` knows how to start the
//! server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::sync::CancellationToken;

use super::cluster::{Cluster, Origin};
use super::launch_error::LaunchError;

/// The interval between two checks of the server.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The interval between two checks of the log's size.
const LOOK_AT_LOG_EVERY: Duration = Duration::from_secs(60);

/// The delay after the first failed attempt; each further failure doubles it.
const DELAY_MIN: Duration = Duration::from_secs(1);

/// The maximum delay between two attempts.
const DELAY_MAX: Duration = Duration::from_secs(60);

/// The uptime after which a dead server is restarted at once. Otherwise the delay grows.
const STEADY_AFTER: Duration = Duration::from_secs(300);

/// The background task that watches a cluster.
#[derive(Debug)]
pub struct Watch {
    stop: CancellationToken,
    watching: JoinHandle<()>,
}

impl Watch {
    /// Starts to watch the cluster.
    pub fn over(cluster: Arc<Cluster>) -> Watch {
        let stop = CancellationToken::new();
        let watching = tokio::spawn(watch(cluster, stop.clone()));
        Watch { stop, watching }
    }

    /// Stops watching; a start in progress is completed first.
    pub async fn end(self) {
        self.stop.cancel();
        if let Err(reason) = self.watching.await {
            tracing::error!(%reason, "the task that watches the embedded database failed");
        }
    }
}

async fn watch(cluster: Arc<Cluster>, stop: CancellationToken) {
    let (mut delay, mut looked_at) = (Delay::default(), Instant::now());
    while pause(LOOK_EVERY, &stop).await {
        if !cluster.is_running() {
            delay.note_death(Instant::now());
            if !revive(&cluster, &mut delay, &stop).await {
                return;
            }
        }
        if looked_at.elapsed() >= LOOK_AT_LOG_EVERY {
            looked_at = Instant::now();
            keep_log_small(&cluster).await;
        }
    }
}

/// Restarts the server until it runs. Logs the beginning, the first failure and the end.
async fn revive(cluster: &Arc<Cluster>, delay: &mut Delay, stop: &CancellationToken) -> bool {
    let began = Instant::now();
    let log = cluster.log();
    tracing::error!(log = %log.display(), "the embedded database has died; restarting it");
    let mut attempts = 0_u32;
    loop {
        if !pause(delay.next(), stop).await {
            return false;
        }
        attempts += 1;
        match start_again(cluster).await {
            Ok(origin) => {
                delay.note_start(Instant::now());
                let after_ms = began.elapsed().as_millis() as u64;
                tracing::info!(?origin, attempts, after_ms, "the embedded database runs again");
                return true;
            }
            Err(reason) if attempts == 1 => {
                tracing::error!(%reason, "the embedded database did not start; trying again");
            }
            Err(reason) => tracing::debug!(%reason, attempts, "the embedded database did not start"),
        }
        delay.grow();
    }
}

async fn keep_log_small(cluster: &Arc<Cluster>) {
    let cluster = cluster.clone();
    if let Ok(Err(reason)) = spawn_blocking(move || cluster.keep_log_small()).await {
        tracing::warn!(%reason, "the log of the embedded database grows");
    }
}

async fn start_again(cluster: &Arc<Cluster>) -> Result<Origin, LaunchError> {
    let cluster = cluster.clone();
    spawn_blocking(move || cluster.revive()).await.map_err(|error| LaunchError::Io {
        what: "wait for the start of the embedded database".into(),
        source: error.into(),
    })?
}

/// Waits; returns false when the watch ends.
async fn pause(time: Duration, stop: &CancellationToken) -> bool {
    tokio::time::timeout(time, stop.cancelled()).await.is_err()
}

/// The delay before the next attempt.
#[derive(Debug, Default)]
struct Delay {
    wait: Duration,
    started_at: Option<Instant>,
}

impl Delay {
    fn next(&self) -> Duration {
        self.wait
    }

    fn grow(&mut self) {
        self.wait = (self.wait * 2).clamp(DELAY_MIN, DELAY_MAX);
    }

    fn note_start(&mut self, now: Instant) {
        self.started_at = Some(now);
    }

    fn note_death(&mut self, now: Instant) {
        match self.started_at {
            Some(at) if now.duration_since(at) < STEADY_AFTER => self.grow(),
            _ => self.wait = Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_starts_double_the_delay_up_to_a_limit() {
        let mut delay = Delay::default();
        delay.note_death(Instant::now());
        let waits: Vec<u64> = (0..9)
            .map(|_| {
                let wait = delay.next().as_secs();
                delay.grow();
                wait
            })
            .collect();
        assert_eq!(waits, [0, 1, 2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn a_server_that_dies_repeatedly_is_restarted_with_growing_delays() {
        let (mut delay, now) = (Delay::default(), Instant::now());
        for wait in [0, 1, 2, 4] {
            delay.note_death(now);
            assert_eq!(delay.next(), Duration::from_secs(wait));
            delay.note_start(now);
        }
        delay.note_death(now + STEADY_AFTER);
        assert_eq!(delay.next(), Duration::ZERO);
    }
}
