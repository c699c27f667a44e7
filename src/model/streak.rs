//! A streak of failures of something that is retried. It is logged once at its beginning and once at its end,
//! however many failures it has.
//!
//! This module knows time. It does not know what fails.

use std::time::{Duration, Instant};

/// The failures since the last success, and the time of the last announced streak.
#[derive(Debug)]
pub struct Streak {
    current: Option<Current>,
    announced_at: Option<Instant>,
    /// The minimum interval between announced streaks, so that unstable things do not fill the log.
    announce_every: Duration,
}

#[derive(Debug)]
struct Current {
    since: Instant,
    /// The time of the last failure.
    until: Instant,
    failures: u64,
    announced: bool,
}

/// An event for the log.
#[derive(Debug, PartialEq, Eq)]
pub enum StreakNews {
    /// A streak has begun.
    Began,
    /// A streak that was announced is over.
    Ended {
        /// The time between its first and its last failure.
        lasted: Duration,
        /// The number of its failures.
        failures: u64,
    },
}

impl Streak {
    /// Returns no streak. Later, one streak is announced in this time.
    pub fn new(announce_every: Duration) -> Streak {
        Streak { current: None, announced_at: None, announce_every }
    }

    /// Returns the number of failures since the last success.
    pub fn failures(&self) -> u64 {
        self.current.as_ref().map_or(0, |current| current.failures)
    }

    /// Returns when the first failure since the last success was.
    pub fn since(&self) -> Option<Instant> {
        self.current.as_ref().map(|current| current.since)
    }

    /// Records a failure that is announced elsewhere.
    pub fn fail_silently(&mut self, now: Instant) {
        let current =
            self.current.get_or_insert(Current { since: now, until: now, failures: 0, announced: false });
        current.failures += 1;
        current.until = now;
    }

    /// Records a failure.
    pub fn fail(&mut self, now: Instant) -> Option<StreakNews> {
        self.fail_silently(now);
        let Streak { current, announced_at, announce_every } = self;
        let current = current.as_mut()?;
        let is_early = announced_at.is_some_and(|before| now.duration_since(before) < *announce_every);
        if current.announced || is_early {
            return None;
        }
        current.announced = true;
        *announced_at = Some(now);
        Some(StreakNews::Began)
    }

    /// Records a success.
    pub fn succeed(&mut self) -> Option<StreakNews> {
        let ended = self.current.take().filter(|current| current.announced)?;
        let lasted = ended.until.duration_since(ended.since);
        Some(StreakNews::Ended { lasted, failures: ended.failures })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOUNCE_EVERY: Duration = Duration::from_secs(10);

    fn begin() -> (Streak, Instant) {
        (Streak::new(ANNOUNCE_EVERY), Instant::now())
    }

    #[test]
    fn a_streak_is_announced_once_at_its_beginning_and_once_at_its_end() {
        let (mut streak, began) = begin();
        assert_eq!(streak.succeed(), None);
        assert_eq!(streak.fail(began), Some(StreakNews::Began));
        assert!((0..1000).all(|_| streak.fail(began).is_none()));
        assert_eq!((streak.failures(), streak.since()), (1001, Some(began)));
        assert_eq!(streak.succeed(), Some(StreakNews::Ended { lasted: Duration::ZERO, failures: 1001 }));
        assert_eq!((streak.succeed(), streak.failures(), streak.since()), (None, 0, None));
    }

    #[test]
    fn a_streak_lasts_until_the_last_failure_however_late_the_next_try_is() {
        let (mut streak, began) = begin();
        assert_eq!(streak.fail(began), Some(StreakNews::Began));
        let lasted = Duration::from_secs(6);
        (1..=6).for_each(|second| _ = streak.fail(began + Duration::from_secs(second)));
        // The next attempt is two minutes later. No clock is read then.
        assert_eq!(streak.succeed(), Some(StreakNews::Ended { lasted, failures: 7 }));
    }

    #[test]
    fn something_unstable_does_not_fill_the_log() {
        let (mut streak, began) = begin();
        let logged = (0..1000).filter(|&step| {
            let now = began + Duration::from_millis(10 * step);
            let news = if step % 2 == 0 { streak.fail(now) } else { streak.succeed() };
            news.is_some()
        });
        assert_eq!(logged.count(), 2);
        assert_eq!(streak.fail(began + ANNOUNCE_EVERY), Some(StreakNews::Began));
    }

    #[test]
    fn a_long_streak_soon_after_another_one_is_announced_later() {
        let (mut streak, began) = begin();
        assert_eq!(streak.fail(began), Some(StreakNews::Began));
        assert!(streak.succeed().is_some());
        let second = began + Duration::from_secs(1);
        assert_eq!(streak.fail(second), None);
        assert_eq!(streak.fail(began + ANNOUNCE_EVERY), Some(StreakNews::Began));
        let lasted = ANNOUNCE_EVERY - Duration::from_secs(1);
        assert_eq!(streak.succeed(), Some(StreakNews::Ended { lasted, failures: 2 }));
    }
}
