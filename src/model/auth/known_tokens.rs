//! A memory of API tokens that the database has accepted. Busy programs need few look-ups.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use quick_cache::sync::Cache;

use super::secret_token::TokenDigest;
use super::{Identity, PlayerId, SessionId};

/// The maximum number of remembered tokens, which need about 2 MB.
const TOKENS_MAX: usize = 16_384;
/// How long a token is remembered. This is also the maximum time until every server notices a revoked token.
/// Requests that change something notice it at once, because their own statements check the session.
pub const REMEMBERED_FOR: Duration = Duration::from_secs(60);

/// An API token that is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    pub identity: Identity,
    /// When the token expires, if it does.
    pub expires_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy)]
struct RememberedToken {
    identity: Identity,
    until: DateTime<Utc>,
}

/// The memory of accepted API tokens.
pub struct KnownTokens {
    tokens: Cache<TokenDigest, RememberedToken>,
    /// The number of times that tokens were forgotten.
    forgotten: AtomicU64,
}

/// A moment before a look-up. A token revoked after it is not remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before(u64);

impl Default for KnownTokens {
    fn default() -> Self {
        KnownTokens { tokens: Cache::new(TOKENS_MAX), forgotten: AtomicU64::new(0) }
    }
}

impl KnownTokens {
    /// Returns the identity of a recently accepted token.
    pub fn get(&self, digest: &TokenDigest, now: DateTime<Utc>) -> Option<Identity> {
        self.tokens.get(digest).filter(|known| now < known.until).map(|known| known.identity)
    }

    /// Returns the current moment. Take it before a look-up.
    pub fn before(&self) -> Before {
        Before(self.forgotten.load(Ordering::SeqCst))
    }

    /// Remembers a token that was looked up after this moment, unless tokens were forgotten since then. This
    /// one could be among them.
    pub fn insert(&self, digest: TokenDigest, accepted: &Accepted, before: Before, now: DateTime<Utc>) {
        let until = now + REMEMBERED_FOR;
        let until = accepted.expires_at.map_or(until, |expires_at| until.min(expires_at));
        self.tokens.insert(digest, RememberedToken { identity: accepted.identity, until });
        if self.before() != before {
            self.tokens.remove(&digest);
        }
    }

    /// Forgets a token that was revoked.
    pub fn forget(&self, token: SessionId) {
        self.forget_where(|identity| identity.session == token);
    }

    /// Forgets all tokens of a player who was erased.
    pub fn forget_all_of(&self, player: PlayerId) {
        self.forget_where(|identity| identity.player == player);
    }

    /// Reads the whole memory. This takes less than a millisecond and is rare.
    fn forget_where(&self, revoked: impl Fn(&Identity) -> bool) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.tokens.retain(|_, known| !revoked(&known.identity));
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

    fn accepted(player: u128, session: u128, expires_at: Option<DateTime<Utc>>) -> Accepted {
        let identity = Identity {
            player: PlayerId(Uuid::from_u128(player)),
            session: SessionId(Uuid::from_u128(session)),
            kind: SessionKind::Token,
            scopes: Scopes::ALL,
        };
        Accepted { identity, expires_at }
    }

    #[test]
    fn a_token_is_remembered_for_a_minute_unless_it_expires_or_is_revoked() {
        let known = KnownTokens::default();
        let before = known.before();
        known.insert([1; 32], &accepted(1, 1, None), before, at(0));
        known.insert([2; 32], &accepted(1, 2, Some(at(10))), before, at(0));
        known.insert([3; 32], &accepted(1, 3, None), before, at(0));
        known.insert([4; 32], &accepted(2, 4, None), before, at(0));
        known.forget(SessionId(Uuid::from_u128(3)));
        known.forget_all_of(PlayerId(Uuid::from_u128(2)));
        let remembered =
            |seconds| [1, 2, 3, 4, 5].map(|token| known.get(&[token; 32], at(seconds)).is_some());
        assert_eq!(remembered(0), [true, true, false, false, false]);
        assert_eq!(remembered(9), [true, true, false, false, false]);
        assert_eq!(remembered(10), [true, false, false, false, false]);
        assert_eq!(remembered(59), [true, false, false, false, false]);
        assert_eq!(remembered(60), [false; 5]);
    }

    #[test]
    fn a_token_that_is_revoked_while_it_is_looked_up_is_not_remembered() {
        let known = KnownTokens::default();
        let before = known.before();
        known.forget(SessionId(Uuid::from_u128(1)));
        known.insert([1; 32], &accepted(1, 1, None), before, at(0));
        assert_eq!(known.get(&[1; 32], at(0)), None);
        known.insert([1; 32], &accepted(1, 1, None), known.before(), at(0));
        assert!(known.get(&[1; 32], at(0)).is_some());
    }
}
