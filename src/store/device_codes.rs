//! Device codes, stored as digests, with the codes that players type.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::{BY_ONE_ROW, clear};
use super::schema::device_codes;
use super::{Failure, Postgres, scopes, unreadable};
use crate::run::Run;
use lapidary_model::auth::UserCode;
use lapidary_model::auth::{PlayerId, Scopes, SessionId, SessionKind, WrittenScopes};

/// How long a code stays stored after it has expired, so that its reuse is noticed.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
const PENDING: &str = "pending";
const ALLOWED: &str = "allowed";
const DENIED: &str = "denied";

/// What a device asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceTerms {
    pub client_id: String,
    pub scopes: Scopes,
}

/// What a player has decided about a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Pending,
    Allowed,
    Denied,
}

/// A presented device code that is stored, with the current time of the database.
pub struct StoredDevice {
    pub terms: DeviceTerms,
    pub decision: Decision,
    pub player: Option<PlayerId>,
    pub expires_at: DateTime<Utc>,
    pub polled_at: Option<DateTime<Utc>>,
    pub poll_seconds: i32,
    /// The grant made from it, if it was used.
    pub session: Option<SessionId>,
    pub now: DateTime<Utc>,
}

/// Adds a code; returns false if the user code is in use.
pub async fn insert(
    connection: &mut Postgres,
    digest: &[u8; 32],
    user_code: &UserCode,
    terms: &DeviceTerms,
    expires_at: DateTime<Utc>,
    poll_seconds: i32,
) -> Result<bool, Failure> {
    let WrittenScopes { words, organize } = terms.scopes.written();
    let added = diesel::insert_into(device_codes::table)
        .values((
            device_codes::digest.eq(digest.as_slice()),
            device_codes::user_code.eq(user_code.letters()),
            device_codes::client_id.eq(&terms.client_id),
            device_codes::scopes.eq(words),
            device_codes::organize.eq(organize),
            device_codes::expires_at.eq(expires_at),
            device_codes::poll_seconds.eq(poll_seconds),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(added > 0)
}

/// Returns the number of codes that can still be used, but no more than `most`.
pub async fn pending(connection: &mut Postgres, most: i64) -> Result<i64, Failure> {
    let usable = device_codes::expires_at.gt(diesel::dsl::now).and(device_codes::session_id.is_null());
    let codes: Vec<Vec<u8>> =
        device_codes::table.filter(usable).select(device_codes::digest).limit(most).load(connection).await?;
    Ok(codes.len() as i64)
}

/// Returns what a device asks for, if nobody has decided about its code yet.
pub async fn undecided(
    connection: &mut Postgres,
    user_code: &UserCode,
) -> Result<Option<DeviceTerms>, Failure> {
    let open = device_codes::status.eq(PENDING).and(device_codes::expires_at.gt(diesel::dsl::now));
    let row: Option<(String, scopes::Written)> = device_codes::table
        .filter(device_codes::user_code.eq(user_code.letters()).and(open))
        .select((device_codes::client_id, (device_codes::scopes, device_codes::organize)))
        .first_row(connection)
        .await?;
    let Some((client_id, written)) = row else { return Ok(None) };
    Ok(Some(DeviceTerms { client_id, scopes: scopes::read(written, SessionKind::Grant)? }))
}

/// Stores the decision of a player; returns false if there is nothing to decide.
pub async fn decide(
    connection: &mut Postgres,
    user_code: &UserCode,
    player: PlayerId,
    is_allowed: bool,
) -> Result<bool, Failure> {
    let open = device_codes::status.eq(PENDING).and(device_codes::expires_at.gt(diesel::dsl::now));
    let code = device_codes::table.filter(device_codes::user_code.eq(user_code.letters()).and(open));
    let decided = diesel::update(code)
        .set((
            device_codes::status.eq(if is_allowed { ALLOWED } else { DENIED }),
            device_codes::player_id.eq(player.0),
        ))
        .execute(connection)
        .await?;
    Ok(decided > 0)
}

/// Returns the player who has decided about a code, whether or not it is still valid; `None` if there is no
/// such code.
pub async fn owner(
    connection: &mut Postgres,
    digest: &[u8; 32],
) -> Result<Option<Option<PlayerId>>, Failure> {
    let code = device_codes::table.find(digest.as_slice());
    let owner: Option<Option<Uuid>> = code.select(device_codes::player_id).first_row(connection).await?;
    Ok(owner.map(|owner| owner.map(PlayerId)))
}

#[derive(Queryable)]
struct DeviceCodeRow {
    client_id: String,
    scopes: scopes::Written,
    status: String,
    player: Option<Uuid>,
    expires_at: DateTime<Utc>,
    polled_at: Option<DateTime<Utc>>,
    poll_seconds: i32,
    session: Option<Uuid>,
    now: DateTime<Utc>,
}

/// Finds a presented code and locks it until the transaction ends.
pub async fn lock(connection: &mut Postgres, digest: &[u8; 32]) -> Result<Option<StoredDevice>, Failure> {
    let row: Option<DeviceCodeRow> = device_codes::table
        .find(digest.as_slice())
        .select((
            device_codes::client_id,
            (device_codes::scopes, device_codes::organize),
            device_codes::status,
            device_codes::player_id,
            device_codes::expires_at,
            device_codes::polled_at,
            device_codes::poll_seconds,
            device_codes::session_id,
            diesel::dsl::sql::<diesel::sql_types::Timestamptz>("clock_timestamp()"),
        ))
        .for_update()
        .first_row(connection)
        .await?;
    row.map(DeviceCodeRow::read).transpose()
}

impl DeviceCodeRow {
    fn read(self) -> Result<StoredDevice, Failure> {
        Ok(StoredDevice {
            terms: DeviceTerms {
                client_id: self.client_id,
                scopes: scopes::read(self.scopes, SessionKind::Grant)?,
            },
            decision: match self.status.as_str() {
                PENDING => Decision::Pending,
                ALLOWED => Decision::Allowed,
                DENIED => Decision::Denied,
                _ => return Err(unreadable("the status of a device code")),
            },
            player: self.player.map(PlayerId),
            expires_at: self.expires_at,
            polled_at: self.polled_at,
            poll_seconds: self.poll_seconds,
            session: self.session.map(SessionId),
            now: self.now,
        })
    }
}

/// Records when a device has asked, and how long it must wait before it asks again.
pub async fn mark_polled(
    connection: &mut Postgres,
    digest: &[u8; 32],
    at: DateTime<Utc>,
    poll_seconds: i32,
) -> Result<(), Failure> {
    diesel::update(device_codes::table.find(digest.as_slice()))
        .set((device_codes::polled_at.eq(at), device_codes::poll_seconds.eq(poll_seconds)))
        .run(connection)
        .await
}

/// Records the grant made from a code.
pub async fn mark_used(
    connection: &mut Postgres,
    digest: &[u8; 32],
    grant: SessionId,
) -> Result<(), Failure> {
    diesel::update(device_codes::table.find(digest.as_slice()))
        .set(device_codes::session_id.eq(grant.0))
        .run(connection)
        .await
}

/// Deletes the codes that a player has decided about and that were not used.
pub async fn delete_unused(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let unused = device_codes::player_id.eq(player.0).and(device_codes::session_id.is_null());
    diesel::delete(device_codes::table.filter(unused)).run(connection).await
}

/// Deletes some old codes.
pub async fn clear_old(connection: &mut Postgres) -> Result<(), Failure> {
    clear(connection, "device_codes", "expires_at", KEPT, BY_ONE_ROW).await
}
