//! Sessions: logging in, staying in, logging out.

use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::Access;
use super::access::Outcome;
use crate::auth::password::HashError;
use crate::auth::refresh::{RefreshToken, Verdict, judge};
use crate::auth::token::BadKey;
use crate::auth::{Identity, PlayerId, Scopes, SessionId};
use crate::store::accounts::{self, Player};
use crate::store::{Failure, Pool, refresh_tokens, sessions};
use crate::stream::Watchers;

/// What somebody presents to get in.
pub struct Credentials {
    pub username: String,
    pub password: String,
    pub address: IpAddr,
}

/// What somebody who got in is given.
pub struct Grant {
    pub access_token: String,
    pub expires_in: Duration,
    pub refresh_token: String,
    pub player: Player,
}

/// Why somebody did not get in.
#[derive(Debug, thiserror::Error)]
pub enum SessionRefusal {
    #[error("the username or the password is wrong")]
    WrongCredentials,
    #[error("too many wrong passwords; the next may be tried in {0:?}")]
    TooSoon(Duration),
    #[error("the refresh token is not valid")]
    BadRefreshToken,
    #[error(transparent)]
    Key(#[from] BadKey),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error("the system has no randomness to give: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for SessionRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

/// Begins a session for whoever knows the password.
///
/// # Errors
///
/// [`SessionRefusal::WrongCredentials`] for an unknown name as for a wrong password, after the same time.
pub async fn log_in(pool: &Pool, access: &Access, presented: Credentials) -> Result<Grant, SessionRefusal> {
    let Credentials { username, password, address } = presented;
    if let Some(delay) = access.delay(address, &username) {
        return Err(SessionRefusal::TooSoon(delay));
    }
    let known = accounts::credentials(&mut *pool.get().await?, &username).await?;
    let (player, hash) = known.map(|known| (known.player, known.password_hash)).unzip();
    // No connection is held while hashing.
    let fits = access.hasher.verify(hash.flatten(), password).await?;
    let Some(player) = player.filter(|_| fits) else {
        access.remember(address, &username, Outcome::Failed);
        return Err(SessionRefusal::WrongCredentials);
    };
    access.remember(address, &username, Outcome::Succeeded);
    begin(pool, access, player).await
}

async fn begin(pool: &Pool, access: &Access, player: Player) -> Result<Grant, SessionRefusal> {
    let (session, token, now) = (SessionId::generate(), RefreshToken::generate()?, Utc::now());
    let expires_at = now + access.refresh_lifetime;
    let (id, digest) = (player.id, token.digest());
    pool.get()
        .await?
        .transaction(async |connection| {
            refresh_tokens::clear_expired(connection).await?;
            sessions::insert(connection, session, id).await?;
            refresh_tokens::insert(connection, &digest, session, expires_at).await?;
            Ok::<_, SessionRefusal>(())
        })
        .await?;
    grant(access, player, session, &token, now)
}

fn grant(
    access: &Access,
    player: Player,
    session: SessionId,
    token: &RefreshToken,
    now: DateTime<Utc>,
) -> Result<Grant, SessionRefusal> {
    let identity = Identity { player: player.id, session, scopes: Scopes::ALL };
    Ok(Grant {
        access_token: access.tokens.issue(&identity, now)?,
        expires_in: access.tokens.lifetime(),
        refresh_token: token.to_text(),
        player,
    })
}

/// Changes a refresh token into its successor and a new access token.
///
/// # Errors
///
/// [`SessionRefusal::BadRefreshToken`] when it is unknown, expired, or was used before; the latter ends its session.
pub async fn refresh(
    pool: &Pool,
    access: &Access,
    watchers: &Watchers,
    presented: &str,
) -> Result<Grant, SessionRefusal> {
    let token = RefreshToken::parse(presented).ok_or(SessionRefusal::BadRefreshToken)?;
    let successor = token.successor(&access.refresh_key);
    let rotation =
        Rotation { digest: token.digest(), successor: successor.digest(), lifetime: access.refresh_lifetime };
    let mut connection = pool.get().await?;
    // What ends the family has to be committed, so the refusal is no error of the transaction.
    let rotated = connection.transaction(async |connection| rotation.apply(connection).await).await?;
    let (player, session) = match rotated {
        Rotated::To(player, session) => (player, session),
        Rotated::Refused => return Err(SessionRefusal::BadRefreshToken),
        Rotated::Ended(player) => {
            watchers.announce_session_end(player);
            return Err(SessionRefusal::BadRefreshToken);
        }
    };
    let player = accounts::by_id(&mut connection, player).await?.ok_or(SessionRefusal::BadRefreshToken)?;
    grant(access, player, session, &successor, Utc::now())
}

/// The change of one refresh token into the next, inside a transaction.
struct Rotation {
    digest: [u8; 32],
    successor: [u8; 32],
    lifetime: chrono::TimeDelta,
}

/// What became of a presented refresh token.
enum Rotated {
    /// It has a successor, for this player's session.
    To(PlayerId, SessionId),
    /// It is not valid.
    Refused,
    /// It was used again too late, which has ended a session of this player.
    Ended(PlayerId),
}

impl Rotation {
    /// Stores the successor of the token, if the token is valid.
    async fn apply(&self, connection: &mut AsyncPgConnection) -> Result<Rotated, Failure> {
        let Some(presented) = refresh_tokens::lock(connection, &self.digest).await? else {
            return Ok(Rotated::Refused);
        };
        let (session, now) = (presented.session, presented.now);
        match judge(&presented.known, now) {
            Verdict::Refuse => return Ok(Rotated::Refused),
            Verdict::EndFamily => {
                tracing::warn!(session = %session.0, "a refresh token was used again: its session ends");
                sessions::revoke(connection, presented.player, session).await?;
                return Ok(Rotated::Ended(presented.player));
            }
            Verdict::Repeat => {}
            Verdict::Rotate => {
                refresh_tokens::mark_used(connection, &self.digest, now).await?;
                refresh_tokens::insert(connection, &self.successor, session, now + self.lifetime).await?;
                refresh_tokens::delete_expired(connection, session).await?;
            }
        }
        Ok(Rotated::To(presented.player, session))
    }
}

/// Ends the caller's session, and the waits of it.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn log_out(pool: &Pool, watchers: &Watchers, caller: &Identity) -> Result<(), Failure> {
    sessions::revoke(&mut *pool.get().await?, caller.player, caller.session).await?;
    watchers.announce_session_end(caller.player);
    Ok(())
}

/// Whether the caller's session is still open and belongs to the caller.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn is_open(pool: &Pool, caller: &Identity) -> Result<bool, Failure> {
    sessions::is_open(&mut *pool.get().await?, caller).await
}
