//! Games as the last turn left them, so that the next turn need not load them.
//!
//! What is remembered may be wrong at any time, because other servers store turns too. Therefore nothing is refused or shown
//! by it: [`play_on`](mod@super::play_on) writes by it, under a condition that holds only if it is right.

use std::sync::Arc;

use quick_cache::sync::Cache;

use crate::model::game::{GameId, Status, Version};
use crate::store::games::GameRecord;

/// How many games are remembered; about 1 KB each.
const GAMES_MAX: usize = 32_768;

/// The games that were played last on this server.
pub struct Recent(Cache<GameId, Arc<GameRecord>>);

impl Default for Recent {
    fn default() -> Self {
        Recent(Cache::new(GAMES_MAX))
    }
}

impl Recent {
    /// Returns the game if it was left at this version.
    pub(super) fn recall(&self, id: GameId, version: Version) -> Option<Arc<GameRecord>> {
        self.0.get(&id).filter(|record| record.version == version)
    }

    /// Remembers how a turn has left a game. A game that is over is forgotten.
    pub(super) fn remember(&self, record: GameRecord) {
        if record.status == Status::Active {
            self.0.insert(record.id, Arc::new(record));
        } else {
            self.0.remove(&record.id);
        }
    }
}
