//! A cache of access tokens with a verified signature, so that each token of a busy client is verified only once.
//!
//! The key is the whole token: any other text is verified again.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use chrono::{DateTime, Utc};

use super::Identity;
use super::token::{AccessTokens, BadToken, Verified};

/// The maximum number of cached tokens, which need about 8 MB.
const TOKENS_MAX: usize = 16_384;

/// The cache of verified tokens.
#[derive(Default)]
pub struct TokenCache(RwLock<HashMap<Box<str>, Verified>>);

impl TokenCache {
    /// Returns the identity in a token, from the cache or by verifying its signature.
    ///
    /// # Errors
    /// [`BadToken`] as in [`AccessTokens::verify`]; invalid tokens are not cached.
    pub fn verify(
        &self,
        tokens: &AccessTokens,
        token: &str,
        now: DateTime<Utc>,
    ) -> Result<Identity, BadToken> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(token).copied();
        if let Some(verified) = known {
            return if verified.expires_at > now.timestamp() { Ok(verified.identity) } else { Err(BadToken) };
        }
        let verified = tokens.verify(token, now)?;
        self.remember(token, verified, now);
        Ok(verified.identity)
    }

    fn remember(&self, token: &str, verified: Verified, now: DateTime<Utc>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= TOKENS_MAX {
            known.retain(|_, verified| verified.expires_at > now.timestamp());
        }
        if known.len() >= TOKENS_MAX {
            known.clear();
        }
        known.insert(token.into(), verified);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uuid::Uuid;

    use super::*;
    use crate::auth::{PlayerId, Scopes, SessionId};

    #[test]
    fn a_cached_token_expires_like_any_other() {
        let tokens = AccessTokens::new("lapidary", Duration::from_secs(600), &[1; 32], &[2; 32]).unwrap();
        let identity =
            Identity { player: PlayerId(Uuid::nil()), session: SessionId(Uuid::nil()), scopes: Scopes::ALL };
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap();
        let token = tokens.issue(&identity, at(0)).unwrap();
        let cache = TokenCache::default();
        for second in [0, 1, 599] {
            assert_eq!(cache.verify(&tokens, &token, at(second)), Ok(identity));
        }
        assert_eq!(cache.verify(&tokens, &token, at(600)), Err(BadToken));
        assert_eq!(cache.verify(&tokens, "a.b.c", at(0)), Err(BadToken));
    }
}
