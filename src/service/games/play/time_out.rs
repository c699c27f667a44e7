//! Taking out seats that have run out of time (B19).

use super::turn::Step;
use crate::games::{GameRefusal, Games};
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::record::Leaving;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status};
use lapidary_store::{clocks, games};

/// The maximum number of games that are looked at in one call.
const OVERDUE_AT_ONCE: i64 = 100;

impl Games {
    /// Takes out the seats whose time has run out, in a batch of games; returns the number of games.
    ///
    /// Each is a change of a version like any other, so of several servers one stores it. After a failure with one game, the
    /// others are still looked at.
    ///
    /// # Errors
    /// If the games cannot be found.
    pub async fn end_overdue(&self) -> Result<usize, GameRefusal> {
        let overdue = clocks::overdue(&mut *self.pool.get().await?, OVERDUE_AT_ONCE).await?;
        for &(game, creator) in &overdue {
            if let Err(cause) = self.time_out(game, creator).await {
                tracing::warn!(%game, %cause, "a seat that has run out of time cannot be taken out now");
            }
        }
        Ok(overdue.len())
    }

    /// Takes out the seat that the game waits for, if its time has run out. Otherwise nothing changes.
    pub(in crate::games) async fn time_out(&self, id: GameId, creator: PlayerId) -> Result<(), GameRefusal> {
        let mut connection = self.pool.get().await?;
        let Some(record) = games::load_for(&mut connection, id, creator).await? else { return Ok(()) };
        let (Status::Active, Some(game)) = (record.status, &record.game) else {
            // A frozen game does not go on, and neither does its clock.
            return Ok(clocks::stop(&mut connection, id).await?);
        };
        drop(connection);
        if let Some((seat, _)) = game.to_act() {
            self.commit(&record, seat, time_out(game, seat), None).await?;
        }
        Ok(())
    }
}

/// Returns the step that takes out a seat as if its time had run out.
pub(in crate::games) fn time_out(game: &Game, seat: Seat) -> Step {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    game.leave(seat, Leaving::TimedOut, &mut log);
    Step { game, made: log.0 }
}
