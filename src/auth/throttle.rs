//! How fast passwords may be tried: delays that grow, per account and address, and per address.
//!
//! Nobody can lock somebody else out, because what others do from other addresses counts against them alone.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many pairs and addresses are remembered.
const ENTRIES_MAX: usize = 65_536;
/// After this long without a failure everything is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(15 * 60);

/// How delays grow.
struct Growth {
    /// Failures without a delay.
    free: u32,
    /// The longest delay.
    delay_max: Duration,
}

const PAIR: Growth = Growth { free: 3, delay_max: Duration::from_secs(60) };
/// A household or a school shares an address, so the delay stays short.
const ADDRESS: Growth = Growth { free: 20, delay_max: Duration::from_secs(5) };

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: Instant,
}

/// What is remembered of failed logins.
#[derive(Default)]
pub struct Throttle(Mutex<HashMap<Key, Failures>>);

impl Throttle {
    /// How long to wait before a password for this name may be tried from this address.
    pub fn delay(&self, address: IpAddr, name: &str, now: Instant) -> Option<Duration> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (pair, alone) = keys(address, name);
        let of = |key, growth: &Growth| known.get(&key).and_then(|failures| growth.delay(*failures, now));
        of(pair, &PAIR).max(of(alone, &ADDRESS))
    }

    /// Remembers a failure.
    pub fn failed(&self, address: IpAddr, name: &str, now: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ENTRIES_MAX {
            known.retain(|_, failures| now.duration_since(failures.last) < FORGET_AFTER);
        }
        if known.len() >= ENTRIES_MAX {
            known.clear();
        }
        let (pair, alone) = keys(address, name);
        for key in [pair, alone] {
            let failures = known.entry(key).or_insert(Failures { count: 0, last: now });
            let forgotten = now.duration_since(failures.last) >= FORGET_AFTER;
            *failures = Failures { count: if forgotten { 1 } else { failures.count + 1 }, last: now };
        }
    }

    /// Forgets the failures of a name from an address, after its owner has logged in.
    pub fn succeeded(&self, address: IpAddr, name: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&keys(address, name).0);
    }
}

impl Growth {
    /// The delay doubles with each failure beyond the free ones.
    fn delay(&self, failures: Failures, now: Instant) -> Option<Duration> {
        let beyond = failures.count.checked_sub(self.free)?;
        let delay = Duration::from_secs(1 << beyond.min(16)).min(self.delay_max);
        let left = delay.checked_sub(now.duration_since(failures.last))?;
        (!left.is_zero()).then_some(left)
    }
}

type Key = (IpAddr, Option<Box<str>>);

fn keys(address: IpAddr, name: &str) -> (Key, Key) {
    let address = network(address);
    ((address, Some(name.to_ascii_lowercase().into())), (address, None))
}

/// Whoever has one IPv6 address has 2⁶⁴ of them.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const AWAY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 1));

    #[test]
    fn delays_grow_with_each_failure_and_are_forgotten() {
        let (throttle, start) = (Throttle::default(), Instant::now());
        let seconds: Vec<u64> = (0..12)
            .map(|_| {
                let delay = throttle.delay(HOME, "ada", start).map_or(0, |delay| delay.as_secs());
                throttle.failed(HOME, "Ada", start);
                delay
            })
            .collect();
        assert_eq!(seconds, [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(throttle.delay(HOME, "ada", start + Duration::from_secs(60)), None);
        throttle.succeeded(HOME, "ADA");
        assert_eq!(throttle.delay(HOME, "ada", start), None);
    }

    #[test]
    fn what_others_do_elsewhere_locks_nobody_out() {
        let (throttle, start) = (Throttle::default(), Instant::now());
        (0..1000).for_each(|_| throttle.failed(AWAY, "ada", start));
        assert_eq!(throttle.delay(HOME, "ada", start), None);
        assert_eq!(throttle.delay(AWAY, "bob", start), Some(ADDRESS.delay_max));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_eq!(of("::ffff:192.0.2.1"), HOME);
    }
}
