//! Exchanging authorization codes for tokens.

use diesel_async::AsyncConnection;

use super::OAuth;
use super::tokens::{Presented, TokenRefusal, Tokens};
use lapidary_model::auth::SecretToken;
use lapidary_model::auth::oauth::{Challenge, ClientId, RedirectUri};
use lapidary_store::Postgres;
use lapidary_store::oauth_codes::{self, StoredCode};
use lapidary_store::{accounts, sessions};

/// A code that an app presents.
pub struct CodeExchange {
    pub code: String,
    pub client_id: ClientId,
    /// Apps of OAuth 2.0 repeat it. The proof already binds the code to the app that requested it (OAuth 2.1,
    /// 10.2).
    pub redirect_uri: Option<String>,
    pub verifier: String,
}

impl CodeExchange {
    /// Returns whether the presenter is the app that requested the code.
    fn fits(&self, stored: &StoredCode) -> bool {
        let terms = &stored.terms;
        !stored.has_expired
            && terms.client_id == self.client_id.as_str()
            && self.redirect_uri.as_ref().is_none_or(|given| *given == terms.redirect_uri)
            && Challenge(terms.challenge).is_met_by(&self.verifier)
    }
}

#[boxed]
impl OAuth {
    /// Exchanges a code for the first tokens of a grant. Reuse ends the grant.
    pub async fn exchange(&self, exchange: &CodeExchange) -> Result<Tokens, TokenRefusal> {
        let digest = SecretToken::parse(&exchange.code).ok_or(TokenRefusal::InvalidGrant)?.digest();
        let mut connection = self.pool.get().await?;
        // The end of a grant must be committed, so a refusal is not an error of the transaction.
        let presented = connection
            .transaction(async |connection| self.present(connection, &digest, exchange).await)
            .await?;
        drop(connection);
        self.answer(presented)
    }

    async fn present(
        &self,
        connection: &mut Postgres,
        digest: &[u8; 32],
        exchange: &CodeExchange,
    ) -> Result<Presented, TokenRefusal> {
        let refused = Presented::Refused(TokenRefusal::InvalidGrant);
        let Some(owner) = oauth_codes::owner(connection, digest).await? else { return Ok(refused) };
        // The player is locked before the code, because every transaction on an account locks in this order.
        if accounts::lock(connection, owner).await?.is_none() {
            return Ok(refused);
        }
        let Some(stored) = oauth_codes::lock(connection, digest).await? else { return Ok(refused) };
        if let Some(grant) = stored.session {
            tracing::warn!(session = %grant.0, "an authorization code was reused: its grant ends");
            sessions::revoke(connection, owner, grant).await?;
            return Ok(Presented::Reused(owner));
        }
        if !exchange.fits(&stored) {
            return Ok(refused);
        }
        let redirect = RedirectUri::parse(&stored.terms.redirect_uri).ok();
        let origin = redirect.as_ref().map(RedirectUri::origin);
        let begun =
            self.begin(connection, owner, stored.terms.client_id, stored.terms.scopes, origin).await?;
        oauth_codes::mark_used(connection, digest, begun.session).await?;
        Ok(Presented::Grant(begun))
    }
}
