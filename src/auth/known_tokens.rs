//! A memory of API tokens that the database has accepted, so that a busy program is looked up only now and then.

use std::time::Duration;

use chrono::{DateTime, Utc};
use quick_cache::sync::Cache;

use super::Identity;
use super::api_token::TokenDigest;

/// The maximum number of remembered tokens, which need about 2 MB.
const TOKENS_MAX: usize = 16_384;
/// How long a token is remembered. After this time at most, every server has noticed that a token was revoked. Requests
/// that change something notice it at once, because they check the session in their own statement.
pub const REMEMBERED_FOR: Duration = Duration::from_secs(60);

/// An API token that is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    pub identity: Identity,
    /// When the token expires, if it does.
    pub expires_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy)]
struct Remembered {
    identity: Identity,
    until: DateTime<Utc>,
}

/// The memory of accepted API tokens.
pub struct KnownTokens(Cache<TokenDigest, Remembered>);

impl Default for KnownTokens {
    fn default() -> Self {
        KnownTokens(Cache::new(TOKENS_MAX))
    }
}

impl KnownTokens {
    /// Returns the identity of a token that was accepted shortly before.
    pub fn get(&self, digest: &TokenDigest, now: DateTime<Utc>) -> Option<Identity> {
        self.0.get(digest).filter(|known| now < known.until).map(|known| known.identity)
    }

    /// Remembers a token that was accepted just now.
    pub fn insert(&self, digest: TokenDigest, accepted: &Accepted, now: DateTime<Utc>) {
        let until = now + REMEMBERED_FOR;
        let until = accepted.expires_at.map_or(until, |expires_at| until.min(expires_at));
        self.0.insert(digest, Remembered { identity: accepted.identity, until });
    }

    /// Forgets a token that was revoked.
    pub fn remove(&self, digest: &TokenDigest) {
        self.0.remove(digest);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::auth::{PlayerId, Scopes, SessionId, SessionKind};

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn accepted(expires_at: Option<DateTime<Utc>>) -> Accepted {
        let identity = Identity {
            player: PlayerId(Uuid::nil()),
            session: SessionId(Uuid::nil()),
            kind: SessionKind::Token,
            scopes: Scopes::ALL,
        };
        Accepted { identity, expires_at }
    }

    #[test]
    fn a_token_is_remembered_for_a_minute_unless_it_expires_or_is_revoked() {
        let known = KnownTokens::default();
        known.insert([1; 32], &accepted(None), at(0));
        known.insert([2; 32], &accepted(Some(at(10))), at(0));
        known.insert([3; 32], &accepted(None), at(0));
        known.remove(&[3; 32]);
        let remembered = |seconds| [1, 2, 3, 4].map(|token| known.get(&[token; 32], at(seconds)).is_some());
        assert_eq!(remembered(0), [true, true, false, false]);
        assert_eq!(remembered(9), [true, true, false, false]);
        assert_eq!(remembered(10), [true, false, false, false]);
        assert_eq!(remembered(59), [true, false, false, false]);
        assert_eq!(remembered(60), [false; 4]);
    }
}
