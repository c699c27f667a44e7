//! The type `Digests`, with everything that its use cases need, and their refusals.

use std::sync::Arc;
use std::time::Duration;

use crate::mail::Post;
use lapidary_store::{Failure, Pool};

/// The use cases of mails about turns, with everything that they need.
pub struct Digests {
    pub(super) pool: Pool,
    pub(super) post: Option<Arc<Post>>,
    /// How long something waits for a player before a mail is written.
    pub(crate) wait: Duration,
}

impl Digests {
    /// Returns the mails of this database. `post` is what sends mail; without it there are none. A mail
    /// is written to a player for whom something has waited for `wait`.
    pub fn new(pool: Pool, post: Option<Arc<Post>>, wait: Duration) -> Digests {
        Digests { pool, post, wait }
    }

    /// Returns whether this server sends mail.
    pub fn is_available(&self) -> bool {
        self.post.is_some()
    }
}

/// Why a request about mails is refused.
#[derive(Debug, thiserror::Error)]
pub enum DigestRefusal {
    #[error("this server sends no mail")]
    NoMail,
    #[error("the account has no e-mail address")]
    NoAddress,
    #[error("too many links were asked for")]
    TooOften,
    #[error("the token of the link is not valid")]
    BadToken,
    #[error("the session has ended")]
    SessionEnded,
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for DigestRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
