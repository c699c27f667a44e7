//! The tokens of a grant: the first ones, and those that replace them.

use std::time::Duration;

use chrono::Utc;
use diesel_async::AsyncConnection;

use super::OAuth;
use crate::sessions::{Holder, Rotated, Rotation};
use lapidary_model::auth::oauth::ClientId;
use lapidary_model::auth::token::BadKey;
use lapidary_model::auth::{Identity, PlayerId, Scopes, SecretToken, SessionId, SessionKind};
use lapidary_store::grants::{self, NewGrant};
use lapidary_store::{Failure, Postgres, refresh_tokens};

/// The maximum number of grants of an account. A new grant ends the least recently used one: a player who has
/// just typed the password must not be sent away to clean up.
const GRANTS_MAX: i64 = 50;

/// The tokens that an app gets.
pub struct Tokens {
    pub access_token: String,
    pub expires_in: Duration,
    pub refresh_token: String,
    pub scopes: Scopes,
}

/// A refresh token that an app presents.
pub struct Renewal {
    pub refresh_token: String,
    pub client_id: ClientId,
    /// The scopes that the app wants, if they are fewer than those of the grant.
    pub wanted: Option<Scopes>,
}

/// Why an app gets no tokens.
#[derive(Debug, thiserror::Error)]
pub enum TokenRefusal {
    #[error("the code or token is unknown, expired, used, or was issued for another request")]
    InvalidGrant,
    #[error("the grant does not include this scope")]
    InvalidScope,
    #[error("the player has not decided yet")]
    Pending,
    #[error("the device asks too often")]
    TooOften,
    #[error("the device code has expired")]
    ExpiredCode,
    #[error("the player has denied access")]
    Denied,
    #[error(transparent)]
    Key(#[from] BadKey),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for TokenRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

/// A grant that was just made, with its first refresh token.
pub(super) struct GrantTokens {
    pub(super) player: PlayerId,
    pub(super) session: SessionId,
    pub(super) client_id: String,
    pub(super) scopes: Scopes,
    pub(super) token: SecretToken,
}

/// The result of a transaction in which a code was presented.
pub(super) enum Presented {
    /// It was exchanged for a grant.
    Grant(Box<GrantTokens>),
    /// It was used before. This has ended the grant of this player.
    Reused(PlayerId),
    /// It is refused. The transaction is committed anyway.
    Refused(TokenRefusal),
}

#[boxed]
impl OAuth {
    /// Makes a grant inside a transaction that has locked the player.
    pub(super) async fn begin(
        &self,
        connection: &mut Postgres,
        player: PlayerId,
        client_id: String,
        scopes: Scopes,
        redirect_origin: Option<&str>,
    ) -> Result<Box<GrantTokens>, TokenRefusal> {
        let (session, token) = (SessionId::generate(), SecretToken::generate()?);
        refresh_tokens::clear_expired(connection).await?;
        grants::end_surplus(connection, player, GRANTS_MAX - 1).await?;
        let grant = NewGrant { session, player, client_id: &client_id, scopes, redirect_origin };
        grants::insert(connection, &grant).await?;
        let now = Utc::now();
        let expires_at = now + self.access.refresh_lifetime;
        refresh_tokens::insert(connection, &token.digest(), session, now, expires_at).await?;
        Ok(Box::new(GrantTokens { player, session, client_id, scopes, token }))
    }

    /// Returns the tokens for a presented code.
    pub(super) fn answer(&self, presented: Presented) -> Result<Tokens, TokenRefusal> {
        match presented {
            Presented::Grant(begun) => {
                // It may have replaced an older grant.
                self.watchers.announce_session_end(begun.player);
                let GrantTokens { player, session, client_id, scopes, token } = *begun;
                self.tokens(player, session, &client_id, scopes, &token)
            }
            Presented::Reused(player) => {
                self.watchers.announce_session_end(player);
                Err(TokenRefusal::InvalidGrant)
            }
            Presented::Refused(refusal) => Err(refusal),
        }
    }

    /// Exchanges a refresh token of a grant for its successor and a new access token. Reuse ends the grant.
    pub async fn renew(&self, renewal: Renewal) -> Result<Tokens, TokenRefusal> {
        let token = SecretToken::parse(&renewal.refresh_token).ok_or(TokenRefusal::InvalidGrant)?;
        let successor = token.successor(&self.access.refresh_key);
        let client_id = renewal.client_id.as_str().to_owned();
        let rotation = Rotation {
            digest: token.digest(),
            successor: successor.digest(),
            lifetime: self.access.refresh_lifetime,
            holder: Holder::App { client_id: client_id.clone(), wanted: renewal.wanted },
        };
        self.access.record_uses().await?;
        let mut connection = self.pool.get().await?;
        // The end of the grant must be committed, so the refusal is not an error of the transaction.
        let rotated = connection.transaction(async |connection| rotation.apply(connection).await).await?;
        drop(connection);
        match rotated {
            Rotated::To(renewed) => {
                self.tokens(renewed.player.id, renewed.session, &client_id, renewed.scopes, &successor)
            }
            Rotated::Refused => Err(TokenRefusal::InvalidGrant),
            Rotated::TooWide => Err(TokenRefusal::InvalidScope),
            Rotated::Ended(player) => {
                self.watchers.announce_session_end(player);
                Err(TokenRefusal::InvalidGrant)
            }
        }
    }

    fn tokens(
        &self,
        player: PlayerId,
        session: SessionId,
        client_id: &str,
        scopes: Scopes,
        token: &SecretToken,
    ) -> Result<Tokens, TokenRefusal> {
        let identity = Identity { player, session, kind: SessionKind::Grant, scopes };
        Ok(Tokens {
            access_token: self.access.tokens.issue_to_app(&identity, client_id, Utc::now())?,
            expires_in: self.access.tokens.lifetime(),
            refresh_token: token.to_text(),
            scopes,
        })
    }
}
