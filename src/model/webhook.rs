//! Webhooks: their events, their messages, and the attempts to send them.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::game::GameId;
use super::instant;
use super::spelled::ms;
use super::tournament::TournamentId;
use crate::auth::{PlayerId, WebhookSecret};
use crate::id::id;
use crate::outbox::Receiver;
use lapidary_words::words;

/// The maximum number of webhooks of one account.
pub const WEBHOOKS_MAX: i64 = 20;
/// The maximum length of an address in characters.
pub const URL_LENGTH_MAX: usize = 2_048;
/// How long an old secret signs beside a new one.
pub const OLD_SECRET_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// How long messages are stored. A message that is not accepted by then is dropped.
pub const STORED_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The maximum number of shown attempts of a message: the newest ones.
pub const ATTEMPTS_SHOWN_MAX: i32 = 20;

/// The pauses between the attempts to send a message, in seconds: eight attempts in about 28 hours.
pub const PAUSES: [u64; 7] = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 10 * 3_600];

id! {
    /// The id of a webhook.
    WebhookId
}

id! {
    /// The id of a message, which is the same in each of its attempts.
    MessageId
}

words! {
    /// An event that a webhook can be told of.
    WebhookEvent:
    /// A game was dealt.
    GameStarted = "game.started",
    /// A game was played to its end.
    GameFinished = "game.finished",
    /// A game was aborted.
    GameAborted = "game.aborted",
    /// The tables of a round are known.
    RoundPaired = "tournament.round_paired",
    /// The game of a table was made.
    TableReady = "tournament.table_ready",
    /// A table has a result.
    TableFinished = "tournament.table_finished",
    /// Players of a table have reported different results, so an organizer has to decide it.
    TableDisputed = "tournament.table_disputed",
    /// All tables of a round have results.
    RoundClosed = "tournament.round_closed",
    /// An organizer of a tournament announces something.
    Announced = "tournament.announced",
    /// A game waits for a decision of the owner.
    GameTurn = "game.turn",
    /// Somebody challenges the owner.
    Challenge = "challenge",
    /// Somebody invites the owner to a game.
    Invitation = "invitation",
    /// The players of a game that is over offer the owner another one.
    Rematch = "rematch",
    /// The owner has a table in a tournament.
    Pairing = "pairing",
    /// The analysis of a game that the owner has asked for is there.
    AnalysisDone = "analysis.done",
    /// The owner tests the webhook.
    Test = "webhook.test",
}

impl WebhookEvent {
    /// The events that a webhook can be for.
    pub const SUBSCRIBABLE: [WebhookEvent; 15] = [
        WebhookEvent::GameStarted,
        WebhookEvent::GameFinished,
        WebhookEvent::GameAborted,
        WebhookEvent::RoundPaired,
        WebhookEvent::TableReady,
        WebhookEvent::TableFinished,
        WebhookEvent::TableDisputed,
        WebhookEvent::RoundClosed,
        WebhookEvent::Announced,
        WebhookEvent::GameTurn,
        WebhookEvent::Challenge,
        WebhookEvent::Invitation,
        WebhookEvent::Rematch,
        WebhookEvent::Pairing,
        WebhookEvent::AnalysisDone,
    ];

    /// Returns the distinct events that a webhook can be for, in their usual order.
    pub fn distinct(events: Vec<WebhookEvent>) -> Vec<WebhookEvent> {
        WebhookEvent::SUBSCRIBABLE.into_iter().filter(|event| events.contains(event)).collect()
    }

    /// The events that wait for a disconnected player. Nobody else gets them.
    pub const PERSONAL: [WebhookEvent; 5] = [
        WebhookEvent::GameTurn,
        WebhookEvent::Challenge,
        WebhookEvent::Invitation,
        WebhookEvent::Rematch,
        WebhookEvent::Pairing,
    ];
}

/// The game or the part of a tournament that an event is about. All of it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct Subject {
    /// The game; null if the event is about no game.
    pub game: Option<GameId>,
    /// The tournament; null if the event belongs to none.
    pub tournament: Option<TournamentId>,
    /// The number of the round of the tournament, from 1; null if the event is about no round.
    #[schema(minimum = 1)]
    pub round: Option<i16>,
    /// The number of the table in the tournament, from 1; null if the event is about no table.
    #[schema(minimum = 1)]
    pub table: Option<i16>,
}

/// Something that happened, for all webhooks that must hear of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookNews {
    pub event: WebhookEvent,
    pub at: DateTime<Utc>,
    pub subject: Subject,
    /// The players whose webhooks are told at once.
    pub at_once: Vec<PlayerId>,
    /// The players whose webhooks are told after the delay.
    pub later: Vec<PlayerId>,
    /// Whether it is public. Webhooks that name the game or the tournament get it after the delay.
    pub is_public: bool,
    pub delay: Duration,
}

words! {
    /// Why a webhook is disabled.
    DisabledReason:
    /// Its owner disabled it.
    Requested = "requested",
    /// Its address answered 410.
    Gone = "gone",
    /// All attempts of a message failed, and no other message was accepted in the meantime.
    Failing = "failing",
    /// The grant or the API token that made it has ended.
    SessionEnded = "session_ended",
}

/// A webhook, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WebhookInfo)]
pub struct Webhook {
    pub id: WebhookId,
    /// The address that receives the messages.
    #[schema(example = "https://hooks.example.org/lapidary")]
    pub url: String,
    /// The events to be told of.
    #[schema(value_type = Vec<String>, example = json!(["game.finished"]))]
    pub events: Vec<WebhookEvent>,
    /// The only game whose events are told; null for any game.
    pub game: Option<GameId>,
    /// The only tournament whose events are told; null for any tournament.
    pub tournament: Option<TournamentId>,
    /// Whether messages are sent.
    pub enabled: bool,
    /// Why no messages are sent; null if they are. `gone`: the address returned 410. `failing`: all attempts
    /// of a message failed, and no other message was accepted in the meantime. `session_ended`: the grant or
    /// the API token that made it has ended.
    pub disabled_reason: Option<DisabledReason>,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When the address last accepted a message; null if it never did.
    #[serde(serialize_with = "instant::serialize_option")]
    pub last_accepted_at: Option<DateTime<Utc>>,
}

words! {
    /// What became of a message.
    DeliveryStatus:
    /// It will be sent, for the first time or again.
    Pending = "pending",
    /// It was answered with a status from 200 to 299.
    Accepted = "accepted",
    /// It will not be sent any more.
    Failed = "failed",
}

/// A message for one webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    pub event: WebhookEvent,
    pub subject: Subject,
    /// The games of a message about turns, the newest first.
    pub games: Vec<GameId>,
    pub happened_at: DateTime<Utc>,
}

/// A message with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub message: Message,
    pub status: DeliveryStatus,
    /// The attempts, the oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// When it is sent again at the earliest.
    pub due_at: DateTime<Utc>,
}

/// An attempt to send a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WebhookAttempt)]
pub struct DeliveryAttempt {
    #[serde(serialize_with = "instant::serialize")]
    pub at: DateTime<Utc>,
    /// The status of the response; null if there was none.
    #[schema(minimum = 100, maximum = 999, example = 204)]
    pub status: Option<u16>,
    /// Why there was no response; null if there was one. Values may be added.
    #[schema(example = "timed_out")]
    pub failure: Option<String>,
    /// How long the attempt took.
    #[serde(rename = "duration_ms", with = "ms")]
    #[schema(value_type = u64, example = 120)]
    pub duration: Duration,
}

/// A message to send now, with everything needed for it. It has no `Debug`, because it contains secrets.
pub struct DueDelivery {
    /// The webhook.
    pub receiver: Receiver,
    pub secret: WebhookSecret,
    /// The earlier secrets that also sign for now, with the newest first.
    pub old_secrets: Vec<WebhookSecret>,
    pub message: Message,
    /// The attempts since it was last asked for.
    pub tries: i16,
    /// The time of the database.
    pub now: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::pause_after;

    #[test]
    fn every_event_and_standing_is_read_back() {
        for event in WebhookEvent::ALL {
            assert_eq!(WebhookEvent::named(event.name()), Some(event));
        }
        for status in DeliveryStatus::ALL {
            assert_eq!(DeliveryStatus::named(status.name()), Some(status));
        }
    }

    #[test]
    fn a_message_is_tried_eight_times_over_a_day() {
        let pauses: Vec<Duration> = (1..).map_while(|tried| pause_after(&PAUSES, tried)).collect();
        assert_eq!(pauses.len(), 7);
        let day = Duration::from_secs(24 * 3_600);
        assert!((day..2 * day).contains(&pauses.iter().sum::<Duration>()));
    }
}
