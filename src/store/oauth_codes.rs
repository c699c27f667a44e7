//! Authorization codes, stored as digests.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::{BY_ONE_ROW, clear};
use super::schema::oauth_codes;
use super::{Failure, Postgres, scopes, unreadable};
use crate::run::Run;
use lapidary_model::auth::{PlayerId, Scopes, SessionId, SessionKind, WrittenScopes};

/// How long a code stays stored after it has expired, so that its reuse is noticed.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// What a code was made for.
pub struct CodeTerms {
    pub player: PlayerId,
    pub client_id: String,
    pub redirect_uri: String,
    pub challenge: [u8; 32],
    pub scopes: Scopes,
}

/// A presented code that is stored.
pub struct StoredCode {
    pub terms: CodeTerms,
    pub has_expired: bool,
    /// The grant made from it, if it was used.
    pub session: Option<SessionId>,
}

/// Adds a code.
pub async fn insert(
    connection: &mut Postgres,
    digest: &[u8; 32],
    terms: &CodeTerms,
    expires_at: DateTime<Utc>,
) -> Result<(), Failure> {
    let WrittenScopes { words, organize } = terms.scopes.written();
    diesel::insert_into(oauth_codes::table)
        .values((
            oauth_codes::digest.eq(digest.as_slice()),
            oauth_codes::player_id.eq(terms.player.0),
            oauth_codes::client_id.eq(&terms.client_id),
            oauth_codes::redirect_uri.eq(&terms.redirect_uri),
            oauth_codes::challenge.eq(terms.challenge.as_slice()),
            oauth_codes::scopes.eq(words),
            oauth_codes::organize.eq(organize),
            oauth_codes::expires_at.eq(expires_at),
        ))
        .run(connection)
        .await
}

/// Returns the number of codes of a player that can still be used, but no more than `most`.
pub async fn pending(connection: &mut Postgres, player: PlayerId, most: i64) -> Result<i64, Failure> {
    let usable = oauth_codes::expires_at.gt(diesel::dsl::now).and(oauth_codes::session_id.is_null());
    let usable = oauth_codes::player_id.eq(player.0).and(usable);
    let codes: Vec<Vec<u8>> =
        oauth_codes::table.filter(usable).select(oauth_codes::digest).limit(most).load(connection).await?;
    Ok(codes.len() as i64)
}

/// Returns the player who made a code, whether or not it is still valid.
pub async fn owner(connection: &mut Postgres, digest: &[u8; 32]) -> Result<Option<PlayerId>, Failure> {
    let code = oauth_codes::table.find(digest.as_slice());
    let owner: Option<Uuid> = code.select(oauth_codes::player_id).first_row(connection).await?;
    Ok(owner.map(PlayerId))
}

type Row = (Uuid, String, String, Vec<u8>, scopes::Written, bool, Option<Uuid>);

/// Finds a presented code and locks it until the transaction ends.
pub async fn lock(connection: &mut Postgres, digest: &[u8; 32]) -> Result<Option<StoredCode>, Failure> {
    let row: Option<Row> = oauth_codes::table
        .find(digest.as_slice())
        .select((
            oauth_codes::player_id,
            oauth_codes::client_id,
            oauth_codes::redirect_uri,
            oauth_codes::challenge,
            (oauth_codes::scopes, oauth_codes::organize),
            diesel::dsl::sql::<diesel::sql_types::Bool>("expires_at <= clock_timestamp()"),
            oauth_codes::session_id,
        ))
        .for_update()
        .first_row(connection)
        .await?;
    let Some((player, client_id, redirect_uri, challenge, written, has_expired, session)) = row else {
        return Ok(None);
    };
    let terms = CodeTerms {
        player: PlayerId(player),
        client_id,
        redirect_uri,
        challenge: challenge.try_into().map_err(|_| unreadable("the challenge of a code"))?,
        scopes: scopes::read(written, SessionKind::Grant)?,
    };
    Ok(Some(StoredCode { terms, has_expired, session: session.map(SessionId) }))
}

/// Records the grant made from a code.
pub async fn mark_used(
    connection: &mut Postgres,
    digest: &[u8; 32],
    grant: SessionId,
) -> Result<(), Failure> {
    diesel::update(oauth_codes::table.find(digest.as_slice()))
        .set(oauth_codes::session_id.eq(grant.0))
        .run(connection)
        .await
}

/// Deletes the codes of a player that were not used.
pub async fn delete_unused(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let unused = oauth_codes::player_id.eq(player.0).and(oauth_codes::session_id.is_null());
    diesel::delete(oauth_codes::table.filter(unused)).run(connection).await
}

/// Deletes some old codes.
pub async fn clear_old(connection: &mut Postgres) -> Result<(), Failure> {
    clear(connection, "oauth_codes", "expires_at", KEPT, BY_ONE_ROW).await
}
