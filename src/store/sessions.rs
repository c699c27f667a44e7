//! Sessions of every kind: logins, API tokens, and grants of apps.
//!
//! Every transaction that writes on behalf of an account first locks the rows of the account and the session.
//! So an erasure, a password change or a logout happens either before the write, which is then refused, or
//! after it. Rows are locked in the order player, game, password reset, code of an app, refresh token,
//! session.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{And, IsNull, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{bots, players, sessions};
use super::{Failure, Postgres, device_codes, oauth_codes, scopes};
use crate::by_hand::{interval, row};
use crate::run::Run;
use lapidary_model::auth::token_uses::TokenUse;
use lapidary_model::auth::{Identity, PlayerId, SessionId, SessionKind};
use lapidary_model::login::FRESH_LOGIN;

/// The maximum number of sessions in a list. An account has no more API tokens, and hardly more logins.
const LISTED_MAX: i64 = 100;
/// The kinds of sessions that a new password ends. API tokens stay: each of them was made on purpose, is
/// listed, and is ended on its own.
const ENDED_BY_A_NEW_PASSWORD: [&str; 2] = [SessionKind::Login.name(), SessionKind::Grant.name()];

/// The condition of an open session: nobody has ended it, and it has not expired. Only API tokens expire.
type IsOpen = And<IsNull<sessions::revoked_at>, SqlLiteral<Bool>>;

fn is_open_row() -> IsOpen {
    let unexpired = sql::<Bool>("(sessions.expires_at IS NULL OR sessions.expires_at > now())");
    sessions::revoked_at.is_null().and(unexpired)
}

/// Returns whether a caller's session is still open and belongs to the caller.
pub async fn is_open(mut connection: &Postgres, caller: &Identity) -> Result<bool, Failure> {
    let open = sessions::table
        .find(caller.session.0)
        .filter(sessions::player_id.eq(caller.player.0))
        .filter(is_open_row());
    Ok(diesel::select(diesel::dsl::exists(open)).prepared().get_result(&mut connection).await?)
}

/// Returns how long a session of a player stays open unless somebody ends it; none if it is not open or
/// belongs to somebody else.
pub(super) async fn open_for(
    connection: &mut Postgres,
    session: SessionId,
    owner: PlayerId,
) -> Result<Option<Duration>, Failure> {
    let left = sql::<Nullable<BigInt>>("(extract(epoch FROM sessions.expires_at - now()) * 1000)::bigint");
    let open = sessions::table
        .find(session.0)
        .filter(sessions::player_id.eq(owner.0))
        .filter(is_open_row())
        .select(left);
    let left_ms: Option<Option<i64>> = open.first_row(connection).await?;
    let duration = |left_ms: i64| Duration::from_millis(left_ms.try_into().unwrap_or_default());
    Ok(left_ms.map(|left_ms| left_ms.map_or(Duration::MAX, duration)))
}

/// Returns those of these sessions that have ended.
pub async fn ended(connection: &mut Postgres, known: &[SessionId]) -> Result<Vec<SessionId>, Failure> {
    let ids: Vec<uuid::Uuid> = known.iter().map(|session| session.0).collect();
    let open: Vec<uuid::Uuid> = sessions::table
        .filter(sessions::id.eq_any(&ids).and(is_open_row()))
        .select(sessions::id)
        .load(connection)
        .await?;
    let open: HashSet<uuid::Uuid> = open.into_iter().collect();
    Ok(known.iter().filter(|session| !open.contains(&session.0)).copied().collect())
}

/// The account of a caller is erased, or the session has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionEnded;

/// A caller has not logged in just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreshLoginNeeded;

/// Locks the caller's account and session against changes until the transaction ends. Call it before anything
/// else is locked.
pub async fn lock(connection: &Postgres, caller: &Identity) -> Result<Result<(), SessionEnded>, Failure> {
    let held: Option<Uuid> = players::table
        .inner_join(sessions::table)
        .filter(players::id.eq(caller.player.0).and(players::erased_at.is_null()))
        .filter(sessions::id.eq(caller.session.0).and(is_open_row()))
        .select(sessions::id)
        .for_share()
        .prepared()
        .returned_row(connection)
        .await?;
    Ok(held.map(drop).ok_or(SessionEnded))
}

/// Does the same for a transaction that changes the account: its lock on the account is exclusive.
pub async fn lock_alone(
    connection: &mut Postgres,
    caller: &Identity,
) -> Result<Result<(), SessionEnded>, Failure> {
    let player: Option<Uuid> = players::table
        .filter(players::id.eq(caller.player.0).and(players::erased_at.is_null()))
        .select(players::id)
        .for_update()
        .first_row(connection)
        .await?;
    // The session needs a statement of its own: a single statement would see the session from before it
    // waited for the lock of the player.
    match player {
        Some(_) => lock(connection, caller).await,
        None => Ok(Err(SessionEnded)),
    }
}

/// Checks that the caller has just logged in with the password. Acts that cannot be undone need this. A bot
/// cannot log in: its owner has made its token with a login, so the token is enough.
pub async fn needs_fresh_login(
    connection: &mut Postgres,
    caller: &Identity,
) -> Result<Result<(), FreshLoginNeeded>, Failure> {
    let is_fresh: bool = if caller.has_logged_in() {
        let is_fresh = sql::<Bool>("created_at > now() - ").bind::<Interval, _>(interval(FRESH_LOGIN));
        let fresh = sessions::table.find(caller.session.0).filter(is_fresh);
        diesel::select(diesel::dsl::exists(fresh)).get_result(connection).await?
    } else {
        let bot = bots::table.find(caller.player.0);
        diesel::select(diesel::dsl::exists(bot)).get_result(connection).await?
    };
    Ok(is_fresh.then_some(()).ok_or(FreshLoginNeeded))
}

/// Records a use of a session.
pub async fn mark_used(
    connection: &mut Postgres,
    session: SessionId,
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::update(sessions::table.find(session.0)).set(sessions::last_used_at.eq(at)).run(connection).await
}

/// Stores uses of access tokens, and returns the sessions of those that are stored. A session that is locked
/// or deleted is left out, so this never waits.
///
/// The last use of a login is that of its refresh token, which a use of an access token does not change.
pub async fn record_uses(
    connection: &mut Postgres,
    uses: &[TokenUse],
) -> Result<HashSet<SessionId>, Failure> {
    row! {
        struct Stored {
            id: Uuid,
        }
    }
    let sessions: Vec<Uuid> = uses.iter().map(|used| used.session.0).collect();
    let issued: Vec<DateTime<Utc>> = uses.iter().map(|used| used.issued_at).collect();
    let used: Vec<DateTime<Utc>> = uses.iter().map(|used| used.used_at).collect();
    let stored: Vec<Stored> = diesel::sql_query(
        "WITH seen AS (SELECT * FROM unnest($1, $2, $3) AS u (id, issued_at, used_at)), \
         free AS (SELECT s.id FROM sessions s JOIN seen ON seen.id = s.id ORDER BY s.id \
         FOR NO KEY UPDATE OF s SKIP LOCKED) \
         UPDATE sessions s SET token_issued_at = greatest(s.token_issued_at, seen.issued_at), \
         last_used_at = CASE WHEN s.kind = $4 THEN greatest(s.last_used_at, seen.used_at) ELSE s.last_used_at END \
         FROM free JOIN seen ON seen.id = free.id WHERE s.id = free.id RETURNING s.id",
    )
    .bind::<Array<SqlUuid>, _>(sessions)
    .bind::<Array<Timestamptz>, _>(issued)
    .bind::<Array<Timestamptz>, _>(used)
    .bind::<Text, _>(SessionKind::Grant.name())
    .load(connection)
    .await?;
    Ok(stored.into_iter().map(|stored| SessionId(stored.id)).collect())
}

/// Ends a session of a player; a session of another player stays open.
pub async fn revoke(connection: &mut Postgres, player: PlayerId, session: SessionId) -> Result<(), Failure> {
    let open = sessions::player_id.eq(player.0).and(sessions::revoked_at.is_null());
    diesel::update(sessions::table.find(session.0).filter(open))
        .set(sessions::revoked_at.eq(diesel::dsl::now))
        .run(connection)
        .await
}

/// Ends a session of this kind of a player; returns false if they never had it.
pub async fn end(
    connection: &mut Postgres,
    player: PlayerId,
    kind: SessionKind,
    session: SessionId,
) -> Result<bool, Failure> {
    let theirs = sessions::player_id.eq(player.0).and(sessions::kind.eq(kind.name()));
    let ended = diesel::update(sessions::table.find(session.0).filter(theirs))
        .set(sessions::revoked_at.eq(sql("coalesce(revoked_at, now())")))
        .execute(connection)
        .await?;
    Ok(ended > 0)
}

/// An open session, as the owner of its account sees it.
#[derive(Queryable)]
pub(super) struct OpenSession {
    pub(super) id: Uuid,
    pub(super) label: Option<String>,
    pub(super) redirect_origin: Option<String>,
    pub(super) scopes: scopes::Written,
    pub(super) created_at: DateTime<Utc>,
    pub(super) expires_at: Option<DateTime<Utc>>,
    pub(super) last_used_at: Option<DateTime<Utc>>,
}

/// Returns the open sessions of this kind of a player, the newest first. Logins and grants are open as long
/// as they can get new tokens.
pub(super) async fn open_sessions(
    connection: &mut Postgres,
    player: PlayerId,
    kind: SessionKind,
) -> Result<Vec<OpenSession>, Failure> {
    let lasts = sql::<Bool>(
        "(kind = 'token' OR EXISTS (SELECT FROM refresh_tokens r WHERE r.session_id = sessions.id \
         AND r.expires_at > now()))",
    );
    let open = sessions::kind.eq(kind.name()).and(sessions::revoked_at.is_null()).and(lasts);
    let sessions = sessions::table
        .filter(sessions::player_id.eq(player.0).and(open))
        .order((sessions::created_at.desc(), sessions::id.desc()))
        .limit(LISTED_MAX)
        .select((
            sessions::id,
            sessions::label,
            sessions::redirect_origin,
            (sessions::scopes, sessions::organize),
            sessions::created_at,
            sessions::expires_at,
            sessions::last_used_at,
        ));
    Ok(sessions.load(connection).await?)
}

/// Ends the logins of a player and the grants of their apps, except the session `kept`, and deletes the codes
/// from which grants could be made. API tokens stay: programs of the owner use them, and they never had the
/// password.
pub async fn revoke_for_new_password(
    connection: &mut Postgres,
    player: PlayerId,
    kept: Option<SessionId>,
) -> Result<(), Failure> {
    oauth_codes::delete_unused(connection, player).await?;
    device_codes::delete_unused(connection, player).await?;
    let ended = sessions::player_id
        .eq(player.0)
        .and(sessions::kind.eq_any(ENDED_BY_A_NEW_PASSWORD))
        .and(sessions::id.ne(kept.unwrap_or(SessionId(Uuid::nil())).0))
        .and(sessions::revoked_at.is_null());
    diesel::update(sessions::table.filter(ended))
        .set(sessions::revoked_at.eq(diesel::dsl::now))
        .run(connection)
        .await
}
