//! The type `Webhooks`, with everything that its use cases need, and their refusals.

use crate::webhook::{Refused, Sender, Slots};
use lapidary_model::webhook::Message;
use lapidary_store::games::NoGame;
use lapidary_store::{Failure, Pool};

/// The use cases of webhooks, with everything that they need.
pub struct Webhooks {
    pub(super) pool: Pool,
    pub(super) sender: Sender,
    pub(super) slots: Slots,
    /// Writes the body of a message.
    pub(super) write: fn(&Message) -> String,
}

impl Webhooks {
    /// Returns the webhooks of this database. `write` writes the body of a message.
    pub fn new(pool: Pool, sender: Sender, write: fn(&Message) -> String) -> Webhooks {
        Webhooks { pool, sender, slots: Slots::default(), write }
    }
}

/// Why a request about webhooks is refused.
#[derive(Debug, thiserror::Error)]
pub enum WebhookRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("the caller has no such webhook, or it has no such message")]
    Unknown,
    #[error("the caller may not see this game")]
    UnknownGame,
    #[error("the account has too many webhooks")]
    TooMany,
    #[error("two earlier secrets still sign")]
    TooManySecrets,
    #[error("the address {0}")]
    Address(#[from] Refused),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<NoGame> for WebhookRefusal {
    fn from(no_game: NoGame) -> Self {
        match no_game {
            NoGame::NotFound => WebhookRefusal::UnknownGame,
            NoGame::SessionEnded => WebhookRefusal::SessionEnded,
            NoGame::Storage(failure) => failure.into(),
        }
    }
}

impl From<diesel::result::Error> for WebhookRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
