//! Waiting for one's turn.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::look::GameView;
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::model::game::GameId;

/// The longest wait of one request.
const WAIT_MAX: Duration = Duration::from_secs(60);

/// How long until the game and the session are looked at again without news, which another node may have.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Games {
    /// Waits until the caller's seat is asked or the game is over, at most `WAIT_MAX`; then, or when the server stops, the
    /// game as it stands.
    ///
    /// No connection is held while waiting. Every look asks for the session too, so that a wait ends with it.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::SessionEnded`], also while waiting; [`GameRefusal::NotFound`] for those who may not know of the game,
    /// [`GameRefusal::NotSeated`] for those without a seat.
    pub async fn wait_for_turn(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        match self.stopping.run_until_cancelled(self.turn_of(id, caller)).await {
            Some(game) => game,
            None => self.look(id, Some(caller)).await,
        }
    }

    async fn turn_of(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        let end = Instant::now() + WAIT_MAX;
        let mut watch = self.watchers.watch(id, caller.player);
        loop {
            let game = self.look(id, Some(caller)).await?;
            if game.viewer_seat.is_none() {
                return Err(GameRefusal::NotSeated);
            }
            if game.is_turn_or_over() || Instant::now() >= end {
                return Ok(game);
            }
            let next_look = end.min(Instant::now() + LOOK_EVERY);
            // Without news the game is looked at all the same.
            let _ = timeout_at(next_look, watch.changed()).await;
        }
    }
}
