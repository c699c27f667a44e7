//! Access control of games: who may see a game, and who has a seat in it.

use std::sync::Arc;

use super::delay::{VisibleGame, load_delayed};
use super::reading::Reading;
use crate::games::GameRefusal;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord, StoredGame};

/// Returns the game as this caller may see it, if they may. Without a seat, this may be an earlier version.
pub(in crate::games) async fn load_visible(
    connection: &mut Postgres,
    id: GameId,
    caller: Option<&Identity>,
) -> Result<GameRecord, GameRefusal> {
    let stored = games::load(connection, id, caller).await?;
    Ok(load_shown(connection, stored.record, caller).await?.record)
}

#[boxed]
impl Reading {
    /// Returns the same, and when the caller may see more of it. The game is loaded together with games of
    /// other readers, so this is not part of a transaction.
    pub(in crate::games) async fn load_visible(
        &self,
        id: GameId,
        caller: Option<&Identity>,
    ) -> Result<VisibleGame, GameRefusal> {
        let record = self.reader.load(id, caller).await?.record.clone();
        match is_late(&record, caller) {
            true => Box::pin(load_shown(&*self.pool.get().await?, record, caller)).await,
            false => Ok(VisibleGame::now(record)),
        }
    }

    /// Returns the game as this caller may see it. Identifies it if everybody who may see the game sees the
    /// same.
    pub(super) async fn load_recognized(
        &self,
        id: GameId,
        caller: Option<&Identity>,
    ) -> Result<Arc<StoredGame>, GameRefusal> {
        let stored = self.reader.load(id, caller).await?;
        match is_late(&stored.record, caller) {
            true => {
                let connection = self.pool.get().await?;
                let shown = Box::pin(load_shown(&connection, stored.record.clone(), caller)).await?;
                Ok(Arc::new(StoredGame { record: shown.record, stamp: None }))
            }
            false => Ok(stored),
        }
    }

    /// Returns the game and the caller's seat, for a caller whose session is open.
    pub(in crate::games) async fn load_seated(
        &self,
        id: GameId,
        caller: &Identity,
    ) -> Result<(GameRecord, Seat), GameRefusal> {
        let record = self.load_visible(id, Some(caller)).await?.record;
        let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
        Ok((record, seat))
    }
}

/// Whether the caller sees the game with a delay.
pub(in crate::games) fn is_late(record: &GameRecord, caller: Option<&Identity>) -> bool {
    record.terms.delay.is_some() && seat_of(record, caller).is_none()
}

/// Returns the game as this caller may see it. Only this function decides which version of a game a caller
/// sees.
pub(in crate::games) async fn load_shown(
    connection: &Postgres,
    record: GameRecord,
    caller: Option<&Identity>,
) -> Result<VisibleGame, GameRefusal> {
    match is_late(&record, caller) {
        true => load_delayed(connection, record).await,
        false => Ok(VisibleGame::now(record)),
    }
}

/// Returns the same, and locks the game until the transaction ends.
pub(in crate::games) async fn lock(
    connection: &Postgres,
    id: GameId,
    caller: &Identity,
) -> Result<GameRecord, GameRefusal> {
    let stored = games::lock(connection, id, caller).await?;
    Ok(load_shown(connection, stored.record, Some(caller)).await?.record)
}

/// Locks the game and returns it as it is, whatever the caller may see of it. Use it only for acts of a seat
/// or of the game's organizer.
pub(in crate::games) async fn lock_whole(
    connection: &mut Postgres,
    id: GameId,
    caller: &Identity,
) -> Result<GameRecord, GameRefusal> {
    Ok(games::lock(connection, id, caller).await?.record)
}

/// Returns the viewer that decides what the caller sees of a game.
pub(in crate::games) fn viewer(record: &GameRecord, seat: Option<Seat>) -> Viewer {
    match seat {
        _ if record.is_revealed() => Viewer::Revealed,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Spectator,
    }
}

/// The caller's seat; before the start, their place in the order of joining.
pub(in crate::games) fn seat_of(record: &GameRecord, caller: Option<&Identity>) -> Option<Seat> {
    caller.and_then(|caller| record.seat_of(caller.player))
}
