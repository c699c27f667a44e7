//! The state that authentication needs: keys, the password hasher, and the memory of failed logins.
//!
//! It is built once at the start, and all requests share it.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use tokio_util::sync::CancellationToken;

use crate::auth::hasher::{HashCost, HashError};
use crate::auth::refresh::RefreshKey;
use crate::auth::throttle::{Presenter, Throttle, Try};
use crate::auth::token::{BadKey, BadToken, Seed};
use crate::auth::token_cache::TokenCache;
use crate::auth::turns::{Lane, Turn};
use crate::auth::{AccessTokens, Identity, NewPassword, PasswordHasher, SessionId, network};
use crate::settings::AccessSettings;
use crate::store::secrets::{self, Purpose};
use crate::store::{Failure, Pool};

/// The state that authentication needs.
pub struct Access {
    hasher: PasswordHasher,
    pub(super) tokens: AccessTokens,
    pub(super) refresh_key: RefreshKey,
    pub(super) refresh_lifetime: TimeDelta,
    throttle: Throttle,
    cache: TokenCache,
}

/// The client that sends a password.
pub struct Client {
    /// The address that the request comes from.
    pub address: IpAddr,
    /// Canceled when the client no longer waits for the response.
    pub gone: CancellationToken,
}

/// Why authentication cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Storage(#[from] Failure),
    #[error(transparent)]
    Key(#[from] BadKey),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
}

impl Access {
    /// Loads the keys, and generates those that are neither in the settings nor in the database.
    ///
    /// # Errors
    /// If the database fails or a key cannot be used.
    pub async fn open(pool: &Pool, settings: &AccessSettings) -> Result<Self, AccessError> {
        let current = key(pool, Purpose::AccessCurrent, settings.signing_key).await?;
        let next = key(pool, Purpose::AccessNext, settings.next_signing_key).await?;
        let refresh = key(pool, Purpose::Refresh, None).await?;
        let cost = HashCost { memory_kib: settings.password_memory_kib, passes: settings.password_passes };
        Ok(Access {
            hasher: PasswordHasher::new(cost, settings.password_hashes_at_once)?,
            tokens: AccessTokens::new(&settings.issuer, settings.access_lifetime, &current, &next)?,
            refresh_key: RefreshKey(refresh),
            refresh_lifetime: TimeDelta::from_std(settings.refresh_lifetime).unwrap_or(TimeDelta::MAX),
            throttle: Throttle::default(),
            cache: TokenCache::default(),
        })
    }

    /// Returns the identity in an access token, without a database query.
    ///
    /// # Errors
    /// [`BadToken`] if the token is not valid now.
    pub fn identify(&self, token: &str) -> Result<Identity, BadToken> {
        self.cache.verify(&self.tokens, token, Utc::now())
    }

    /// Returns the keys of access tokens.
    pub fn tokens(&self) -> &AccessTokens {
        &self.tokens
    }

    /// Returns who presents a password; `device` is the session of a token that the client has proved to hold.
    pub(super) fn presenter(&self, address: IpAddr, name: &str, device: Option<SessionId>) -> Presenter {
        self.throttle.presenter(address, name, device, Instant::now())
    }

    /// Waits for the turn of a presenter and counts the attempt, before anything is hashed. Gives up if the client
    /// disconnects.
    pub(super) async fn attempt(
        &self,
        presenter: Presenter,
        gone: &CancellationToken,
    ) -> Result<Attempt<'_>, AttemptRefusal> {
        if let Some(delay) = self.throttle.delay(&presenter, Instant::now()) {
            return Err(AttemptRefusal::TooSoon(delay));
        }
        let turn = self.turn(presenter.network(), presenter.lane(), gone).await?;
        let tried = self.throttle.begin(presenter, Instant::now()).map_err(AttemptRefusal::TooSoon)?;
        Ok(Attempt { hasher: &self.hasher, turn, tried })
    }

    /// Returns the hash of the password of a new account, after waiting in the queue of its network. Gives up if the
    /// client disconnects.
    pub(super) async fn hash_new(&self, client: &Client, password: NewPassword) -> Result<String, HashError> {
        let network = network::of(client.address);
        let turn = self.turn(network, Lane::Strangers, &client.gone).await?;
        self.hasher.hash(&turn, password).await
    }

    /// Waits for a turn as long as the client is connected, so that nobody waits behind disconnected clients.
    async fn turn(&self, network: IpAddr, lane: Lane, gone: &CancellationToken) -> Result<Turn, HashError> {
        let turn = gone.run_until_cancelled(self.hasher.turn(network, lane)).await;
        turn.ok_or(HashError::Abandoned)?
    }

    /// Returns the hash of a new password, in the same turn in which the current password was verified.
    pub(super) async fn hash_next(&self, turn: &Turn, password: NewPassword) -> Result<String, HashError> {
        self.hasher.hash(turn, password).await
    }
}

/// An attempt at a password whose turn has come; it counts as failed until it succeeds.
pub(super) struct Attempt<'a> {
    hasher: &'a PasswordHasher,
    turn: Turn,
    tried: Try<'a>,
}

/// Why a password is not verified.
#[derive(Debug, thiserror::Error)]
pub(super) enum AttemptRefusal {
    #[error("too many wrong passwords; the next may be tried in {0:?}")]
    TooSoon(Duration),
    #[error(transparent)]
    Hash(#[from] HashError),
}

impl Attempt<'_> {
    /// Verifies a password against a hash, and returns the turn if it matches. Without a hash it never matches, but
    /// takes the same time.
    pub(super) async fn verify(
        self,
        hash: Option<String>,
        presented: String,
    ) -> Result<Option<Turn>, HashError> {
        match self.hasher.verify(&self.turn, hash, presented).await {
            Ok(true) => {
                self.tried.succeeded();
                Ok(Some(self.turn))
            }
            Ok(false) => Ok(None),
            Err(error) => {
                self.tried.unjudged();
                Err(error)
            }
        }
    }
}

async fn key(pool: &Pool, purpose: Purpose, given: Option<Seed>) -> Result<Seed, AccessError> {
    if let Some(given) = given {
        return Ok(given);
    }
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh)?;
    Ok(secrets::get_or_insert(&mut *pool.get().await?, purpose, fresh).await?)
}
