//! Games as the last turn or read left them, so that the next one need not load them.
//!
//! What is remembered may be wrong at any time, because other servers store turns too. Therefore nothing is refused by it, and
//! nothing is accepted or shown by it alone: [`play_on`](mod@super::play_on) writes by it, under a condition that holds only if it
//! is right, and the [reader](super::reader) asks the database whether it still is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

use crate::auth::Identity;
use crate::model::game::{GameId, Status, Version, Visibility};
use crate::model::stamp::Stamp;
use crate::store::games::GameRecord;

/// How many games are remembered; about 1 KB each.
const GAMES_MAX: usize = 32_768;
/// How long a game is remembered for reads. Long before its end, the database has had fewer transactions than it has numbers for
/// them, so that no stamp can mean another state.
const AGE_MAX: Duration = Duration::from_secs(3_600);

/// The games that were played or read last on this server.
pub struct Recent(Cache<GameId, Arc<Left>>);

/// A game as it was left.
pub struct Left {
    /// The game.
    pub record: GameRecord,
    /// Identifies its stored state, if that is known.
    pub(super) stamp: Option<Stamp>,
    since: Instant,
}

/// It contains hidden cards.
impl std::fmt::Debug for Left {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Left")
    }
}

impl Left {
    /// Returns a game as it is left now.
    pub(super) fn now(record: GameRecord, stamp: Option<Stamp>) -> Left {
        Left { record, stamp, since: Instant::now() }
    }

    /// Whether a caller may see all of the game that the caller's seat may see, by what never changes while it is active.
    fn is_open_to(&self, caller: Option<&Identity>) -> bool {
        let is_seated = || caller.is_some_and(|caller| self.record.seat_of(caller.player).is_some());
        // A game of a shared deal, or one that is shown late, needs more than its own rows.
        let is_plain = self.record.shared_deal.is_none() && self.record.terms.delay.is_none();
        is_plain && (self.record.terms.visibility != Visibility::Private || is_seated())
    }
}

impl Default for Recent {
    fn default() -> Self {
        Recent(Cache::new(GAMES_MAX))
    }
}

impl Recent {
    /// Returns the game if it was left at this version. If a caller knows a later one, the game is forgotten: it must be loaded.
    pub(super) fn recall(&self, id: GameId, version: Version) -> Option<Arc<Left>> {
        let left = self.0.get(&id)?;
        if left.record.version < version {
            self.0.remove(&id);
        }
        (left.record.version == version).then_some(left)
    }

    /// Returns the game with its stamp, if this caller may see it should the database confirm the stamp.
    pub(super) fn recall_for(&self, id: GameId, caller: Option<&Identity>) -> Option<(Arc<Left>, Stamp)> {
        let left =
            self.0.get(&id).filter(|left| left.is_open_to(caller) && left.since.elapsed() < AGE_MAX)?;
        let stamp = left.stamp?;
        Some((left, stamp))
    }

    /// Remembers how a turn has left a game. A game that is over is forgotten.
    pub(super) fn remember(&self, left: Left) {
        let id = left.record.id;
        if left.record.status == Status::Active {
            self.0.insert(id, Arc::new(left));
        } else {
            self.0.remove(&id);
        }
    }

    /// Remembers a game that was loaded, if it can be recognized later and no later version is remembered.
    pub(super) fn remember_loaded(&self, left: &Arc<Left>) {
        let Left { record, stamp, .. } = &**left;
        let is_later = |known: Arc<Left>| known.record.version > record.version;
        if stamp.is_some() && record.status == Status::Active && !self.0.get(&record.id).is_some_and(is_later)
        {
            self.0.insert(record.id, Arc::clone(left));
        }
    }
}
