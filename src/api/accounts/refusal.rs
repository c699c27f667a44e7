//! Refusals of what is done to accounts and of passwords, as problems.

use std::time::Duration;

use crate::extract::{fresh_login_needed, session_ended};
use crate::{Code, Problem};
use lapidary_model::api_token::API_TOKENS_MAX;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::bot::BOTS_MAX;
use lapidary_service::accounts::AccountRefusal;

impl From<AccountRefusal> for Problem {
    fn from(refusal: AccountRefusal) -> Self {
        match refusal {
            AccountRefusal::UsernameTaken => Problem::new(Code::UsernameTaken, "The username is taken."),
            AccountRefusal::WrongPassword => {
                Problem::new(Code::WrongPassword, "The password is not that of the account.")
            }
            AccountRefusal::TooSoon(delay) => too_soon(delay),
            AccountRefusal::SessionEnded => session_ended(),
            AccountRefusal::FreshLoginNeeded => fresh_login_needed(),
            AccountRefusal::UnknownBot => Problem::new(Code::NotFound, "You have no bot with this name."),
            AccountRefusal::TooManyTokens => {
                let detail = format!("There are {API_TOKENS_MAX} API tokens, the most. Revoke one first.");
                Problem::new(Code::TooManyTokens, detail)
            }
            AccountRefusal::TooManyBots => {
                let detail = format!("You own {BOTS_MAX} bots, the most. Erase one first.");
                Problem::new(Code::TooManyBots, detail)
            }
            AccountRefusal::Randomness(error) => Problem::internal(error),
            AccountRefusal::Hash(error) => error.into(),
            AccountRefusal::Games(refusal) => refusal.into(),
            AccountRefusal::Finding(refusal) => refusal.into(),
            AccountRefusal::Storage(failure) => failure.into(),
        }
    }
}

impl From<HashError> for Problem {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => {
                Problem::new(Code::Unavailable, "Too many passwords are waiting to be checked.")
                    .retry_after(Duration::from_secs(5))
            }
            // Nobody reads this response.
            HashError::Abandoned => Problem::new(Code::RequestTimeout, "The client has gone."),
            HashError::Failed(cause) => Problem::internal(cause),
        }
    }
}

/// The answer to passwords tried too fast.
pub fn too_soon(delay: Duration) -> Problem {
    Problem::new(Code::TooManyRequests, "Too many wrong passwords; wait before the next try.")
        .retry_after(delay)
}
