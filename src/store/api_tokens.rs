//! API tokens: sessions of the kind `token`, found by the digest of their token.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::schema::{players, sessions};
use super::{Failure, unreadable};
use crate::auth::api_token::TokenDigest;
use crate::auth::known_tokens::Accepted;
use crate::auth::{Identity, PlayerId, SessionId, SessionKind};

/// How accurate the time of the last use is: the use of a busy token is written no more often.
const LAST_USE: TimeDelta = TimeDelta::minutes(1);

#[derive(Queryable)]
struct Row {
    session: Uuid,
    player: Uuid,
    scopes: String,
    expires_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

/// Returns whom a token belongs to, if it is valid now, and stores the time of its use.
pub async fn accept(
    connection: &mut AsyncPgConnection,
    digest: &TokenDigest,
) -> Result<Option<Accepted>, Failure> {
    let open = sessions::revoked_at.is_null().and(players::erased_at.is_null());
    let found: Option<Row> = sessions::table
        .inner_join(players::table)
        .filter(sessions::token_digest.eq(digest.as_slice()).and(open))
        .select((
            sessions::id,
            sessions::player_id,
            sessions::scopes,
            sessions::expires_at,
            sessions::last_used_at,
            now.into_sql::<Timestamptz>(),
        ))
        .first(connection)
        .await
        .optional()?;
    let Some(row) = found.filter(|row| row.expires_at.is_none_or(|expires_at| row.now < expires_at)) else {
        return Ok(None);
    };
    if row.last_used_at.is_none_or(|last| row.now - last >= LAST_USE) {
        diesel::update(sessions::table.find(row.session))
            .set(sessions::last_used_at.eq(row.now))
            .execute(connection)
            .await?;
    }
    let identity = Identity {
        player: PlayerId(row.player),
        session: SessionId(row.session),
        kind: SessionKind::Token,
        scopes: row.scopes.parse().map_err(|_| unreadable("the scopes of a token"))?,
    };
    Ok(Some(Accepted { identity, expires_at: row.expires_at }))
}
