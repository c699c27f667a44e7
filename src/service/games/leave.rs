//! Leaving a game before it starts.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::GameRefusal;
use super::access::locked;
use super::look::{GameView, look};
use super::resign::break_off;
use crate::auth::{Identity, PlayerId};
use crate::store::games::{self, GameId, GameRecord, Status, Version};
use crate::store::{Pool, deals};
use crate::stream::Watchers;

/// Leaves a game that waits; if its creator leaves it is aborted. Whoever has no seat has left already.
///
/// # Errors
///
/// [`GameRefusal::NotFound`] for those who may not know of the game; [`GameRefusal::Started`] once it has started: then
/// one resigns.
pub async fn leave(
    pool: &Pool,
    watchers: &Watchers,
    id: GameId,
    caller: &Identity,
) -> Result<GameView, GameRefusal> {
    let mut connection = pool.get().await?;
    let left = connection
        .transaction(async |connection| {
            let record = locked(connection, id, caller).await?;
            stand_up(connection, &record, caller.player).await
        })
        .await?;
    drop(connection);
    if let Left::Aborted(version) = left {
        watchers.announce(id, version);
    }
    look(pool, id, Some(caller)).await
}

/// What leaving has done.
enum Left {
    Goes,
    Aborted(Version),
}

async fn stand_up(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    player: PlayerId,
) -> Result<Left, GameRefusal> {
    let Some(seat) = record.seat_of(player) else {
        return Ok(Left::Goes);
    };
    match record.status {
        Status::Waiting => {}
        Status::Aborted => return Ok(Left::Goes),
        Status::Active => return Err(GameRefusal::Started),
        Status::Finished => return Err(GameRefusal::Finished),
        Status::Frozen => return Err(GameRefusal::Frozen),
    }
    if player == record.creator {
        let version = break_off(connection, record, seat).await?;
        return Ok(Left::Aborted(version));
    }
    games::unseat(connection, record.id, player).await?;
    deals::withdraw(connection, record.id, player).await?;
    Ok(Left::Goes)
}
