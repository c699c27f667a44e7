//! The logins of an account, listed and ended by its owner.

use diesel_async::AsyncConnection;

use super::sessions::{SessionRefusal, Sessions};
use lapidary_model::auth::{Identity, SessionId};
use lapidary_model::login::Login;
use lapidary_store::{Failure, logins, sessions};

impl Sessions {
    /// Returns the open logins of the caller's account, newest first.
    pub async fn logins(&self, caller: &Identity) -> Result<Vec<Login>, Failure> {
        logins::list(&mut *self.pool.get().await?, caller.player, Some(caller.session)).await
    }

    /// Ends one login of the caller's account and its waits. An id that is not such a login changes nothing.
    ///
    /// # Errors
    /// [`SessionRefusal::SessionEnded`] if the caller's own session has ended.
    pub async fn end_login(&self, caller: &Identity, login: SessionId) -> Result<(), SessionRefusal> {
        let mut connection = self.pool.get().await?;
        let ended = connection.transaction(async |connection| {
            if !sessions::lock_alone(connection, caller).await? {
                return Err(SessionRefusal::SessionEnded);
            }
            Ok(logins::revoke(connection, caller.player, login).await?)
        });
        ended.await?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }

    /// Ends every login of the caller's account except the caller's own.
    ///
    /// # Errors
    /// [`SessionRefusal::SessionEnded`] if the caller's own session has ended.
    pub async fn end_other_logins(&self, caller: &Identity) -> Result<(), SessionRefusal> {
        let mut connection = self.pool.get().await?;
        let ended = connection.transaction(async |connection| {
            if !sessions::lock_alone(connection, caller).await? {
                return Err(SessionRefusal::SessionEnded);
            }
            Ok(logins::revoke_others(connection, caller.player, caller.session).await?)
        });
        ended.await?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }
}
