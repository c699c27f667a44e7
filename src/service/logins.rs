//! The logins of an account: its owner lists and ends them.

use super::sessions::{SessionRefusal, Sessions};
use crate::transaction::transaction;
use lapidary_model::auth::{Identity, SessionId, SessionKind};
use lapidary_model::login::Login;
use lapidary_store::{Failure, logins, sessions};

#[boxed]
impl Sessions {
    /// Returns the open logins of the caller's account, newest first.
    pub async fn logins(&self, caller: &Identity) -> Result<Vec<Login>, Failure> {
        logins::list(&mut *self.pool.get().await?, caller.player, Some(caller.session)).await
    }

    /// Ends a login of the caller's account and its waits. Another id changes nothing.
    pub async fn end_login(&self, caller: &Identity, login: SessionId) -> Result<(), SessionRefusal> {
        transaction!(self.pool, async |connection| {
            sessions::lock_alone(connection, caller).await??;
            sessions::end(connection, caller.player, SessionKind::Login, login).await?;
            Ok::<_, SessionRefusal>(())
        })?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }

    /// Ends every login of the caller's account except the caller's own.
    pub async fn end_other_logins(&self, caller: &Identity) -> Result<(), SessionRefusal> {
        transaction!(self.pool, async |connection| {
            sessions::lock_alone(connection, caller).await??;
            Ok::<_, SessionRefusal>(logins::revoke_others(connection, caller.player, caller.session).await?)
        })?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }
}
