//! Who is next to have a password hashed: a fair queue of client networks.
//!
//! Each network is served one request at a time, and networks take turns. So the flood of one network delays another by
//! the request that is being served at most. Inside a network its lanes take turns in the same way.
//! It knows addresses and lanes; it does not know what is done in a turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::SessionId;

/// How many requests of one network may wait.
pub const WAITING_PER_NETWORK_MAX: usize = 64;
/// How many requests may wait in all.
pub const WAITING_MAX: usize = 256;
/// How long a request waits for its turn.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// The requests of a network that wait for each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Those of whom nothing is known.
    Strangers,
    /// Those for an account that logged in from this network lately.
    Account(Box<str>),
    /// Those of a device that presents a token of this session.
    Device(SessionId),
}

/// Too many requests wait, or this one has waited too long.
#[derive(Debug, PartialEq, Eq)]
pub struct Crowded;

/// The queue.
pub struct Turns(Arc<Mutex<Queue>>);

/// A turn; the next request is called when the last clone is dropped.
#[derive(Clone)]
pub struct Turn(#[allow(dead_code, reason = "it is held, and works when it is dropped")] Arc<Place>);

/// A place in the queue, at first among those who wait and then among those who are served.
struct Place {
    queue: Arc<Mutex<Queue>>,
    network: IpAddr,
    lane: Lane,
    ticket: u64,
}

struct Queue {
    /// How many more requests can be served now.
    free: usize,
    waiting: usize,
    tickets: u64,
    networks: HashMap<IpAddr, Network>,
    /// The networks with somebody who waits and nobody who is served, in the order of their turns.
    next: VecDeque<IpAddr>,
}

#[derive(Default)]
struct Network {
    serving: Option<u64>,
    waiting: usize,
    lanes: HashMap<Lane, VecDeque<Waiter>>,
    /// The lanes with somebody who waits, in the order of their turns.
    next: VecDeque<Lane>,
}

struct Waiter {
    ticket: u64,
    called: oneshot::Sender<()>,
}

impl Turns {
    /// A queue of which so many requests are served at the same time.
    pub fn new(at_once: usize) -> Self {
        Turns(Arc::new(Mutex::new(Queue {
            free: at_once.max(1),
            waiting: 0,
            tickets: 0,
            networks: HashMap::new(),
            next: VecDeque::new(),
        })))
    }

    /// Waits for a turn. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`Crowded`] when too many wait, or the wait gets too long.
    pub async fn take(&self, network: IpAddr, lane: Lane) -> Result<Turn, Crowded> {
        let (place, called) = self.line_up(network, lane)?;
        match tokio::time::timeout(WAIT_MAX, called).await {
            Ok(Ok(())) => Ok(Turn(Arc::new(place))),
            Ok(Err(_)) | Err(_) => Err(Crowded),
        }
    }

    fn line_up(&self, network: IpAddr, lane: Lane) -> Result<(Place, oneshot::Receiver<()>), Crowded> {
        let (called, calls) = oneshot::channel();
        let ticket = open(&self.0).enter(network, &lane, called)?;
        Ok((Place { queue: Arc::clone(&self.0), network, lane, ticket }, calls))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        open(&self.queue).leave(self.network, &self.lane, self.ticket);
    }
}

/// A thread that panicked has left whole entries behind.
fn open(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn enter(&mut self, network: IpAddr, lane: &Lane, called: oneshot::Sender<()>) -> Result<u64, Crowded> {
        self.make_room(network, lane)?;
        self.tickets += 1;
        let ticket = self.tickets;
        let entry = self.networks.entry(network).or_default();
        if entry.waiting == 0 && entry.serving.is_none() {
            self.next.push_back(network);
        }
        entry.push(lane, Waiter { ticket, called });
        self.waiting += 1;
        self.call();
        Ok(ticket)
    }

    /// Makes room for one more, at the cost of those who wait most.
    fn make_room(&mut self, network: IpAddr, lane: &Lane) -> Result<(), Crowded> {
        let own = self.networks.get(&network);
        let waiting = own.map_or(0, |own| own.waiting);
        if waiting >= WAITING_PER_NETWORK_MAX {
            let of_lane = own.map_or(0, |own| own.length(lane));
            let longest = own.and_then(Network::longest).map_or(0, |(_, line)| line.len());
            return if longest > of_lane + 1 { self.send_away(network) } else { Err(Crowded) };
        }
        if self.waiting >= WAITING_MAX {
            let crowd = self.networks.iter().max_by_key(|(_, other)| other.waiting);
            let crowd = crowd.map(|(&network, other)| (network, other.waiting));
            return match crowd {
                Some((other, length)) if length > waiting + 1 => self.send_away(other),
                _ => Err(Crowded),
            };
        }
        Ok(())
    }

    /// Sends away the newest request of a network's longest lane.
    fn send_away(&mut self, network: IpAddr) -> Result<(), Crowded> {
        let newest = self.networks.get(&network).and_then(Network::newest_of_longest);
        let (lane, newest) = newest.ok_or(Crowded)?;
        self.leave(network, &lane, newest);
        Ok(())
    }

    /// Calls those whose turn it is.
    fn call(&mut self) {
        while self.free > 0
            && let Some(network) = self.next.pop_front()
        {
            let Some(entry) = self.networks.get_mut(&network) else { continue };
            let Some(waiter) = entry.pop() else { continue };
            self.waiting -= 1;
            self.free -= 1;
            entry.serving = Some(waiter.ticket);
            // Who has gone in the meantime gives the turn back by dropping the place.
            let _ = waiter.called.send(());
        }
    }

    fn leave(&mut self, network: IpAddr, lane: &Lane, ticket: u64) {
        let Some(entry) = self.networks.get_mut(&network) else { return };
        if entry.serving == Some(ticket) {
            entry.serving = None;
            self.free += 1;
            if entry.waiting > 0 {
                self.next.push_back(network);
            }
        } else if entry.remove(lane, ticket) {
            self.waiting -= 1;
            if entry.waiting == 0 && entry.serving.is_none() {
                self.next.retain(|other| *other != network);
            }
        }
        if entry.waiting == 0 && entry.serving.is_none() {
            self.networks.remove(&network);
        }
        self.call();
    }
}

impl Network {
    fn push(&mut self, lane: &Lane, waiter: Waiter) {
        let line = self.lanes.entry(lane.clone()).or_default();
        if line.is_empty() {
            self.next.push_back(lane.clone());
        }
        line.push_back(waiter);
        self.waiting += 1;
    }

    /// Takes the oldest request of the lane whose turn it is.
    fn pop(&mut self) -> Option<Waiter> {
        let lane = self.next.pop_front()?;
        let line = self.lanes.get_mut(&lane)?;
        let waiter = line.pop_front()?;
        self.waiting -= 1;
        if line.is_empty() {
            self.lanes.remove(&lane);
        } else {
            self.next.push_back(lane);
        }
        Some(waiter)
    }

    fn remove(&mut self, lane: &Lane, ticket: u64) -> bool {
        let Some(line) = self.lanes.get_mut(lane) else { return false };
        let Some(place) = line.iter().position(|waiter| waiter.ticket == ticket) else { return false };
        line.remove(place);
        self.waiting -= 1;
        if line.is_empty() {
            self.lanes.remove(lane);
            self.next.retain(|other| other != lane);
        }
        true
    }

    fn length(&self, lane: &Lane) -> usize {
        self.lanes.get(lane).map_or(0, VecDeque::len)
    }

    fn longest(&self) -> Option<(&Lane, &VecDeque<Waiter>)> {
        self.lanes.iter().max_by_key(|(_, line)| line.len())
    }

    fn newest_of_longest(&self) -> Option<(Lane, u64)> {
        let (lane, line) = self.longest()?;
        Some((lane.clone(), line.back()?.ticket))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Waiting = (Place, oneshot::Receiver<()>);

    fn address(last: usize) -> IpAddr {
        IpAddr::from([192, 0, 2, last as u8])
    }

    fn line_up(turns: &Turns, last: usize) -> Waiting {
        turns.line_up(address(last), Lane::Strangers).unwrap_or_else(|_| panic!("there is room"))
    }

    fn is_called((_, calls): &mut Waiting) -> bool {
        calls.try_recv().is_ok()
    }

    fn is_sent_away((_, calls): &mut Waiting) -> bool {
        calls.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn networks_take_turns_and_each_is_served_one_request_at_a_time() {
        let turns = Turns::new(2);
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
        assert_eq!((queue.free, queue.waiting, queue.networks.len(), queue.next.len()), (2, 0, 0, 0));
    }

    #[test]
    fn lanes_of_a_network_take_turns() {
        let turns = Turns::new(1);
        let served = line_up(&turns, 1);
        let mut strangers = vec![line_up(&turns, 1), line_up(&turns, 1)];
        let lane = Lane::Account("ada".into());
        let mut known = turns.line_up(address(1), lane).unwrap_or_else(|_| panic!("there is room"));
        drop(served);
        assert!(is_called(&mut strangers[0]) && !is_called(&mut known));
        drop(strangers.remove(0));
        assert!(is_called(&mut known) && !is_called(&mut strangers[0]));
    }

    #[test]
    fn a_network_waits_with_so_many_and_makes_room_for_its_other_lanes() {
        let turns = Turns::new(1);
        let _served = line_up(&turns, 1);
        let mut flood: Vec<Waiting> = (0..WAITING_PER_NETWORK_MAX).map(|_| line_up(&turns, 1)).collect();
        assert!(turns.line_up(address(1), Lane::Strangers).is_err());
        assert!(turns.line_up(address(1), Lane::Account("ada".into())).is_ok());
        assert!(is_sent_away(&mut flood[WAITING_PER_NETWORK_MAX - 1]));
        assert!(!is_sent_away(&mut flood[WAITING_PER_NETWORK_MAX - 2]));
    }

    #[test]
    fn where_all_places_are_taken_the_longest_line_makes_room() {
        let turns = Turns::new(1);
        let _served = line_up(&turns, 0);
        let networks = WAITING_MAX / WAITING_PER_NETWORK_MAX;
        let mut floods: Vec<Waiting> =
            (0..WAITING_MAX).map(|number| line_up(&turns, 1 + number % networks)).collect();
        assert!(turns.line_up(address(100), Lane::Strangers).is_ok());
        assert_eq!(floods.iter_mut().filter_map(|waiting| is_sent_away(waiting).then_some(())).count(), 1);
    }

    #[tokio::test]
    async fn who_stops_waiting_holds_no_place() {
        let turns = Turns::new(1);
        let served = turns.take(address(1), Lane::Strangers).await.unwrap_or_else(|_| panic!("it is free"));
        let waiting = turns.take(address(2), Lane::Strangers);
        assert!(tokio::time::timeout(Duration::ZERO, waiting).await.is_err());
        assert_eq!(open(&turns.0).waiting, 0);
        drop(served.clone());
        assert_eq!(open(&turns.0).free, 0, "a clone still holds the turn");
        drop(served);
        assert!(turns.take(address(2), Lane::Strangers).await.is_ok());
    }
}
