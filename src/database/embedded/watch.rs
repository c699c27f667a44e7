//! Keeps the embedded server running: looks whether it lives, and starts it again when it has died.
//!
//! Knows when to look and how long to wait between attempts. How a server is started stands in `cluster`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::sync::CancellationToken;

use super::cluster::{Cluster, Origin};
use super::launch_error::LaunchError;

/// How often the server is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The wait after the first failed attempt to start it; each further failure doubles it.
const DELAY_MIN: Duration = Duration::from_secs(1);

/// The longest wait between two attempts.
const DELAY_MAX: Duration = Duration::from_secs(60);

/// A server that has run for so long is started again at once; one that dies earlier waits longer each time.
const STEADY_AFTER: Duration = Duration::from_secs(300);

/// The watch over a cluster.
#[derive(Debug)]
pub struct Watch {
    stop: CancellationToken,
    watching: JoinHandle<()>,
}

impl Watch {
    /// Watches the cluster from now on.
    pub fn over(cluster: Arc<Cluster>) -> Watch {
        let stop = CancellationToken::new();
        let watching = tokio::spawn(watch(cluster, stop.clone()));
        Watch { stop, watching }
    }

    /// Ends the watch; a start that is under way is finished first.
    pub async fn end(self) {
        self.stop.cancel();
        if let Err(reason) = self.watching.await {
            tracing::error!(%reason, "the watch over the embedded database broke down");
        }
    }
}

async fn watch(cluster: Arc<Cluster>, stop: CancellationToken) {
    let mut delay = Delay::default();
    while pause(LOOK_EVERY, &stop).await {
        if !cluster.lives() {
            delay.note_death(Instant::now());
            if !revive(&cluster, &mut delay, &stop).await {
                return;
            }
        }
    }
}

/// Starts the server until it runs; tells the log at the beginning, at the first failure and at the end.
async fn revive(cluster: &Arc<Cluster>, delay: &mut Delay, stop: &CancellationToken) -> bool {
    let began = Instant::now();
    let log = cluster.log();
    tracing::error!(log = %log.display(), "the embedded database has died; it is started again");
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
                tracing::error!(%reason, "the embedded database did not start; it is tried again");
            }
            Err(reason) => tracing::debug!(%reason, attempts, "the embedded database did not start"),
        }
        delay.grow();
    }
}

async fn start_again(cluster: &Arc<Cluster>) -> Result<Origin, LaunchError> {
    let cluster = cluster.clone();
    spawn_blocking(move || cluster.revive()).await.map_err(|error| LaunchError::Io {
        what: "wait for the start of the embedded database".into(),
        source: error.into(),
    })?
}

/// Waits; false when the watch ends.
async fn pause(time: Duration, stop: &CancellationToken) -> bool {
    tokio::time::timeout(time, stop.cancelled()).await.is_err()
}

/// How long to wait before the next attempt.
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
    fn failed_starts_wait_twice_as_long_each_time_up_to_a_limit() {
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
    fn a_server_that_dies_again_and_again_is_started_ever_later() {
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
