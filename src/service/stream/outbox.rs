//! Announcements for other servers. Waiting announcements of the same game are merged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Version};

/// The maximum number of waiting announcements. Further ones are dropped: the other servers also check the
/// database.
const WAITING_MAX: usize = 65_536;

/// Announcements to be sent together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Announcements {
    /// Games that have changed, each with its newest version.
    pub games: BTreeMap<GameId, Version>,
    /// Players with a session that may have ended.
    pub players: BTreeSet<PlayerId>,
    /// Players for whom something begins or ceases to wait.
    pub news: BTreeSet<PlayerId>,
}

/// The announcements of this server that wait to be sent.
#[derive(Clone, Default)]
pub struct Outbox(Arc<OutboxQueue>);

#[derive(Default)]
struct OutboxQueue {
    /// Whether there are other servers.
    is_open: AtomicBool,
    announcements: Mutex<Announcements>,
    some: Notify,
}

#[boxed]
impl Outbox {
    fn open(&self) -> MutexGuard<'_, Announcements> {
        self.0.announcements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts announcements from now on, or drops them because no other server would hear them.
    pub fn set_open(&self, open: bool) {
        self.0.is_open.store(open, Ordering::Relaxed);
    }

    /// Whether this server knows of other servers.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    pub(super) fn put(&self, add: impl FnOnce(&mut Announcements)) {
        if !self.is_open() {
            return;
        }
        let mut waiting = self.open();
        if waiting.games.len() + waiting.players.len() + waiting.news.len() < WAITING_MAX {
            add(&mut waiting);
        }
        drop(waiting);
        self.0.some.notify_one();
    }

    /// Waits until there are announcements, and takes them all.
    pub async fn take(&self) -> Announcements {
        loop {
            self.0.some.notified().await;
            let taken = std::mem::take(&mut *self.open());
            if taken != Announcements::default() {
                return taken;
            }
        }
    }
}
