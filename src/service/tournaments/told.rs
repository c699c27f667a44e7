//! Who has to be told of a change after its commit.

use std::collections::BTreeSet;

use super::Tournaments;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Version};
use lapidary_model::tournaments::event::Event;

/// What has changed for whom, to be told after the commit.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The games that have started.
    pub games: Vec<GameId>,
    /// The games that have changed, with their versions.
    pub changed: Vec<(GameId, Version)>,
    /// The players for whom something has changed.
    pub players: BTreeSet<PlayerId>,
}

impl Told {
    /// Adds all players of an event.
    pub fn everybody(&mut self, event: &Event) {
        self.players.extend(event.entries.iter().map(|entry| entry.player.player));
    }
}

impl Tournaments {
    /// Tells everybody of a change. Call it after the commit.
    pub(super) fn tell(&self, told: &Told) {
        let players: Vec<PlayerId> = told.players.iter().copied().collect();
        self.games.announce_changed(&told.changed);
        self.games.announce_started(&told.games, &players);
    }
}
