//! The grants of a player, and how they end.

use chrono::Utc;

use super::OAuth;
use lapidary_model::auth::{Identity, PlayerId, SecretToken, SessionId, SessionKind};
use lapidary_model::grant::Grant;
use lapidary_store::{Failure, grants, refresh_tokens, sessions};

#[boxed]
impl OAuth {
    /// Returns the open grants of the caller, the newest first.
    pub async fn list(&self, caller: &Identity) -> Result<Vec<Grant>, Failure> {
        self.access.record_uses().await?;
        grants::list(&mut *self.pool.get().await?, caller.player).await
    }

    /// Ends a grant of the caller. Returns false if they never had it.
    pub async fn end(&self, caller: &Identity, grant: SessionId) -> Result<bool, Failure> {
        let mut connection = self.pool.get().await?;
        let ended = sessions::end(&mut connection, caller.player, SessionKind::Grant, grant).await?;
        self.watchers.announce_session_end(caller.player);
        Ok(ended)
    }

    /// Ends the grant of an access token or a refresh token, valid or used. Any holder of a token of a grant
    /// may end the grant. Other texts change nothing.
    pub async fn revoke(&self, token: &str) -> Result<(), Failure> {
        let Some((player, session)) = self.grant_of(token).await? else { return Ok(()) };
        sessions::revoke(&mut *self.pool.get().await?, player, session).await?;
        self.watchers.announce_session_end(player);
        Ok(())
    }

    /// Returns the player and the session of a grant's token.
    async fn grant_of(&self, token: &str) -> Result<Option<(PlayerId, SessionId)>, Failure> {
        if let Some(token) = SecretToken::parse(token) {
            let owner = refresh_tokens::owner(&mut *self.pool.get().await?, &token.digest()).await?;
            let owner = owner.filter(|owner| owner.kind == SessionKind::Grant);
            return Ok(owner.map(|owner| (owner.player, owner.session)));
        }
        let identity = self.access.tokens.verify(token, Utc::now()).ok().map(|verified| verified.identity);
        let grant = identity.filter(|identity| identity.kind == SessionKind::Grant);
        Ok(grant.map(|identity| (identity.player, identity.session)))
    }
}
