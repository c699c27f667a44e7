//! The endpoint of a bot: an address at which the server asks for decisions.
//!
//! It knows the stored state, but no request.

use std::fmt;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Identity, PlayerId, WebhookSecret};
use crate::excerpt::Excerpt;
use crate::instant;
use lapidary_words::words;

/// A bot is no longer asked after giving only faults for this long.
pub const FAILING_MAX: TimeDelta = TimeDelta::hours(24);
/// The time until a server must renew its claim on a bot. Afterwards another server may take it.
pub const HELD_FOR: TimeDelta = TimeDelta::seconds(15);
/// The maximum number of bots that one server asks.
pub const BOTS_PER_SERVER_MAX: i64 = 1_000;
/// The maximum number of games in which one bot is asked at the same time.
pub const ASKED_AT_ONCE_MAX: usize = 4;
/// The maximum size of an answer.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024;
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Returns the pause after this many faults in a row in one game: it doubles from one second to a minute.
pub fn pause_after(faults: u32) -> Duration {
    Duration::from_secs(1 << faults.saturating_sub(1).min(6)).min(PAUSE_MAX)
}

words! {
    /// Why a bot is not asked any more.
    EndpointEnd:
    /// Its address answered 410.
    Gone = "gone",
    /// Every answer was a fault for a day.
    Failing = "failing",
    /// The API token of the endpoint was revoked, or the token or grant that has set it has ended.
    SessionEnded = "session_ended",
}

words! {
    /// What is wrong with a response that came.
    AnswerFaultKind:
    /// Its status is not 200.
    Status = "status",
    /// It is not JSON, or not an answer.
    Malformed = "malformed",
    /// It is for another version of the game.
    WrongVersion = "wrong_version",
    /// The rules forbid an action, or there is no legal action with this index.
    IllegalAction = "illegal_action",
}

/// A fault in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFault {
    pub kind: AnswerFaultKind,
    /// What is wrong, in a sentence.
    pub detail: Excerpt,
}

impl AnswerFault {
    /// Returns a fault with its description, which may quote the answer.
    pub fn new(kind: AnswerFaultKind, detail: impl fmt::Display) -> AnswerFault {
        AnswerFault { kind, detail: Excerpt::of(detail) }
    }
}

/// What was wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BotEndpointFault)]
pub struct EndpointFault {
    /// The kind; values may be added.
    #[schema(example = "illegal_action")]
    pub kind: String,
    /// A sentence for people.
    #[schema(value_type = String)]
    pub detail: Excerpt,
    #[serde(serialize_with = "instant::serialize")]
    pub at: DateTime<Utc>,
}

/// What a bot said about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BotComment {
    /// The version of the game about which the bot was asked.
    pub version: u32,
    /// The name of the bot.
    #[schema(example = "ada-bot")]
    pub bot: Option<String>,
    /// Its `comment`, on one line; what had more than 300 characters ends with `…`.
    #[schema(value_type = String, max_length = 301, example = "blue is scarce, reserving")]
    pub comment: Excerpt,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
}

/// An endpoint, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Endpoint {
    /// The address.
    #[schema(example = "https://bots.example.org/ada")]
    pub url: String,
    /// Whether the server matches the bot by itself with bots of others, as long as it is asked.
    pub ladder: bool,
    /// Whether the bot is asked. Set the endpoint again to enable it.
    pub enabled: bool,
    /// Why it is not enabled; null if it is. Values may be added.
    pub disabled_reason: Option<EndpointEnd>,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When the bot last gave an answer that was played, accurate to a minute; null if it never has.
    #[serde(serialize_with = "instant::serialize_option")]
    pub last_answered_at: Option<DateTime<Utc>>,
    /// The last fault; null if there was none. Later answers do not delete it.
    pub last_fault: Option<EndpointFault>,
}

/// An endpoint that a server asks.
#[derive(Clone)]
pub struct HeldEndpoint {
    /// The bot, with the session in which the server plays for it.
    pub bot: Identity,
    /// Who owns the bot.
    pub owner: PlayerId,
    /// The address.
    pub url: String,
    /// What signs the questions.
    pub secret: WebhookSecret,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_up_to_a_minute() {
        let pauses: Vec<u64> = (1..=9).map(|faults| pause_after(faults).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(pause_after(u32::MAX), PAUSE_MAX);
    }
}
