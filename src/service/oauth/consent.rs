//! The player logs in and decides whether an app gets access.

use chrono::{TimeDelta, Utc};

use super::OAuth;
use crate::sessions::{Credentials, SessionRefusal, prove};
use crate::transaction::transaction;
use lapidary_model::auth::oauth::{Challenge, ClientId, RedirectUri};
use lapidary_model::auth::{PlayerId, Scopes, SecretToken, UserCode};
use lapidary_store::oauth_codes::{self, CodeTerms};
use lapidary_store::{Failure, Postgres, account_locks, accounts, device_codes};

/// How long a code can be exchanged.
const CODE_LIFETIME: TimeDelta = TimeDelta::seconds(60);
/// The maximum number of unused codes of one player.
const CODES_PENDING_MAX: i64 = 100;

/// A player who has just proved that they own the account.
pub struct Proven {
    pub player: PlayerId,
    /// Shows whether the password has changed since.
    pub mark: String,
}

/// The request of an app.
pub struct CodeRequest {
    pub client_id: ClientId,
    pub redirect_uri: RedirectUri,
    pub scopes: Scopes,
    pub challenge: Challenge,
}

/// Why the decision of a player has no effect.
#[derive(Debug, thiserror::Error)]
pub enum ConsentRefusal {
    #[error("the account was erased or locked, or its password has changed")]
    Outdated,
    #[error("the device does not wait for this code")]
    UnknownCode,
    #[error("too many codes wait to be exchanged")]
    TooManyCodes,
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for ConsentRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

#[boxed]
impl OAuth {
    /// Verifies a password.
    pub async fn prove(&self, presented: Credentials) -> Result<Proven, SessionRefusal> {
        let (player, hash) = prove(&self.pool, &self.access, presented).await?;
        Ok(Proven { player, mark: self.access.mark(&hash) })
    }

    /// Makes a code for an app that the player allows to act for them.
    pub async fn allow(&self, proven: &Proven, request: CodeRequest) -> Result<String, ConsentRefusal> {
        let code = SecretToken::generate()?;
        let terms = CodeTerms {
            player: proven.player,
            client_id: request.client_id.as_str().to_owned(),
            redirect_uri: request.redirect_uri.as_str().to_owned(),
            challenge: request.challenge.0,
            scopes: request.scopes,
        };
        transaction!(self.pool, async |connection| {
            self.lock(connection, proven).await?;
            oauth_codes::clear_old(connection).await?;
            if oauth_codes::pending(connection, proven.player, CODES_PENDING_MAX).await? >= CODES_PENDING_MAX
            {
                return Err(ConsentRefusal::TooManyCodes);
            }
            oauth_codes::insert(connection, &code.digest(), &terms, Utc::now() + CODE_LIFETIME).await?;
            Ok(())
        })?;
        Ok(code.to_text())
    }

    /// Stores the decision of a player about the device that shows a code.
    pub async fn decide(
        &self,
        proven: &Proven,
        user_code: &UserCode,
        is_allowed: bool,
    ) -> Result<(), ConsentRefusal> {
        transaction!(self.pool, async |connection| {
            self.lock(connection, proven).await?;
            match device_codes::decide(connection, user_code, proven.player, is_allowed).await? {
                true => Ok(()),
                false => Err(ConsentRefusal::UnknownCode),
            }
        })
    }

    /// Locks the player until the transaction ends, if the password is still the one that was verified, and
    /// the account is not locked.
    pub(super) async fn lock(
        &self,
        connection: &mut Postgres,
        proven: &Proven,
    ) -> Result<(), ConsentRefusal> {
        let held = accounts::lock(connection, proven.player).await?;
        let hash = held.and_then(|held| held.password_hash).ok_or(ConsentRefusal::Outdated)?;
        let is_locked = account_locks::of(connection, proven.player).await?.is_some();
        match self.access.mark(&hash) == proven.mark && !is_locked {
            true => Ok(()),
            false => Err(ConsentRefusal::Outdated),
        }
    }
}
