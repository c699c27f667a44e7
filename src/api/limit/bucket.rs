//! A rate and what is left of it (the generic cell rate algorithm).
//!
//! It knows time alone: who asks and for what is known elsewhere.

use std::time::{Duration, Instant};

/// So many requests in so long a time; all of them may come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many, at least 1.
    pub quota: u32,
    /// In how long a time.
    pub window: Duration,
}

/// What is left after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// How many requests may follow at once.
    pub remaining: u32,
    /// How long until all are there again.
    pub reset: Duration,
}

/// The moment at which a party will have used up nothing; one that lies in the past is as good as none.
#[derive(Debug, Clone, Copy)]
pub struct Bucket(Instant);

impl Bucket {
    /// A bucket from which nothing was taken.
    pub fn full(now: Instant) -> Self {
        Bucket(now)
    }

    /// Whether nothing is known of it that a new bucket would not know.
    pub fn is_full(&self, now: Instant) -> bool {
        self.0 <= now
    }

    /// Takes a request out, or tells how long to wait for one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<Left, Duration> {
        let quota = rate.quota.max(1);
        let interval = (rate.window / quota).max(Duration::from_nanos(1));
        let after = self.0.max(now) + interval;
        let used = after - now;
        if used > rate.window {
            return Err(used - rate.window);
        }
        self.0 = after;
        let remaining = (rate.window - used).as_nanos() / interval.as_nanos();
        Ok(Left { remaining: u32::try_from(remaining).unwrap_or(quota).min(quota - 1), reset: used })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { quota: 3, window: Duration::from_secs(6) };

    #[test]
    fn a_burst_is_served_and_then_one_request_for_each_interval() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        let remaining: Vec<u32> = (0..3).map(|_| bucket.take(RATE, start).unwrap().remaining).collect();
        assert_eq!(remaining, [2, 1, 0]);
        assert_eq!(bucket.take(RATE, start), Err(Duration::from_secs(2)));
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(1)), Err(Duration::from_secs(1)));
        let left = bucket.take(RATE, start + Duration::from_secs(2)).unwrap();
        assert_eq!(left, Left { remaining: 0, reset: Duration::from_secs(6) });
    }

    #[test]
    fn after_the_window_everything_is_there_again() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        (0..3).for_each(|_| assert!(bucket.take(RATE, start).is_ok()));
        assert!(!bucket.is_full(start + Duration::from_secs(5)));
        assert!(bucket.is_full(start + Duration::from_secs(6)));
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(60)).unwrap().remaining, 2);
    }
}
