//! Waiting for the caller's turn (long polling).

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::following::Following;
use crate::games::GameRefusal;
use crate::games::read::look::GameView;
use crate::games::read::read_log::Events;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::{Identity, Visitor};
use lapidary_model::game::{GameId, Version};

/// The maximum wait of one request.
const WAIT_MAX: Duration = Duration::from_secs(60);

/// How often the game and the session are loaded again without a notification, because they may change on
/// another server.
const LOOK_EVERY: Duration = Duration::from_secs(5);

#[boxed]
impl Following {
    /// Waits until the game waits for the caller's seat or is over, for at most `WAIT_MAX` or until the
    /// server stops. Returns the current game.
    ///
    /// No database connection is held while waiting. Every query also checks the session, so a wait ends with
    /// its session.
    pub async fn wait_for_turn(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        match self.stopping.run_until_cancelled(self.turn_of(id, caller)).await {
            Some(game) => game,
            None => self.read.look(id, Some(caller)).await,
        }
    }

    /// Returns what happened after a version, for this caller. If nothing has happened yet and the game goes
    /// on, waits for the next entry, for at most `wait` or until the server stops.
    pub async fn events_within(
        &self,
        id: GameId,
        visitor: &Visitor,
        since: Version,
        wait: Duration,
    ) -> Result<Events, GameRefusal> {
        if wait.is_zero() {
            return self.read.events(id, visitor, since).await;
        }
        match self
            .stopping
            .run_until_cancelled(Box::pin(self.events_by(id, visitor, since, Instant::now() + wait)))
            .await
        {
            Some(events) => events,
            None => self.read.events(id, visitor, since).await,
        }
    }

    async fn events_by(
        &self,
        id: GameId,
        visitor: &Visitor,
        since: Version,
        end: Instant,
    ) -> Result<Events, GameRefusal> {
        let caller = visitor.identity.as_ref();
        let mut watch = self.watchers.watch(id, caller);
        let mut attendance = None;
        loop {
            let part = self.read.events(id, visitor, since).await?;
            match (part.viewer, caller) {
                (Viewer::Seat(_), Some(caller)) => {
                    attendance.get_or_insert_with(|| self.read.attend_seated(id, caller));
                }
                _ => attendance = None,
            }
            if !part.events.is_empty() || part.is_over || Instant::now() >= end {
                return Ok(part);
            }
            let next_look = end.min(Instant::now() + LOOK_EVERY);
            let _ = timeout_at(next_look, watch.changed()).await;
        }
    }

    async fn turn_of(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        let end = Instant::now() + WAIT_MAX;
        let mut watch = self.watchers.watch(id, Some(caller));
        let mut attendance = None;
        loop {
            let game = self.read.look(id, Some(caller)).await?;
            if game.viewer_seat.is_none() {
                return Err(GameRefusal::NotSeated);
            }
            attendance.get_or_insert_with(|| self.read.attend_seated(id, caller));
            if game.is_turn_or_over() || Instant::now() >= end {
                return Ok(game);
            }
            let next_look = end.min(Instant::now() + LOOK_EVERY);
            // After the timeout the game is loaded even without a notification.
            let _ = timeout_at(next_look, watch.changed()).await;
        }
    }
}
