//! Limits on password attempts: growing delays for each account and network, for each network, and for each
//! device.
//!
//! An attempt counts as failed from its start until it succeeds, so that parallel attempts cannot exceed the
//! limit. No client can lock out another: failures from other networks do not count. Two kinds of clients are
//! counted separately from their network: a device that presents an earlier refresh token, and an account
//! that recently logged in from the network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{SessionId, network};

/// The maximum number of remembered parties of each kind.
const ENTRIES_MAX: usize = 65_536;
/// The time without a failure after which a party is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(15 * 60);
/// How long a network is remembered after a login of an account: the default lifetime of a session.
const KNOWN_FOR: Duration = Duration::from_secs(30 * 24 * 3_600);

/// The growth of a delay.
struct Growth {
    /// The number of failures without a delay.
    free: u32,
    /// The maximum delay.
    delay_max: Duration,
}

const ACCOUNT: Growth = Growth { free: 3, delay_max: Duration::from_secs(60) };
/// A household or a school shares one address, so the delay stays short.
const NETWORK: Growth = Growth { free: 20, delay_max: Duration::from_secs(5) };

/// A party with a common count of failures.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum FailingParty {
    /// Everyone who tries the password of one account from one network.
    Account(IpAddr, Box<str>),
    /// All unknown clients in one network.
    Network(IpAddr),
    /// The device that holds a token of this session.
    Device(SessionId),
}

impl FailingParty {
    const fn growth(&self) -> &'static Growth {
        match self {
            FailingParty::Account(..) | FailingParty::Device(_) => &ACCOUNT,
            FailingParty::Network(_) => &NETWORK,
        }
    }
}

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: Instant,
    /// The number of started attempts without a result.
    pending: u32,
}

/// The clients of a network that wait for a turn together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Unknown clients.
    Strangers,
    /// Everyone who uses an account that recently logged in from this network.
    Account(Box<str>),
    /// A device that presents a token of this session.
    Device(SessionId),
}

/// A client that presents a password, as far as it is known.
#[derive(Debug, Clone)]
pub struct Presenter {
    network: IpAddr,
    name: Box<str>,
    lane: Lane,
}

impl Presenter {
    /// The client's network.
    pub fn network(&self) -> IpAddr {
        self.network
    }

    /// The queue in which the client waits for password hashing.
    pub fn lane(&self) -> Lane {
        self.lane.clone()
    }

    fn parties(&self) -> Vec<FailingParty> {
        let account = FailingParty::Account(self.network, self.name.clone());
        match self.lane {
            Lane::Strangers => vec![account, FailingParty::Network(self.network)],
            Lane::Account(_) => vec![account],
            Lane::Device(session) => vec![FailingParty::Device(session)],
        }
    }
}

/// The recent failures and successful logins.
pub struct Throttle(Mutex<FailureMemory>);

struct FailureMemory {
    /// The delay after the first failure with a delay.
    first_delay: Duration,
    failures: HashMap<FailingParty, Failures>,
    /// The time of the last login of an account from a network.
    known: HashMap<(IpAddr, Box<str>), Instant>,
}

/// An attempt to log in. Dropping it without another result counts as a failure.
#[must_use = "an attempt counts as failed when it is dropped"]
pub struct Try<'a> {
    throttle: &'a Throttle,
    presenter: Presenter,
    begun: Instant,
    verdict: ThrottleVerdict,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ThrottleVerdict {
    Failed,
    Succeeded,
    Unjudged,
}

impl Throttle {
    /// Returns a memory without failures. The longest delay is at least as long as this first one.
    pub fn new(first_delay: Duration) -> Throttle {
        Throttle(Mutex::new(FailureMemory { first_delay, failures: HashMap::new(), known: HashMap::new() }))
    }

    /// Identifies a client with a password for an account. `device` is the session of a token that the client
    /// has proved to hold.
    pub fn presenter(
        &self,
        address: IpAddr,
        name: &str,
        device: Option<SessionId>,
        now: Instant,
    ) -> Presenter {
        let (network, name) = (network::of(address), Box::<str>::from(name.to_ascii_lowercase()));
        let known = self.open().known.get(&(network, name.clone())).copied();
        let lane = match device {
            Some(session) => Lane::Device(session),
            None if known.is_some_and(|at| now.duration_since(at) < KNOWN_FOR) => Lane::Account(name.clone()),
            None => Lane::Strangers,
        };
        Presenter { network, name, lane }
    }

    /// Returns how long the client must wait before its next attempt.
    pub fn delay(&self, presenter: &Presenter, now: Instant) -> Option<Duration> {
        self.open().delay(presenter, now)
    }

    /// Starts an attempt. The error is the time to wait if none is allowed yet.
    pub fn begin(&self, presenter: Presenter, now: Instant) -> Result<Try<'_>, Duration> {
        let mut memory = self.open();
        if let Some(delay) = memory.delay(&presenter, now) {
            return Err(delay);
        }
        memory.make_room(now);
        for party in presenter.parties() {
            memory.failures.entry(party).or_insert(Failures { count: 0, last: now, pending: 0 }).pending += 1;
        }
        drop(memory);
        Ok(Try { throttle: self, presenter, begun: now, verdict: ThrottleVerdict::Failed })
    }

    fn open(&self) -> MutexGuard<'_, FailureMemory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FailureMemory {
    fn delay(&self, presenter: &Presenter, now: Instant) -> Option<Duration> {
        let of =
            |party: FailingParty| self.failures.get(&party)?.delay(self.first_delay, party.growth(), now);
        presenter.parties().into_iter().filter_map(of).max()
    }

    fn make_room(&mut self, now: Instant) {
        if self.failures.len() >= ENTRIES_MAX {
            self.failures.retain(|_, failures| failures.pending > 0 || !failures.are_forgotten(now));
        }
        if self.failures.len() >= ENTRIES_MAX {
            self.failures.retain(|_, failures| failures.pending > 0);
        }
    }

    fn settle(&mut self, tried: &Try<'_>) {
        for party in tried.presenter.parties() {
            let of_network = matches!(party, FailingParty::Network(_));
            let Some(failures) = self.failures.get_mut(&party) else { continue };
            failures.pending = failures.pending.saturating_sub(1);
            match tried.verdict {
                ThrottleVerdict::Failed => failures.add(tried.begun),
                // A success of one client proves nothing about failures of others in its network.
                ThrottleVerdict::Succeeded if !of_network => failures.count = 0,
                ThrottleVerdict::Succeeded | ThrottleVerdict::Unjudged => {}
            }
            if failures.count == 0 && failures.pending == 0 {
                self.failures.remove(&party);
            }
        }
        if tried.verdict == ThrottleVerdict::Succeeded {
            self.know(&tried.presenter, tried.begun);
        }
    }

    fn know(&mut self, presenter: &Presenter, now: Instant) {
        if matches!(presenter.lane, Lane::Device(_)) {
            return;
        }
        if self.known.len() >= ENTRIES_MAX {
            self.known.retain(|_, at| now.duration_since(*at) < KNOWN_FOR);
        }
        if self.known.len() < ENTRIES_MAX {
            self.known.insert((presenter.network, presenter.name.clone()), now);
        }
    }
}

impl Failures {
    fn are_forgotten(&self, now: Instant) -> bool {
        now.duration_since(self.last) >= FORGET_AFTER
    }

    fn add(&mut self, at: Instant) {
        let forgotten = at.saturating_duration_since(self.last) >= FORGET_AFTER;
        self.count = if forgotten { 1 } else { self.count.saturating_add(1) };
        self.last = self.last.max(at);
    }

    /// Returns the rest of the delay, which doubles with each failure that is not free. A pending attempt
    /// counts as a failure at this moment.
    fn delay(&self, first: Duration, growth: &Growth, now: Instant) -> Option<Duration> {
        let count = self.count.saturating_add(self.pending);
        let last = if self.pending > 0 { now } else { self.last };
        let beyond = count.checked_sub(growth.free)?;
        let delay = first.saturating_mul(1 << beyond.min(16)).min(growth.delay_max.max(first));
        let left = delay.checked_sub(now.duration_since(last))?;
        (!left.is_zero()).then_some(left)
    }
}

impl Try<'_> {
    /// Ends the attempt with the right password and forgets earlier failures.
    pub fn succeeded(mut self) {
        self.verdict = ThrottleVerdict::Succeeded;
    }

    /// Ends the attempt without a result: it does not count.
    pub fn unjudged(mut self) {
        self.verdict = ThrottleVerdict::Unjudged;
    }
}

impl Drop for Try<'_> {
    fn drop(&mut self) {
        self.throttle.open().settle(self);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const AWAY: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 1));

    fn begin<'a>(
        throttle: &'a Throttle,
        address: IpAddr,
        name: &str,
        now: Instant,
    ) -> Result<Try<'a>, Duration> {
        throttle.begin(throttle.presenter(address, name, None, now), now)
    }

    fn delay(throttle: &Throttle, address: IpAddr, name: &str, now: Instant) -> Option<Duration> {
        throttle.delay(&throttle.presenter(address, name, None, now), now)
    }

    /// Waits for the delay and fails once. Returns the time afterwards.
    fn fail(throttle: &Throttle, address: IpAddr, name: &str, now: Instant) -> Instant {
        let at = now + delay(throttle, address, name, now).unwrap_or_default();
        drop(begin(throttle, address, name, at));
        at
    }

    #[test]
    fn delays_grow_with_each_failure_and_end_after_a_while() {
        let (throttle, start) = (Throttle::new(Duration::from_secs(1)), Instant::now());
        let mut now = start;
        let seconds: Vec<u64> = (0..12)
            .map(|_| {
                let delay = delay(&throttle, HOME, "ada", now).map_or(0, |delay| delay.as_secs());
                now = fail(&throttle, HOME, "Ada", now);
                delay
            })
            .collect();
        assert_eq!(seconds, [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        now += Duration::from_secs(60);
        begin(&throttle, HOME, "ADA", now).unwrap_or_else(|_| panic!("the delay is over")).succeeded();
        assert_eq!(delay(&throttle, HOME, "ada", now), None);
    }

    #[test]
    fn pending_attempts_count_as_failures() {
        let (throttle, now) = (Throttle::new(Duration::from_secs(1)), Instant::now());
        let pending: Vec<Try<'_>> =
            (0..150).filter_map(|_| begin(&throttle, HOME, "ada", now).ok()).collect();
        assert_eq!(pending.len(), 3);
        pending.into_iter().for_each(Try::unjudged);
        assert_eq!(delay(&throttle, HOME, "ada", now), None, "what was not judged does not count");
    }

    #[test]
    fn failures_in_other_networks_lock_nobody_out() {
        let (throttle, start) = (Throttle::new(Duration::from_secs(1)), Instant::now());
        let now = (0..30).fold(start, |now, number| fail(&throttle, AWAY, &format!("ada{number}"), now));
        assert_eq!(delay(&throttle, HOME, "ada", now), None);
        assert_eq!(delay(&throttle, AWAY, "bob", now), Some(NETWORK.delay_max));
    }

    #[test]
    fn failures_of_neighbors_do_not_delay_a_known_account_or_device() {
        let (throttle, start) = (Throttle::new(Duration::from_secs(1)), Instant::now());
        begin(&throttle, HOME, "ada", start).unwrap_or_else(|_| panic!("nobody failed")).succeeded();
        let now = (0..30).fold(start, |now, number| fail(&throttle, HOME, &format!("eve{number}"), now));
        assert_eq!(delay(&throttle, HOME, "ada", now), None);
        assert_eq!(
            delay(&throttle, HOME, "ada", now + KNOWN_FOR),
            None,
            "by then the failures are forgotten"
        );
        let now = (0..3).fold(now, |now, _| fail(&throttle, HOME, "ada", now));
        assert!(delay(&throttle, HOME, "ada", now).is_some(), "guesses for the account itself count");
        let device = Some(SessionId(uuid::Uuid::nil()));
        let presenter = throttle.presenter(HOME, "ada", device, now);
        for _ in 0..3 {
            assert_eq!(throttle.delay(&presenter, now), None);
            drop(throttle.begin(presenter.clone(), now));
        }
        assert!(throttle.delay(&presenter, now).is_some(), "a device has a limit of its own");
    }
}
