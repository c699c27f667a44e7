//! Leaving a game before it starts.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::abort::break_off;
use super::access::locked;
use super::look::GameView;
use super::{GameRefusal, Games};
use crate::auth::{Identity, PlayerId};
use crate::model::game::{GameId, Status, Version};
use crate::model::log::AbortReason;
use crate::store::deals;
use crate::store::games::{self, GameRecord};

impl Games {
    /// Leaves a game that waits; if its creator leaves it is aborted. Whoever has no seat has left already.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of the game; [`GameRefusal::Started`] once it has started: then
    /// one resigns.
    pub async fn leave(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let (record, left) = connection
            .transaction(async |connection| {
                let record = locked(connection, id, caller).await?;
                let left = stand_up(connection, &record, caller.player).await?;
                Ok::<_, GameRefusal>((record, left))
            })
            .await?;
        drop(connection);
        match left {
            Left::Goes => Ok(without(record, caller.player)),
            Left::Aborted(version) => {
                self.watchers.announce(id, version);
                self.look(id, Some(caller)).await
            }
            Left::Before => self.look(id, Some(caller)).await,
        }
    }
}

/// The table as the leaving player sees it last; afterwards they may not know of it any more.
fn without(mut record: GameRecord, player: PlayerId) -> GameView {
    record.occupants.retain(|occupant| occupant.player != player);
    GameView::of(&record, None)
}

/// What leaving has done.
enum Left {
    /// The seat is free.
    Goes,
    /// The creator left, and the game is aborted.
    Aborted(Version),
    /// There was nothing to leave any more.
    Before,
}

async fn stand_up(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    player: PlayerId,
) -> Result<Left, GameRefusal> {
    let Some(seat) = record.seat_of(player) else {
        return Ok(Left::Before);
    };
    match record.status {
        Status::Waiting => {}
        Status::Aborted => return Ok(Left::Before),
        Status::Active => return Err(GameRefusal::Started),
        Status::Finished => return Err(GameRefusal::Finished),
        Status::Frozen => return Err(GameRefusal::Frozen),
    }
    if player == record.creator {
        let version = break_off(connection, record, seat, AbortReason::CreatorLeft).await?;
        return Ok(Left::Aborted(version));
    }
    games::unseat(connection, record.id, player).await?;
    deals::withdraw(connection, record.id, player).await?;
    Ok(Left::Goes)
}
