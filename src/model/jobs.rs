//! The background jobs of a server: the last success of each, and whether it is late.
//!
//! This module knows time and names. It does not know what a job does, and logs nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::streak::{Streak, StreakNews};

/// The number of rounds without a success after which a job is late.
const ROUNDS_MISSED: u32 = 3;
/// The minimum interval between two announced streaks of failures of one job.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(60);

/// All jobs of a server.
#[derive(Clone)]
pub struct Jobs {
    all: Arc<Mutex<Vec<Arc<Job>>>>,
    behind_after: Duration,
}

/// What is known of one job.
pub struct Job {
    name: &'static str,
    /// The maximum age of the last success. `None` for a job that waits until it is asked.
    age_max: Option<Duration>,
    behind_after: Duration,
    began_at: Instant,
    record: Mutex<JobRecord>,
}

struct JobRecord {
    succeeded_at: Option<Instant>,
    failures: u64,
    streak: Streak,
}

/// The state of a job at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobReport {
    /// The name of the job.
    pub name: &'static str,
    /// The time since the last success, or since the start of the server. `None` for a job that waits until
    /// it is asked.
    pub age: Option<Duration>,
    /// All failures since the start of the server.
    pub failures: u64,
    /// Whether it has failed, or has not ended, for too long.
    pub is_behind: bool,
}

impl Jobs {
    /// Returns an empty list of jobs. A job is late after this time, and after three of its rounds, without a
    /// success.
    pub fn new(behind_after: Duration) -> Jobs {
        Jobs { all: Arc::default(), behind_after }
    }

    /// Adds a job with a round in every such time.
    pub fn add(&self, name: &'static str, every: Duration) -> Arc<Job> {
        self.insert(name, Some((every * ROUNDS_MISSED).max(self.behind_after)))
    }

    /// Adds a job that does nothing until it is asked.
    pub fn add_idle(&self, name: &'static str) -> Arc<Job> {
        self.insert(name, None)
    }

    fn insert(&self, name: &'static str, age_max: Option<Duration>) -> Arc<Job> {
        let record = JobRecord { succeeded_at: None, failures: 0, streak: Streak::new(ANNOUNCE_EVERY) };
        let job = Job {
            name,
            age_max,
            behind_after: self.behind_after,
            began_at: Instant::now(),
            record: Mutex::new(record),
        };
        let job = Arc::new(job);
        self.all.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&job));
        job
    }

    /// Returns the state of every job, in the order of addition.
    pub fn report(&self, now: Instant) -> Vec<JobReport> {
        let jobs = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.iter().map(|job| job.report(now)).collect()
    }
}

impl Job {
    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Records a success. Returns the end of an announced streak of failures.
    pub fn succeed(&self, now: Instant) -> Option<StreakNews> {
        let mut record = self.record();
        record.succeeded_at = Some(now);
        record.streak.succeed()
    }

    /// Records a failure. Returns the beginning of a streak of failures that needs an announcement.
    pub fn fail(&self, now: Instant) -> Option<StreakNews> {
        let mut record = self.record();
        record.failures += 1;
        record.streak.fail(now)
    }

    /// Records a failure that is announced elsewhere.
    pub fn fail_silently(&self, now: Instant) {
        let mut record = self.record();
        record.failures += 1;
        record.streak.fail_silently(now);
    }

    /// Returns the number of failures since the last success.
    pub fn failures_in_a_row(&self) -> u64 {
        self.record().streak.failures()
    }

    fn report(&self, now: Instant) -> JobReport {
        let record = self.record();
        let since = |at: Instant| now.saturating_duration_since(at);
        let age = self.age_max.map(|_| since(record.succeeded_at.unwrap_or(self.began_at)));
        let is_behind = match age.zip(self.age_max) {
            Some((age, age_max)) => age > age_max,
            None => record.streak.since().is_some_and(|at| since(at) > self.behind_after),
        };
        JobReport { name: self.name, age, failures: record.failures, is_behind }
    }

    fn record(&self) -> MutexGuard<'_, JobRecord> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(jobs: &Jobs, now: Instant) -> Vec<&'static str> {
        jobs.report(now).into_iter().filter(|job| job.is_behind).map(|job| job.name).collect()
    }

    #[test]
    fn a_job_is_behind_when_its_last_success_is_too_old_whether_it_fails_or_hangs() {
        let jobs = Jobs::new(Duration::from_secs(60));
        let (often, seldom) =
            (jobs.add("often", Duration::from_secs(1)), jobs.add("seldom", Duration::from_secs(60)));
        let began = Instant::now();
        let after = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(behind(&jobs, after(59)), [""; 0]);
        // It has neither succeeded nor failed yet.
        assert_eq!(behind(&jobs, after(61)), ["often"]);
        often.succeed(after(61));
        seldom.fail(after(100));
        assert_eq!(behind(&jobs, after(121)), [""; 0]);
        assert_eq!(behind(&jobs, after(182)), ["often", "seldom"]);
        assert!(seldom.succeed(after(182)).is_some() && often.succeed(after(182)).is_none());
        assert_eq!(behind(&jobs, after(182)), [""; 0]);
        let reports = jobs.report(after(183));
        let age = Some(Duration::from_secs(1));
        assert_eq!(reports[1], JobReport { name: "seldom", age, failures: 1, is_behind: false });
    }

    #[test]
    fn a_job_that_nobody_asks_is_not_behind_until_it_fails() {
        let jobs = Jobs::new(Duration::from_secs(60));
        let (job, began) = (jobs.add_idle("idle"), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(behind(&jobs, after(10_000)), [""; 0]);
        assert_eq!(job.fail(after(10_000)), Some(StreakNews::Began));
        assert_eq!(job.failures_in_a_row(), 1);
        assert_eq!(behind(&jobs, after(10_061)), ["idle"]);
        job.succeed(after(10_062));
        assert_eq!(behind(&jobs, after(20_000)), [""; 0]);
    }
}
