//! Those who wait for a game to move on, in this process.
//!
//! It knows games and versions; what is in a version the waiting ones fetch themselves, each for his own eyes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::store::games::{GameId, Version};

/// The games that somebody waits for.
#[derive(Clone, Default)]
pub struct Watchers(Arc<Mutex<HashMap<GameId, watch::Sender<Version>>>>);

/// One who waits for a game.
pub struct Watch {
    watchers: Watchers,
    game: GameId,
    /// There until it is dropped, under the lock, so that the last of several is known to be the last.
    news: Option<watch::Receiver<Version>>,
}

impl Watchers {
    /// Begins to wait for a game; what is announced from now on is not missed.
    pub fn watch(&self, game: GameId) -> Watch {
        let news =
            self.channels().entry(game).or_insert_with(|| watch::Sender::new(Version::ZERO)).subscribe();
        Watch { watchers: self.clone(), game, news: Some(news) }
    }

    /// Tells those who wait that a game has changed. To be called after the commit.
    pub fn announce(&self, game: GameId, version: Version) {
        if let Some(channel) = self.channels().get(&game) {
            channel.send_replace(version);
        }
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<GameId, watch::Sender<Version>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// Returns when the game has changed since the last call.
    pub async fn changed(&mut self) {
        // The sender lives as long as somebody waits, so there is no other end.
        if let Some(news) = &mut self.news {
            let _ = news.changed().await;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut channels = self.watchers.channels();
        self.news = None;
        if channels.get(&self.game).is_some_and(|channel| channel.receiver_count() == 0) {
            channels.remove(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_announced_after_watching_began_is_not_missed() {
        let watchers = Watchers::default();
        let game = GameId::generate();
        let mut watch = watchers.watch(game);
        watchers.announce(game, Version(1));
        watch.changed().await;
    }

    #[test]
    fn a_game_is_forgotten_with_its_last_watcher() {
        let watchers = Watchers::default();
        let game = GameId::generate();
        let (one, other) = (watchers.watch(game), watchers.watch(game));
        drop(one);
        assert_eq!(watchers.channels().len(), 1);
        drop(other);
        assert!(watchers.channels().is_empty());
        watchers.announce(game, Version(1));
    }
}
