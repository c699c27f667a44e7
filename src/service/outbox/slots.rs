//! The slots in which this server sends messages, and how many each owner may hold.
//!
//! A message holds its slot from the claim to the response. Accounts, hosts and addresses each have a maximum
//! share. An account may hold only a part of the share of a host, and slow webhooks only a part of each
//! share. So receivers that never answer delay only their own messages, even if many accounts use one host.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lapidary_model::auth::{PlayerId, network};
use lapidary_model::rest;
use lapidary_store::outbox::{Closed, ClosedTo, Rest};

/// The maximum number of slots of one holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SlotShare {
    all: usize,
    /// How many of them slow webhooks may hold.
    slow: usize,
}

/// The maximum number of messages that a server sends at the same time.
pub const SENT_AT_ONCE_MAX: usize = 128;
/// All slots of this server. Slow webhooks may hold a quarter of them.
const SERVER_SHARE: SlotShare = SlotShare { all: SENT_AT_ONCE_MAX, slow: 32 };
/// The share of the webhooks of one account: a sixteenth.
const ACCOUNT_SHARE: SlotShare = SlotShare { all: 8, slow: 2 };
/// The share of the webhooks at one host, by its name or by its address: an eighth.
const HOST_SHARE: SlotShare = SlotShare { all: 16, slow: 4 };
/// The share of one account's webhooks at one host: a quarter of that.
const ACCOUNT_AT_HOST_SHARE: SlotShare = SlotShare { all: 4, slow: 1 };

/// A receiver whose attempt takes longer than this is slow.
const SLOW_AFTER: Duration = Duration::from_secs(2);
/// A slow receiver rests for this many times as long as its attempt took, so it holds a slot for at most a
/// quarter of the time.
const REST_FACTOR: u32 = 3;
/// The maximum rest. An attempt takes at most a third of it, unless the machine is stuck.
const REST_MAX: Duration = Duration::from_secs(30);
/// How long a message waits if its host already uses its share of the slots.
pub const PUT_OFF_FOR: Duration = Duration::from_secs(5);

/// Returns how long a receiver rests after an attempt that took this long.
pub fn rest(took: Duration) -> Rest {
    match took > SLOW_AFTER {
        true => Rest { pause: rest::after(took, REST_FACTOR, REST_MAX), slow: true },
        false => Rest { pause: Duration::ZERO, slow: false },
    }
}

/// A holder of slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum SlotHolder {
    Server,
    Account(PlayerId),
    Host(String),
    /// A network of addresses, to which many names may resolve.
    Network(IpAddr),
    AccountInNetwork(PlayerId, IpAddr),
}

impl SlotHolder {
    fn share(&self) -> SlotShare {
        match self {
            SlotHolder::Server => SERVER_SHARE,
            SlotHolder::Account(_) => ACCOUNT_SHARE,
            SlotHolder::Host(_) | SlotHolder::Network(_) => HOST_SHARE,
            SlotHolder::AccountInNetwork(..) => ACCOUNT_AT_HOST_SHARE,
        }
    }
}

/// The number of slots of a holder.
#[derive(Debug, Clone, Copy, Default)]
struct Usage {
    all: usize,
    slow: usize,
}

impl Usage {
    /// Whether one more message would exceed the share.
    fn is_full(self, share: SlotShare, slow: bool) -> bool {
        self.all >= share.all || (slow && self.slow >= share.slow)
    }
}

/// The slots of this server.
#[derive(Clone, Default)]
pub struct Slots(Arc<Mutex<HashMap<SlotHolder, Usage>>>);

/// The slot of a message. It is free again when this is dropped.
pub struct Slot {
    slots: Slots,
    owner: PlayerId,
    holders: Vec<SlotHolder>,
    slow: bool,
}

impl Slots {
    fn held(&self) -> MutexGuard<'_, HashMap<SlotHolder, Usage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whose messages must wait for a slot now; none if all must wait.
    pub fn closed(&self) -> Option<Closed> {
        let held = self.held();
        let closed_to = |slow| {
            let mut closed = ClosedTo::default();
            for (holder, _) in held.iter().filter(|(holder, held)| held.is_full(holder.share(), slow)) {
                match holder {
                    SlotHolder::Server => closed.everybody = true,
                    SlotHolder::Account(account) => closed.accounts.push(*account),
                    SlotHolder::Host(host) => closed.hosts.push(host.clone()),
                    // The host's addresses are known only during the attempt.
                    SlotHolder::Network(_) | SlotHolder::AccountInNetwork(..) => {}
                }
            }
            closed
        };
        let closed = Closed { any: closed_to(false), slow: closed_to(true) };
        (!closed.any.everybody).then_some(closed)
    }

    /// Takes a slot, if one is free for this owner and this host.
    pub fn try_take(&self, owner: PlayerId, host: &str, slow: bool) -> Option<Slot> {
        let holders = [SlotHolder::Server, SlotHolder::Account(owner), SlotHolder::Host(host.to_owned())];
        let mut all = self.held();
        let is_full =
            |holder: &SlotHolder| all.get(holder).is_some_and(|held| held.is_full(holder.share(), slow));
        if holders.iter().any(is_full) {
            return None;
        }
        let mut slot = Slot { slots: self.clone(), owner, holders: Vec::new(), slow };
        slot.add_to(&mut all, holders);
        Some(slot)
    }

    /// Takes a slot for a claimed message.
    pub fn take(&self, owner: PlayerId, host: &str, slow: bool) -> Slot {
        let mut slot = Slot { slots: self.clone(), owner, holders: Vec::new(), slow };
        slot.add([SlotHolder::Server, SlotHolder::Account(owner), SlotHolder::Host(host.to_owned())]);
        slot
    }
}

impl Slot {
    /// Also counts the slot for the addresses of the host. Returns false if one of them already uses its
    /// share, or the owner's part of it is used up.
    #[must_use]
    pub fn reach(&mut self, addresses: impl IntoIterator<Item = IpAddr>) -> bool {
        let owner = self.owner;
        self.count_for(addresses, |network| {
            vec![SlotHolder::Network(network), SlotHolder::AccountInNetwork(owner, network)]
        })
    }

    /// Does the same for questions to bots, for which a clock may wait: the share of the owner is a
    /// sufficient limit.
    #[must_use]
    pub fn reach_in_time(&mut self, addresses: impl IntoIterator<Item = IpAddr>) -> bool {
        self.count_for(addresses, |network| vec![SlotHolder::Network(network)])
    }

    fn count_for(
        &mut self,
        addresses: impl IntoIterator<Item = IpAddr>,
        holders_in: impl Fn(IpAddr) -> Vec<SlotHolder>,
    ) -> bool {
        let mut networks: Vec<IpAddr> = addresses.into_iter().map(network::of).collect();
        networks.sort_unstable();
        networks.dedup();
        let holders: Vec<SlotHolder> = networks.into_iter().flat_map(holders_in).collect();
        let held = self.slots.held();
        let is_full = |holder: &SlotHolder| {
            held.get(holder).is_some_and(|held| held.is_full(holder.share(), self.slow))
        };
        if holders.iter().any(is_full) {
            return false;
        }
        drop(held);
        self.add(holders);
        true
    }

    fn add(&mut self, holders: impl IntoIterator<Item = SlotHolder>) {
        let slots = self.slots.clone();
        self.add_to(&mut slots.held(), holders);
    }

    fn add_to(
        &mut self,
        all: &mut HashMap<SlotHolder, Usage>,
        holders: impl IntoIterator<Item = SlotHolder>,
    ) {
        for holder in holders {
            let held = all.entry(holder.clone()).or_default();
            held.all += 1;
            held.slow += usize::from(self.slow);
            self.holders.push(holder);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut all = self.slots.held();
        for holder in self.holders.drain(..) {
            if let Some(held) = all.get_mut(&holder) {
                held.all = held.all.saturating_sub(1);
                held.slow = held.slow.saturating_sub(usize::from(self.slow));
                if held.all == 0 {
                    all.remove(&holder);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The properties of a message that count for its slot.
    struct SlotClaim {
        owner: PlayerId,
        host: String,
        slow: bool,
    }

    fn due(owner: PlayerId, host: &str, slow: bool) -> SlotClaim {
        SlotClaim { owner, host: host.to_owned(), slow }
    }

    /// Takes slots for messages while the server has free ones, at most for all messages.
    fn fill(slots: &Slots, messages: impl Iterator<Item = SlotClaim>) -> Vec<Slot> {
        let mut taken = Vec::new();
        for due in messages {
            let Some(closed) = slots.closed() else { break };
            let is_closed = |to: &ClosedTo| {
                to.everybody || to.accounts.contains(&due.owner) || to.hosts.contains(&due.host)
            };
            if !(is_closed(&closed.any) || due.slow && is_closed(&closed.slow)) {
                taken.push(slots.take(due.owner, &due.host, due.slow));
            }
        }
        taken
    }

    #[test]
    fn all_questions_to_bots_of_an_account_fit_at_one_host() {
        let (slots, owner) = (Slots::default(), PlayerId::generate());
        let mut asked: Vec<Slot> =
            (0..ACCOUNT_SHARE.all).filter_map(|_| slots.try_take(owner, "bots.example", false)).collect();
        let address = IpAddr::from([192, 0, 2, 1]);
        assert!(asked.iter_mut().all(|slot| slot.reach_in_time([address])));
        assert_eq!(asked.len(), ACCOUNT_SHARE.all);
    }

    #[test]
    fn one_account_and_one_host_hold_their_share_at_most() {
        let slots = Slots::default();
        let owner = PlayerId::generate();
        let hosts = (0..400).map(|number| due(owner, &format!("{number}.example"), false));
        let of_one_account = fill(&slots, hosts);
        assert_eq!(of_one_account.len(), ACCOUNT_SHARE.all);
        let accounts = (0..400).map(|_| due(PlayerId::generate(), "hooks.example", false));
        let of_one_host = fill(&slots, accounts);
        assert_eq!(of_one_host.len(), HOST_SHARE.all);
        let strangers = (0..400).map(|number| due(PlayerId::generate(), &format!("{number}.test"), false));
        let rest = fill(&slots, strangers);
        assert_eq!(rest.len(), SENT_AT_ONCE_MAX - ACCOUNT_SHARE.all - HOST_SHARE.all);
        assert!(slots.closed().is_none());
        drop((of_one_account, of_one_host, rest));
        assert!(slots.held().is_empty());
    }

    #[test]
    fn slow_webhooks_leave_most_slots_to_others() {
        let slots = Slots::default();
        let owner = PlayerId::generate();
        let of_one_account = fill(&slots, (0..9).map(|_| due(owner, "a.example", true)));
        assert_eq!(of_one_account.len(), ACCOUNT_SHARE.slow);
        let of_one_host = fill(&slots, (0..9).map(|_| due(PlayerId::generate(), "a.example", true)));
        assert_eq!(of_one_account.len() + of_one_host.len(), HOST_SHARE.slow);
        let strangers =
            |slow| (0..400).map(move |number| due(PlayerId::generate(), &format!("{number}.test"), slow));
        let slow = fill(&slots, strangers(true));
        assert_eq!(HOST_SHARE.slow + slow.len(), SERVER_SHARE.slow);
        assert_eq!(fill(&slots, strangers(false)).len(), SERVER_SHARE.all - SERVER_SHARE.slow);
    }

    #[test]
    fn one_account_holds_a_part_of_a_host_that_many_use() {
        let slots = Slots::default();
        let address = "192.0.2.1".parse::<IpAddr>().unwrap();
        let reached = |owner, count, slow| {
            let slot = |_| slots.take(owner, "hooks.example", slow);
            let mut taken: Vec<Slot> = (0..count).map(slot).collect();
            taken.retain_mut(|slot| slot.reach([address]));
            taken
        };
        let of_one = reached(PlayerId::generate(), ACCOUNT_SHARE.all, false);
        assert_eq!(of_one.len(), ACCOUNT_AT_HOST_SHARE.all);
        let slow = reached(PlayerId::generate(), ACCOUNT_SHARE.slow, true);
        assert_eq!(slow.len(), ACCOUNT_AT_HOST_SHARE.slow);
        let others: Vec<Slot> = (0..400).flat_map(|_| reached(PlayerId::generate(), 1, false)).collect();
        assert_eq!(of_one.len() + slow.len() + others.len(), HOST_SHARE.all);
    }

    #[test]
    fn many_names_of_one_address_are_one_host() {
        let slots = Slots::default();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let messages = (0..40).map(|number| due(PlayerId::generate(), &format!("{number}.example"), false));
        let mut taken = fill(&slots, messages);
        assert_eq!(taken.len(), 40);
        // Each name has its own address beside the common one. Each time, another address of the common one's
        // network is used.
        let reached = taken.iter_mut().enumerate().filter_map(|(number, slot)| {
            let own = address(&format!("192.0.2.{number}"));
            slot.reach([address(&format!("2001:db8::{number}")), own, own]).then_some(())
        });
        assert_eq!(reached.count(), HOST_SHARE.all);
        drop(taken);
        assert!(slots.held().is_empty());
    }
}
