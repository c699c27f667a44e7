//! The players for whom something may have begun to wait on this server, among those who get alerts while
//! they are not connected.
//!
//! Nothing is lost with them: every server also checks players who have not been noted for a long time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lapidary_model::auth::PlayerId;

/// The players of this server for whom something may wait.
#[derive(Clone, Default)]
pub struct Hints(Arc<HintSet>);

#[derive(Default)]
struct HintSet {
    /// The players who get alerts. Some of them may not get alerts any more.
    listening: RwLock<HashSet<PlayerId>>,
    /// The ones of them for whom something may wait.
    noted: Mutex<HashSet<PlayerId>>,
}

impl Hints {
    /// Adds players who get alerts, or replaces all of them.
    pub fn learn(&self, players: impl IntoIterator<Item = PlayerId>, replaces: bool) {
        let mut listening = self.0.listening.write().unwrap_or_else(PoisonError::into_inner);
        if replaces {
            listening.clear();
        }
        listening.extend(players);
    }

    /// Notes that something may wait for a player. Call it after the commit. For a player without alerts,
    /// this costs one lookup in a set.
    pub fn put(&self, player: PlayerId) {
        if self.0.listening.read().unwrap_or_else(PoisonError::into_inner).contains(&player) {
            self.noted().insert(player);
        }
    }

    /// Takes the noted players, except those to be `kept`.
    pub fn take(&self, kept: impl Fn(PlayerId) -> bool) -> Vec<PlayerId> {
        let mut noted = self.noted();
        let taken: Vec<PlayerId> = noted.iter().copied().filter(|player| !kept(*player)).collect();
        for player in &taken {
            noted.remove(player);
        }
        taken
    }

    fn noted(&self) -> std::sync::MutexGuard<'_, HashSet<PlayerId>> {
        self.0.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_are_told_are_noted_and_each_once() {
        let (hints, [ada, grace, eve]) = (Hints::default(), [(); 3].map(|()| PlayerId::generate()));
        hints.put(ada);
        hints.learn([ada, grace], false);
        [ada, ada, grace, eve].into_iter().for_each(|player| hints.put(player));
        assert_eq!(hints.take(|player| player == grace), [ada]);
        assert_eq!(hints.take(|_| false), [grace]);
        hints.learn([eve], true);
        [ada, eve].into_iter().for_each(|player| hints.put(player));
        assert_eq!(hints.take(|_| false), [eve]);
    }
}
