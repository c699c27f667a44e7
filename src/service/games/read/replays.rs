//! A limit on concurrent replays of games.
//!
//! Earlier versions, events and exports are replayed from the opening for each reader. Without a limit,
//! anonymous readers could take all the CPU time from the players. The players' own turns never wait here.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use lapidary_model::auth::network::Party;
use lapidary_model::auth::{PlayerId, Visitor};
use lapidary_model::counters::Limit;
use lapidary_model::fair_queue::{Crowded, FairQueue, Permit, Room};

/// The maximum number of concurrent replays for visitors. Other requests wait in turn, without a database
/// connection.
const REPLAYS_AT_ONCE: usize = 2;
/// The maximum number of additional replays for the server itself.
const OWN_REPLAYS_AT_ONCE: usize = 1;

/// The maximum number of waiting requests. A replay takes milliseconds and holds nothing before its turn.
/// After a restart all followers of games reconnect at once, even a whole hall behind one address.
const ROOM: Room = Room { per_network: 512, in_all: 2_048 };

/// The maximum time that a visitor waits for their turn.
const WAIT_MAX: Duration = Duration::from_secs(20);

/// The permits for replays.
pub struct Replays {
    turns: FairQueue<Party<Option<PlayerId>>>,
    own: Semaphore,
}

impl Default for Replays {
    fn default() -> Self {
        let turns = FairQueue::new(Limit::QueuedReplays, REPLAYS_AT_ONCE, WAIT_MAX).with_room(ROOM);
        Replays { turns, own: Semaphore::new(OWN_REPLAYS_AT_ONCE) }
    }
}

#[boxed]
impl Replays {
    /// Waits for a permit, which is released when it is dropped.
    pub async fn enter(&self, visitor: &Visitor) -> Result<Permit, Crowded> {
        self.turns.take(visitor.parties()).await
    }

    /// Waits for a permit for work of the server itself, or for a turn that is stored.
    pub async fn enter_own(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed. If it were, only the limit on replays would be lost.
        self.own.acquire().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::FutureExt;

    use super::*;

    fn visitor(last: u8) -> Visitor {
        Visitor { identity: None, network: IpAddr::from([192, 0, last, 1]) }
    }

    #[tokio::test]
    async fn a_hall_behind_one_address_waits_and_is_not_refused() {
        let replays = Replays::default();
        let guest = visitor(1);
        let _first = replays.enter(&guest).await.expect("a free place");
        let mut hall: Vec<_> = (0..ROOM.per_network).map(|_| Box::pin(replays.enter(&guest))).collect();
        assert!(hall.iter_mut().all(|guest| guest.now_or_never().is_none()), "all of them wait");
    }

    #[tokio::test]
    async fn one_network_never_takes_the_places_of_all() {
        let replays = Replays::default();
        let flood = replays.enter(&visitor(1)).now_or_never().expect("a free place");
        assert!(replays.enter(&visitor(1)).now_or_never().is_none(), "its next one waits");
        let other = replays.enter(&visitor(2)).now_or_never().expect("a place for another network");
        assert!(replays.enter(&visitor(3)).now_or_never().is_none(), "all places are taken");
        assert!(replays.enter_own().now_or_never().flatten().is_some(), "the server waits for nobody");
        drop((flood, other));
        assert!(matches!(replays.enter(&visitor(3)).now_or_never(), Some(Ok(_))), "a place is free again");
    }
}
