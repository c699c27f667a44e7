//! A fair queue of client networks for password hashing.
//!
//! Parties take turns on three levels: wider networks first, then the networks inside each, then the lanes of
//! a network. Each network has at most one request in progress. A flood from one wider network, even from
//! many networks inside it, delays other networks only a little: by the requests in progress and by one
//! request in each turn. This module knows addresses and lanes; it does not know what a turn is used for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{SessionId, network};

/// The maximum number of waiting requests of one network.
pub const WAITING_PER_NETWORK_MAX: usize = 64;
/// The maximum number of waiting requests in total. It is small enough to search all of them for each
/// decision.
pub const WAITING_MAX: usize = 256;
/// The maximum time that a request waits for its turn.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// The requests of a network that share one queue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Requests from unknown clients.
    Strangers,
    /// Requests for an account that recently logged in from this network.
    Account(Box<str>),
    /// Requests of a device that presents a token of this session.
    Device(SessionId),
}

/// Too many requests wait, or this one has waited too long.
#[derive(Debug, PartialEq, Eq)]
pub struct Crowded;

/// A queue in which networks take turns.
pub struct NetworkQueue(Arc<Mutex<Queue>>);

/// Permission to run. When its last clone is dropped, the next request gets its turn.
#[derive(Clone)]
pub struct Permit(#[allow(dead_code, reason = "it is held, and works when it is dropped")] Arc<Place>);

/// A place in the queue, first among the waiting requests and then among those in progress.
struct Place {
    queue: Arc<Mutex<Queue>>,
    ticket: u64,
}

struct Queue {
    /// The number of requests that may be in progress at the same time.
    at_once: usize,
    /// Counts arrivals and departures.
    clock: u64,
    /// The waiting requests, in order of arrival.
    waiting: Vec<Waiter>,
    /// The requests in progress, by ticket.
    served: HashMap<u64, Parties>,
    /// The state of exactly those parties that have waiting requests or requests in progress.
    shares: HashMap<Party, Share>,
}

struct Waiter {
    ticket: u64,
    parties: Parties,
    called: oneshot::Sender<()>,
}

/// A party that takes turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Party {
    WiderNetwork(IpAddr),
    Network(IpAddr),
    Lane(IpAddr, Lane),
}

/// The parties of a request, the widest first.
type Parties = [Party; 3];

/// The index of each level.
const WIDER_NETWORK: usize = 0;
const NETWORK: usize = 1;
const LANE: usize = 2;

#[derive(Clone, Copy, Default)]
struct Share {
    waiting: usize,
    served: usize,
    /// The time when the party's last turn ended, or when it arrived if it has had no turn.
    since: u64,
}

impl NetworkQueue {
    /// A queue in which `at_once` requests may be in progress at the same time.
    pub fn new(at_once: usize) -> Self {
        NetworkQueue(Arc::new(Mutex::new(Queue {
            at_once: at_once.max(1),
            clock: 0,
            waiting: Vec::new(),
            served: HashMap::new(),
            shares: HashMap::new(),
        })))
    }

    /// Waits for a turn. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`Crowded`] when too many requests wait, or when this one has waited too long.
    pub async fn take(&self, network: IpAddr, lane: Lane) -> Result<Permit, Crowded> {
        let (place, called) = self.line_up(network, lane)?;
        match tokio::time::timeout(WAIT_MAX, called).await {
            Ok(Ok(())) => Ok(Permit(Arc::new(place))),
            Ok(Err(_)) | Err(_) => Err(Crowded),
        }
    }

    fn line_up(&self, network: IpAddr, lane: Lane) -> Result<(Place, oneshot::Receiver<()>), Crowded> {
        let parties = [
            Party::WiderNetwork(network::wider(network)),
            Party::Network(network),
            Party::Lane(network, lane),
        ];
        let (called, calls) = oneshot::channel();
        let ticket = open(&self.0).enter(parties, called)?;
        Ok((Place { queue: Arc::clone(&self.0), ticket }, calls))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        open(&self.queue).leave(self.ticket);
    }
}

/// Locks the queue. After a panic in another thread its entries are still consistent.
fn open(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn enter(&mut self, parties: Parties, called: oneshot::Sender<()>) -> Result<u64, Crowded> {
        self.make_room(&parties)?;
        let ticket = self.tick();
        self.note(&parties, |share| share.waiting += 1);
        self.waiting.push(Waiter { ticket, parties, called });
        self.call();
        Ok(ticket)
    }

    /// Makes room for one more request by removing a request of the party with the most waiting requests.
    fn make_room(&mut self, newcomer: &Parties) -> Result<(), Crowded> {
        // A full network makes room among its own lanes. A full queue makes room among the wider networks. If
        // the wider network of the newcomer is the largest one, it makes room among the networks inside it,
        // and so on.
        let first = if self.share(&newcomer[NETWORK]).waiting >= WAITING_PER_NETWORK_MAX {
            LANE
        } else if self.waiting.len() >= WAITING_MAX {
            WIDER_NETWORK
        } else {
            return Ok(());
        };
        let dispensable = (first..=LANE).find_map(|level| self.newest_of_largest(newcomer, level));
        self.leave(dispensable.ok_or(Crowded)?);
        Ok(())
    }

    /// Returns the newest request of the largest party at this level, if that party would still be larger
    /// than the newcomer's without it.
    fn newest_of_largest(&self, newcomer: &Parties, level: usize) -> Option<u64> {
        let peers = self.waiting.iter().filter(|waiter| waiter.parties[..level] == newcomer[..level]);
        // `max_by_key` returns the last of equal elements, which is the newest.
        let newest = peers.max_by_key(|waiter| self.shares(&waiter.parties).map(|party| party.waiting))?;
        let (largest, own) = (self.share(&newest.parties[level]), self.share(&newcomer[level]));
        (largest.waiting > own.waiting + 1).then_some(newest.ticket)
    }

    /// Starts the turns of the next requests while places are free.
    fn call(&mut self) {
        while self.served.len() < self.at_once
            && let Some(place) = self.next()
        {
            let Waiter { ticket, parties, called } = self.waiting.remove(place);
            self.note(&parties, |share| {
                share.waiting -= 1;
                share.served += 1;
            });
            self.served.insert(ticket, parties);
            // If the client has disconnected, dropping the place ends the turn.
            let _ = called.send(());
        }
    }

    /// Returns the position of the next request. On each level the party with the fewest requests in progress
    /// is next; among equal parties, the one that has waited longest for a turn.
    fn next(&self) -> Option<usize> {
        let waiting = self.waiting.iter().enumerate();
        let ready = waiting.filter(|(_, waiter)| self.share(&waiter.parties[NETWORK]).served == 0);
        // `min_by_key` returns the first of equal elements, which is the oldest.
        let next = ready
            .min_by_key(|(_, waiter)| self.shares(&waiter.parties).map(|party| (party.served, party.since)));
        next.map(|(place, _)| place)
    }

    /// Ends the turn or the wait of a request, unless it has already left.
    fn leave(&mut self, ticket: u64) {
        let now = self.tick();
        if let Some(parties) = self.served.remove(&ticket) {
            self.note(&parties, |share| {
                share.served -= 1;
                share.since = now;
            });
        } else if let Some(place) = self.waiting.iter().position(|waiter| waiter.ticket == ticket) {
            let parties = self.waiting.remove(place).parties;
            self.note(&parties, |share| share.waiting -= 1);
        }
        self.call();
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn share(&self, party: &Party) -> Share {
        self.shares.get(party).copied().unwrap_or_default()
    }

    fn shares(&self, parties: &Parties) -> [Share; 3] {
        parties.each_ref().map(|party| self.share(party))
    }

    /// Applies a change to these parties, then removes those without any requests.
    fn note(&mut self, parties: &Parties, change: impl Fn(&mut Share)) {
        for party in parties {
            let arrived = Share { since: self.clock, ..Share::default() };
            let share = self.shares.entry(party.clone()).or_insert(arrived);
            change(share);
            if share.waiting == 0 && share.served == 0 {
                self.shares.remove(party);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Waiting = (Place, oneshot::Receiver<()>);

    fn address(last: usize) -> IpAddr {
        IpAddr::from([192, 0, 2, last as u8])
    }

    /// Returns a /64 in one of the /48s.
    fn inside(wider: usize, number: usize) -> IpAddr {
        IpAddr::from([0x2001, 0xdb8, wider as u16, number as u16, 0, 0, 0, 0])
    }

    fn line_up_at(turns: &NetworkQueue, network: IpAddr) -> Waiting {
        turns.line_up(network, Lane::Strangers).unwrap_or_else(|_| panic!("there is room"))
    }

    fn line_up(turns: &NetworkQueue, last: usize) -> Waiting {
        line_up_at(turns, address(last))
    }

    fn is_called((_, calls): &mut Waiting) -> bool {
        calls.try_recv().is_ok()
    }

    fn is_sent_away((_, calls): &mut Waiting) -> bool {
        calls.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    /// Returns the indices of the requests that were removed from the queue.
    fn sent_away(list: &mut [Waiting]) -> Vec<usize> {
        (0..list.len()).filter(|&place| is_sent_away(&mut list[place])).collect()
    }

    #[test]
    fn networks_take_turns_with_one_request_each_in_progress() {
        let turns = NetworkQueue::new(2);
        let mut flood: Vec<Waiting> = (0..3).map(|_| line_up(&turns, 1)).collect();
        assert!(is_called(&mut flood[0]) && !is_called(&mut flood[1]));
        let mut other = line_up(&turns, 2);
        assert!(is_called(&mut other), "the second place is not for the network that has the first");
        let mut third = line_up(&turns, 3);
        drop(flood.remove(0));
        assert!(is_called(&mut third), "those who were not served yet come before the flood");
        drop(other);
        assert!(is_called(&mut flood[0]));
        drop((flood, third));
        let queue = open(&turns.0);
        assert_eq!((queue.served.len(), queue.waiting.len(), queue.shares.len()), (0, 0, 0));
    }

    #[test]
    fn wider_networks_take_turns_before_the_networks_inside_them() {
        let turns = NetworkQueue::new(1);
        let mut flood: Vec<Waiting> = (0..10).map(|number| line_up_at(&turns, inside(1, number))).collect();
        let mut other: Vec<Waiting> = (0..2).map(|_| line_up_at(&turns, inside(2, 0))).collect();
        assert!(is_called(&mut flood[0]));
        drop(flood.remove(0));
        assert!(is_called(&mut other[0]), "nine networks of the flood wait longer");
        drop(other.remove(0));
        assert!(is_called(&mut flood[0]) && !is_called(&mut other[0]));
        drop(flood.remove(0));
        assert!(is_called(&mut other[0]), "the flood delays each request by one");
        drop(other);
        assert!(is_called(&mut flood[0]) && !is_called(&mut flood[1]));
    }

    #[test]
    fn the_wider_network_with_the_fewest_turns_in_progress_is_next() {
        let turns = NetworkQueue::new(2);
        let mut flood: Vec<Waiting> = (0..5).map(|number| line_up_at(&turns, inside(1, number))).collect();
        assert!(is_called(&mut flood[0]) && is_called(&mut flood[1]), "nobody else wants the second turn");
        let mut others = [2, 2, 3].map(|wider| line_up_at(&turns, inside(wider, 0)));
        drop(flood.remove(0));
        assert!(is_called(&mut others[0]));
        drop(flood.remove(0));
        assert!(is_called(&mut others[2]), "the other networks share the turns");
        assert!(flood.iter_mut().chain(&mut others).all(|waiting| !is_called(waiting)));
    }

    #[test]
    fn lanes_of_a_network_take_turns() {
        let turns = NetworkQueue::new(1);
        let served = line_up(&turns, 1);
        let mut strangers = [line_up(&turns, 1), line_up(&turns, 1)];
        let lane = Lane::Account("ada".into());
        let mut known = turns.line_up(address(1), lane).unwrap_or_else(|_| panic!("there is room"));
        drop(served);
        assert!(is_called(&mut known) && !is_called(&mut strangers[0]), "a stranger was served just now");
        drop(known);
        assert!(is_called(&mut strangers[0]) && !is_called(&mut strangers[1]));
    }

    #[test]
    fn a_full_network_makes_room_for_its_other_lanes() {
        let turns = NetworkQueue::new(1);
        let _served = line_up(&turns, 1);
        let mut flood: Vec<Waiting> = (0..WAITING_PER_NETWORK_MAX).map(|_| line_up(&turns, 1)).collect();
        assert!(turns.line_up(address(1), Lane::Strangers).is_err());
        assert!(turns.line_up(address(1), Lane::Account("ada".into())).is_ok());
        assert_eq!(sent_away(&mut flood), [WAITING_PER_NETWORK_MAX - 1]);
    }

    #[test]
    fn a_full_queue_removes_requests_of_the_largest_wider_network() {
        let turns = NetworkQueue::new(1);
        let served = line_up_at(&turns, inside(1, 1_000));
        let mut small: Vec<Waiting> = (0..10).map(|_| line_up_at(&turns, inside(2, 0))).collect();
        let networks = WAITING_MAX - small.len();
        let mut large: Vec<Waiting> =
            (0..networks).map(|number| line_up_at(&turns, inside(1, number))).collect();
        let newcomer = turns.line_up(inside(1, 2_000), Lane::Strangers);
        assert!(newcomer.is_err(), "the largest wider network has no place for one more of its networks");
        assert!(sent_away(&mut large).is_empty(), "nobody makes room for an equal");
        let mut newcomers = [3, 4].map(|wider| line_up_at(&turns, inside(wider, 0)));
        assert_eq!(sent_away(&mut large), [networks - 2, networks - 1], "the newest make room");
        assert!(sent_away(&mut small).is_empty());
        assert!(sent_away(&mut newcomers).is_empty());
        drop(served);
        assert!(is_called(&mut small[0]));
        drop(small);
        assert!(is_called(&mut newcomers[0]) && !is_called(&mut large[0]), "those without a turn are next");
    }

    #[test]
    fn the_largest_wider_network_removes_requests_of_its_largest_network() {
        let turns = NetworkQueue::new(1);
        let _served = line_up(&turns, 0);
        let networks = WAITING_MAX / WAITING_PER_NETWORK_MAX;
        let mut floods: Vec<Waiting> =
            (0..WAITING_MAX).map(|number| line_up(&turns, 1 + number % networks)).collect();
        assert!(turns.line_up(address(100), Lane::Strangers).is_ok());
        assert_eq!(sent_away(&mut floods), [WAITING_MAX - 1]);
    }

    #[test]
    fn among_equals_no_request_is_removed() {
        let turns = NetworkQueue::new(1);
        let _served = line_up(&turns, 0);
        let mut others: Vec<Waiting> =
            (0..WAITING_MAX).map(|wider| line_up_at(&turns, inside(wider, 0))).collect();
        assert!(turns.line_up(inside(WAITING_MAX, 0), Lane::Strangers).is_err());
        assert!(sent_away(&mut others).is_empty());
    }

    #[tokio::test]
    async fn who_stops_waiting_holds_no_place() {
        let turns = NetworkQueue::new(1);
        let served = turns.take(address(1), Lane::Strangers).await.unwrap_or_else(|_| panic!("it is free"));
        let waiting = turns.take(address(2), Lane::Strangers);
        assert!(tokio::time::timeout(Duration::ZERO, waiting).await.is_err());
        assert_eq!(open(&turns.0).waiting.len(), 0);
        drop(served.clone());
        assert_eq!(open(&turns.0).served.len(), 1, "a clone still holds the turn");
        drop(served);
        assert!(turns.take(address(2), Lane::Strangers).await.is_ok());
    }
}
