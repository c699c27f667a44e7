//! Accounts: making one, changing it, having it erased.

use std::net::IpAddr;
use std::time::Duration;

use diesel_async::AsyncConnection;

use super::Access;
use super::access::Outcome;
use super::games::{self, GameRefusal};
use crate::auth::password::HashError;
use crate::auth::{Identity, NewPassword, Username};
use crate::store::accounts::{self, InsertFailure, Player};
use crate::store::{Failure, Pool, sessions};
use crate::stream::Watchers;

/// What a new account is made of.
pub struct NewAccount {
    pub username: Username,
    pub password: NewPassword,
    pub email: Option<String>,
}

/// Why something was not done to an account.
#[derive(Debug, thiserror::Error)]
pub enum AccountRefusal {
    #[error("the username is taken")]
    UsernameTaken,
    #[error("the current password is wrong")]
    WrongPassword,
    #[error("too many wrong passwords; the next may be tried in {0:?}")]
    TooSoon(Duration),
    #[error("the session has ended")]
    SessionEnded,
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error(transparent)]
    Games(#[from] GameRefusal),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for AccountRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

/// Makes an account.
///
/// # Errors
///
/// [`AccountRefusal::UsernameTaken`] when somebody has the name or it is reserved.
pub async fn create(pool: &Pool, access: &Access, account: NewAccount) -> Result<Player, AccountRefusal> {
    if account.username.is_reserved() {
        return Err(AccountRefusal::UsernameTaken);
    }
    // No connection is held while hashing.
    let hash = access.hasher.hash(account.password).await?;
    let inserted =
        accounts::insert(&mut *pool.get().await?, &account.username, account.email.as_deref(), &hash).await;
    inserted.map_err(|failure| match failure {
        InsertFailure::UsernameTaken => AccountRefusal::UsernameTaken,
        InsertFailure::Storage(failure) => failure.into(),
    })
}

/// The caller's own account.
///
/// # Errors
///
/// [`AccountRefusal::SessionEnded`] when it was erased.
pub async fn get(pool: &Pool, caller: &Identity) -> Result<Player, AccountRefusal> {
    accounts::by_id(&mut *pool.get().await?, caller.player).await?.ok_or(AccountRefusal::SessionEnded)
}

/// The account with this name, for anybody.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn find(pool: &Pool, username: &str) -> Result<Option<Player>, Failure> {
    accounts::by_username(&mut *pool.get().await?, username).await
}

/// Replaces the caller's e-mail address; none removes it.
///
/// # Errors
///
/// [`AccountRefusal::SessionEnded`] when the account was erased.
pub async fn set_email(
    pool: &Pool,
    caller: &Identity,
    email: Option<&str>,
) -> Result<Player, AccountRefusal> {
    accounts::set_email(&mut *pool.get().await?, caller.player, email)
        .await?
        .ok_or(AccountRefusal::SessionEnded)
}

/// Replaces the caller's password and ends his other sessions.
///
/// # Errors
///
/// [`AccountRefusal::WrongPassword`] when `current` is not his password.
pub async fn change_password(
    pool: &Pool,
    access: &Access,
    caller: &Identity,
    address: IpAddr,
    current: String,
    new: NewPassword,
) -> Result<(), AccountRefusal> {
    let name = caller.player.to_string();
    if let Some(delay) = access.delay(address, &name) {
        return Err(AccountRefusal::TooSoon(delay));
    }
    let hash = accounts::password_hash(&mut *pool.get().await?, caller.player).await?;
    if !access.hasher.verify(hash, current).await? {
        access.remember(address, &name, Outcome::Failed);
        return Err(AccountRefusal::WrongPassword);
    }
    access.remember(address, &name, Outcome::Succeeded);
    let hash = access.hasher.hash(new).await?;
    let (player, session) = (caller.player, caller.session);
    pool.get()
        .await?
        .transaction(async |connection| {
            accounts::set_password(connection, player, &hash).await?;
            sessions::revoke_others(connection, player, session).await?;
            Ok(())
        })
        .await
}

/// Erases the caller's account: he leaves his games, then name, address, password and sessions go; the id stays with
/// the games.
///
/// # Errors
///
/// When the database gives no answer; the call may be repeated.
pub async fn erase(pool: &Pool, watchers: &Watchers, caller: &Identity) -> Result<(), AccountRefusal> {
    games::leave_all(pool, watchers, caller).await?;
    let player = caller.player;
    pool.get()
        .await?
        .transaction(async |connection| {
            accounts::erase(connection, player).await?;
            sessions::delete_all(connection, player).await?;
            Ok::<_, AccountRefusal>(())
        })
        .await?;
    watchers.announce_session_end(player);
    Ok(())
}
