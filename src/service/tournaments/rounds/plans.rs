//! Pairings for acts. They take long for a large event, so they are computed while nothing is locked: an
//! act that has none yet ends and changes nothing, the pairing is computed from what the act has read, and
//! the act is done again. If it reads the same then, it has its pairing; otherwise that is thrown away.

use std::mem::take;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::hall::{displaced, numbers_in_round};
use super::plan::{Planned, plan, planned};
use super::refusal::RoundRefusal;
use super::waiting_room::WaitingRoom;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;

/// The maximum number of pairings that are computed at the same time, so that processors are left for games.
const AT_ONCE: usize = 2;
/// How often a pairing is computed for one act, if what it depends on changes meanwhile.
const TRIES_MAX: u8 = 4;

static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// What a pairing depends on: the event, tables that an organizer sets, and those who wait in an arena.
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

    /// Returns whether the answer is still right for what is asked now.
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

/// What is known of the pairing of an act.
#[derive(Default)]
enum PlanSlot {
    #[default]
    Nothing,
    Asked(Box<PairingQuestion>),
    Known(Box<(PairingQuestion, Result<Planned, RoundRefusal>)>),
}

/// The pairing of an act. Whoever has locked a tournament borrows it, and nobody computes what is borrowed.
#[derive(Default)]
pub(in crate::tournaments) struct Plans {
    slot: Mutex<PlanSlot>,
    tries: u8,
}

impl Plans {
    /// Returns the plan of the next round of an event that is locked. `manual` are tables that an organizer
    /// sets for this round. With [`RoundRefusal::NotPlanned`] it is not computed yet, and the act has to end.
    pub fn next_round(&self, event: &Event, manual: &[Vec<EntryId>]) -> Result<Planned, RoundRefusal> {
        self.take(PairingQuestion { event: event.without_moments(), manual: manual.to_vec(), room: None })
    }

    /// Does the same for the tables of those who wait in an arena that is locked.
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

    /// Computes what the last act has asked for. Returns whether the act is done again.
    pub async fn compute(&mut self) -> bool {
        self.tries += 1;
        let slot = self.slot.get_mut().unwrap_or_else(PoisonError::into_inner);
        let PlanSlot::Asked(asked) = take(slot) else { return false };
        if self.tries > TRIES_MAX {
            return false;
        }
        // The semaphore is never closed.
        let _place = PLACES.acquire().await;
        let computed = spawn_blocking(move || {
            let answer = asked.answer();
            PlanSlot::Known(Box::new((*asked, answer)))
        });
        *slot = computed.await.unwrap_or_default();
        matches!(slot, PlanSlot::Known(..))
    }
}

/// Does an act that needs a pairing, and again once that is computed: `with_plan!(plans => act)`.
macro_rules! with_plan {
    ($plans:ident => $act:expr) => {{
        let mut $plans = $crate::tournaments::rounds::plans::Plans::default();
        loop {
            let done = async { $act }.await;
            if done.is_ok() || !$plans.compute().await {
                break done;
            }
        }
    }};
}

pub(in crate::tournaments) use with_plan;
