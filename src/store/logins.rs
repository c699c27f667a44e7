//! Logins: sessions that began with the password, their list and their limit.
//!
//! A login takes a shared lock on the account, so several can run at the same time. They skip rows that
//! another transaction has locked; the next login deals with those.

use diesel::dsl::{exists, now};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{refresh_tokens, sessions};
use super::sessions::{OpenSession, open_sessions};
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::auth::{PlayerId, SessionId, SessionKind};
use lapidary_model::login::Login;

/// The maximum number of open logins of an account; one more ends the login that was not used for the longest
/// time. Logins at the same moment can exceed it until the next login.
pub const LOGINS_MAX: i64 = 100;
/// The maximum number of ended logins of an account that are kept. They let a client prove with an old
/// refresh token that it has logged in before.
const ENDED_LOGINS_MAX: i64 = 100;
/// The maximum number of ended logins that one login deletes.
const CLEARED_MAX: i64 = 100;

/// Begins a login.
pub async fn insert(
    connection: &mut Postgres,
    session: SessionId,
    player: PlayerId,
    client: Option<&str>,
) -> Result<(), Failure> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session.0),
            sessions::player_id.eq(player.0),
            sessions::kind.eq(SessionKind::Login.name()),
            sessions::label.eq(client),
            sessions::last_used_at.eq(now),
        ))
        .run(connection)
        .await
}

/// Returns the open logins of a player that can still be refreshed, newest first.
pub async fn list(
    connection: &mut Postgres,
    player: PlayerId,
    current: Option<SessionId>,
) -> Result<Vec<Login>, Failure> {
    let login = |row: OpenSession| Login {
        id: SessionId(row.id),
        created_at: row.created_at,
        last_used_at: row.last_used_at.unwrap_or(row.created_at),
        client: row.label,
        current: current == Some(SessionId(row.id)),
    };
    let open = open_sessions(connection, player, SessionKind::Login).await?;
    Ok(open.into_iter().map(login).collect())
}

/// Ends every login of a player but one.
pub async fn revoke_others(
    connection: &mut Postgres,
    player: PlayerId,
    kept: SessionId,
) -> Result<(), Failure> {
    let others = sessions::player_id
        .eq(player.0)
        .and(sessions::kind.eq(SessionKind::Login.name()))
        .and(sessions::id.ne(kept.0))
        .and(sessions::revoked_at.is_null());
    diesel::update(sessions::table.filter(others)).set(sessions::revoked_at.eq(now)).run(connection).await
}

/// Ends the open logins of a player beyond the limit, the least recently used first. Returns how many have
/// ended.
pub async fn revoke_surplus(connection: &mut Postgres, player: PlayerId) -> Result<usize, Failure> {
    let open = sessions::player_id.eq(player.0).and(sessions::revoked_at.is_null());
    let surplus: Vec<Uuid> = sessions::table
        .filter(sessions::kind.eq(SessionKind::Login.name()).and(open))
        .order((sessions::last_used_at.desc().nulls_last(), sessions::id.desc()))
        .offset(LOGINS_MAX)
        .select(sessions::id)
        .load(connection)
        .await?;
    if surplus.is_empty() {
        return Ok(0);
    }
    let free: Vec<Uuid> = sessions::table
        .filter(sessions::id.eq_any(surplus).and(sessions::revoked_at.is_null()))
        .select(sessions::id)
        .for_update()
        .skip_locked()
        .load(connection)
        .await?;
    let ended = diesel::update(sessions::table.filter(sessions::id.eq_any(free)))
        .set(sessions::revoked_at.eq(now))
        .execute(connection)
        .await?;
    Ok(ended)
}

/// Deletes the ended logins of a player beyond the limit, oldest first, so that logging in again and again
/// does not fill the tables.
pub async fn clear_ended(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let ended = sessions::player_id.eq(player.0).and(sessions::revoked_at.is_not_null());
    let surplus: Vec<Uuid> = sessions::table
        .filter(sessions::kind.eq(SessionKind::Login.name()).and(ended))
        .order(sessions::revoked_at.desc())
        .offset(ENDED_LOGINS_MAX)
        .limit(CLEARED_MAX)
        .select(sessions::id)
        .load(connection)
        .await?;
    if surplus.is_empty() {
        return Ok(());
    }
    // All transactions lock tokens before sessions.
    let tokens: Vec<Vec<u8>> = refresh_tokens::table
        .filter(refresh_tokens::session_id.eq_any(&surplus))
        .select(refresh_tokens::digest)
        .for_update()
        .skip_locked()
        .load(connection)
        .await?;
    diesel::delete(refresh_tokens::table.filter(refresh_tokens::digest.eq_any(tokens)))
        .execute(connection)
        .await?;
    let without_tokens =
        diesel::dsl::not(exists(refresh_tokens::table.filter(refresh_tokens::session_id.eq(sessions::id))));
    let free: Vec<Uuid> = sessions::table
        .filter(sessions::id.eq_any(surplus).and(without_tokens))
        .select(sessions::id)
        .for_update()
        .skip_locked()
        .load(connection)
        .await?;
    diesel::delete(sessions::table.filter(sessions::id.eq_any(free))).run(connection).await
}
