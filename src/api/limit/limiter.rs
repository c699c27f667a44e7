//! The limits of this server and the usage of each party.
//!
//! Each server counts separately.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::bucket::Bucket;
use super::{Class, Rate};
use lapidary_model::auth::{PlayerId, network};
use lapidary_model::counters::{self, Counters};
use lapidary_model::places::{HeldPlace, HeldPlaces, Shards};
use lapidary_model::settings::LimitSettings;

/// The maximum number of parties in each piece of memory.
const PARTIES_MAX: usize = 16_384;
/// The window of the limit on device codes: about as long as a code waits for a player.
const DEVICES_WINDOW: Duration = Duration::from_secs(600);
/// How many reports a network can send within an hour, whatever its accounts.
const REPORTS: Rate = Rate { quota: 20, window: Duration::from_secs(3_600) };
/// How many times as many device codes and reports a wider network gets as one network.
const AROUND_FACTOR: u32 = 4;
/// The `Retry-After` for a client with too many requests in flight.
const IN_FLIGHT_WAIT: Duration = Duration::from_secs(1);

/// Whose requests are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    Account(PlayerId),
    Address(IpAddr),
}

/// The kind of limit of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LimitKind {
    Rate(Rate),
    InFlight(u32),
}

/// The state of a limit for a party, for the limit headers of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitState {
    class: Class,
    limit: LimitKind,
    remaining: u32,
    /// When a rate is full again.
    reset: Duration,
}

impl LimitState {
    /// Returns `RateLimit-Policy`: what is allowed.
    pub fn policy(&self) -> String {
        let name = self.class.name();
        match self.limit {
            LimitKind::Rate(rate) => format!("\"{name}\";q={};w={}", rate.quota, rate.window.as_secs()),
            LimitKind::InFlight(max) => format!("\"{name}\";q={max};qu=\"concurrent-requests\""),
        }
    }

    /// Returns `RateLimit`: what is left.
    pub fn left(&self) -> String {
        let (name, remaining) = (self.class.name(), self.remaining);
        match self.limit {
            LimitKind::Rate(_) => {
                format!("\"{name}\";r={remaining};t={}", self.reset.as_secs_f64().ceil())
            }
            LimitKind::InFlight(_) => format!("\"{name}\";r={remaining}"),
        }
    }
}

/// The permission to proceed. A request in flight counts until this value is dropped.
#[derive(Debug)]
pub struct Pass {
    pub standing: LimitState,
    _in_flight: Option<HeldPlace<Key>>,
}

/// The refusal of a request beyond the limit.
#[derive(Debug)]
pub struct TooMany {
    pub standing: LimitState,
    pub wait: Duration,
}

type Key = (Class, Party);

/// The place of an open event stream. All clients together share the places of a server.
pub type StreamPlace = HeldPlace<()>;

/// The limits and their usage by each party.
pub struct Limiter {
    settings: LimitSettings,
    buckets: Shards<Key, Bucket>,
    in_flight: HeldPlaces<Key>,
    streams: HeldPlaces<()>,
}

/// How many streams and waits are open on a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitUsage {
    /// Open event streams of all clients.
    pub streams: u64,
    /// The maximum of that.
    pub streams_max: u32,
    /// Waits for a turn; none are counted while rate limits are off.
    pub waits: u64,
}

impl Limiter {
    /// Returns a limiter with the limits of the settings.
    pub fn new(settings: &LimitSettings) -> Self {
        Limiter {
            settings: settings.clone(),
            buckets: Shards::default(),
            in_flight: HeldPlaces::default(),
            streams: HeldPlaces::default(),
        }
    }

    /// Returns whether the limits are on.
    pub fn is_on(&self) -> bool {
        self.settings.rate_limits == lapidary_model::settings::Switch::On
    }

    fn limit(&self, class: Class, party: Party) -> LimitKind {
        let per_minute = |quota| LimitKind::Rate(Rate { quota, window: Duration::from_secs(60) });
        let devices = |quota| LimitKind::Rate(Rate { quota, window: DEVICES_WINDOW });
        let device_codes = self.settings.device_codes_per_network;
        match class {
            Class::Turns => LimitKind::InFlight(self.settings.turns_in_flight),
            Class::Views => LimitKind::InFlight(self.settings.views_in_flight),
            Class::Waits => LimitKind::InFlight(self.settings.waits_in_flight),
            Class::Streams => LimitKind::InFlight(match party {
                Party::Account(_) => self.settings.streams_in_flight,
                Party::Address(_) => self.settings.streams_per_address,
            }),
            Class::Logins => per_minute(self.settings.logins_per_minute),
            Class::Devices => devices(device_codes),
            Class::DevicesAround => devices(device_codes.saturating_mul(AROUND_FACTOR)),
            Class::Reports => LimitKind::Rate(REPORTS),
            Class::ReportsAround => LimitKind::Rate(Rate { quota: REPORTS.quota * AROUND_FACTOR, ..REPORTS }),
            Class::Reads => per_minute(self.settings.reads_per_minute),
            Class::Writes => per_minute(self.settings.writes_per_minute),
        }
    }

    /// Counts a request, or returns how long to wait.
    pub fn admit(&self, class: Class, party: Party, now: Instant) -> Result<Pass, TooMany> {
        let pass = self.admit_alone(class, party, now)?;
        if let (Some(around), Party::Address(address)) = (class.around(), party) {
            self.admit_alone(around, Party::Address(network::wider(address)), now)?;
        }
        Ok(pass)
    }

    fn admit_alone(&self, class: Class, party: Party, now: Instant) -> Result<Pass, TooMany> {
        let key = (class, party);
        let admitted = match self.limit(class, party) {
            LimitKind::Rate(rate) => take(&mut self.buckets.lock(&key), key, rate, now),
            LimitKind::InFlight(max) => self.enter(key, max),
        };
        if admitted.is_err() {
            Counters::shared().refusals.with_label_values(&[class.name()]).inc();
        }
        admitted
    }

    /// Takes one of the places for event streams on this server. None if all are taken. This limit applies
    /// even if rate limits are off.
    pub fn open_stream(&self) -> Option<StreamPlace> {
        let place = self.streams.take((), self.settings.streams_per_server);
        if place.is_none() {
            Counters::shared().refuse(counters::Limit::Streams);
        }
        place.map(|(place, _)| place)
    }

    /// Returns how many streams and waits are open.
    pub fn usage(&self) -> LimitUsage {
        LimitUsage {
            streams: self.streams.held_by(|()| true),
            streams_max: self.settings.streams_per_server,
            waits: self.in_flight.held_by(|(class, _)| *class == Class::Waits),
        }
    }

    fn enter(&self, key: Key, max: u32) -> Result<Pass, TooMany> {
        let limit = LimitKind::InFlight(max);
        let standing = |remaining: u32| LimitState { class: key.0, limit, remaining, reset: Duration::ZERO };
        // A single request in flight is never refused, whatever the settings say.
        match self.in_flight.take(key, max.max(1)) {
            Some((place, left)) => Ok(Pass { standing: standing(left.min(max)), _in_flight: Some(place) }),
            None => Err(TooMany { standing: standing(0), wait: IN_FLIGHT_WAIT }),
        }
    }
}

fn take(buckets: &mut HashMap<Key, Bucket>, key: Key, rate: Rate, now: Instant) -> Result<Pass, TooMany> {
    if buckets.len() >= PARTIES_MAX {
        buckets.retain(|_, bucket| !bucket.is_full(now));
    }
    if buckets.len() >= PARTIES_MAX {
        buckets.clear();
    }
    let standing = |remaining: u32, reset: Duration| LimitState {
        class: key.0,
        limit: LimitKind::Rate(rate),
        remaining,
        reset,
    };
    match buckets.entry(key).or_insert_with(|| Bucket::full(now)).take(rate, now) {
        Ok(rest) => Ok(Pass { standing: standing(rest.remaining, rest.reset), _in_flight: None }),
        Err(wait) => Err(TooMany { standing: standing(0, wait), wait }),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use lapidary_model::settings::Switch;

    const HERE: Party = Party::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
    const THERE: Party = Party::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2)));

    fn limiter() -> Limiter {
        Limiter::new(&LimitSettings {
            rate_limits: Switch::On,
            turns_in_flight: 1,
            views_in_flight: 2,
            waits_in_flight: 1,
            streams_in_flight: 1,
            streams_per_address: 2,
            streams_per_server: 1,
            logins_per_minute: 2,
            device_codes_per_network: 2,
            reads_per_minute: 60,
            writes_per_minute: 60,
        })
    }

    #[test]
    fn requests_in_flight_count_until_they_end() {
        let (limiter, now) = (limiter(), Instant::now());
        let first = limiter.admit(Class::Views, HERE, now).unwrap();
        let _second = limiter.admit(Class::Views, HERE, now).unwrap();
        assert!(limiter.admit(Class::Views, HERE, now).is_err());
        assert!(limiter.admit(Class::Views, THERE, now).is_ok());
        assert!(limiter.admit(Class::Turns, HERE, now).is_ok(), "views do not keep a player from moving");
        drop(first);
        assert!(limiter.admit(Class::Views, HERE, now).is_ok());
    }

    #[test]
    fn one_at_a_time_is_never_refused() {
        let (limiter, now) = (limiter(), Instant::now());
        (0..10_000).for_each(|_| assert!(limiter.admit(Class::Turns, HERE, now).is_ok()));
    }

    #[test]
    fn codes_of_devices_are_limited_for_a_network_and_for_the_wider_one() {
        let (limiter, now) = (limiter(), Instant::now());
        let from = |address: &str| {
            let party = Party::Address(network::of(address.parse().unwrap()));
            limiter.admit(Class::Devices, party, now).map(|pass| pass.standing.policy())
        };
        let policy = "\"devices\";q=2;w=600";
        assert_eq!(from("2001:db8:1:1::1").unwrap(), policy);
        assert_eq!(from("2001:db8:1:1::2").unwrap(), policy, "another address of the network");
        assert_eq!(from("2001:db8:1:1::3").unwrap_err().standing.policy(), policy);
        let elsewhere = ["2:", "3:", "4:"].map(|part| format!("2001:db8:1:{part}:1"));
        elsewhere.iter().for_each(|address| [0; 2].iter().for_each(|_| drop(from(address).unwrap())));
        let refused = from("2001:db8:1:5::1").unwrap_err();
        assert_eq!(refused.standing.policy(), "\"devices-around\";q=8;w=600");
        assert_eq!(refused.wait, Duration::from_secs(75));
        assert!(from("2001:db8:2:1::1").is_ok() && from("192.0.2.1").is_ok());
    }

    #[test]
    fn a_rate_is_reported_in_headers() {
        let (limiter, now) = (limiter(), Instant::now());
        let pass = limiter.admit(Class::Logins, HERE, now).unwrap();
        assert_eq!(pass.standing.policy(), "\"logins\";q=2;w=60");
        assert_eq!(pass.standing.left(), "\"logins\";r=1;t=30");
        limiter.admit(Class::Logins, HERE, now).unwrap();
        let refused = limiter.admit(Class::Logins, HERE, now).unwrap_err();
        assert_eq!(refused.wait, Duration::from_secs(30));
        assert_eq!(refused.standing.left(), "\"logins\";r=0;t=30");
        assert!(limiter.admit(Class::Logins, THERE, now).is_ok());
    }
}
