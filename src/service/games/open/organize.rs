//! Games that their creator organizes for others. The creator names the players and has no seat, and may end
//! the game if nothing happens in it. The view says so, so players know it before they join.

use std::time::Duration;

use super::opening::Opening;
use crate::games::play::step::Step;
use crate::games::read::delay::load_delayed;
use crate::games::read::look::GameView;
use crate::games::{EndRefusal, GameRefusal};
use lapidary_engine::record::Leaving;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Identity;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{GameId, Status};
use lapidary_model::log::AbortReason;
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord, Premise};

/// The maximum number of attempts to take out a seat while players move.
const TRIES_MAX: usize = 8;

#[boxed]
impl Opening {
    /// Returns why the organizer may abort the game now; `None` if it is already aborted. The caller must
    /// hold the lock of the game.
    pub(super) async fn organizers_abort(
        &self,
        connection: &mut Postgres,
        record: &GameRecord,
    ) -> Result<Option<AbortReason>, EndRefusal> {
        let stalled_after = self.stalled_after(record);
        let is_stalled = games::is_stalled(connection, record.id, stalled_after).await?;
        let shown = load_delayed(connection, record.clone()).await?.record;
        match shown.status {
            Status::Waiting => Ok(Some(AbortReason::CreatorLeft)),
            // It may be over without the organizer knowing yet.
            Status::Active if is_stalled && record.status == Status::Active => {
                Ok(Some(AbortReason::Organizer))
            }
            Status::Active => Err(EndRefusal::NotStalled(stalled_after)),
            Status::Aborted => Ok(None),
            Status::Finished => Err(GameRefusal::Finished.into()),
            Status::Frozen => Err(GameRefusal::Frozen.into()),
        }
    }

    /// Takes out the seat that a stalled game waits for, as if it had run out of time (B19). Only the
    /// organizer may do it.
    pub async fn forfeit(&self, id: GameId, caller: &Identity, seat: Seat) -> Result<GameView, EndRefusal> {
        for _ in 0..TRIES_MAX {
            let mut connection = self.pool.get().await?;
            let record = organized(&mut connection, id, caller).await?;
            // This uses what the organizer sees, so that no refusal reveals more.
            let shown = load_delayed(&connection, record.clone()).await?.record;
            let game = match (shown.status, &shown.game) {
                (Status::Active, Some(game)) => game,
                (Status::Finished | Status::Aborted, _) => return Err(GameRefusal::Finished.into()),
                (Status::Frozen, _) => return Err(GameRefusal::Frozen.into()),
                (Status::Waiting | Status::Active, _) => return Err(GameRefusal::NotStarted.into()),
            };
            if record.clocks.is_some() {
                return Err(EndRefusal::HasClock);
            }
            // It also tells a repeated request that the seat is already out.
            if game.to_act().map(|(to_act, _)| to_act) != Some(seat) {
                return Err(EndRefusal::NotToAct);
            }
            let stalled_after = self.stalled_after(&record);
            let is_stalled = games::is_stalled(&mut connection, id, stalled_after).await?;
            if !is_stalled || shown.version != record.version {
                return Err(EndRefusal::NotStalled(stalled_after));
            }
            drop(connection);
            let premise = Premise::of(caller, &record.occupants);
            if self
                .play
                .commit(&record, seat, Step::take_out(game, seat, Leaving::TimedOut), Some(premise))
                .await?
                .is_some()
            {
                return Ok(self.read.look(id, Some(caller)).await?);
            }
        }
        Err(EndRefusal::NotStalled(self.settings.stalled_after))
    }

    /// Returns how long nothing must have happened in a game before its organizer may end it. This is longer
    /// where the organizer sees the game with a delay.
    fn stalled_after(&self, record: &GameRecord) -> Duration {
        let delay = record.terms.delay.map_or(Duration::ZERO, SpectatorDelay::of_the_end);
        self.settings.stalled_after.saturating_add(delay)
    }
}

/// Returns the whole game, whatever its delay, for its organizer.
async fn organized(
    connection: &mut Postgres,
    id: GameId,
    caller: &Identity,
) -> Result<GameRecord, EndRefusal> {
    let record = games::load(connection, id, Some(caller)).await?.record;
    match record.is_organized_by(caller.player) {
        true => Ok(record),
        false => Err(EndRefusal::NotOrganizer),
    }
}
