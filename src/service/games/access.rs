//! Who may know of a game and who sits in it.

use diesel_async::AsyncPgConnection;

use super::GameRefusal;
use crate::auth::Identity;
use crate::engine::seat::Seat;
use crate::engine::viewer::Viewer;
use crate::store::games::{self, Found, GameId, GameRecord, Visibility};
use crate::store::sessions;

/// Keeps the caller's account and session as they are until the transaction ends. To be called before a game is locked.
///
/// # Errors
///
/// [`GameRefusal::SessionEnded`] if either has ended.
pub(super) async fn held(connection: &mut AsyncPgConnection, caller: &Identity) -> Result<(), GameRefusal> {
    match sessions::hold(connection, caller).await? {
        true => Ok(()),
        false => Err(GameRefusal::SessionEnded),
    }
}

/// The game, if this caller may know of it.
///
/// # Errors
///
/// [`GameRefusal::SessionEnded`] for a caller whose session has ended, [`GameRefusal::NotFound`] if there is no such game, or it
/// is private and the caller was not invited.
pub(super) async fn visible(
    connection: &mut AsyncPgConnection,
    id: GameId,
    caller: Option<&Identity>,
) -> Result<GameRecord, GameRefusal> {
    let found = games::load(connection, id, caller).await?.ok_or(GameRefusal::NotFound)?;
    admit(found, caller)
}

/// The same, kept from others until the transaction ends.
///
/// # Errors
///
/// As [`visible`].
pub(super) async fn locked(
    connection: &mut AsyncPgConnection,
    id: GameId,
    caller: &Identity,
) -> Result<GameRecord, GameRefusal> {
    let found = games::lock(connection, id, caller).await?.ok_or(GameRefusal::NotFound)?;
    admit(found, Some(caller))
}

/// The game and the caller's seat, for a caller whose session is open.
///
/// # Errors
///
/// [`GameRefusal::SessionEnded`], [`GameRefusal::NotFound`], [`GameRefusal::NotSeated`], in this order.
pub(super) async fn seated(
    connection: &mut AsyncPgConnection,
    id: GameId,
    caller: &Identity,
) -> Result<(GameRecord, Seat), GameRefusal> {
    let record = visible(connection, id, Some(caller)).await?;
    let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
    Ok((record, seat))
}

fn admit(found: Found, caller: Option<&Identity>) -> Result<GameRecord, GameRefusal> {
    if caller.is_some() && !found.session_open {
        return Err(GameRefusal::SessionEnded);
    }
    let record = found.record;
    let sits = caller.is_some_and(|caller| record.seat_of(caller.player).is_some());
    let creates = caller.is_some_and(|caller| record.creator == caller.player);
    match record.terms.visibility {
        Visibility::Public | Visibility::Unlisted => Ok(record),
        Visibility::Private if found.invited || sits || creates => Ok(record),
        Visibility::Private => Err(GameRefusal::NotFound),
    }
}

/// With whose eyes a caller sees a game.
pub(super) fn viewer(record: &GameRecord, seat: Option<Seat>) -> Viewer {
    match seat {
        _ if record.status.is_revealed() => Viewer::Revealed,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Spectator,
    }
}
