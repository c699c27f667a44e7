//! Waiting for the rematch of a game that is over: who agrees to play again, until the new game has started.
//!
//! It knows when to look again, and what was told last. It decides nothing about a rematch.

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
    /// How long the player waits from the end on.
    wait: Duration,
    /// Until when the player waits; none before the end.
    until: Option<Instant>,
    /// The rematch that the player was told.
    told: Option<Rematch>,
    /// The game of the offer. Whoever joins or leaves it changes the rematch.
    offer: Option<(GameId, Watch)>,
}

/// What a look at the rematch of a game has found.
pub(super) enum RematchLook {
    /// The player was told something else, or nothing.
    New(Option<Rematch>),
    /// The player knows what there is.
    Known,
    /// The rematch has started and the player knows it, or the player has waited long enough.
    Over,
}

impl Rematching {
    /// Returns a player who waits for so long from the end of the game on, and was told this rematch.
    pub(super) fn new(wait: Duration, told: Option<Rematch>) -> Rematching {
        Rematching { wait, until: None, told, offer: None }
    }

    /// Returns until when the player waits; none before the end of the game.
    pub(super) fn until(&self) -> Option<Instant> {
        self.until
    }

    /// Waits until somebody has joined or left the game of the offer.
    pub(super) async fn changed(&mut self) {
        match &mut self.offer {
            Some((_, watch)) => {
                watch.changed().await;
            }
            None => std::future::pending().await,
        }
    }

    /// Looks at the rematch of this game, which is over.
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

    /// Loads the rematch, and watches the game of its offer from before it was loaded.
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
