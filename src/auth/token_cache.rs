//! Access tokens whose signature was verified before, so that a busy client pays for it once.
//!
//! It knows whole tokens, not parts of them: what is not letter for letter the same is verified anew.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use chrono::{DateTime, Utc};

use super::Identity;
use super::token::{AccessTokens, BadToken, Verified};

/// How many tokens are remembered; about 8 MB.
const TOKENS_MAX: usize = 16_384;

/// A memory of verified tokens.
#[derive(Default)]
pub struct TokenCache(RwLock<HashMap<Box<str>, Verified>>);

impl TokenCache {
    /// Whom a token speaks for, by memory or by its signature.
    ///
    /// # Errors
    ///
    /// [`BadToken`] as [`AccessTokens::verify`]; bad tokens are not remembered.
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
    fn a_remembered_token_expires_like_any_other() {
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
