//! Followers of many games at once. For each follower, the changed games are collected.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use lapidary_model::game::{GameId, Version};

/// The games that are followed in sets, each with its followers.
#[derive(Clone, Default)]
pub(super) struct Sets(Arc<Mutex<HashMap<GameId, FollowedSet>>>);

struct FollowedSet {
    /// The newest version that was announced or seen.
    version: Version,
    inboxes: Vec<Arc<Inbox>>,
}

/// What has changed for one follower since it looked last.
#[derive(Default)]
struct Inbox {
    changed: Mutex<BTreeSet<GameId>>,
    some: Notify,
}

impl Sets {
    fn open(&self) -> MutexGuard<'_, HashMap<GameId, FollowedSet>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies the followers of these games.
    pub(super) fn send_all(&self, news: &[(GameId, Version)]) {
        let mut sets = self.open();
        if sets.is_empty() {
            return;
        }
        for (game, version) in news {
            if let Some(followed) = sets.get_mut(game) {
                followed.version = followed.version.max(*version);
                followed.inboxes.iter().for_each(|inbox| inbox.put(*game));
            }
        }
    }

    /// Notifies the followers of this game if the version is newer than the known one.
    pub(super) fn send_newer(&self, game: GameId, version: Version) {
        if self.open().get(&game).is_some_and(|followed| followed.version < version) {
            self.send_all(&[(game, version)]);
        }
    }

    /// Returns the followed games, with the newest known version of each.
    pub(super) fn watched(&self) -> Vec<(GameId, Version)> {
        self.open().iter().map(|(game, followed)| (*game, followed.version)).collect()
    }
}

impl Inbox {
    fn put(&self, game: GameId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
        self.some.notify_one();
    }

    fn take(&self) -> BTreeSet<GameId> {
        std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The games that one follower follows.
pub struct GameSet {
    sets: Sets,
    inbox: Arc<Inbox>,
    games: HashSet<GameId>,
}

#[boxed]
impl GameSet {
    pub(super) fn new(sets: &Sets) -> GameSet {
        GameSet { sets: sets.clone(), inbox: Arc::default(), games: HashSet::new() }
    }

    /// Follows a game from now on. Returns false if it was already followed.
    pub fn follow(&mut self, game: GameId, version: Version) -> bool {
        if !self.games.insert(game) {
            return false;
        }
        let mut sets = self.sets.open();
        let followed = sets.entry(game).or_insert(FollowedSet { version, inboxes: Vec::new() });
        followed.inboxes.push(Arc::clone(&self.inbox));
        true
    }

    /// Follows a game no longer.
    pub fn forget(&mut self, game: GameId) {
        if self.games.remove(&game) {
            remove(&mut self.sets.open(), game, &self.inbox);
        }
    }

    /// Waits until games of the set have changed since the last call, and returns them.
    pub async fn changed(&self) -> BTreeSet<GameId> {
        loop {
            let changed = self.inbox.take();
            if !changed.is_empty() {
                return changed;
            }
            self.inbox.some.notified().await;
        }
    }
}

fn remove(sets: &mut HashMap<GameId, FollowedSet>, game: GameId, inbox: &Arc<Inbox>) {
    if let Some(followed) = sets.get_mut(&game) {
        followed.inboxes.retain(|other| !Arc::ptr_eq(other, inbox));
        if followed.inboxes.is_empty() {
            sets.remove(&game);
        }
    }
}

impl Drop for GameSet {
    fn drop(&mut self) {
        let mut sets = self.sets.open();
        for game in &self.games {
            remove(&mut sets, *game, &self.inbox);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_set_collects_the_changes_of_its_games_alone() {
        let sets = Sets::default();
        let [one, two, three] = [(); 3].map(|()| GameId::generate());
        let (mut set, mut other) = (GameSet::new(&sets), GameSet::new(&sets));
        assert!(set.follow(one, Version(1)) && !set.follow(one, Version(1)));
        set.follow(two, Version(7));
        other.follow(three, Version::ZERO);
        sets.send_all(&[(one, Version(2)), (two, Version(3)), (three, Version(1)), (one, Version(3))]);
        assert_eq!(set.changed().await, [one, two].into());
        assert_eq!(other.changed().await, [three].into());
        let watched: HashMap<_, _> = sets.watched().into_iter().collect();
        assert_eq!(watched, [(one, Version(3)), (two, Version(7)), (three, Version(1))].into());
        set.forget(one);
        sets.send_all(&[(one, Version(4)), (two, Version(8))]);
        assert_eq!(set.changed().await, [two].into());
    }

    #[test]
    fn a_game_is_forgotten_with_the_last_set_that_follows_it() {
        let sets = Sets::default();
        let game = GameId::generate();
        let (mut set, mut other) = (GameSet::new(&sets), GameSet::new(&sets));
        set.follow(game, Version(1));
        other.follow(game, Version(1));
        drop(set);
        assert_eq!(sets.watched().len(), 1);
        drop(other);
        assert!(sets.watched().is_empty());
    }
}
