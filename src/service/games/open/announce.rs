//! Announcing after a commit that a table has changed for its players.

use super::opening::Opening;
use crate::stream::Urgency;
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::BuiltIn;
use lapidary_model::game::GameId;

impl Opening {
    /// Announces to players that a game is new or has changed for them.
    pub(in crate::games) fn announce_to(&self, players: impl IntoIterator<Item = PlayerId>) {
        players.into_iter().for_each(|player| self.watchers.announce_news(player));
    }

    /// Lets the built-in opponents among the players of a game check whether they must decide something.
    pub(in crate::games) fn wake_built_in(&self, game: GameId, players: impl IntoIterator<Item = PlayerId>) {
        if let Some(opponent) = players.into_iter().find_map(BuiltIn::of) {
            self.watchers.due().put(game, opponent, Urgency::Player);
        }
    }
}
