//! Sessions: who is logged in.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Failure;
use super::schema::sessions;
use crate::auth::{Identity, PlayerId, SessionId};

/// Begins a session.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    session: SessionId,
    player: PlayerId,
) -> Result<(), Failure> {
    diesel::insert_into(sessions::table)
        .values((sessions::id.eq(session.0), sessions::player_id.eq(player.0)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether a caller's session is still open and belongs to the caller.
pub async fn is_open(connection: &mut AsyncPgConnection, caller: &Identity) -> Result<bool, Failure> {
    let open = sessions::table
        .find(caller.session.0)
        .filter(sessions::player_id.eq(caller.player.0))
        .filter(sessions::revoked_at.is_null());
    Ok(diesel::select(diesel::dsl::exists(open)).get_result(connection).await?)
}

/// Ends a session of a player; one of somebody else stays open.
pub async fn revoke(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    session: SessionId,
) -> Result<(), Failure> {
    let open = sessions::player_id.eq(player.0).and(sessions::revoked_at.is_null());
    diesel::update(sessions::table.find(session.0).filter(open))
        .set(sessions::revoked_at.eq(diesel::dsl::now))
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends every session of a player but one.
pub async fn revoke_others(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    kept: SessionId,
) -> Result<(), Failure> {
    let others =
        sessions::player_id.eq(player.0).and(sessions::id.ne(kept.0)).and(sessions::revoked_at.is_null());
    diesel::update(sessions::table.filter(others))
        .set(sessions::revoked_at.eq(diesel::dsl::now))
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes every session of a player with its refresh tokens.
pub async fn delete_all(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    diesel::delete(sessions::table.filter(sessions::player_id.eq(player.0))).execute(connection).await?;
    Ok(())
}
