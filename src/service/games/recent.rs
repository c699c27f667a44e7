//! Games as the last turn left them, so that the next one need not ask for them.
//!
//! It may be wrong at any time: other servers play on, and nobody tells. Therefore nothing is refused or shown by it;
//! [`play_on`](mod@super::play_on) writes by it, under a condition that holds only if it is right.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::model::game::{GameId, Status, Version};
use crate::store::games::GameRecord;

/// How many games a generation holds, of which there are two; about 1 KB each.
const GAMES_MAX: usize = 16_384;

/// The games that were played last on this server.
#[derive(Default)]
pub struct Recent(Mutex<Generations>);

/// Those remembered of late, and those before them, which are forgotten all at once.
#[derive(Default)]
struct Generations {
    young: HashMap<GameId, Arc<GameRecord>>,
    old: HashMap<GameId, Arc<GameRecord>>,
}

impl Recent {
    /// The game, if it was left at this version.
    pub(super) fn recall(&self, id: GameId, version: Version) -> Option<Arc<GameRecord>> {
        let known = self.known();
        let record = known.young.get(&id).or_else(|| known.old.get(&id))?;
        (record.version == version).then(|| Arc::clone(record))
    }

    /// Remembers how a turn has left a game; one that is over is forgotten.
    pub(super) fn remember(&self, record: GameRecord) {
        let mut known = self.known();
        if record.status != Status::Active {
            known.young.remove(&record.id);
            known.old.remove(&record.id);
            return;
        }
        known.young.insert(record.id, Arc::new(record));
        if known.young.len() >= GAMES_MAX {
            known.old = mem::take(&mut known.young);
        }
    }

    fn known(&self) -> MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
