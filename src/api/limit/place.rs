//! The place of one request among those in flight.
//!
//! The gate assigns the place by the route. Only the handler knows if a request will wait, and then exchanges
//! the place.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Class, LimitState, Limiter, Party, Pass};

/// The place of an admitted request. The gate and the handler share it. It is free when both have dropped it.
#[derive(Clone)]
pub struct RequestPlace(Rc<PlacesInUse>);

struct PlacesInUse {
    limiter: Arc<Limiter>,
    party: Party,
    pass: RefCell<Pass>,
}

impl RequestPlace {
    /// Returns the place of an admitted request.
    pub fn new(limiter: Arc<Limiter>, party: Party, pass: Pass) -> Self {
        RequestPlace(Rc::new(PlacesInUse { limiter, party, pass: RefCell::new(pass) }))
    }

    /// Exchanges the place for one among the waits, so that waits do not block views or turns.
    pub fn wait(&self) -> Result<(), Duration> {
        self.exchange(Class::Waits)
    }

    /// Exchanges the place for one among the event streams.
    pub fn stream(&self) -> Result<(), Duration> {
        self.exchange(Class::Streams)
    }

    fn exchange(&self, class: Class) -> Result<(), Duration> {
        match self.0.limiter.admit(class, self.0.party, Instant::now()) {
            Ok(waiting) => {
                self.0.pass.replace(waiting);
                Ok(())
            }
            Err(too_many) => {
                self.0.pass.borrow_mut().standing = too_many.standing;
                Err(too_many.wait)
            }
        }
    }

    /// Returns the limits for the headers of the response. Once the request waits, those of the waits.
    pub fn standing(&self) -> LimitState {
        self.0.pass.borrow().standing
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use clap::Parser;

    use super::*;
    use lapidary_model::settings::LimitSettings;

    const HERE: Party = Party::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));

    #[derive(Parser)]
    struct LimitArgs {
        #[command(flatten)]
        limits: LimitSettings,
    }

    fn limiter() -> Arc<Limiter> {
        let mut settings = LimitArgs::parse_from(["test"]).limits;
        (settings.turns_in_flight, settings.waits_in_flight) = (1, 1);
        Arc::new(Limiter::new(&settings))
    }

    fn turn(limiter: &Arc<Limiter>) -> Option<RequestPlace> {
        let pass = limiter.admit(Class::Turns, HERE, Instant::now()).ok()?;
        Some(RequestPlace::new(Arc::clone(limiter), HERE, pass))
    }

    #[test]
    fn a_turn_that_waits_gives_its_place_to_the_next_turn() {
        let limiter = limiter();
        let first = turn(&limiter).unwrap();
        assert!(turn(&limiter).is_none());
        first.wait().unwrap();
        assert_eq!(first.standing().left(), "\"waits\";r=0");
        assert!(turn(&limiter).is_some());
    }

    #[test]
    fn a_wait_too_many_is_refused_and_leaves_the_place_as_it_was() {
        let limiter = limiter();
        let waiting = turn(&limiter).unwrap();
        waiting.wait().unwrap();
        let second = turn(&limiter).unwrap();
        assert!(second.wait().is_err());
        assert_eq!(second.standing().left(), "\"waits\";r=0");
        assert!(turn(&limiter).is_none(), "it is still a turn in flight");
        drop(waiting);
        second.wait().unwrap();
    }
}
