//! The type `Digests`, with everything that its use cases need, and their refusals.

use std::sync::Arc;
use std::time::Duration;

use crate::mail::Post;
use crate::refusal::{Code, Explanation, refusals};
use lapidary_model::digest::CONFIRMATIONS_PER_HOUR;
use lapidary_store::{Failure, Pool};

/// How long a player waits after asking for too many links.
const TOO_OFTEN: Duration = Duration::from_secs(60 * 60);

/// The use cases of mails about turns, with everything that they need.
pub struct Digests {
    pub(super) pool: Pool,
    pub(super) post: Option<Arc<Post>>,
    /// How long something must wait for a player before a mail is written.
    pub(crate) wait: Duration,
}

impl Digests {
    /// Returns the mails of this database. `post` sends mail; without it there is none. A player gets a mail
    /// after something has waited for them for `wait`.
    pub fn new(pool: Pool, post: Option<Arc<Post>>, wait: Duration) -> Digests {
        Digests { pool, post, wait }
    }

    /// Returns whether this server sends mail.
    pub fn is_available(&self) -> bool {
        self.post.is_some()
    }
}

refusals! {
    /// Why a request about mails is refused.
    pub enum DigestRefusal {
        NoMail = NotAvailable, "This server sends no mail.";
        NoAddress = EmailMissing, "Your account has no e-mail address. Set one with PATCH /v1/me.";
        TooOften => {
            let detail = format!("An account gets {CONFIRMATIONS_PER_HOUR} links to agree in an hour.");
            Explanation::new(Code::TooManyRequests, detail).retry_after(TOO_OFTEN)
        };
        BadToken = NotFound, "The token of the link is not known any more.";
    } from sessions { SessionEnded } contains {
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}
