//! API tokens: issuing, listing and revoking them, for the caller and for the caller's bots.

use chrono::{SubsecRound, TimeDelta, Utc};

use super::accounts::{AccountRefusal, Accounts};
use super::bots;
use crate::transaction::transaction;
use lapidary_model::api_token::{API_TOKENS_MAX, TokenInfo};
use lapidary_model::auth::{ApiToken, Identity, PlayerId, Scopes, SessionId};
use lapidary_store::Postgres;
use lapidary_store::{account_locks, api_tokens, sessions};

/// The player whose tokens a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    /// The caller.
    Caller,
    /// The bot with this name, which the caller owns.
    Bot(&'a str),
}

/// A token to issue.
pub struct NewToken {
    pub name: String,
    pub scopes: Scopes,
    /// How long it is valid; without it, until it is revoked.
    pub expires_in: Option<TimeDelta>,
}

/// A token that was issued. The server does not keep the token itself.
pub struct IssuedToken {
    pub token: ApiToken,
    pub info: TokenInfo,
}

#[boxed]
impl Accounts {
    /// Issues an API token. The expired tokens of its holder are deleted, so that they do not count.
    pub async fn issue_token(
        &self,
        caller: &Identity,
        holder: Holder<'_>,
        new: NewToken,
    ) -> Result<IssuedToken, AccountRefusal> {
        // PostgreSQL stores microseconds, and the list must show the same times as this response.
        let (token, now) = (ApiToken::generate()?, Utc::now().trunc_subsecs(6));
        let info = TokenInfo {
            id: SessionId::generate(),
            name: new.name,
            scopes: new.scopes,
            created_at: now,
            expires_at: new.expires_in.and_then(|lifetime| now.checked_add_signed(lifetime)),
            last_used_at: None,
        };
        transaction!(self.pool, async |connection| {
            let player = lock(connection, caller, holder).await?;
            account_locks::check(connection, player).await??;
            api_tokens::delete_expired(connection, player).await?;
            api_tokens::insert(connection, player, &info, &token.digest()).await?;
            match api_tokens::count(connection, player).await? > API_TOKENS_MAX {
                true => Err(AccountRefusal::TooManyTokens),
                false => Ok(()),
            }
        })?;
        Ok(IssuedToken { token, info })
    }
}

#[boxed]
impl Accounts {
    /// Returns the API tokens of the holder, the oldest first.
    pub async fn tokens(
        &self,
        caller: &Identity,
        holder: Holder<'_>,
    ) -> Result<Vec<TokenInfo>, AccountRefusal> {
        transaction!(self.pool, async |connection| {
            let player = lock(connection, caller, holder).await?;
            Ok(api_tokens::list(connection, player).await?)
        })
    }
}

#[boxed]
impl Accounts {
    /// Revokes an API token of the holder, and ends its waits. Revoking an unknown token changes nothing.
    pub async fn revoke_token(
        &self,
        caller: &Identity,
        holder: Holder<'_>,
        token: SessionId,
    ) -> Result<(), AccountRefusal> {
        let player = transaction!(self.pool, async |connection| {
            let player = lock(connection, caller, holder).await?;
            api_tokens::delete(connection, player, token).await?;
            Ok::<_, AccountRefusal>(player)
        })?;
        // Forget it even if it no longer existed: an earlier request may have ended before this step.
        self.access.forget(token);
        self.watchers.announce_session_end(player);
        Ok(())
    }
}

/// Locks the caller's account, then the bot, and returns the player who holds the tokens.
async fn lock(
    connection: &mut Postgres,
    caller: &Identity,
    holder: Holder<'_>,
) -> Result<PlayerId, AccountRefusal> {
    sessions::lock_alone(connection, caller).await??;
    match holder {
        Holder::Caller => Ok(caller.player),
        Holder::Bot(name) => bots::lock(connection, caller, name).await,
    }
}
