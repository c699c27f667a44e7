//! Leaving a game before it starts.

use super::abort::abort_in_transaction;
use super::opening::Opening;
use crate::games::GameRefusal;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::transaction::transaction;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::AbortReason;
use lapidary_store::Postgres;
use lapidary_store::deals;
use lapidary_store::games::{self, GameRecord};

#[boxed]
impl Opening {
    /// Leaves a game that waits for players. If its creator leaves, the game is aborted. For a caller without
    /// a seat, nothing changes.
    pub async fn leave(&self, id: GameId, caller: &Identity) -> Result<GameView, GameRefusal> {
        let (record, left) = transaction!(self.pool, async |connection| {
            let record = lock(connection, id, caller).await?;
            let left = stand_up(connection, &record, caller.player).await?;
            Ok::<_, GameRefusal>((record, left))
        })?;
        match left {
            LeaveEffect::Goes => {
                self.watchers.announce(id, Version::ZERO);
                self.watchers.announce_news(caller.player);
                Ok(without(record, caller.player))
            }
            LeaveEffect::Aborted(version) => {
                self.watchers.announce(id, version);
                self.read.look(id, Some(caller)).await
            }
            LeaveEffect::Before => self.read.look(id, Some(caller)).await,
        }
    }
}

/// Returns the last view of the leaving player, who may lose the right to see the game.
fn without(mut record: GameRecord, player: PlayerId) -> GameView {
    record.occupants.retain(|occupant| occupant.player != player);
    GameView::of(&record, None)
}

pub(in crate::games) enum LeaveEffect {
    /// The seat is free.
    Goes,
    /// The creator left, and the game is aborted.
    Aborted(Version),
    /// Nothing, because the caller has no seat.
    Before,
}

/// Frees the seat of a player in a game that waits for players. The caller must hold the lock of the game.
pub(in crate::games) async fn stand_up(
    connection: &mut Postgres,
    record: &GameRecord,
    player: PlayerId,
) -> Result<LeaveEffect, GameRefusal> {
    let Some(seat) = record.seat_of(player) else {
        return Ok(LeaveEffect::Before);
    };
    match record.status {
        Status::Waiting => {}
        Status::Aborted => return Ok(LeaveEffect::Before),
        Status::Active => return Err(GameRefusal::Started),
        Status::Finished => return Err(GameRefusal::Finished),
        Status::Frozen => return Err(GameRefusal::Frozen),
    }
    if player == record.creator {
        let version = abort_in_transaction(connection, record, seat, AbortReason::CreatorLeft).await?;
        return Ok(LeaveEffect::Aborted(version));
    }
    games::unseat(connection, record.id, player).await?;
    deals::withdraw(connection, record.id, player).await?;
    Ok(LeaveEffect::Goes)
}
