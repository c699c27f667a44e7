//! A rate limit (the generic cell rate algorithm).
//!
//! It knows only time. It does not know the senders or the purpose of requests.

use std::time::{Duration, Instant};

/// A number of requests in a window of time. All of them may come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The number of requests, at least 1.
    pub quota: u32,
    /// The length of the window.
    pub window: Duration,
}

/// What is left after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remaining {
    /// The number of requests that may follow at once.
    pub remaining: u32,
    /// The time until the full quota is available again.
    pub reset: Duration,
}

/// The moment at which a party has its full quota again. If it is in the past, the bucket is like a new one.
#[derive(Debug, Clone, Copy)]
pub struct Bucket(Instant);

impl Bucket {
    /// Returns a bucket with the full quota.
    pub fn full(now: Instant) -> Self {
        Bucket(now)
    }

    /// Returns whether the bucket is like a new one, so that it need not be stored.
    pub fn is_full(&self, now: Instant) -> bool {
        self.0 <= now
    }

    /// Takes one request from the bucket, or returns the wait until the next one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<Remaining, Duration> {
        let quota = rate.quota.max(1);
        let interval = (rate.window / quota).max(Duration::from_nanos(1));
        let after = self.0.max(now) + interval;
        let used = after - now;
        if used > rate.window {
            return Err(used - rate.window);
        }
        self.0 = after;
        let remaining = (rate.window - used).as_nanos() / interval.as_nanos();
        Ok(Remaining { remaining: u32::try_from(remaining).unwrap_or(quota).min(quota - 1), reset: used })
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
        assert_eq!(left, Remaining { remaining: 0, reset: Duration::from_secs(6) });
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
