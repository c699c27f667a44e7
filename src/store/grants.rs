//! The grants of apps: sessions of the kind `grant`.

use diesel::prelude::*;

use super::schema::sessions;
use super::sessions::{OpenSession, open_sessions};
use super::{Failure, Postgres, scopes};
use crate::run::Run;
use lapidary_model::auth::{PlayerId, Scopes, SessionId, SessionKind, WrittenScopes};
use lapidary_model::grant::Grant;

/// A grant to be stored.
pub struct NewGrant<'a> {
    pub session: SessionId,
    pub player: PlayerId,
    pub client_id: &'a str,
    pub scopes: Scopes,
    pub redirect_origin: Option<&'a str>,
}

/// Adds a grant.
pub async fn insert(connection: &mut Postgres, grant: &NewGrant<'_>) -> Result<(), Failure> {
    let WrittenScopes { words, organize } = grant.scopes.written();
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(grant.session.0),
            sessions::player_id.eq(grant.player.0),
            sessions::kind.eq(SessionKind::Grant.name()),
            sessions::scopes.eq(words),
            sessions::organize.eq(organize),
            sessions::label.eq(grant.client_id),
            sessions::redirect_origin.eq(grant.redirect_origin),
        ))
        .run(connection)
        .await
}

/// Ends the least recently used grants of a player, so that at most `kept` stay.
pub async fn end_surplus(connection: &mut Postgres, player: PlayerId, kept: i64) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE sessions SET revoked_at = now() WHERE id IN (SELECT id FROM sessions \
         WHERE player_id = $1 AND kind = 'grant' AND revoked_at IS NULL \
         ORDER BY coalesce(last_used_at, created_at) DESC, id DESC OFFSET $2)",
    )
    .bind::<diesel::sql_types::Uuid, _>(player.0)
    .bind::<diesel::sql_types::BigInt, _>(kept)
    .run(connection)
    .await
}

/// Returns the open grants of a player, the newest first.
pub async fn list(connection: &mut Postgres, player: PlayerId) -> Result<Vec<Grant>, Failure> {
    let open = open_sessions(connection, player, SessionKind::Grant).await?;
    open.into_iter().map(read).collect()
}

fn read(row: OpenSession) -> Result<Grant, Failure> {
    Ok(Grant {
        id: SessionId(row.id),
        client_id: row.label.unwrap_or_default(),
        origin: row.redirect_origin,
        scopes: scopes::read(row.scopes, SessionKind::Grant)?,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
    })
}
