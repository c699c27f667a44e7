//! Notifications for requests of this process that follow a game or wait for it to change.
//!
//! It knows games, versions and players whose sessions ended. Each request decides what its viewer may see.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::activity::Activity;
use super::due::DecisionQueue;
use super::hints::Hints;
use super::outbox::Outbox;
use super::sets::{GameSet, Sets};
use lapidary_model::auth::{Identity, PlayerId, SessionId};
use lapidary_model::game::{GameId, Version};

/// The notification channels of games, players and sessions: the end of a session ends its waits.
#[derive(Clone, Default)]
pub struct Watchers {
    games: Channels<GameId, Announced>,
    players: Channels<PlayerId, ()>,
    sessions: Channels<SessionId, ()>,
    /// What waits for players.
    news: Channels<PlayerId, ()>,
    sets: Sets,
    outbox: Outbox,
    due: DecisionQueue,
    hints: Hints,
    activity: Activity,
}

/// The announcements of a game since somebody began to watch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Announced {
    /// The newest version.
    pub version: Version,
    /// The number of announcements. While a game waits for players, it changes without a new version.
    pub count: u64,
}

/// The subscription of one viewer to one game.
pub struct Watch {
    game: KeySubscription<GameId, Announced>,
    /// None for a viewer without an account.
    caller: Option<(KeySubscription<PlayerId, ()>, KeySubscription<SessionId, ()>)>,
}

/// The subscription of a player to what waits for them.
pub struct PlayerWatch {
    /// The followed games of the player.
    pub games: GameSet,
    news: KeySubscription<PlayerId, ()>,
    player: KeySubscription<PlayerId, ()>,
    session: KeySubscription<SessionId, ()>,
}

/// What has changed for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerChanged {
    /// Games that the player follows.
    Games(BTreeSet<GameId>),
    /// Anything else that waits for the player.
    Player,
    /// A session of the player may have ended.
    Sessions,
}

/// What has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// The game.
    Game,
    /// A session of the player may have ended.
    Sessions,
}

impl Watchers {
    /// Subscribes to a game. No announcement after this call is missed.
    pub fn watch(&self, game: GameId, caller: Option<&Identity>) -> Watch {
        let subscribe = |caller: &Identity| {
            (self.players.subscribe(caller.player), self.sessions.subscribe(caller.session))
        };
        Watch { game: self.games.subscribe(game), caller: caller.map(subscribe) }
    }

    /// Subscribes a player to what waits for them. No announcement after this call is missed.
    pub fn watch_player(&self, caller: &Identity) -> PlayerWatch {
        PlayerWatch {
            games: GameSet::new(&self.sets),
            news: self.news.subscribe(caller.player),
            player: self.players.subscribe(caller.player),
            session: self.sessions.subscribe(caller.session),
        }
    }

    /// Returns the watched games, each with the newest announced version.
    pub fn watched(&self) -> Vec<(GameId, Version)> {
        let mut watched: HashMap<GameId, Version> = self.sets.watched().into_iter().collect();
        let open = self.games.open();
        let versions = open.iter().map(|(game, channel)| (*game, channel.borrow().version));
        // A watcher who has heard less must be notified again.
        versions.for_each(|(game, version)| {
            watched.entry(game).and_modify(|known| *known = version.min(*known)).or_insert(version);
        });
        watched.into_iter().collect()
    }

    /// Returns the games that are followed or waited for one by one.
    pub fn followed(&self) -> Vec<GameId> {
        self.games.open().keys().copied().collect()
    }

    /// Returns the players who watch what waits for them.
    pub fn expecting(&self) -> Vec<PlayerId> {
        self.news.open().keys().copied().collect()
    }

    /// Returns the sessions of the watchers.
    pub fn sessions(&self) -> Vec<SessionId> {
        self.sessions.open().keys().copied().collect()
    }

    /// Returns the announcements for other servers.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Returns the games in which a built-in opponent must decide something.
    pub fn due(&self) -> &DecisionQueue {
        &self.due
    }

    /// Returns the players for whom something may wait.
    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    /// Returns the activity of this server: everything announced or heard counts.
    pub fn activity(&self) -> &Activity {
        &self.activity
    }

    /// Announces that a game has changed. Call it after the commit.
    pub fn announce(&self, game: GameId, version: Version) {
        self.announce_all(&[(game, version)]);
    }

    /// Announces that games have changed in one commit. Call it after the commit.
    pub fn announce_all(&self, news: &[(GameId, Version)]) {
        self.activity.note();
        self.hear_all(news);
        self.outbox.put(|announcements| {
            for &(game, version) in news {
                let newest = announcements.games.entry(game).or_default();
                *newest = version.max(*newest);
            }
        });
    }

    /// Announces that a session of a player may have ended. Call it after the commit.
    pub fn announce_session_end(&self, player: PlayerId) {
        self.hear_sessions(player);
        self.outbox.put(|announcements| {
            announcements.players.insert(player);
        });
    }

    /// Announces that something begins or ceases to wait for a player. Call it after the commit.
    pub fn announce_news(&self, player: PlayerId) {
        self.hear_news(player);
        self.hints.put(player);
        self.outbox.put(|announcements| {
            announcements.news.insert(player);
        });
    }

    /// Passes on from another server that something begins or ceases to wait for a player.
    pub fn hear_news(&self, player: PlayerId) {
        self.activity.note();
        self.news.send_all(&[(player, ())], |(), ()| ());
    }

    /// Passes on the stored version of a game, which may be known already. A set is notified only of a new
    /// version.
    pub fn find(&self, game: GameId, version: Version) {
        self.send_games(&[(game, version)]);
        self.sets.send_newer(game, version);
    }

    /// Passes on that the connected players of these games have changed.
    pub fn hear_presence(&self, games: &[GameId]) {
        let news: Vec<(GameId, Version)> = games.iter().map(|game| (*game, Version::ZERO)).collect();
        self.hear_all(&news);
    }

    /// Makes the followers of a game on this server check for changes that have no version.
    pub fn nudge(&self, game: GameId) {
        self.send_games(&[(game, Version::ZERO)]);
    }

    /// Passes on that a game has changed on another server.
    pub fn hear(&self, game: GameId, version: Version) {
        self.activity.note();
        self.hear_all(&[(game, version)]);
    }

    fn hear_all(&self, news: &[(GameId, Version)]) {
        self.send_games(news);
        self.sets.send_all(news);
    }

    fn send_games(&self, news: &[(GameId, Version)]) {
        // Announcements of one game may arrive in the wrong order.
        self.games.send_all(news, |known, version| Announced {
            version: version.max(known.version),
            count: known.count + 1,
        });
    }

    /// Passes on that a session of a player may have ended on another server.
    pub fn hear_sessions(&self, player: PlayerId) {
        self.players.send_all(&[(player, ())], |(), ()| ());
    }

    /// Passes on that a session has ended on another server.
    pub fn hear_session_end(&self, session: SessionId) {
        self.sessions.send_all(&[(session, ())], |(), ()| ());
    }
}

#[boxed]
impl Watch {
    /// Waits until the game has changed, or a session of the player has ended, since the last call.
    pub async fn changed(&mut self) -> Changed {
        let Some((player, session)) = &mut self.caller else {
            self.game.changed().await;
            return Changed::Game;
        };
        tokio::select! {
            () = self.game.changed() => Changed::Game,
            () = player.changed() => Changed::Sessions,
            () = session.changed() => Changed::Sessions,
        }
    }

    /// Returns what was announced of the game.
    pub fn announced(&self) -> Announced {
        self.game.news.as_ref().map_or_else(Announced::default, |news| *news.borrow())
    }
}

#[boxed]
impl PlayerWatch {
    /// Waits until something has changed for the player since the last call.
    pub async fn changed(&mut self) -> PlayerChanged {
        tokio::select! {
            games = self.games.changed() => PlayerChanged::Games(games),
            () = self.news.changed() => PlayerChanged::Player,
            () = self.player.changed() => PlayerChanged::Sessions,
            () = self.session.changed() => PlayerChanged::Sessions,
        }
    }
}

/// A channel for each subscribed key.
struct Channels<K, V>(Arc<Mutex<HashMap<K, watch::Sender<V>>>>);

/// A subscription to a key.
struct KeySubscription<K: Eq + Hash, V> {
    channels: Channels<K, V>,
    key: K,
    /// `Some` until the subscription is dropped. It is dropped under the lock, so that the last subscription
    /// knows that it is the last.
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
    fn subscribe(&self, key: K) -> KeySubscription<K, V> {
        let news = self.open().entry(key).or_insert_with(|| watch::Sender::new(V::default())).subscribe();
        KeySubscription { channels: self.clone(), key, news: Some(news) }
    }

    /// Notifies the subscriptions of these keys, with the values merged into the earlier ones.
    fn send_all<N: Copy>(&self, news: &[(K, N)], merge: impl Fn(V, N) -> V)
    where
        V: Copy,
    {
        let channels = self.open();
        for (key, value) in news {
            if let Some(channel) = channels.get(key) {
                channel.send_modify(|known| *known = merge(*known, *value));
            }
        }
    }
}

impl<K: Eq + Hash, V> KeySubscription<K, V> {
    async fn changed(&mut self) {
        // The sender lives as long as a subscription exists, so `changed` cannot fail.
        if let Some(news) = &mut self.news {
            let _ = news.changed().await;
        }
    }
}

impl<K: Eq + Hash, V> Drop for KeySubscription<K, V> {
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
    use lapidary_model::auth::{Scopes, SessionKind};

    fn identity() -> Identity {
        let (player, session) = (PlayerId::generate(), SessionId::generate());
        Identity { player, session, kind: SessionKind::Login, scopes: Scopes::ALL }
    }

    #[tokio::test]
    async fn an_announcement_after_the_subscription_is_not_missed() {
        let watchers = Watchers::default();
        let (game, caller) = (GameId::generate(), identity());
        let mut watch = watchers.watch(game, Some(&caller));
        watchers.announce(game, Version(1));
        assert_eq!(watch.changed().await, Changed::Game);
        watchers.announce_session_end(caller.player);
        assert_eq!(watch.changed().await, Changed::Sessions);
        watchers.hear_session_end(caller.session);
        assert_eq!(watch.changed().await, Changed::Sessions);
    }

    #[tokio::test]
    async fn the_newest_version_counts_whatever_the_order_of_announcements() {
        let watchers = Watchers::default();
        let game = GameId::generate();
        let mut watch = watchers.watch(game, None);
        // Without other servers, no announcements are kept for them.
        watchers.announce(GameId::generate(), Version(1));
        watchers.outbox().set_open(true);
        watchers.announce(game, Version(6));
        watchers.announce(game, Version(5));
        assert_eq!(watch.changed().await, Changed::Game);
        assert_eq!(watch.announced(), Announced { version: Version(6), count: 2 });
        assert_eq!(watchers.watched(), [(game, Version(6))]);
        assert_eq!(watchers.outbox().take().await.games, [(game, Version(6))].into());
    }

    #[tokio::test]
    async fn what_another_server_announces_is_not_sent_again() {
        let watchers = Watchers::default();
        watchers.outbox().set_open(true);
        let (game, player) = (GameId::generate(), PlayerId::generate());
        watchers.hear(game, Version(1));
        watchers.hear_sessions(player);
        watchers.announce_session_end(player);
        let taken = watchers.outbox().take().await;
        assert_eq!((taken.games.len(), taken.players), (0, [player].into()));
    }

    #[test]
    fn a_game_is_forgotten_with_its_last_watcher() {
        let watchers = Watchers::default();
        let (game, caller) = (GameId::generate(), identity());
        let (one, other) = (watchers.watch(game, Some(&caller)), watchers.watch(game, Some(&caller)));
        drop(one);
        assert_eq!((watchers.watched().len(), watchers.sessions()), (1, vec![caller.session]));
        drop(other);
        assert!(watchers.watched().is_empty() && watchers.sessions().is_empty());
        assert!(watchers.players.open().is_empty());
        watchers.announce(game, Version(1));
    }
}
