//! API tokens: sessions of the kind `token`, found by the digest of their token.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, now};
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{bots, players, sessions};
use super::sessions::{OpenSession, open_sessions};
use super::{Failure, Postgres, scopes};
use crate::run::Run;
use lapidary_model::api_token::TokenInfo;
use lapidary_model::auth::known_tokens::Accepted;
use lapidary_model::auth::secret_token::TokenDigest;
use lapidary_model::auth::{Identity, PlayerId, SessionId, SessionKind, WrittenScopes};

/// The accuracy of the time of the last use: the use of a busy token is written at most this often.
const LAST_USE: TimeDelta = TimeDelta::minutes(1);

#[derive(Queryable)]
struct ApiTokenRow {
    session: Uuid,
    player: Uuid,
    bot: bool,
    scopes: scopes::Written,
    expires_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

/// Returns whom a token belongs to, if it is valid now, and stores the time of its use.
pub async fn accept(connection: &mut Postgres, digest: &TokenDigest) -> Result<Option<Accepted>, Failure> {
    let open = sessions::revoked_at.is_null().and(players::erased_at.is_null());
    let found: Option<ApiTokenRow> = sessions::table
        .inner_join(players::table)
        .filter(sessions::token_digest.eq(digest.as_slice()).and(open))
        .select((
            sessions::id,
            sessions::player_id,
            players::bot,
            (sessions::scopes, sessions::organize),
            sessions::expires_at,
            sessions::last_used_at,
            now.into_sql::<Timestamptz>(),
        ))
        .first_row(connection)
        .await?;
    let Some(row) = found.filter(|row| row.expires_at.is_none_or(|expires_at| row.now < expires_at)) else {
        return Ok(None);
    };
    if row.last_used_at.is_none_or(|last| row.now - last >= LAST_USE) {
        note_use(connection, &row).await?;
    }
    let identity = Identity {
        player: PlayerId(row.player),
        session: SessionId(row.session),
        kind: SessionKind::Token,
        scopes: scopes::read(row.scopes, SessionKind::Token)?,
    };
    Ok(Some(Accepted { identity, expires_at: row.expires_at }))
}

/// Stores the time of the last use, of the token and of the bot that it belongs to.
async fn note_use(connection: &mut Postgres, row: &ApiTokenRow) -> Result<(), Failure> {
    diesel::update(sessions::table.find(row.session))
        .set(sessions::last_used_at.eq(row.now))
        .execute(connection)
        .await?;
    if row.bot {
        diesel::update(bots::table.find(row.player))
            .set(bots::seen_at.eq(row.now))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Adds a token of a player.
pub async fn insert(
    connection: &mut Postgres,
    player: PlayerId,
    info: &TokenInfo,
    digest: &TokenDigest,
) -> Result<(), Failure> {
    let WrittenScopes { words, organize } = info.scopes.written();
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(info.id.0),
            sessions::player_id.eq(player.0),
            sessions::kind.eq(SessionKind::Token.name()),
            sessions::label.eq(info.name.as_str()),
            sessions::scopes.eq(words),
            sessions::organize.eq(organize),
            sessions::token_digest.eq(digest.as_slice()),
            sessions::created_at.eq(info.created_at),
            sessions::expires_at.eq(info.expires_at),
        ))
        .run(connection)
        .await
}

/// Returns the tokens of a player that are not revoked, the oldest first.
pub async fn list(connection: &mut Postgres, player: PlayerId) -> Result<Vec<TokenInfo>, Failure> {
    let open = open_sessions(connection, player, SessionKind::Token).await?;
    open.into_iter().rev().map(info).collect()
}

fn info(row: OpenSession) -> Result<TokenInfo, Failure> {
    Ok(TokenInfo {
        id: SessionId(row.id),
        name: row.label.unwrap_or_default(),
        scopes: scopes::read(row.scopes, SessionKind::Token)?,
        created_at: row.created_at,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
    })
}

/// Counts the tokens of a player that are not revoked.
pub async fn count(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let open = sessions::table
        .filter(sessions::player_id.eq(player.0).and(sessions::revoked_at.is_null()))
        .filter(sessions::kind.eq(SessionKind::Token.name()));
    Ok(open.select(count_star()).first(connection).await?)
}

/// Deletes a token of a player, and thereby its session; a token of another player stays. Returns whether it
/// existed.
///
/// The row is not kept, because an account could revoke tokens without end.
pub async fn delete(connection: &mut Postgres, player: PlayerId, token: SessionId) -> Result<bool, Failure> {
    let theirs = sessions::player_id.eq(player.0).and(sessions::kind.eq(SessionKind::Token.name()));
    let deleted = diesel::delete(sessions::table.find(token.0).filter(theirs)).execute(connection).await?;
    Ok(deleted > 0)
}

/// Deletes the expired tokens of a player.
pub async fn delete_expired(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let expired = sessions::player_id
        .eq(player.0)
        .and(sessions::kind.eq(SessionKind::Token.name()))
        .and(sessions::expires_at.lt(now));
    diesel::delete(sessions::table.filter(expired)).run(connection).await
}

/// Deletes every token of a player.
pub async fn delete_all(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let theirs = sessions::player_id.eq(player.0).and(sessions::kind.eq(SessionKind::Token.name()));
    diesel::delete(sessions::table.filter(theirs)).run(connection).await
}
