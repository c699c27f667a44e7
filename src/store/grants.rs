//! The grants of apps: sessions of the kind `grant`.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::schema::sessions;
use super::{Failure, scopes};
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
pub async fn insert(connection: &mut AsyncPgConnection, grant: &NewGrant<'_>) -> Result<(), Failure> {
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

/// Ends the grants of a player that were not used for the longest time, so that at most `kept` stay.
pub async fn end_surplus(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    kept: i64,
) -> Result<(), Failure> {
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

type Row = (Uuid, Option<String>, Option<String>, scopes::Written, DateTime<Utc>, Option<DateTime<Utc>>);

/// Returns the open grants of a player, the newest first.
pub async fn list(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<Vec<Grant>, Failure> {
    let open = sessions::kind.eq(SessionKind::Grant.name()).and(sessions::revoked_at.is_null());
    let unexpired = diesel::dsl::sql::<diesel::sql_types::Bool>(
        "EXISTS (SELECT FROM refresh_tokens r WHERE r.session_id = sessions.id AND r.expires_at > now())",
    );
    let rows: Vec<Row> = sessions::table
        .filter(sessions::player_id.eq(player.0).and(open).and(unexpired))
        .order((sessions::created_at.desc(), sessions::id.desc()))
        .select((
            sessions::id,
            sessions::label,
            sessions::redirect_origin,
            (sessions::scopes, sessions::organize),
            sessions::created_at,
            sessions::last_used_at,
        ))
        .load(connection)
        .await?;
    rows.into_iter().map(read).collect()
}

fn read((id, client_id, redirect_origin, written, created_at, last_used_at): Row) -> Result<Grant, Failure> {
    Ok(Grant {
        id: SessionId(id),
        client_id: client_id.unwrap_or_default(),
        origin: redirect_origin,
        scopes: scopes::read(written, SessionKind::Grant)?,
        created_at,
        last_used_at,
    })
}

/// Ends a grant of a player; returns false if they never had such a grant.
pub async fn end(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    grant: SessionId,
) -> Result<bool, Failure> {
    let theirs = sessions::player_id.eq(player.0).and(sessions::kind.eq(SessionKind::Grant.name()));
    let ended = diesel::update(sessions::table.find(grant.0).filter(theirs))
        .set(sessions::revoked_at.eq(diesel::dsl::sql("coalesce(revoked_at, now())")))
        .execute(connection)
        .await?;
    Ok(ended > 0)
}
