//! Sessions: logging in, refreshing tokens, logging out.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;

use super::Access;
use super::access::{AttemptRefusal, Client};
use crate::refusal::{refusals, too_soon};
use crate::stream::Watchers;
use crate::transaction::transaction;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::auth::refresh::{Verdict, judge};
use lapidary_model::auth::token::BadKey;
use lapidary_model::auth::{Identity, PlayerId, Scopes, SecretToken, SessionId, SessionKind};
use lapidary_model::player::Player;
use lapidary_store::{Failure, Pool, Postgres, account_locks, accounts, logins, refresh_tokens, sessions};

/// The use cases of sessions, with everything that they need.
pub struct Sessions {
    pub(super) pool: Pool,
    access: Arc<Access>,
    pub(super) watchers: Watchers,
}

impl Sessions {
    /// Returns the sessions of this database, authenticated by `access`.
    pub fn new(pool: Pool, access: Arc<Access>, watchers: Watchers) -> Sessions {
        Sessions { pool, access, watchers }
    }
}

/// The credentials of a login.
pub struct Credentials {
    pub username: String,
    pub password: String,
    /// A refresh token of an earlier session, as the client sent it.
    pub refresh_token: Option<String>,
    pub client: Client,
    /// The kind of client, for the list of logins.
    pub client_kind: Option<String>,
}

/// The tokens of a successful login or refresh.
pub struct Grant {
    pub access_token: String,
    pub expires_in: Duration,
    pub refresh_token: String,
    pub player: Player,
}

refusals! {
    /// Why a login or a refresh is refused.
    pub enum SessionRefusal {
        WrongCredentials = InvalidCredentials, "The username or the password is wrong.";
        TooSoon(delay: Duration) => too_soon(*delay);
        BadRefreshToken = InvalidRefreshToken, "The refresh token is unknown, expired, or was used before.";
    } from sessions { SessionEnded } contains {
        /// The account is locked.
        Locked(AccountLock),
        Key(BadKey),
        Hash(HashError),
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<AttemptRefusal> for SessionRefusal {
    fn from(refusal: AttemptRefusal) -> Self {
        match refusal {
            AttemptRefusal::TooSoon(delay) => SessionRefusal::TooSoon(delay),
            AttemptRefusal::Hash(error) => error.into(),
        }
    }
}

#[boxed]
impl Sessions {
    /// Begins a session for a client that knows the password.
    pub async fn log_in(&self, presented: Credentials) -> Result<Grant, SessionRefusal> {
        let client_kind = presented.client_kind.clone();
        let (player, hash) = prove(&self.pool, &self.access, presented).await?;
        self.begin(player, &hash, client_kind.as_deref()).await
    }
}

/// Verifies a password, and returns the player and the hash that it was compared with. Only whoever knows the
/// password learns that the account is locked.
pub(super) async fn prove(
    pool: &Pool,
    access: &Access,
    presented: Credentials,
) -> Result<(PlayerId, String), SessionRefusal> {
    let Credentials { username, password, refresh_token, client, client_kind: _ } = presented;
    let mut connection = pool.get().await?;
    let known = accounts::credentials(&mut connection, &username).await?;
    let (player, hash) = match known {
        Some(known) => (Some(known.player.id), known.password_hash),
        None => (None, None),
    };
    let device = device(&mut connection, player, refresh_token.as_deref()).await?;
    // No connection is held while hashing.
    drop(connection);
    let presenter = access.presenter(client.address, &username, device);
    let attempt = access.attempt(presenter, &client.gone).await?;
    let fits = attempt.verify(hash.clone(), password).await?.is_some();
    let proved = player.zip(hash).filter(|_| fits).ok_or(SessionRefusal::WrongCredentials)?;
    account_locks::check(&mut *pool.get().await?, proved.0).await??;
    Ok(proved)
}

/// Returns the session of a refresh token, if it is a login of this player. The token may have expired: its
/// holder has logged in to this account before.
async fn device(
    connection: &mut Postgres,
    player: Option<PlayerId>,
    presented: Option<&str>,
) -> Result<Option<SessionId>, Failure> {
    let Some(token) = presented.and_then(SecretToken::parse) else { return Ok(None) };
    let owner = refresh_tokens::owner(connection, &token.digest()).await?;
    let theirs = owner.filter(|owner| Some(owner.player) == player && owner.kind == SessionKind::Login);
    Ok(theirs.map(|owner| owner.session))
}

impl Sessions {
    /// Begins a session, if the password is still the one that was verified.
    async fn begin(
        &self,
        player: PlayerId,
        judged_by: &str,
        client_kind: Option<&str>,
    ) -> Result<Grant, SessionRefusal> {
        let (session, token, now) = (SessionId::generate(), SecretToken::generate()?, Utc::now());
        let expires_at = now + self.access.refresh_lifetime;
        let digest = token.digest();
        let mut connection = self.pool.get().await?;
        let begun = connection.transaction(async |connection| {
            let held = accounts::lock(connection, player).await?;
            let held = held.filter(|held| held.password_hash.as_deref() == Some(judged_by));
            let player = held.ok_or(SessionRefusal::WrongCredentials)?.player;
            account_locks::check(connection, player.id).await??;
            refresh_tokens::clear_expired(connection).await?;
            logins::clear_ended(connection, player.id).await?;
            logins::insert(connection, session, player.id, client_kind).await?;
            refresh_tokens::insert(connection, &digest, session, now, expires_at).await?;
            let surplus = logins::revoke_surplus(connection, player.id).await?;
            Ok::<_, SessionRefusal>((player, surplus))
        });
        let (player, surplus) = begun.await?;
        drop(connection);
        if surplus > 0 {
            self.watchers.announce_session_end(player.id);
        }
        grant(&self.access, player, session, &token, now)
    }
}

fn grant(
    access: &Access,
    player: Player,
    session: SessionId,
    token: &SecretToken,
    now: DateTime<Utc>,
) -> Result<Grant, SessionRefusal> {
    let identity = Identity { player: player.id, session, kind: SessionKind::Login, scopes: Scopes::ALL };
    Ok(Grant {
        access_token: access.tokens.issue(&identity, now)?,
        expires_in: access.tokens.lifetime(),
        refresh_token: token.to_text(),
        player,
    })
}

#[boxed]
impl Sessions {
    /// Exchanges a refresh token for its successor and a new access token. Reuse ends its session, unless it
    /// follows at once or no token of the next pair was used.
    pub async fn refresh(&self, presented: &str) -> Result<Grant, SessionRefusal> {
        self.renew(presented, Holder::Login).await
    }

    /// Issues a new access token to a browser that keeps this refresh token in a cookie. The token stays, and
    /// its lifetime begins anew. All tabs share it, and a browser that closes before it has stored a new
    /// cookie must not lose the session.
    pub async fn resume(&self, presented: &str) -> Result<Grant, SessionRefusal> {
        self.renew(presented, Holder::Browser).await
    }

    async fn renew(&self, presented: &str, holder: Holder) -> Result<Grant, SessionRefusal> {
        let token = SecretToken::parse(presented).ok_or(SessionRefusal::BadRefreshToken)?;
        let next = match holder {
            Holder::Browser => token.clone(),
            Holder::Login | Holder::App { .. } => token.successor(&self.access.refresh_key),
        };
        let lifetime = self.access.refresh_lifetime;
        let rotation = Rotation { digest: token.digest(), successor: next.digest(), lifetime, holder };
        self.access.record_uses().await?;
        // The end of the session must be committed, so the refusal is not an error of the transaction.
        let rotated = transaction!(self.pool, async |connection| rotation.apply(connection).await)?;
        let (player, session) = match rotated {
            Rotated::To(rotated) => (rotated.player, rotated.session),
            Rotated::Refused | Rotated::TooWide => return Err(SessionRefusal::BadRefreshToken),
            Rotated::Ended(player) => {
                self.watchers.announce_session_end(player);
                return Err(SessionRefusal::BadRefreshToken);
            }
        };
        grant(&self.access, player, session, &next, Utc::now())
    }

    /// Ends the login of a refresh token and its waits. Other texts change nothing.
    pub async fn end(&self, presented: &str) -> Result<(), Failure> {
        let Some(token) = SecretToken::parse(presented) else { return Ok(()) };
        let mut connection = self.pool.get().await?;
        let owner = refresh_tokens::owner(&mut connection, &token.digest()).await?;
        if let Some(owner) = owner.filter(|owner| owner.kind == SessionKind::Login) {
            sessions::revoke(&mut connection, owner.player, owner.session).await?;
            self.watchers.announce_session_end(owner.player);
        }
        Ok(())
    }
}

/// Who may present a refresh token.
pub(super) enum Holder {
    /// A client of a login.
    Login,
    /// A browser with a cookie of a login. Its token has no successor.
    Browser,
    /// An app with this name. It wants these scopes, or all that were granted.
    App { client_id: String, wanted: Option<Scopes> },
}

impl Holder {
    fn holds(&self, presented: &refresh_tokens::Presented) -> bool {
        match self {
            Holder::Login | Holder::Browser => presented.kind == SessionKind::Login,
            Holder::App { client_id, .. } => {
                presented.kind == SessionKind::Grant && presented.label.as_ref() == Some(client_id)
            }
        }
    }

    /// Returns the scopes of the next access token, if the session allows them.
    fn scopes(&self, granted: Scopes) -> Option<Scopes> {
        match self {
            Holder::App { wanted: Some(wanted), .. } => {
                Some(*wanted).filter(|wanted| granted.includes(*wanted))
            }
            Holder::App { wanted: None, .. } | Holder::Login | Holder::Browser => Some(granted),
        }
    }
}

/// The exchange of one refresh token for the next, inside a transaction.
pub(super) struct Rotation {
    pub(super) digest: [u8; 32],
    pub(super) successor: [u8; 32],
    pub(super) lifetime: chrono::TimeDelta,
    pub(super) holder: Holder,
}

/// A session whose refresh token was replaced.
pub(super) struct Renewed {
    pub(super) player: Player,
    pub(super) session: SessionId,
    pub(super) scopes: Scopes,
}

/// The result of presenting a refresh token.
pub(super) enum Rotated {
    /// It was replaced.
    To(Box<Renewed>),
    /// It is not valid.
    Refused,
    /// It is valid, but does not allow the wanted scopes. Nothing has changed.
    TooWide,
    /// It was reused too late. This has ended a session of this player.
    Ended(PlayerId),
}

impl Rotation {
    /// Stores the successor of the token, if the token is valid.
    pub(super) async fn apply(&self, connection: &mut Postgres) -> Result<Rotated, Failure> {
        let Some(owner) = refresh_tokens::owner(connection, &self.digest).await? else {
            return Ok(Rotated::Refused);
        };
        let owner = owner.player;
        // The player is locked before the token, because every transaction on an account locks in this order.
        let Some(held) = accounts::lock(connection, owner).await? else { return Ok(Rotated::Refused) };
        let Some(presented) = refresh_tokens::lock(connection, &self.digest, &self.successor).await? else {
            return Ok(Rotated::Refused);
        };
        // A token of another kind of session stays valid: its holder has only made a mistake.
        if !self.holder.holds(&presented) {
            return Ok(Rotated::Refused);
        }
        let (session, now) = (presented.session, presented.now);
        let wanted = self.holder.scopes(presented.scopes);
        match judge(&presented.known, now) {
            Verdict::Refuse => return Ok(Rotated::Refused),
            Verdict::EndFamily => {
                tracing::warn!(session = %session.0, "a refresh token was reused: its session ends");
                sessions::revoke(connection, owner, session).await?;
                return Ok(Rotated::Ended(owner));
            }
            Verdict::Repeat | Verdict::Rotate if wanted.is_none() => return Ok(Rotated::TooWide),
            Verdict::Repeat => sessions::mark_used(connection, session, now).await?,
            Verdict::Rotate => {
                let (issued_at, expires_at) = (Utc::now(), now + self.lifetime);
                if let Holder::Browser = self.holder {
                    refresh_tokens::extend(connection, &self.digest, expires_at).await?;
                } else {
                    refresh_tokens::mark_used(connection, &self.digest, now).await?;
                    refresh_tokens::insert(connection, &self.successor, session, issued_at, expires_at)
                        .await?;
                    refresh_tokens::delete_expired(connection, session).await?;
                }
                sessions::mark_used(connection, session, now).await?;
            }
        }
        let scopes = wanted.unwrap_or(presented.scopes);
        Ok(Rotated::To(Box::new(Renewed { player: held.player, session, scopes })))
    }
}

#[boxed]
impl Sessions {
    /// Ends the caller's session and its waits.
    pub async fn log_out(&self, caller: &Identity) -> Result<(), Failure> {
        sessions::revoke(&mut *self.pool.get().await?, caller.player, caller.session).await?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }
}

#[boxed]
impl Sessions {
    /// Returns whether the caller's session is still open and belongs to the caller.
    pub async fn is_open(&self, caller: &Identity) -> Result<bool, Failure> {
        sessions::is_open(&*self.pool.get().await?, caller).await
    }
}
