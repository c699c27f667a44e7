//! Waiting for the rematch of an ended game: who agrees to play again, until the new game has started.
//!
//! It knows when to look again, and what it sent last. It decides nothing about a rematch.

use std::time::Duration;

use tokio::time::Instant;

use super::following::Following;
use crate::games::GameRefusal;
use crate::games::read::next_game::{Rematch, offered};
use crate::stream::Watch;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_store::games::GameRecord;

/// A player who waits for a rematch, once their game is over.
pub(super) struct Rematching {
    /// How long the player waits after the end.
    wait: Duration,
    /// When the wait ends; none before the end of the game.
    until: Option<Instant>,
    /// The rematch that was last sent to the player.
    told: Option<Rematch>,
    /// The game of the offer. Joining or leaving it changes the rematch.
    offer: Option<(GameId, Watch)>,
}

/// The result of a look at the rematch of a game.
pub(super) enum RematchLook {
    /// The player does not know this yet.
    New(Option<Rematch>),
    /// The player knows this already.
    Known,
    /// The player knows that the rematch has started, or has waited long enough.
    Over,
}

impl Rematching {
    /// Returns a player who waits this long after the end of the game, and knows this rematch.
    pub(super) fn new(wait: Duration, told: Option<Rematch>) -> Rematching {
        Rematching { wait, until: None, told, offer: None }
    }

    /// Returns when the wait ends; none before the end of the game.
    pub(super) fn until(&self) -> Option<Instant> {
        self.until
    }

    /// Waits until a player has joined or left the game of the offer.
    pub(super) async fn changed(&mut self) {
        match &mut self.offer {
            Some((_, watch)) => {
                watch.changed().await;
            }
            None => std::future::pending().await,
        }
    }

    /// Looks at the rematch of this ended game.
    pub(super) async fn look(
        &mut self,
        games: &Following,
        over: &GameRecord,
        caller: &Identity,
    ) -> Result<RematchLook, GameRefusal> {
        let until = *self.until.get_or_insert_with(|| Instant::now() + self.wait);
        let has_started = self.told.as_ref().is_some_and(|rematch| rematch.game.is_some());
        if has_started || Instant::now() >= until {
            return Ok(RematchLook::Over);
        }
        let found = self.found(games, over, caller).await?;
        if found == self.told {
            return Ok(RematchLook::Known);
        }
        self.told.clone_from(&found);
        Ok(RematchLook::New(found))
    }

    /// Loads the rematch. Watches the game of its offer from before the load.
    async fn found(
        &mut self,
        games: &Following,
        over: &GameRecord,
        caller: &Identity,
    ) -> Result<Option<Rematch>, GameRefusal> {
        loop {
            let mut connection = games.pool.get().await?;
            let found = offered(&mut connection, over, caller).await?;
            drop(connection);
            let offer = found.as_ref().map(|rematch| rematch.challenge);
            if offer == self.offer.as_ref().map(|(game, _)| *game) {
                return Ok(found);
            }
            self.offer = offer.map(|game| (game, games.watchers.watch(game, None)));
        }
    }
}
