//! The heartbeat of the service. It detects outages and wrong clocks.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};

use super::playing::Playing;
use crate::games::GameRefusal;
use lapidary_model::clock_difference::{clock_difference, is_too_far};
use lapidary_model::counters::Counters;
use lapidary_model::game::Version;
use lapidary_model::streak::{Streak, StreakNews};
use lapidary_store::heartbeat::{self, Beat};

/// The minimum interval between two log lines about a wrong clock.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(600);

/// Whether the clock of this process is too far from that of the database.
static CLOCK: LazyLock<Mutex<Streak>> = LazyLock::new(|| Mutex::new(Streak::new(ANNOUNCE_EVERY)));

#[boxed]
impl Playing {
    /// Records that the service is running. After an outage, or a jump of the database clock, moves all
    /// running deadlines by the gap and announces the affected games.
    pub async fn beat(&self) -> Result<(), GameRefusal> {
        let mut connection = self.pool.get().await?;
        let before = Utc::now();
        let Beat { now, last, moved } = heartbeat::beat(&mut connection, self.settings.outage_after).await?;
        drop(connection);
        *self.last_beat.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        note_difference(clock_difference(before, now, Utc::now()));
        if moved.is_empty() {
            return Ok(());
        }
        tracing::warn!(games = moved.len(), "the service was not running: the deadlines have moved");
        // The versions are the same as before.
        let news: Vec<_> = moved.into_iter().map(|game| (game, Version::ZERO)).collect();
        self.watchers.announce_all(&news);
        Ok(())
    }
}

/// Records how far this server is ahead of the database. Logs when that becomes too far, and when it is
/// normal again.
fn note_difference(ahead: TimeDelta) {
    let ahead_s = ahead.as_seconds_f64();
    Counters::shared().clock_ahead.set(ahead_s);
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let news = if is_too_far(ahead) { clock.fail(Instant::now()) } else { clock.succeed() };
    match news {
        Some(StreakNews::Began) => tracing::warn!(
            ahead_s,
            "the clock of this server is not that of the database: servers that differ refuse each other's \
             access tokens"
        ),
        Some(StreakNews::Ended { .. }) => {
            tracing::info!(ahead_s, "the clock of this server is that of the database again")
        }
        None => {}
    }
}
