//! The type `Calling`, with everything that its use cases need, and their refusals.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::games::all::Games;
use crate::games::read::look::GameView;
use crate::outbox::{Refused, Sender, Slots};
use crate::refusal::refusals;
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::api_token::API_TOKENS_MAX;
use lapidary_model::auth::{PlayerId, SessionId};
use lapidary_model::bot_endpoint::{AnswerFault, EndpointFault};
use lapidary_model::excerpt::Excerpt;
use lapidary_model::game::Version;
use lapidary_store::{Failure, Pool};

/// A question to a bot.
pub struct Asked<'a> {
    /// The game as the bot's seat sees it.
    pub view: &'a GameView,
    /// The kind of decision.
    pub decision: &'static str,
    /// The legal actions, in the order that an answer may refer to.
    pub legal: &'a [Action],
    /// The time for the answer in milliseconds.
    pub deadline_ms: u64,
    /// Why the previous question had no usable answer, if this one repeats it.
    pub fault: Option<&'a EndpointFault>,
}

/// What a bot answers.
#[derive(Debug)]
pub enum BotAnswer {
    /// One or more decisions, in order.
    Decisions(Vec<Proposal>),
    /// The seat resigns.
    Resign,
}

/// The answer of a bot, with its comment for its owner.
#[derive(Debug)]
pub struct CommentedAnswer {
    pub answer: BotAnswer,
    /// The comment; none if there was no text.
    pub comment: Option<Excerpt>,
}

type Write = fn(&Asked<'_>) -> String;
/// Reads an answer about this version of a game, in which these actions are legal.
type Read = fn(&[u8], Version, Ruleset, &[Action]) -> Result<CommentedAnswer, AnswerFault>;

/// How questions are written and answers are read.
#[derive(Clone, Copy)]
pub struct Protocol {
    /// Writes a question.
    pub write: Write,
    /// Reads an answer.
    pub read: Read,
}

/// The use cases of the endpoints of bots, with everything that they need.
pub struct Calling {
    pub(super) pool: Pool,
    pub(super) games: Games,
    pub(super) sender: Sender,
    pub(super) slots: Slots,
    pub(super) protocol: Protocol,
    /// The id of this server, by which others know which bots it asks.
    pub(super) server: Uuid,
    /// The bots that this server asks, each with the session of its endpoint.
    pub(super) held: Mutex<HashMap<PlayerId, (SessionId, CancellationToken)>>,
    /// Notified when an endpoint has changed on this server.
    pub(super) changed: Notify,
}

#[boxed]
impl Calling {
    /// Returns the endpoints of bots in these games.
    pub fn new(pool: Pool, games: Games, sender: Sender, protocol: Protocol) -> Calling {
        Calling {
            pool,
            games,
            sender,
            slots: Slots::default(),
            protocol,
            server: Uuid::now_v7(),
            held: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Waits until an endpoint has changed on this server.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    pub(super) fn held(&self) -> MutexGuard<'_, HashMap<PlayerId, (SessionId, CancellationToken)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

refusals! {
    /// Why a request about an endpoint is refused.
    pub enum EndpointRefusal {
        UnknownBot = NotFound, "You own no bot with this name, and are none.";
        None = NotFound, "The bot has no endpoint.";
        TooManyTokens = TooManyTokens,
            "The bot has {API_TOKENS_MAX} API tokens, the most, and an endpoint needs one. Revoke one first.";
        Address(refused: Refused) = ValidationFailed at "/url", "{refused}";
    } from sessions { SessionEnded } contains {
        /// The bot is locked.
        Locked(AccountLock),
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<Refused> for EndpointRefusal {
    fn from(refused: Refused) -> Self {
        EndpointRefusal::Address(refused)
    }
}
