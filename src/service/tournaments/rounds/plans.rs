//! Pairings for acts. They are slow for a large event, so they are computed without locks. An act without its
//! pairing ends and changes nothing, the pairing is computed from what the act has read, and the act runs
//! again. If it reads the same then, it uses the pairing; otherwise the pairing is discarded.
//!
//! Acts of clients that may need one wait in a fair queue before they read anything.

use std::mem::take;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::spawn_blocking;

use super::hall::{displaced, numbers_in_round};
use super::plan::{Planned, plan, planned};
use super::refusal::RoundRefusal;
use super::waiting_room::WaitingRoom;
use crate::access::Client;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::network::{self, Party, parties};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::counters::Limit;
use lapidary_model::fair_queue::{Crowded, FairQueue, Permit};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;

/// The maximum number of concurrent acts of clients that may need a pairing, so that processors are left for
/// games.
const AT_ONCE: usize = 2;
/// The maximum time that a client waits for their turn.
const WAIT_MAX: Duration = Duration::from_secs(20);
/// How many times a pairing is computed for one act, if its input changes meanwhile.
const TRIES_MAX: u8 = 4;

/// The queue of acts of clients that may need a pairing.
pub(in crate::tournaments) struct PairingQueue(FairQueue<Party<PlayerId>>);

impl Default for PairingQueue {
    fn default() -> Self {
        PairingQueue(FairQueue::new(Limit::QueuedPairings, AT_ONCE, WAIT_MAX))
    }
}

impl PairingQueue {
    /// Waits for the turn of a client, unless the client leaves.
    pub async fn turn(&self, caller: &Identity, client: &Client) -> Result<Plans, Crowded> {
        let turn = self.0.take(parties(network::of(client.address), caller.player));
        let turn = client.gone.run_until_cancelled(turn).await.unwrap_or(Err(Crowded))?;
        Ok(Plans { turn: Some(turn), ..Plans::default() })
    }
}

/// The input of a pairing: the event, an organizer's preset tables, and the waiting entries of an arena.
struct PairingQuestion {
    event: Event,
    manual: Vec<Vec<EntryId>>,
    room: Option<WaitingRoom>,
}

impl PairingQuestion {
    fn answer(&self) -> Result<Planned, RoundRefusal> {
        if let Some(room) = &self.room {
            let tables = room.pairing(&self.event);
            return Ok(planned(&self.event, Stage::Arena, Vec::new(), tables, Vec::new()));
        }
        let mut planned = plan(&self.event, &self.manual)?;
        planned.numbers = numbers_in_round(&self.event, &planned);
        planned.displaced = displaced(&self.event, &planned);
        Ok(planned)
    }

    /// Returns whether the answer still applies to the current question.
    fn holds(&self, now: &PairingQuestion) -> bool {
        match (&self.room, &now.room) {
            (Some(room), Some(others)) => {
                self.event.tournament == now.event.tournament
                    && self.event.adjustments == now.event.adjustments
                    && room.still_waits(others)
            }
            (None, None) => self.event == now.event && self.manual == now.manual,
            _ => false,
        }
    }
}

/// The known state of an act's pairing.
#[derive(Default)]
enum PlanSlot {
    #[default]
    Nothing,
    Asked(Box<PairingQuestion>),
    Known(Box<(PairingQuestion, Result<Planned, RoundRefusal>)>),
}

/// The pairing of an act. The holder of a tournament's lock borrows it, and borrowed ones are never computed.
#[derive(Default)]
pub(in crate::tournaments) struct Plans {
    /// The turn of the client whose act it is; none for the server's job, which pairs one at a time.
    turn: Option<Permit>,
    slot: Mutex<PlanSlot>,
    tries: u8,
}

impl Plans {
    /// Returns the plan of the next round of a locked event. `manual` are an organizer's preset tables for
    /// this round. [`RoundRefusal::NotPlanned`] means that it is not computed yet, and the act must end.
    pub fn next_round(&self, event: &Event, manual: &[Vec<EntryId>]) -> Result<Planned, RoundRefusal> {
        self.take(PairingQuestion { event: event.without_moments(), manual: manual.to_vec(), room: None })
    }

    /// Does the same for the waiting entries of a locked arena.
    pub(super) fn arena(&self, event: &Event, room: WaitingRoom) -> Result<Planned, RoundRefusal> {
        self.take(PairingQuestion { event: event.clone(), manual: Vec::new(), room: Some(room) })
    }

    fn take(&self, asked: PairingQuestion) -> Result<Planned, RoundRefusal> {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        match take(&mut *slot) {
            PlanSlot::Known(known) if known.0.holds(&asked) => known.1,
            _ => {
                *slot = PlanSlot::Asked(Box::new(asked));
                Err(RoundRefusal::NotPlanned)
            }
        }
    }

    /// Computes what the last act needed. Returns whether to run the act again.
    pub async fn compute(&mut self) -> bool {
        self.tries += 1;
        let slot = self.slot.get_mut().unwrap_or_else(PoisonError::into_inner);
        let PlanSlot::Asked(asked) = take(slot) else { return false };
        if self.tries > TRIES_MAX {
            return false;
        }
        // A turn lasts until the work is done, even if its client has left.
        let turn = self.turn.clone();
        let computed = spawn_blocking(move || {
            let _held = turn;
            let answer = asked.answer();
            PlanSlot::Known(Box::new((*asked, answer)))
        });
        *slot = computed.await.unwrap_or_default();
        matches!(slot, PlanSlot::Known(..))
    }
}

/// Runs an act that needs a pairing, and again after computing it: `with_plan!(plans = plans => act)`.
macro_rules! with_plan {
    ($plans:ident = $begun:expr => $act:expr) => {{
        let mut $plans: $crate::tournaments::rounds::plans::Plans = $begun;
        loop {
            let done = async { $act }.await;
            if done.is_ok() || !$plans.compute().await {
                break done;
            }
        }
    }};
}

pub(in crate::tournaments) use with_plan;

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::FutureExt;
    use lapidary_model::auth::{Scopes, SessionId, SessionKind};

    use super::*;

    #[tokio::test]
    async fn networks_take_turns_and_whoever_leaves_gives_up_their_place() {
        let queue = PairingQueue::default();
        let (player, session) = (PlayerId::generate(), SessionId::generate());
        let caller = Identity { player, session, kind: SessionKind::Login, scopes: Scopes::ALL };
        let client = |last: u8| Client { address: IpAddr::from([192, 0, last, 1]), gone: Default::default() };
        let (flood, other, late) = (client(1), client(2), client(3));
        let first = queue.turn(&caller, &flood).await.expect("a free place");
        let mut waiting = Box::pin(queue.turn(&caller, &flood));
        assert!(waiting.as_mut().now_or_never().is_none(), "one act of a network at a time");
        let second = queue.turn(&caller, &other).now_or_never().expect("the other place").expect("no crowd");
        late.gone.cancel();
        assert!(queue.turn(&caller, &late).await.is_err(), "nobody waits for whoever has left");
        drop((first, second));
        assert!(waiting.now_or_never().expect("its turn has come").is_ok());
    }
}
