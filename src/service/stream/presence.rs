//! The connected players: those who follow a game or wait for it on this server, and the known ones on other
//! servers.
//!
//! It knows games and players. It counts in memory, so a turn and a wait cost nothing; the service carries it
//! between servers.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use uuid::Uuid;

use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;

/// How long a player still counts as connected after their last connection has closed. So players do not come
/// and go while they wait for one turn after another, or reconnect.
const LINGER: Duration = Duration::from_secs(5);

/// Stands for a player's own feed. Its followers are connected without a game.
pub const OWN_FEED: GameId = GameId(Uuid::nil());

/// A player or a spectator at a game. A spectator has a random id (version 4), which no player has.
pub type Attending = (GameId, PlayerId);

/// Returns whether an id belongs to a spectator.
fn watches(id: &PlayerId) -> bool {
    id.0.get_version_num() == 4
}

/// The connected players.
#[derive(Clone, Default)]
pub struct Presence(Arc<PresenceMap>);

#[derive(Default)]
struct PresenceMap {
    state: Mutex<PresenceState>,
    changed: Notify,
}

#[derive(Default)]
struct PresenceState {
    here: HashMap<GameId, HashMap<PlayerId, Connections>>,
    elsewhere: HashMap<GameId, BTreeSet<PlayerId>>,
}

/// The connections of a player to a game.
struct Connections {
    open: usize,
    /// When the last one was closed.
    closed_at: Option<Instant>,
}

/// A connection of a player to a game; it ends when it is dropped.
pub struct Attendance {
    presence: Presence,
    attending: Attending,
}

#[boxed]
impl Presence {
    fn state(&self) -> MutexGuard<'_, PresenceState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection of a player to a game. Also returns whether the player was not connected before.
    pub fn attend(&self, game: GameId, player: PlayerId) -> (Attendance, bool) {
        let mut state = self.state();
        let is_elsewhere = state.elsewhere.get(&game).is_some_and(|there| there.contains(&player));
        let here = state.here.entry(game).or_default();
        let comes = !here.contains_key(&player);
        let held = here.entry(player).or_insert(Connections { open: 0, closed_at: None });
        held.open += 1;
        held.closed_at = None;
        drop(state);
        if comes {
            self.0.changed.notify_one();
        }
        (Attendance { presence: self.clone(), attending: (game, player) }, comes && !is_elsewhere)
    }

    /// Counts a connection of a spectator. Followers are not notified: they learn the number of spectators
    /// with the next other news.
    pub fn watch(&self, game: GameId) -> Attendance {
        let watcher = PlayerId(Uuid::new_v4());
        let held = Connections { open: 1, closed_at: None };
        self.state().here.entry(game).or_default().insert(watcher, held);
        Attendance { presence: self.clone(), attending: (game, watcher) }
    }

    /// Returns the number of spectators of a game.
    pub fn watching(&self, game: GameId) -> usize {
        self.connected(game).iter().filter(|id| watches(id)).count()
    }

    /// Returns the players who are connected to a game.
    pub fn connected(&self, game: GameId) -> BTreeSet<PlayerId> {
        let state = self.state();
        let here = state.here.get(&game).into_iter().flat_map(HashMap::keys);
        let elsewhere = state.elsewhere.get(&game).into_iter().flatten();
        here.chain(elsewhere).copied().collect()
    }

    /// Returns all players who are connected to any game or to their own feed.
    pub fn players(&self) -> HashSet<PlayerId> {
        let state = self.state();
        let here = state.here.values().flat_map(HashMap::keys);
        here.chain(state.elsewhere.values().flatten()).copied().collect()
    }

    /// Whether this player is connected to any game or to their own feed at this moment.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        let state = self.state();
        state.here.values().any(|players| players.contains_key(&player))
            || state.elsewhere.values().any(|players| players.contains(&player))
    }

    /// Returns the players who are connected to this server. Forgets players who left some time ago, and also
    /// returns their games.
    pub fn here(&self) -> (HashSet<Attending>, BTreeSet<GameId>) {
        let mut left = BTreeSet::new();
        let mut state = self.state();
        let PresenceState { here, elsewhere } = &mut *state;
        here.retain(|game, players| {
            players.retain(|player, held| {
                let stays = held.closed_at.is_none_or(|at| at.elapsed() < LINGER);
                if !stays
                    && !watches(player)
                    && !elsewhere.get(game).is_some_and(|there| there.contains(player))
                {
                    left.insert(*game);
                }
                stays
            });
            !players.is_empty()
        });
        let all = here.iter().flat_map(|(game, players)| players.keys().map(|player| (*game, *player)));
        (all.collect(), left)
    }

    /// Replaces the connections on all other servers. Returns the games whose connected players have changed.
    pub fn set_elsewhere(&self, elsewhere: HashMap<GameId, BTreeSet<PlayerId>>) -> BTreeSet<GameId> {
        let mut state = self.state();
        let known = std::mem::replace(&mut state.elsewhere, elsewhere);
        let players = |all: Option<&BTreeSet<PlayerId>>| -> BTreeSet<PlayerId> {
            all.into_iter().flatten().filter(|id| !watches(id)).copied().collect()
        };
        let games = known.keys().chain(state.elsewhere.keys());
        games.filter(|game| players(known.get(game)) != players(state.elsewhere.get(game))).copied().collect()
    }

    /// Waits until a player has come since the last call.
    pub async fn changed(&self) {
        self.0.changed.notified().await;
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let (game, player) = self.attending;
        let mut state = self.presence.state();
        if let Some(held) = state.here.get_mut(&game).and_then(|here| here.get_mut(&player)) {
            held.open = held.open.saturating_sub(1);
            held.closed_at = (held.open == 0).then(Instant::now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_waits_again_and_again_stays() {
        let presence = Presence::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        let (first, comes) = presence.attend(game, player);
        assert!(comes);
        assert_eq!(presence.connected(game), [player].into());
        drop(first);
        let (_second, comes) = presence.attend(game, player);
        assert!(!comes);
        assert_eq!(presence.here(), ([(game, player)].into(), BTreeSet::new()));
    }

    #[test]
    fn a_player_is_forgotten_some_time_after_the_last_connection() {
        let presence = Presence::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        drop(presence.attend(game, player));
        assert_eq!(presence.connected(game), [player].into());
        let held = |state: &mut PresenceState| {
            let here = state.here.get_mut(&game).and_then(|here| here.get_mut(&player));
            here.expect("still here").closed_at = Instant::now().checked_sub(LINGER);
        };
        held(&mut presence.state());
        assert_eq!(presence.here(), (HashSet::new(), [game].into()));
        assert!(presence.connected(game).is_empty());
    }

    #[test]
    fn who_watches_is_counted_on_all_servers_and_is_no_news() {
        let presence = Presence::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        let (first, second) = (presence.watch(game), presence.watch(game));
        let _player = presence.attend(game, player);
        assert_eq!(presence.watching(game), 2);
        let there: HashMap<_, BTreeSet<_>> = [(game, [PlayerId(Uuid::new_v4())].into())].into();
        assert!(presence.set_elsewhere(there).is_empty());
        assert_eq!(presence.watching(game), 3);
        drop((first, second));
        for held in presence.state().here.get_mut(&game).expect("still here").values_mut() {
            held.closed_at = held.closed_at.and_then(|at| at.checked_sub(LINGER));
        }
        let (here, left) = presence.here();
        assert_eq!((here, left), ([(game, player)].into(), BTreeSet::new()));
        assert_eq!(presence.watching(game), 1);
    }

    #[test]
    fn only_what_changes_on_another_server_is_news() {
        let presence = Presence::default();
        let (game, player) = (GameId::generate(), PlayerId::generate());
        let there: HashMap<_, BTreeSet<_>> = [(game, [player].into())].into();
        assert_eq!(presence.set_elsewhere(there.clone()), [game].into());
        assert!(presence.set_elsewhere(there).is_empty());
        assert_eq!(presence.connected(game), [player].into());
        assert!(!presence.attend(game, player).1, "the player was there already");
        assert_eq!(presence.set_elsewhere(HashMap::new()), [game].into());
    }
}
