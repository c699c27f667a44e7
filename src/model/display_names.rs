//! The display names of players, as this server knows them.
//!
//! They are decoration: every body names the player by id and username. So memory is enough, they may be
//! seconds late, and no statement reads them. A server learns them from the database
//! (`Accounts::learn_names`).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::auth::PlayerId;

/// The maximum number of remembered display names. Further players have none on this server.
pub const REMEMBERED_MAX: usize = 2_000_000;

/// The display names of players.
#[derive(Debug, Default)]
pub struct DisplayNames {
    names: RwLock<HashMap<PlayerId, Arc<str>>>,
    changes: AtomicU64,
}

impl DisplayNames {
    /// Returns those of this process.
    pub fn shared() -> &'static DisplayNames {
        static SHARED: LazyLock<DisplayNames> = LazyLock::new(DisplayNames::default);
        &SHARED
    }

    /// Returns the display name of a player.
    pub fn of(&self, player: PlayerId) -> Option<String> {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.get(&player).map(|name| name.to_string())
    }

    /// Remembers the display name of a player, or its absence.
    pub fn learn(&self, player: PlayerId, name: Option<&str>) {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        if names.get(&player).map(|known| &**known) == name {
            return;
        }
        match name {
            Some(name) if names.len() < REMEMBERED_MAX || names.contains_key(&player) => {
                names.insert(player, name.into());
            }
            Some(_) => return,
            None => {
                names.remove(&player);
            }
        }
        self.changes.fetch_add(1, Ordering::Release);
    }

    /// Returns how often a name has changed: with an equal number, the same names are shown.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_until_it_is_removed_and_each_change_counts() {
        let (names, [ada, bob]) = (DisplayNames::default(), [(); 2].map(|()| PlayerId::generate()));
        names.learn(ada, Some("Ada L."));
        names.learn(ada, Some("Ada L."));
        assert_eq!((names.of(ada), names.of(bob), names.changes()), (Some("Ada L.".to_owned()), None, 1));
        names.learn(ada, Some("Countess"));
        names.learn(ada, None);
        names.learn(bob, None);
        assert_eq!((names.of(ada), names.changes()), (None, 3));
    }
}
