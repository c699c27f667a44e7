//! Announcing after a commit that a table has changed for its players.

use super::opening::Opening;
use crate::stream::Urgency;
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::BuiltIn;
use lapidary_model::game::GameId;
use lapidary_store::games;

impl Opening {
    /// Announces to the players of a game, and to the invited players, that it is new or has changed for
    /// them.
    pub(in crate::games) async fn announce_to_players(&self, game: GameId) {
        let Ok(mut connection) = self.pool.get().await else { return };
        // If this fails, the feeds of the players find the change in the database.
        let players = games::concerned(&mut connection, game).await.unwrap_or_default();
        players.into_iter().for_each(|player| self.watchers.announce_news(player));
    }

    /// Lets the built-in opponents among the players of a game check whether they must decide something.
    pub(in crate::games) fn wake_built_in(&self, game: GameId, players: impl IntoIterator<Item = PlayerId>) {
        if let Some(opponent) = players.into_iter().find_map(BuiltIn::of) {
            self.watchers.due().put(game, opponent, Urgency::Player);
        }
    }
}
