//! Passwords: which are taken, and how they are kept (argon2id).
//!
//! Hashing takes tens of milliseconds and megabytes by design, so it happens off the async threads, a few at a time.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// How many characters a password has.
pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// How long somebody waits for his turn to have a password hashed.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// The commonest passwords of at least 8 characters, sorted, in lower case.
const COMMONEST: &str = include_str!("../../data/common_passwords.txt");

/// A password somebody may choose.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

/// Why a password may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    #[error("passwords have 8 to 128 characters")]
    Length,
    #[error("this is one of the commonest passwords")]
    Common,
}

impl TryFrom<String> for NewPassword {
    type Error = PasswordRefusal;

    fn try_from(text: String) -> Result<Self, PasswordRefusal> {
        static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMONEST.lines().collect());
        if !LENGTH.contains(&text.chars().count()) {
            return Err(PasswordRefusal::Length);
        }
        if COMMON.contains(text.to_lowercase().as_str()) {
            return Err(PasswordRefusal::Common);
        }
        Ok(NewPassword(text))
    }
}

impl fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

/// What a hash costs whoever makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

/// Makes and checks hashes, a limited number at a time.
pub struct PasswordHasher {
    argon2: Arc<Argon2<'static>>,
    permits: Arc<Semaphore>,
    dummy: String,
}

/// Why a password could not be hashed.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// Too many others wait: the same request may succeed later.
    #[error("too many passwords are waiting to be hashed")]
    Busy,
    #[error("hashing failed: {0}")]
    Failed(String),
}

impl PasswordHasher {
    /// A hasher that works on `at_once` passwords at a time.
    ///
    /// # Errors
    ///
    /// When argon2 knows no such cost.
    pub fn new(cost: HashCost, at_once: usize) -> Result<Self, HashError> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(failed)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = argon2.hash_password(b"nobody has this password").map_err(failed)?.to_string();
        Ok(PasswordHasher {
            argon2: Arc::new(argon2),
            permits: Arc::new(Semaphore::new(at_once.max(1))),
            dummy,
        })
    }

    /// The hash to keep, with its salt and cost.
    ///
    /// # Errors
    ///
    /// [`HashError::Busy`] when too many wait.
    pub async fn hash(&self, password: NewPassword) -> Result<String, HashError> {
        let argon2 = Arc::clone(&self.argon2);
        self.off_thread(move || {
            argon2.hash_password(password.0.as_bytes()).map(|hash| hash.to_string()).map_err(failed)
        })
        .await?
    }

    /// Whether the password belongs to the hash; without a hash the answer is no, after the same time.
    ///
    /// # Errors
    ///
    /// [`HashError::Busy`] when too many wait.
    pub async fn verify(&self, hash: Option<String>, presented: String) -> Result<bool, HashError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        let fits = self
            .off_thread(move || {
                let hash = PasswordHash::new(&hash).map_err(failed)?;
                Ok::<_, HashError>(Argon2::default().verify_password(presented.as_bytes(), &hash).is_ok())
            })
            .await??;
        Ok(fits && known)
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let waiting = Arc::clone(&self.permits).acquire_owned();
        let permit = match tokio::time::timeout(WAIT_MAX, waiting).await {
            Ok(Ok(permit)) => permit,
            Ok(Err(_)) | Err(_) => return Err(HashError::Busy),
        };
        let working = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        working.await.map_err(failed)
    }
}

fn failed(error: impl fmt::Display) -> HashError {
    HashError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: HashCost = HashCost { memory_kib: 8, passes: 1 };

    fn new(text: &str) -> Result<NewPassword, PasswordRefusal> {
        NewPassword::try_from(text.to_owned())
    }

    #[test]
    fn length_counts_in_characters_and_nothing_else_is_asked() {
        assert_eq!(new("1234567"), Err(PasswordRefusal::Length));
        assert!(new("ääääääää").is_ok());
        assert!(new(&"x ".repeat(64)).is_ok());
        assert_eq!(new(&"x".repeat(129)), Err(PasswordRefusal::Length));
    }

    #[test]
    fn the_commonest_are_refused_however_written() {
        assert!(COMMONEST.lines().count() >= 10_000);
        for common in ["password", "Password", "12345678", "qwertyuiop", "football"] {
            assert_eq!(new(common), Err(PasswordRefusal::Common), "{common}");
        }
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_alone() {
        let hasher = PasswordHasher::new(CHEAP, 1).unwrap();
        let hash = hasher.hash(new("correct horse").unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        assert!(hasher.verify(Some(hash.clone()), "correct horse".to_owned()).await.unwrap());
        assert!(!hasher.verify(Some(hash), "correct hors".to_owned()).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_the_password_of_an_unknown_account() {
        let hasher = PasswordHasher::new(CHEAP, 1).unwrap();
        assert!(!hasher.verify(None, "nobody has this password".to_owned()).await.unwrap());
    }
}
