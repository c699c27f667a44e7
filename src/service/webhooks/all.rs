//! The type `Webhooks`, with everything that its use cases need, and their refusals.

use crate::outbox::{Post, Refused, Sender};
use crate::refusal::refusals;
use lapidary_model::webhook::Message;
use lapidary_model::webhook::WEBHOOKS_MAX;
use lapidary_store::games::NoGame;
use lapidary_store::{Failure, Pool};

/// The use cases of webhooks, with everything that they need.
pub struct Webhooks {
    pub(super) post: Post,
    /// Writes the body of a message.
    pub(super) write: fn(&Message) -> String,
}

impl Webhooks {
    /// Returns the webhooks of this database. `write` writes the body of a message.
    pub fn new(pool: Pool, sender: Sender, write: fn(&Message) -> String) -> Webhooks {
        Webhooks { post: Post::new(pool, sender), write }
    }
}

refusals! {
    /// Why a request about webhooks is refused.
    pub enum WebhookRefusal {
        Unknown = NotFound, "You have no webhook with this id, or it has no message with this id.";
        UnknownGame = ValidationFailed at "/filter/game", "is not a game that you may see";
        TooMany = TooManyWebhooks, "You have {WEBHOOKS_MAX} webhooks, the most. Delete one first.";
        TooManySecrets = ValidationFailed at "/rotate_secret",
            "must wait: two earlier secrets still sign, each for 24 hours after it was replaced. If one is not \
             secret any more, delete the webhook and create another";
        Address(refused: Refused) = ValidationFailed at "/url", "{refused}";
    } from sessions { SessionEnded } contains {
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<Refused> for WebhookRefusal {
    fn from(refused: Refused) -> Self {
        WebhookRefusal::Address(refused)
    }
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
