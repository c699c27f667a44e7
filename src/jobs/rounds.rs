//! How a job runs: in rounds, with growing delays while it fails or nothing happens. The log gets two lines
//! for each streak of failures, unless an outage of the database explains them.
//!
//! This module does not know what the jobs do.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;

use lapidary_database::was_away_lately;
use lapidary_model::jobs::{Job, Jobs};
use lapidary_model::rest;
use lapidary_model::streak::StreakNews;
use lapidary_service::stream::Activity;

/// The minimum time between the beginnings of two rounds.
const INTERVAL_MIN: Duration = Duration::from_millis(1);
/// The usual maximum delay of jobs after failures, unless their rounds are further apart anyway.
const DELAY_MAX: Duration = Duration::from_secs(30);
/// The maximum rest after long work.
const REST_MAX: Duration = Duration::from_secs(10);
/// The maximum number of times that a delay is doubled.
const DOUBLINGS_MAX: u32 = 20;

/// The rounds of one job, until the server stops.
pub struct Rounds {
    job: Arc<Job>,
    every: Duration,
    delay_max: Duration,
    /// When the last round began.
    began_at: Option<Instant>,
    /// How the rounds slow down while nothing happens. None if they never do.
    quiet: Option<Quiet>,
    pub(super) stopping: CancellationToken,
}

/// How rounds slow down while nothing happens on the server.
struct Quiet {
    heard: watch::Receiver<()>,
    /// The rounds since something happened.
    rounds: u32,
    /// The maximum time between two of them.
    pause_max: Duration,
    /// When the job has work even if nothing happens.
    due: Option<Instant>,
}

/// Makes the rounds of all jobs of a server.
pub struct Plan {
    jobs: Jobs,
    activity: Activity,
    quiet_pause_max: Duration,
    stopping: CancellationToken,
}

impl Plan {
    /// Returns a plan for jobs that are recorded in `jobs` and end with this token. While nothing happens,
    /// some of them run less and less often, down to once in `quiet_pause_max`.
    pub fn new(
        jobs: Jobs,
        activity: Activity,
        quiet_pause_max: Duration,
        stopping: CancellationToken,
    ) -> Plan {
        Plan { jobs, activity, quiet_pause_max, stopping }
    }

    /// Returns rounds at this interval for the job with this name.
    pub fn every(&self, name: &'static str, every: Duration) -> Rounds {
        self.rounds(self.jobs.add(name, every), every)
    }

    /// Returns the same for a job without new work while nothing happens on this server, or whose work may be
    /// late. While nothing happens, its rounds are further and further apart.
    pub fn while_active(&self, name: &'static str, every: Duration) -> Rounds {
        let job = self.jobs.add(name, every.max(self.quiet_pause_max));
        self.rounds(job, every).slowing(&self.activity, self.quiet_pause_max)
    }

    /// Returns the same for a job whose rounds may take long.
    pub fn long_while_active(&self, name: &'static str, every: Duration) -> Rounds {
        self.rounds(self.jobs.add_idle(name), every).slowing(&self.activity, self.quiet_pause_max)
    }

    /// Returns the same for a job that waits until it is asked.
    pub fn when_asked(&self, name: &'static str) -> Rounds {
        self.rounds(self.jobs.add_idle(name), INTERVAL_MIN)
    }

    fn rounds(&self, job: Arc<Job>, every: Duration) -> Rounds {
        Rounds {
            job,
            every,
            delay_max: DELAY_MAX,
            began_at: None,
            quiet: None,
            stopping: self.stopping.clone(),
        }
    }
}

impl Rounds {
    /// Changes the maximum delay after failures.
    pub(super) fn with_delay_max(mut self, delay_max: Duration) -> Rounds {
        self.delay_max = delay_max;
        self
    }

    fn slowing(mut self, activity: &Activity, pause_max: Duration) -> Rounds {
        self.quiet = Some(Quiet { heard: activity.listen(), rounds: 0, pause_max, due: None });
        self
    }

    /// Waits until the next round begins; returns false when the server stops.
    pub(super) async fn next(&mut self) -> bool {
        let stopping = self.stopping.clone();
        let is_due = stopping.run_until_cancelled(self.wait()).await.is_some();
        self.begin();
        is_due
    }

    /// Begins a round now.
    pub(super) fn begin(&mut self) {
        self.began_at = Some(Instant::now());
        self.expect_at(None);
    }

    /// Waits for the pause, and then until something happens.
    pub(super) async fn wait(&mut self) {
        let Some(began_at) = self.began_at else { return };
        let (pause, every) = (self.pause(), self.every);
        sleep_until(began_at + pause).await;
        if let Some(quiet) = &mut self.quiet {
            quiet.wait(began_at, every).await;
        }
    }

    /// Returns the maximum time until the next round while nothing happens.
    pub(super) fn quiet_pause_max(&self) -> Duration {
        self.quiet.as_ref().map_or(self.every, |quiet| quiet.pause_max.max(self.every))
    }

    /// Sets when the job has work even if nothing happens, until the next round begins.
    pub(super) fn expect_at(&mut self, due: Option<Instant>) {
        if let Some(quiet) = &mut self.quiet {
            quiet.due = due;
        }
    }

    /// Runs the work of a round and returns its result, unless the server stops or the work fails.
    pub(super) async fn run<T, E: Display>(&self, work: impl Future<Output = Result<T, E>>) -> Option<T> {
        match self.stopping.run_until_cancelled(work).await? {
            Ok(found) => {
                self.succeed();
                Some(found)
            }
            Err(cause) => {
                self.fail(&cause);
                None
            }
        }
    }

    /// Returns the time between the beginnings of two rounds. Each failure in a row doubles it.
    pub(super) fn pause(&self) -> Duration {
        let every = self.every.max(INTERVAL_MIN);
        let doublings = self.job.failures_in_a_row().saturating_sub(1).min(u64::from(DOUBLINGS_MAX));
        every.saturating_mul(1 << doublings).min(self.delay_max.max(every))
    }

    /// Returns how long a job rests after a part of its work: as long as the work took. So requests have the
    /// database to themselves half of the time.
    pub(super) fn rest(took: Duration) -> Duration {
        rest::after(took, 1, REST_MAX)
    }

    /// Returns the time from the end of a round of this length to the next one. Rounds take at most one of
    /// `parts` of the time. A failed round has done nothing, so the next one is as early as after every
    /// failure.
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

    /// Records the result of a round, and logs the beginning and the end of a streak of failures.
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
    /// own lines, so the job logs none unless it keeps failing afterwards.
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

impl Quiet {
    /// Waits until something happens, something is due, or the pause is over. Each round in which nothing
    /// happens doubles the pause.
    async fn wait(&mut self, began_at: Instant, every: Duration) {
        let pause = every.saturating_mul(1 << self.rounds.min(DOUBLINGS_MAX)).min(self.pause_max);
        let until = self.due.map_or(began_at + pause, |due| due.min(began_at + pause));
        // The sender lives as long as the server. Without it, rounds would only be more frequent.
        match timeout_at(until, self.heard.changed()).await {
            Ok(_) => self.rounds = 0,
            Err(_) => self.rounds = self.rounds.saturating_add(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan with quiet rounds that are up to an hour apart.
    fn plan(jobs: &Jobs, activity: &Activity, stopping: &CancellationToken) -> Plan {
        Plan::new(jobs.clone(), activity.clone(), Duration::from_secs(3_600), stopping.clone())
    }

    #[tokio::test]
    async fn rounds_are_further_apart_while_nothing_happens_but_not_later_than_what_is_due() {
        const EVERY: Duration = Duration::from_millis(5);
        let (jobs, activity) = (Jobs::new(Duration::MAX), Activity::default());
        let plan = plan(&jobs, &activity, &CancellationToken::new());
        let mut rounds = plan.while_active("test", EVERY);
        let began = Instant::now();
        for _ in 0..5 {
            assert!(rounds.next().await);
        }
        // The pauses before the second and later rounds: 1, 2, 4 and 8 times as long.
        assert!(began.elapsed() >= EVERY * 15, "{:?}", began.elapsed());
        // Otherwise it would wait an hour.
        let is_quiet = |rounds: &mut Rounds| {
            if let Some(quiet) = &mut rounds.quiet {
                quiet.rounds = DOUBLINGS_MAX;
            }
        };
        is_quiet(&mut rounds);
        activity.note();
        assert!(rounds.next().await && rounds.quiet.as_ref().is_some_and(|quiet| quiet.rounds == 0));
        is_quiet(&mut rounds);
        rounds.expect_at(Some(Instant::now() + EVERY));
        assert!(rounds.next().await);
        assert!(rounds.quiet.as_ref().is_some_and(|quiet| quiet.due.is_none()), "for one round only");
    }

    #[test]
    fn each_failure_doubles_the_pause_up_to_a_maximum() {
        let plan = plan(&Jobs::new(Duration::MAX), &Activity::default(), &CancellationToken::new());
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
        let plan = plan(&Jobs::new(Duration::MAX), &Activity::default(), &CancellationToken::new());
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
        let plan = plan(&jobs, &Activity::default(), &stopping);
        let mut rounds = plan.every("test", EVERY).with_delay_max(EVERY * 4);
        let (began, mut number) = (Instant::now(), 0);
        while rounds.next().await {
            number += 1;
            rounds.run(async { if (2..=5).contains(&number) { Err("broken") } else { Ok(()) } }).await;
            if number == 7 {
                stopping.cancel();
            }
        }
        // The pauses before the second and later rounds: 1, 1, 2, 4, 4 and 1 times as long. The clock rounds
        // up.
        assert!(began.elapsed() >= EVERY * 12, "{:?}", began.elapsed());
        let report = jobs.report(std::time::Instant::now());
        assert_eq!((number, report[0].failures, rounds.is_failing()), (7, 4, false));
    }
}
