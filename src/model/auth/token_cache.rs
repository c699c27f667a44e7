//! A cache of access tokens with a verified signature. Each token of a busy client is verified only once.
//!
//! The key is the whole token: a token with one changed letter is verified again.

use chrono::{DateTime, Utc};
use quick_cache::sync::Cache;

use super::token::{AccessTokens, BadToken, Verified};

/// The maximum number of cached tokens. They need about 8 MB.
const TOKENS_MAX: usize = 16_384;

/// A valid token, and whether this server sees it for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub verified: Verified,
    pub is_first: bool,
}

/// The cache of verified tokens.
pub struct TokenCache(Cache<Box<str>, Verified>);

impl Default for TokenCache {
    fn default() -> Self {
        TokenCache(Cache::new(TOKENS_MAX))
    }
}

impl TokenCache {
    /// Returns the contents of a token, from the cache or after verifying the signature. Returns [`BadToken`]
    /// as in [`AccessTokens::verify`]. Invalid tokens are not cached.
    pub fn verify(&self, tokens: &AccessTokens, token: &str, now: DateTime<Utc>) -> Result<Seen, BadToken> {
        if let Some(verified) = self.0.get(token) {
            let is_valid = verified.expires_at > now.timestamp();
            return if is_valid { Ok(Seen { verified, is_first: false }) } else { Err(BadToken) };
        }
        let verified = tokens.verify(token, now)?;
        self.0.insert(token.into(), verified);
        Ok(Seen { verified, is_first: true })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uuid::Uuid;

    use super::*;
    use crate::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};

    #[test]
    fn a_cached_token_expires_like_any_other() {
        let tokens = AccessTokens::new("lapidary", Duration::from_secs(600), &[1; 32], &[2; 32]).unwrap();
        let identity = Identity {
            player: PlayerId(Uuid::nil()),
            session: SessionId(Uuid::nil()),
            kind: SessionKind::Login,
            scopes: Scopes::ALL,
        };
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap();
        let token = tokens.issue(&identity, at(0)).unwrap();
        let cache = TokenCache::default();
        for second in [0, 1, 599] {
            let seen = cache.verify(&tokens, &token, at(second)).unwrap();
            assert_eq!((seen.verified.identity, seen.is_first), (identity, second == 0));
        }
        assert_eq!(cache.verify(&tokens, &token, at(600)), Err(BadToken));
        assert_eq!(cache.verify(&tokens, "a.b.c", at(0)), Err(BadToken));
    }
}
