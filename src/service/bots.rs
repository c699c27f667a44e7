//! Bots: players that are programs. Their owner creates them, gives them tokens and erases them.

use diesel_async::AsyncConnection;

use super::accounts::{AccountRefusal, Accounts};
use super::games::GameRefusal;
use crate::transaction::transaction;
use lapidary_model::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind, Username};
use lapidary_model::bot::{Accepts, AcceptsChange, BOTS_MAX, Bot};
use lapidary_store::bots::{self, Filter};
use lapidary_store::{Failure, Postgres, accounts, api_tokens, logins, sessions};

#[boxed]
impl Accounts {
    /// Creates a bot that the caller owns. `accepts` says how it differs from the default.
    pub async fn create_bot(
        &self,
        caller: &Identity,
        username: Username,
        accepts: AcceptsChange,
    ) -> Result<Bot, AccountRefusal> {
        if username.is_reserved() {
            return Err(AccountRefusal::UsernameTaken);
        }
        let accepts = accepts.applied_to(Accepts::default());
        transaction!(self.pool, async |connection| {
            // The lock allows one request of the account at a time, so that parallel requests cannot
            // exceed the limit together.
            sessions::lock_alone(connection, caller).await??;
            let bot = accounts::insert_bot(connection, &username).await?.id;
            bots::insert(connection, bot, Some(caller.player), &accepts).await?;
            if bots::count(connection, caller.player).await? > BOTS_MAX {
                return Err(AccountRefusal::TooManyBots);
            }
            one(connection, bot).await
        })
    }
}

#[boxed]
impl Accounts {
    /// Returns the bots that the caller owns, the newest first.
    pub async fn own_bots(&self, caller: &Identity) -> Result<Vec<Bot>, Failure> {
        let own = Filter { owner: Some(caller.player), ..Filter::default() };
        bots::list(&mut *self.pool.get().await?, &own, BOTS_MAX).await
    }

    /// Returns a page of all bots, the newest first, after `after`; with `online`, only bots that are online
    /// or only bots that are not.
    pub async fn bots(
        &self,
        online: Option<bool>,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<Bot>, Failure> {
        let filter = Filter { online, after, ..Filter::default() };
        bots::list(&mut *self.pool.get().await?, &filter, limit.into()).await
    }
}

#[boxed]
impl Accounts {
    /// Changes what a bot accepts, for its owner or for the bot itself.
    pub async fn update_bot(
        &self,
        caller: &Identity,
        username: &str,
        change: AcceptsChange,
    ) -> Result<Bot, AccountRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                let bot = administered(connection, caller, username).await?;
                let before = one(connection, bot).await?.accepts;
                bots::set_accepts(connection, bot, &change.applied_to(before)).await?;
                one(connection, bot).await
            })
            .await
    }
}

/// Locks the caller's session and a bot that the caller administers, and returns the bot.
async fn administered(
    connection: &mut Postgres,
    caller: &Identity,
    username: &str,
) -> Result<PlayerId, AccountRefusal> {
    sessions::lock(connection, caller).await??;
    lock(connection, caller, username).await
}

/// Locks a bot that the caller administers, and returns it.
pub(super) async fn lock(
    connection: &mut Postgres,
    caller: &Identity,
    username: &str,
) -> Result<PlayerId, AccountRefusal> {
    let bot = bots::administered(connection, caller.player, username).await?;
    let bot = bot.ok_or(AccountRefusal::UnknownBot)?;
    if bots::lock(connection, bot).await? { Ok(bot) } else { Err(AccountRefusal::UnknownBot) }
}

async fn one(connection: &mut Postgres, bot: PlayerId) -> Result<Bot, AccountRefusal> {
    let only = Filter { bot: Some(bot), ..Filter::default() };
    bots::list(connection, &only, 1).await?.pop().ok_or(AccountRefusal::UnknownBot)
}

#[boxed]
impl Accounts {
    /// Erases a bot of the caller: its tokens end, it leaves its games, then its name is deleted. The id
    /// stays in the games. If this fails, it may be repeated.
    pub async fn erase_bot(&self, caller: &Identity, username: &str) -> Result<(), AccountRefusal> {
        let mut connection = self.pool.get().await?;
        let stand_in = connection
            .transaction(async |connection| {
                let bot = administered(connection, caller, username).await?;
                sessions::needs_fresh_login(connection, caller).await??;
                Ok::<_, AccountRefusal>(stop(connection, bot).await?)
            })
            .await?;
        drop(connection);
        self.erase_stopped(&stand_in).await
    }

    /// Erases all bots of the caller, as part of erasing the caller's account.
    pub(super) async fn erase_bots(&self, caller: &Identity) -> Result<(), AccountRefusal> {
        let owned = bots::owned(&mut *self.pool.get().await?, caller.player).await?;
        for bot in owned {
            let mut connection = self.pool.get().await?;
            let stand_in = connection
                .transaction(async |connection| {
                    sessions::lock(connection, caller).await??;
                    match bots::lock(connection, bot).await? {
                        true => Ok::<_, AccountRefusal>(Some(stop(connection, bot).await?)),
                        false => Ok(None),
                    }
                })
                .await?;
            drop(connection);
            if let Some(stand_in) = stand_in {
                self.erase_stopped(&stand_in).await?;
            }
        }
        Ok(())
    }

    /// Erases a bot without tokens.
    async fn erase_stopped(&self, stand_in: &Identity) -> Result<(), AccountRefusal> {
        self.access.forget_all_of(stand_in.player);
        self.watchers.announce_session_end(stand_in.player);
        match self.leave_and_erase(stand_in, None).await {
            // Only an erasure ends this session: another request has erased the bot in the meantime.
            Err(AccountRefusal::SessionEnded | AccountRefusal::Games(GameRefusal::SessionEnded)) => Ok(()),
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::Contended("a bot took a seat during its erasure".to_owned()).into()),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Ends every session of a player, so that they take no more seats. Begins a session in which the server
/// leaves their games. No token belongs to this session, and whoever begins it ends it.
pub(super) async fn stop(connection: &mut Postgres, player: PlayerId) -> Result<Identity, Failure> {
    let stand_in =
        Identity { player, session: SessionId::generate(), kind: SessionKind::Login, scopes: Scopes::ALL };
    end_sessions(connection, player).await?;
    logins::insert(connection, stand_in.session, player, None).await?;
    Ok(stand_in)
}

/// Ends the logins of a player, the grants of their apps and their API tokens.
pub(super) async fn end_sessions(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    sessions::revoke_for_new_password(connection, player, None).await?;
    api_tokens::delete_all(connection, player).await
}
