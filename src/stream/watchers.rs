//! Notifications for requests of this process that wait for a game to change.
//!
//! It knows games, versions and players whose sessions ended. Each waiting request loads the game itself, as its own
//! viewer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::auth::PlayerId;
use crate::model::game::{GameId, Version};

/// The notification channels of games, and of the sessions of players: the end of a session ends its waits.
#[derive(Clone, Default)]
pub struct Watchers {
    games: Channels<GameId, Version>,
    sessions: Channels<PlayerId, ()>,
}

/// The subscription of one player to one game.
pub struct Watch {
    game: Subscription<GameId, Version>,
    sessions: Subscription<PlayerId, ()>,
}

impl Watchers {
    /// Subscribes to a game; no announcement after this call is missed.
    pub fn watch(&self, game: GameId, player: PlayerId) -> Watch {
        Watch { game: self.games.subscribe(game), sessions: self.sessions.subscribe(player) }
    }

    /// Announces that a game has changed. Call it after the commit.
    pub fn announce(&self, game: GameId, version: Version) {
        self.announce_all(&[(game, version)]);
    }

    /// Tells those who wait that games have changed, all in one commit. To be called after it.
    pub fn announce_all(&self, news: &[(GameId, Version)]) {
        self.games.send_all(news);
    }

    /// Announces to the waits of a player that one of their sessions may have ended. Call it after the commit.
    pub fn announce_session_end(&self, player: PlayerId) {
        self.sessions.send_all(&[(player, ())]);
    }
}

impl Watch {
    /// Waits until the game has changed, or a session of the player has ended, since the last call.
    pub async fn changed(&mut self) {
        tokio::select! {
            () = self.game.changed() => {}
            () = self.sessions.changed() => {}
        }
    }
}

/// A channel for each key that has a subscription.
struct Channels<K, V>(Arc<Mutex<HashMap<K, watch::Sender<V>>>>);

/// A subscription to a key.
struct Subscription<K: Eq + Hash, V> {
    channels: Channels<K, V>,
    key: K,
    /// `Some` until the subscription is dropped. It is dropped under the lock, so that the last subscription knows that
    /// it is the last.
    news: Option<watch::Receiver<V>>,
}

impl<K, V> Clone for Channels<K, V> {
    fn clone(&self) -> Self {
        Channels(Arc::clone(&self.0))
    }
}

impl<K, V> Default for Channels<K, V> {
    fn default() -> Self {
        Channels(Arc::default())
    }
}

impl<K, V> Channels<K, V> {
    fn open(&self) -> MutexGuard<'_, HashMap<K, watch::Sender<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash, V: Default> Channels<K, V> {
    fn subscribe(&self, key: K) -> Subscription<K, V> {
        let news = self.open().entry(key).or_insert_with(|| watch::Sender::new(V::default())).subscribe();
        Subscription { channels: self.clone(), key, news: Some(news) }
    }

    fn send_all(&self, news: &[(K, V)])
    where
        V: Copy,
    {
        let channels = self.open();
        for (key, value) in news {
            if let Some(channel) = channels.get(key) {
                channel.send_replace(*value);
            }
        }
    }
}

impl<K: Eq + Hash, V> Subscription<K, V> {
    async fn changed(&mut self) {
        // The sender lives as long as a subscription exists, so `changed` cannot fail.
        if let Some(news) = &mut self.news {
            let _ = news.changed().await;
        }
    }
}

impl<K: Eq + Hash, V> Drop for Subscription<K, V> {
    fn drop(&mut self) {
        let mut channels = self.channels.open();
        self.news = None;
        if channels.get(&self.key).is_some_and(|channel| channel.receiver_count() == 0) {
            channels.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_announcement_after_the_subscription_is_not_missed() {
        let watchers = Watchers::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        let mut watch = watchers.watch(game, player);
        watchers.announce(game, Version(1));
        watch.changed().await;
        watchers.announce_session_end(player);
        watch.changed().await;
    }

    #[test]
    fn a_game_is_forgotten_with_its_last_watcher() {
        let watchers = Watchers::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        let (one, other) = (watchers.watch(game, player), watchers.watch(game, player));
        drop(one);
        assert_eq!((watchers.games.open().len(), watchers.sessions.open().len()), (1, 1));
        drop(other);
        assert!(watchers.games.open().is_empty());
        assert!(watchers.sessions.open().is_empty());
        watchers.announce(game, Version(1));
    }
}
