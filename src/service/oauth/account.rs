//! The access to an account, for its player, who has just logged in on a page and has no session.

use diesel_async::AsyncConnection;

use super::OAuth;
use super::consent::{ConsentRefusal, Proven};
use crate::transaction::transaction;
use lapidary_model::api_token::TokenInfo;
use lapidary_model::auth::{SessionId, SessionKind};
use lapidary_model::grant::Grant;
use lapidary_model::login::Login;
use lapidary_store::{api_tokens, grants, logins, sessions};

/// Everything that has access to an account.
pub struct AccountAccess {
    pub logins: Vec<Login>,
    /// The access of apps.
    pub grants: Vec<Grant>,
    pub tokens: Vec<TokenInfo>,
}

/// The access to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Login(SessionId),
    /// The access of an app.
    Grant(SessionId),
    Token(SessionId),
}

#[boxed]
impl OAuth {
    /// Returns everything that has access to the account of a player.
    pub async fn access_to(&self, proven: &Proven) -> Result<AccountAccess, ConsentRefusal> {
        self.access.record_uses().await?;
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                self.lock(connection, proven).await?;
                Ok(AccountAccess {
                    logins: logins::list(connection, proven.player, None).await?,
                    grants: grants::list(connection, proven.player).await?,
                    tokens: api_tokens::list(connection, proven.player).await?,
                })
            })
            .await
    }

    /// Ends one of these. Access to other accounts stays unchanged.
    pub async fn end_access(&self, proven: &Proven, ended: Ended) -> Result<(), ConsentRefusal> {
        transaction!(self.pool, async |connection| {
            self.lock(connection, proven).await?;
            let (kind, session) = match ended {
                Ended::Login(login) => (SessionKind::Login, login),
                Ended::Grant(grant) => (SessionKind::Grant, grant),
                Ended::Token(token) => {
                    api_tokens::delete(connection, proven.player, token).await?;
                    return Ok(());
                }
            };
            sessions::end(connection, proven.player, kind, session).await?;
            Ok::<_, ConsentRefusal>(())
        })?;
        if let Ended::Token(token) = ended {
            self.access.forget(token);
        }
        self.watchers.announce_session_end(proven.player);
        Ok(())
    }
}
