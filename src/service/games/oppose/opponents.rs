//! The type `Opponents`. The use cases are in the other files of this folder.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quick_cache::sync::Cache;

use super::thinkers::Thinkers;
use crate::games::all::Games;
use crate::stream::{Taken, Urgency, Watchers};
use lapidary_model::built_in::{BuiltIn, Strength};
use lapidary_model::game::GameId;
use lapidary_model::settings::OpponentSettings;
use lapidary_store::Pool;
use lapidary_store::games::Mark;

/// The number of seats whose strength is remembered. The strength of a seat never changes.
const STRENGTHS_MAX: usize = 16_384;

/// The games that this server works on at the same time, per thread. While some of them are loaded and
/// stored, opponents think about others.
const GAMES_PER_THREAD: usize = 2;

/// Beside other servers, an opponent holds a connection while it thinks. So opponents work on one game per
/// this many connections, and leave the others to requests of people.
const CONNECTIONS_PER_GAME: usize = 4;

/// The decisions of built-in opponents, with everything that they need.
pub struct Opponents {
    pub(super) pool: Pool,
    pub(super) watchers: Watchers,
    pub(super) games: Games,
    pub(super) settings: OpponentSettings,
    pub(super) thinkers: Thinkers,
    pub(super) strengths: Cache<(GameId, BuiltIn), Strength>,
    /// Games in which the opponents have nothing to decide while their marks are the same.
    marks: Mutex<HashMap<GameId, Mark>>,
    /// When this server last announced that it plays the opponents' turns.
    pub(super) said_online: Mutex<Option<Instant>>,
}

#[boxed]
impl Opponents {
    /// Returns the opponents in these games, and starts their threads; none if the settings leave the
    /// opponents' turns to other servers.
    pub fn start(
        pool: Pool,
        watchers: Watchers,
        games: Games,
        settings: OpponentSettings,
    ) -> std::io::Result<Option<Arc<Opponents>>> {
        if settings.threads() == 0 {
            return Ok(None);
        }
        watchers.due().open();
        Ok(Some(Arc::new(Opponents {
            pool,
            watchers,
            games,
            settings,
            thinkers: Thinkers::start(settings.threads())?,
            strengths: Cache::new(STRENGTHS_MAX),
            marks: Mutex::default(),
            said_online: Mutex::default(),
        })))
    }

    /// Returns the maximum number of games to attend at the same time.
    pub fn games_at_once(&self) -> usize {
        games_at_once(self.settings.threads(), self.pool.usage().max)
    }

    /// Waits for a game in which an opponent may have something to decide. If the call is cancelled, no game
    /// is lost.
    pub async fn next(&self) -> Taken {
        self.watchers.due().take().await
    }

    /// Puts a game back that was taken from the queue.
    pub fn put_back(&self, taken: Taken) {
        // Dropping it queues it again, and only once if another caller has queued it meanwhile.
        self.watchers.due().put(taken.game, taken.opponent, Urgency::Player);
    }

    pub(super) fn marks(&self) -> MutexGuard<'_, HashMap<GameId, Mark>> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn games_at_once(threads: usize, connections: usize) -> usize {
    (threads * GAMES_PER_THREAD).min(connections / CONNECTIONS_PER_GAME).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_leave_most_connections_to_requests() {
        assert_eq!(games_at_once(1, 16), 2);
        assert_eq!(games_at_once(128, 16), 4);
        assert_eq!(games_at_once(128, 400), 100);
        assert_eq!(games_at_once(1, 2), 1);
    }
}
