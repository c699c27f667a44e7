//! The explanation of a refusal for a client: a code and a sentence, without HTTP.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use super::Code;
use lapidary_engine::game::Refusal;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::auth::token::BadKey;
use lapidary_model::fair_queue::Crowded;
use lapidary_model::game::Version;
use lapidary_model::instant;
use lapidary_model::login::FRESH_LOGIN;
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

/// How long a client should wait when a queue is full.
const CROWDED_WAIT: Duration = Duration::from_secs(5);

/// A refusal that can be explained to a client.
pub trait Explain {
    /// Returns the explanation for the client.
    fn explain(&self) -> Explanation<'_>;
}

/// The explanation of a refusal for the client, and the cause for the log.
#[derive(Clone)]
pub struct Explanation<'r> {
    /// The kind of refusal.
    pub code: Code,
    /// What is wrong with the request. With a pointer, what is wrong with this field.
    pub detail: Cow<'static, str>,
    /// The invalid field of the body, as a JSON pointer.
    pub pointer: Option<Cow<'static, str>>,
    /// What is wrong with several fields of the body, each with its JSON pointer.
    pub faults: Vec<(String, &'static str)>,
    /// Why the rules forbid an action.
    pub illegal: Option<Refusal>,
    /// The index of the refused action, from 0.
    pub action_index: Option<usize>,
    /// The current version of the game or table.
    pub version: Option<Version>,
    /// The time after which the request may be repeated.
    pub retry_after: Option<Duration>,
    /// Why and until when the account is locked.
    pub lock: Option<&'r AccountLock>,
    /// What has failed, for the log.
    pub cause: Option<Cause<'r>>,
}

/// What has failed in the server or in the database.
#[derive(Clone, Copy)]
pub enum Cause<'r> {
    /// The database does not answer now.
    Away(&'r Failure),
    /// Something that should not happen.
    Broken(&'r dyn fmt::Display),
}

impl Explanation<'_> {
    /// Returns an explanation with a code and a sentence.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Explanation {
            code,
            detail: detail.into(),
            pointer: None,
            faults: Vec::new(),
            illegal: None,
            action_index: None,
            version: None,
            retry_after: None,
            lock: None,
            cause: None,
        }
    }

    /// Returns an explanation with a code and a formatted sentence.
    pub(crate) fn formatted(code: Code, detail: fmt::Arguments<'_>) -> Self {
        let fixed = detail.as_str().map(Cow::Borrowed);
        Explanation::new(code, fixed.unwrap_or_else(|| detail.to_string().into()))
    }

    /// Sets the invalid field to which the detail refers.
    pub(crate) fn at(mut self, pointer: impl Into<Cow<'static, str>>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Sets the index of the refused action.
    pub(crate) fn action_index(mut self, index: usize) -> Self {
        self.action_index = Some(index);
        self
    }

    /// Sets the time after which the request may be repeated.
    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }
}

impl<'r> Explanation<'r> {
    /// Returns the explanation of something that should not happen. Only the log has the cause.
    pub(crate) fn broken(cause: &'r dyn fmt::Display) -> Self {
        let explanation = Explanation::new(Code::InternalError, "Internal server error.");
        Explanation { cause: Some(Cause::Broken(cause)), ..explanation }
    }
}

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Away(failure) => failure.fmt(f),
            Cause::Broken(cause) => cause.fmt(f),
        }
    }
}

/// The text for the log.
impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, &self.pointer) {
            (Some(cause), _) => cause.fmt(f),
            (None, Some(pointer)) => write!(f, "{pointer} {}", self.detail),
            (None, None) => f.write_str(&self.detail),
        }
    }
}

impl Explain for Explanation<'_> {
    fn explain(&self) -> Explanation<'_> {
        self.clone()
    }
}

impl Explain for Failure {
    fn explain(&self) -> Explanation<'_> {
        match self {
            Failure::Broken(cause) => Explanation::broken(cause),
            away => Explanation {
                cause: Some(Cause::Away(away)),
                ..Explanation::new(Code::Unavailable, "The database cannot answer now.")
            },
        }
    }
}

impl Explain for getrandom::Error {
    fn explain(&self) -> Explanation<'_> {
        Explanation::broken(self)
    }
}

impl Explain for BadKey {
    fn explain(&self) -> Explanation<'_> {
        Explanation::broken(self)
    }
}

impl Explain for HashError {
    fn explain(&self) -> Explanation<'_> {
        match self {
            HashError::Busy => {
                Explanation::new(Code::Unavailable, "Too many passwords are waiting to be checked.")
                    .retry_after(CROWDED_WAIT)
            }
            // Nobody reads this response.
            HashError::Abandoned => Explanation::new(Code::RequestTimeout, "The client has gone."),
            HashError::Failed(cause) => Explanation::broken(cause),
        }
    }
}

impl Explain for Crowded {
    fn explain(&self) -> Explanation<'_> {
        let detail = "Too many requests of many clients wait for this server's work on games and pictures.";
        Explanation::new(Code::Unavailable, detail).retry_after(CROWDED_WAIT)
    }
}

impl Explain for SessionEnded {
    fn explain(&self) -> Explanation<'_> {
        Explanation::new(Code::Unauthenticated, "The session of this access token has ended.")
    }
}

impl Explain for AccountLock {
    fn explain(&self) -> Explanation<'_> {
        let until = self.ends_at.map(|at| format!(" until {}", instant::text(&at))).unwrap_or_default();
        let detail = format!("The account is locked{until}: {}", self.reason);
        Explanation { lock: Some(self), ..Explanation::new(Code::AccountLocked, detail) }
    }
}

impl Explain for FreshLoginNeeded {
    fn explain(&self) -> Explanation<'_> {
        let minutes = FRESH_LOGIN.as_secs() / 60;
        Explanation::formatted(
            Code::FreshLoginNeeded,
            format_args!(
                "This cannot be undone, so it needs a login of the last {minutes} minutes: log in again with `POST /v1/sessions`, and \
                 send the request with that access token. API tokens and apps cannot do it."
            ),
        )
    }
}

/// Returns the refusal of password attempts that come too fast.
pub(crate) fn too_soon(delay: Duration) -> Explanation<'static> {
    let detail = "Too many wrong passwords; wait before the next try.";
    Explanation::new(Code::TooManyRequests, detail).retry_after(delay)
}
