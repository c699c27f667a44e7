//! How a job runs: round after round, with growing delays while it fails, and two lines in the log for each
//! streak of failures that no outage of the database explains.
//!
//! This module does not know what the jobs do.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use lapidary_database::was_away_lately;
use lapidary_model::jobs::{Job, Jobs};
use lapidary_model::rest;
use lapidary_model::streak::StreakNews;

/// The minimum time between the beginnings of two rounds.
const INTERVAL_MIN: Duration = Duration::from_millis(1);
/// The maximum delay of most jobs after failures, if their rounds are not further apart anyway.
const DELAY_MAX: Duration = Duration::from_secs(30);
/// The maximum rest after work that took long.
const REST_MAX: Duration = Duration::from_secs(10);
/// The number of times that a delay is doubled at most.
const DOUBLINGS_MAX: u32 = 20;

/// The rounds of one job, until the server stops.
pub struct Rounds {
    job: Arc<Job>,
    every: Duration,
    delay_max: Duration,
    /// When the last round began.
    began_at: Option<Instant>,
    pub(super) stopping: CancellationToken,
}

/// Makes the rounds of all jobs of a server.
pub struct Plan {
    jobs: Jobs,
    stopping: CancellationToken,
}

impl Plan {
    /// Returns a plan whose jobs are recorded in `jobs` and end with this token.
    pub fn new(jobs: Jobs, stopping: CancellationToken) -> Plan {
        Plan { jobs, stopping }
    }

    /// Returns rounds that begin in every such time, for the job with this name.
    pub fn every(&self, name: &'static str, every: Duration) -> Rounds {
        self.rounds(self.jobs.add(name, every), every)
    }

    /// Returns the same for a job that does nothing until it is asked.
    pub fn when_asked(&self, name: &'static str) -> Rounds {
        self.rounds(self.jobs.add_idle(name), INTERVAL_MIN)
    }

    fn rounds(&self, job: Arc<Job>, every: Duration) -> Rounds {
        Rounds { job, every, delay_max: DELAY_MAX, began_at: None, stopping: self.stopping.clone() }
    }
}

impl Rounds {
    /// Changes the maximum delay after failures.
    pub(super) fn with_delay_max(mut self, delay_max: Duration) -> Rounds {
        self.delay_max = delay_max;
        self
    }

    /// Waits until the next round begins; returns false when the server stops.
    pub(super) async fn next(&mut self) -> bool {
        let due = match self.began_at {
            Some(began_at) => began_at + self.pause(),
            None => Instant::now(),
        };
        let is_due = self.stopping.run_until_cancelled(sleep_until(due)).await.is_some();
        self.began_at = Some(Instant::now());
        is_due
    }

    /// Does the work of a round, unless the server stops.
    pub(super) async fn run<T, E: Display>(&self, work: impl Future<Output = Result<T, E>>) {
        if let Some(done) = self.stopping.run_until_cancelled(work).await {
            self.note(done);
        }
    }

    /// Returns the time from the beginning of a round to that of the next one: each failure in a row doubles
    /// it.
    pub(super) fn pause(&self) -> Duration {
        let every = self.every.max(INTERVAL_MIN);
        let doublings = self.job.failures_in_a_row().saturating_sub(1).min(u64::from(DOUBLINGS_MAX));
        every.saturating_mul(1 << doublings).min(self.delay_max.max(every))
    }

    /// Returns how long a job rests after a part of its work that took this long: as long, so that requests
    /// have the database to themselves for half of the time.
    pub(super) fn rest(took: Duration) -> Duration {
        rest::after(took, 1, REST_MAX)
    }

    /// Returns the time from the end of a round that took this long to the beginning of the next one. Rounds
    /// take at most one of so many `parts` of the time; a round that failed has done nothing, and the next
    /// one is as early as after every failure.
    pub(super) fn pause_after(&self, took: Duration, parts: u32) -> Duration {
        match self.is_failing() {
            true => self.pause(),
            false => self.pause().max(rest::after(took, parts, REST_MAX)),
        }
    }

    /// Whether the last round failed.
    pub(super) fn is_failing(&self) -> bool {
        self.job.failures_in_a_row() > 0
    }

    /// Records how a round has ended, and logs the beginning and the end of a streak of failures.
    pub(super) fn note<T, E: Display>(&self, done: Result<T, E>) {
        match done {
            Ok(_) => self.succeed(),
            Err(cause) => self.fail(&cause),
        }
    }

    /// Records a success, and logs the end of a streak of failures.
    pub(super) fn succeed(&self) {
        if let Some(StreakNews::Ended { lasted, failures }) = self.job.succeed(std::time::Instant::now()) {
            let (job, lasted_ms) = (self.job.name(), lasted.as_millis() as u64);
            tracing::info!(job, failures, lasted_ms, "a job works again");
        }
    }

    /// Records a failure, and logs the beginning of a streak of failures. An outage of the database has its
    /// own lines: a job that it stops has none, unless it goes on failing.
    pub(super) fn fail(&self, cause: &impl Display) {
        let (job, now) = (self.job.name(), std::time::Instant::now());
        let news = match was_away_lately(now) {
            true => {
                self.job.fail_silently(now);
                None
            }
            false => self.job.fail(now),
        };
        match news {
            Some(_) => tracing::warn!(job, %cause, "a job has failed; it is tried again with growing delays"),
            None => tracing::debug!(job, %cause, "a job has failed again"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_doubles_the_pause_up_to_a_maximum() {
        let plan = Plan::new(Jobs::new(Duration::MAX), CancellationToken::new());
        let often = plan.every("often", Duration::from_secs(1)).with_delay_max(Duration::from_secs(5));
        let seldom = plan.every("seldom", Duration::from_secs(60));
        let pauses = |rounds: &Rounds| {
            let pause = |_| {
                rounds.fail(&"broken");
                rounds.pause().as_secs()
            };
            std::iter::once(rounds.pause().as_secs()).chain((0..100).map(pause)).collect::<Vec<_>>()
        };
        assert_eq!(pauses(&often)[..6], [1, 1, 2, 4, 5, 5]);
        assert_eq!(pauses(&often)[100], 5);
        assert!(pauses(&seldom).iter().all(|pause| *pause == 60));
        often.succeed();
        assert_eq!(often.pause().as_secs(), 1);
    }

    #[test]
    fn a_round_that_took_long_or_failed_delays_the_next_one_by_seconds() {
        let plan = Plan::new(Jobs::new(Duration::MAX), CancellationToken::new());
        let rounds = plan.every("test", Duration::from_secs(1));
        let pauses = || [0, 100, 200, 12_000].map(|took| rounds.pause_after(Duration::from_millis(took), 20));
        assert_eq!(pauses().map(|pause| pause.as_secs()), [1, 2, 4, 10]);
        rounds.fail(&"broken");
        assert_eq!(pauses().map(|pause| pause.as_secs()), [1, 1, 1, 1]);
        assert_eq!(Rounds::rest(Duration::from_secs(12)), REST_MAX);
    }

    #[tokio::test]
    async fn a_job_that_fails_is_tried_less_and_less_often_until_it_works() {
        const EVERY: Duration = Duration::from_millis(5);
        let (jobs, stopping) = (Jobs::new(Duration::MAX), CancellationToken::new());
        let plan = Plan::new(jobs.clone(), stopping.clone());
        let mut rounds = plan.every("test", EVERY).with_delay_max(EVERY * 4);
        let (began, mut number) = (Instant::now(), 0);
        while rounds.next().await {
            number += 1;
            rounds.run(async { if (2..=5).contains(&number) { Err("broken") } else { Ok(()) } }).await;
            if number == 7 {
                stopping.cancel();
            }
        }
        // The pauses before the rounds from the second one on: 1, 1, 2, 4, 4 and 1 times as long, less what
        // the clock rounds up.
        assert!(began.elapsed() >= EVERY * 12, "{:?}", began.elapsed());
        let report = jobs.report(std::time::Instant::now());
        assert_eq!((number, report[0].failures, rounds.is_failing()), (7, 4, false));
    }
}
