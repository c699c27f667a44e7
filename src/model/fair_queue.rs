//! A fair queue for shared work with a limit on the work in progress.
//!
//! Parties take turns on three levels: wider networks first, then the networks inside each, then the lanes of
//! a network. Each network has at most one request in progress. A flood from one wider network, even from
//! many networks inside it, delays other networks only a little: by the requests in progress and by one
//! request in each turn. Requests take a turn before the work, so waiting ones hold no resources. This module
//! does not know the parties or the work.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::counters::{Counters, Limit};

/// The maximum number of waiting requests. Each decision searches all, so it is below some thousands.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// The maximum number of waiting requests of one network.
    pub per_network: usize,
    /// The maximum number in total.
    pub in_all: usize,
}

impl Room {
    /// The usual room, if requests take much of a second or hold something while they wait.
    pub const USUAL: Room = Room { per_network: 64, in_all: 256 };
}

/// Too many requests wait, or this one has waited too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many requests wait for the same work")]
pub struct Crowded;

/// A queue in which parties take turns.
pub struct FairQueue<P> {
    queue: Arc<Mutex<Queue<P>>>,
    /// The name under which refusals and waiting requests are counted.
    limit: Limit,
    /// The maximum time that a request waits for its turn.
    wait_max: Duration,
}

/// Permission to run. Dropping its last clone gives the next request its turn.
#[derive(Clone)]
pub struct Permit(#[allow(dead_code, reason = "it is held, and works when it is dropped")] Arc<dyn Guard>);

/// Somebody who takes turns with others.
pub trait Party: Eq + Hash + Clone {}

impl<P: Eq + Hash + Clone> Party for P {}

/// The contents of a permit, for parties of any type.
trait Guard: Send + Sync {}

/// A place in the queue: first among the waiting requests, later among those in progress.
struct QueuePlace<P: Party> {
    queue: Arc<Mutex<Queue<P>>>,
    ticket: u64,
}

impl<P: Party + Send> Guard for QueuePlace<P> {}

struct Queue<P> {
    /// The number of requests that may be in progress at the same time.
    at_once: usize,
    room: Room,
    /// Counts arrivals and departures.
    clock: u64,
    /// The waiting requests, in order of arrival.
    waiting: Vec<Waiter<P>>,
    /// The requests in progress, by ticket.
    served: HashMap<u64, Parties<P>>,
    /// The state of exactly those parties that have waiting requests or requests in progress.
    shares: HashMap<P, PartyShare>,
}

struct Waiter<P> {
    ticket: u64,
    parties: Parties<P>,
    called: oneshot::Sender<()>,
}

/// The parties of a request, with the widest first: wider network, network and lane. Parties of different
/// levels are never equal.
pub type Parties<P> = [P; 3];

/// The index of each level.
const WIDER_NETWORK: usize = 0;
const NETWORK: usize = 1;
const LANE: usize = 2;

#[derive(Clone, Copy, Default)]
struct PartyShare {
    waiting: usize,
    served: usize,
    /// The end of the party's last turn, or its arrival if it has had none.
    since: u64,
}

impl<P: Party + Send + 'static> FairQueue<P> {
    /// A queue with at most `at_once` requests in progress. The others wait for at most this time.
    pub fn new(limit: Limit, at_once: usize, wait_max: Duration) -> Self {
        let queue = Queue {
            at_once: at_once.max(1),
            room: Room::USUAL,
            clock: 0,
            waiting: Vec::new(),
            served: HashMap::new(),
            shares: HashMap::new(),
        };
        FairQueue { queue: Arc::new(Mutex::new(queue)), limit, wait_max }
    }

    /// Changes how many requests may wait.
    #[must_use]
    pub fn with_room(self, room: Room) -> Self {
        open(&self.queue).room = room;
        self
    }

    /// Waits for a turn. Dropping the future leaves the queue. Returns [`Crowded`] if too many requests wait,
    /// or if this one has waited too long.
    pub async fn take(&self, parties: Parties<P>) -> Result<Permit, Crowded> {
        let turn = self.wait(parties).await;
        turn.inspect_err(|Crowded| Counters::shared().refuse(self.limit))
    }

    async fn wait(&self, parties: Parties<P>) -> Result<Permit, Crowded> {
        let (place, called) = self.line_up(parties)?;
        let _waits = Counters::shared().wait(self.limit);
        match tokio::time::timeout(self.wait_max, called).await {
            Ok(Ok(())) => Ok(Permit(Arc::new(place))),
            Ok(Err(_)) | Err(_) => Err(Crowded),
        }
    }

    fn line_up(&self, parties: Parties<P>) -> Result<(QueuePlace<P>, oneshot::Receiver<()>), Crowded> {
        let (called, calls) = oneshot::channel();
        let ticket = open(&self.queue).enter(parties, called)?;
        Ok((QueuePlace { queue: Arc::clone(&self.queue), ticket }, calls))
    }
}

impl<P: Party> Drop for QueuePlace<P> {
    fn drop(&mut self) {
        open(&self.queue).leave(self.ticket);
    }
}

/// Locks the queue. Its entries are consistent even after a panic in another thread.
fn open<P>(queue: &Mutex<Queue<P>>) -> MutexGuard<'_, Queue<P>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Party> Queue<P> {
    fn enter(&mut self, parties: Parties<P>, called: oneshot::Sender<()>) -> Result<u64, Crowded> {
        self.make_room(&parties)?;
        let ticket = self.tick();
        self.note(&parties, |share| share.waiting += 1);
        self.waiting.push(Waiter { ticket, parties, called });
        self.call();
        Ok(ticket)
    }

    /// Makes room for one more request: removes a request of the party with the most waiting requests.
    fn make_room(&mut self, newcomer: &Parties<P>) -> Result<(), Crowded> {
        // A full network makes room among its own lanes. A full queue makes room among the wider networks. If
        // the newcomer's wider network is the largest, it makes room among the networks inside, and so on.
        let first = if self.share(&newcomer[NETWORK]).waiting >= self.room.per_network {
            LANE
        } else if self.waiting.len() >= self.room.in_all {
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
    fn newest_of_largest(&self, newcomer: &Parties<P>, level: usize) -> Option<u64> {
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

    /// Returns the position of the next request. On each level, the party with the fewest requests in
    /// progress is next; of equals, the one that has waited longest for a turn.
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

    fn share(&self, party: &P) -> PartyShare {
        self.shares.get(party).copied().unwrap_or_default()
    }

    fn shares(&self, parties: &Parties<P>) -> [PartyShare; 3] {
        parties.each_ref().map(|party| self.share(party))
    }

    /// Applies a change to these parties. Then removes those without requests.
    fn note(&mut self, parties: &Parties<P>, change: impl Fn(&mut PartyShare)) {
        for party in parties {
            let arrived = PartyShare { since: self.clock, ..PartyShare::default() };
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

    use std::net::IpAddr;

    use crate::auth::network::{self, Party as Client};

    /// The lanes are numbers here.
    type TestQueue = FairQueue<Client<u8>>;
    type Waiting = (QueuePlace<Client<u8>>, oneshot::Receiver<()>);

    const STRANGERS: u8 = 0;

    fn queue(at_once: usize) -> TestQueue {
        FairQueue::new(Limit::QueuedPasswords, at_once, Duration::from_secs(5))
    }

    fn address(last: usize) -> IpAddr {
        IpAddr::from([192, 0, 2, last as u8])
    }

    /// Returns a /64 in one of the /48s.
    fn inside(wider: usize, number: usize) -> IpAddr {
        IpAddr::from([0x2001, 0xdb8, wider as u16, number as u16, 0, 0, 0, 0])
    }

    fn line_up_at(turns: &TestQueue, network: IpAddr) -> Waiting {
        turns.line_up(network::parties(network, STRANGERS)).unwrap_or_else(|_| panic!("there is room"))
    }

    fn line_up(turns: &TestQueue, last: usize) -> Waiting {
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
        let turns = queue(2);
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
        let queue = open(&turns.queue);
        assert_eq!((queue.served.len(), queue.waiting.len(), queue.shares.len()), (0, 0, 0));
    }

    #[test]
    fn wider_networks_take_turns_before_the_networks_inside_them() {
        let turns = queue(1);
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
        let turns = queue(2);
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
        let turns = queue(1);
        let served = line_up(&turns, 1);
        let mut strangers = [line_up(&turns, 1), line_up(&turns, 1)];
        let lane = 1;
        let mut known =
            turns.line_up(network::parties(address(1), lane)).unwrap_or_else(|_| panic!("there is room"));
        drop(served);
        assert!(is_called(&mut known) && !is_called(&mut strangers[0]), "a stranger was served just now");
        drop(known);
        assert!(is_called(&mut strangers[0]) && !is_called(&mut strangers[1]));
    }

    #[test]
    fn a_full_network_makes_room_for_its_other_lanes() {
        let turns = queue(1);
        let _served = line_up(&turns, 1);
        let mut flood: Vec<Waiting> = (0..Room::USUAL.per_network).map(|_| line_up(&turns, 1)).collect();
        assert!(turns.line_up(network::parties(address(1), STRANGERS)).is_err());
        assert!(turns.line_up(network::parties(address(1), 1)).is_ok());
        assert_eq!(sent_away(&mut flood), [Room::USUAL.per_network - 1]);
    }

    #[test]
    fn a_full_queue_removes_requests_of_the_largest_wider_network() {
        let turns = queue(1);
        let served = line_up_at(&turns, inside(1, 1_000));
        let mut small: Vec<Waiting> = (0..10).map(|_| line_up_at(&turns, inside(2, 0))).collect();
        let networks = Room::USUAL.in_all - small.len();
        let mut large: Vec<Waiting> =
            (0..networks).map(|number| line_up_at(&turns, inside(1, number))).collect();
        let newcomer = turns.line_up(network::parties(inside(1, 2_000), STRANGERS));
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
        let turns = queue(1);
        let _served = line_up(&turns, 0);
        let networks = Room::USUAL.in_all / Room::USUAL.per_network;
        let mut floods: Vec<Waiting> =
            (0..Room::USUAL.in_all).map(|number| line_up(&turns, 1 + number % networks)).collect();
        assert!(turns.line_up(network::parties(address(100), STRANGERS)).is_ok());
        assert_eq!(sent_away(&mut floods), [Room::USUAL.in_all - 1]);
    }

    #[test]
    fn among_equals_no_request_is_removed() {
        let turns = queue(1);
        let _served = line_up(&turns, 0);
        let mut others: Vec<Waiting> =
            (0..Room::USUAL.in_all).map(|wider| line_up_at(&turns, inside(wider, 0))).collect();
        assert!(turns.line_up(network::parties(inside(Room::USUAL.in_all, 0), STRANGERS)).is_err());
        assert!(sent_away(&mut others).is_empty());
    }

    #[tokio::test]
    async fn who_stops_waiting_holds_no_place() {
        let turns = queue(1);
        let served = turns
            .take(network::parties(address(1), STRANGERS))
            .await
            .unwrap_or_else(|_| panic!("it is free"));
        let waiting = turns.take(network::parties(address(2), STRANGERS));
        assert!(tokio::time::timeout(Duration::ZERO, waiting).await.is_err());
        assert_eq!(open(&turns.queue).waiting.len(), 0);
        drop(served.clone());
        assert_eq!(open(&turns.queue).served.len(), 1, "a clone still holds the turn");
        drop(served);
        assert!(turns.take(network::parties(address(2), STRANGERS)).await.is_ok());
    }
}
