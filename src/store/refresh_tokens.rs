//! Refresh tokens, stored as digests.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::BY_ONE_ROW;
use super::schema::{refresh_tokens, sessions};
use super::{Failure, Postgres, scopes, unreadable};
use crate::run::Run;
use lapidary_model::auth::refresh::Known;
use lapidary_model::auth::{PlayerId, Scopes, SessionId, SessionKind};

/// A presented token that is stored, with the current time of the database.
pub struct Presented {
    pub known: Known,
    pub session: SessionId,
    pub kind: SessionKind,
    /// What the session allows.
    pub scopes: Scopes,
    /// Of a grant, the app.
    pub label: Option<String>,
    pub now: DateTime<Utc>,
}

/// Adds a token that was issued at this time; a token that is already stored stays unchanged.
///
/// The time is that of the server, as in the access tokens that are issued with it.
pub async fn insert(
    connection: &mut Postgres,
    digest: &[u8; 32],
    session: SessionId,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::digest.eq(digest.as_slice()),
            refresh_tokens::session_id.eq(session.0),
            refresh_tokens::created_at.eq(issued_at),
            refresh_tokens::expires_at.eq(expires_at),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// The session of a token.
pub struct Owner {
    pub player: PlayerId,
    pub session: SessionId,
    pub kind: SessionKind,
}

#[derive(Queryable)]
struct RefreshTokenRow {
    used_at: Option<DateTime<Utc>>,
    expires_at: DateTime<Utc>,
    session: Uuid,
    revoked_at: Option<DateTime<Utc>>,
    kind: String,
    scopes: scopes::Written,
    label: Option<String>,
    now: DateTime<Utc>,
}

/// Returns the owner of a token, whether or not it is still valid.
pub async fn owner(connection: &mut Postgres, digest: &[u8; 32]) -> Result<Option<Owner>, Failure> {
    let row: Option<(Uuid, Uuid, String)> = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::digest.eq(digest.as_slice()))
        .select((sessions::player_id, sessions::id, sessions::kind))
        .first_row(connection)
        .await?;
    let Some((player, session, kind)) = row else { return Ok(None) };
    Ok(Some(Owner { player: PlayerId(player), session: SessionId(session), kind: read_kind(&kind)? }))
}

/// Finds a presented token and locks it and its session until the transaction ends.
pub async fn lock(
    connection: &mut Postgres,
    digest: &[u8; 32],
    successor: &[u8; 32],
) -> Result<Option<Presented>, Failure> {
    let row: Option<RefreshTokenRow> = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::digest.eq(digest.as_slice()))
        .select((
            refresh_tokens::used_at,
            refresh_tokens::expires_at,
            sessions::id,
            sessions::revoked_at,
            sessions::kind,
            (sessions::scopes, sessions::organize),
            sessions::label,
            diesel::dsl::sql::<diesel::sql_types::Timestamptz>("clock_timestamp()"),
        ))
        .for_update()
        .first_row(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let successor_is_unused = row.used_at.is_some() && is_unused(connection, successor).await?;
    let kind = read_kind(&row.kind)?;
    Ok(Some(Presented {
        known: Known {
            expires_at: row.expires_at,
            used_at: row.used_at,
            successor_is_unused,
            revoked: row.revoked_at.is_some(),
        },
        session: SessionId(row.session),
        kind,
        scopes: scopes::read(row.scopes, kind)?,
        label: row.label,
        now: row.now,
    }))
}

/// Returns whether a token is valid and was never presented, and no access token that was issued with it or
/// later was used. Access tokens tell their time in whole seconds.
async fn is_unused(connection: &mut Postgres, digest: &[u8; 32]) -> Result<bool, Failure> {
    let no_access = diesel::dsl::sql::<diesel::sql_types::Bool>(
        "(sessions.token_issued_at IS NULL \
         OR sessions.token_issued_at < date_trunc('second', refresh_tokens.created_at))",
    );
    let unused = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::digest.eq(digest.as_slice()))
        .filter(refresh_tokens::used_at.is_null().and(refresh_tokens::expires_at.gt(diesel::dsl::now)))
        .filter(no_access)
        .select(refresh_tokens::digest);
    Ok(diesel::select(diesel::dsl::exists(unused)).get_result(connection).await?)
}

fn read_kind(kind: &str) -> Result<SessionKind, Failure> {
    let known = SessionKind::named(kind);
    known.ok_or_else(|| unreadable("the kind of a session"))
}

/// Records the first use of a token.
pub async fn mark_used(
    connection: &mut Postgres,
    digest: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::update(refresh_tokens::table.find(digest.as_slice()))
        .set(refresh_tokens::used_at.eq(now))
        .run(connection)
        .await
}

/// Sets until when a token is valid.
pub async fn extend(
    connection: &mut Postgres,
    digest: &[u8; 32],
    expires_at: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::update(refresh_tokens::table.find(digest.as_slice()))
        .set(refresh_tokens::expires_at.eq(expires_at))
        .run(connection)
        .await
}

/// Deletes some expired tokens, and the sessions without any other token, so that the tables do not grow
/// without limit.
pub async fn clear_expired(connection: &mut Postgres) -> Result<(), Failure> {
    diesel::sql_query(
        "WITH expired AS (DELETE FROM refresh_tokens WHERE digest IN (SELECT digest FROM refresh_tokens \
         WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING session_id) \
         DELETE FROM sessions s WHERE s.id IN (SELECT session_id FROM expired) AND NOT EXISTS \
         (SELECT FROM refresh_tokens r WHERE r.session_id = s.id AND r.expires_at >= now())",
    )
    .bind::<diesel::sql_types::BigInt, _>(BY_ONE_ROW)
    .run(connection)
    .await
}

/// Deletes the expired tokens of a session.
pub async fn delete_expired(connection: &mut Postgres, session: SessionId) -> Result<(), Failure> {
    let expired =
        refresh_tokens::session_id.eq(session.0).and(refresh_tokens::expires_at.lt(diesel::dsl::now));
    diesel::delete(refresh_tokens::table.filter(expired)).run(connection).await
}
