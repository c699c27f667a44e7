//! What it takes to let people in: keys, password hashing, and the memory of failed logins.
//!
//! It is built once at the start and shared by all requests.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};

use crate::auth::password::{HashCost, HashError};
use crate::auth::refresh::RefreshKey;
use crate::auth::throttle::Throttle;
use crate::auth::token::{BadKey, BadToken, Seed};
use crate::auth::token_cache::TokenCache;
use crate::auth::{AccessTokens, Identity, PasswordHasher};
use crate::settings::AccessSettings;
use crate::store::secrets::{self, Purpose};
use crate::store::{Failure, Pool};

/// What it takes to let people in.
pub struct Access {
    pub(super) hasher: PasswordHasher,
    pub(super) tokens: AccessTokens,
    pub(super) refresh_key: RefreshKey,
    pub(super) refresh_lifetime: TimeDelta,
    throttle: Throttle,
    cache: TokenCache,
}

/// Why nobody can be let in.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Storage(#[from] Failure),
    #[error(transparent)]
    Key(#[from] BadKey),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error("the system has no randomness to give: {0}")]
    Randomness(#[from] getrandom::Error),
}

impl Access {
    /// Loads the keys, or makes those that are neither in the settings nor in the database.
    ///
    /// # Errors
    ///
    /// When the database gives no answer or a key cannot be used.
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

    /// Whom an access token speaks for, without asking the database.
    ///
    /// # Errors
    ///
    /// [`BadToken`] when it is not valid now.
    pub fn identify(&self, token: &str) -> Result<Identity, BadToken> {
        self.cache.verify(&self.tokens, token, Utc::now())
    }

    /// The public keys of access tokens.
    pub fn tokens(&self) -> &AccessTokens {
        &self.tokens
    }

    pub(super) fn delay(&self, address: IpAddr, name: &str) -> Option<Duration> {
        self.throttle.delay(address, name, Instant::now())
    }

    pub(super) fn remember(&self, address: IpAddr, name: &str, outcome: Outcome) {
        match outcome {
            Outcome::Succeeded => self.throttle.succeeded(address, name),
            Outcome::Failed => self.throttle.failed(address, name, Instant::now()),
        }
    }
}

/// How a try at a password ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Succeeded,
    Failed,
}

async fn key(pool: &Pool, purpose: Purpose, given: Option<Seed>) -> Result<Seed, AccessError> {
    if let Some(given) = given {
        return Ok(given);
    }
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh)?;
    Ok(secrets::get_or_insert(&mut *pool.get().await?, purpose, fresh).await?)
}
