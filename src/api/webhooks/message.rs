//! The body of a message: the event and its place, without anything private.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instant;
use lapidary_model::alerts::Summary;
use lapidary_model::game::GameId;
use lapidary_model::webhook::{Message, Subject, WebhookEvent};

/// A message, as the address of a webhook receives it. It is signed by the rules of Standard Webhooks: the
/// headers are `webhook-id`, `webhook-timestamp` and `webhook-signature`. The response must have a status
/// from 200 to 299.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessage)]
pub struct MessageBody {
    /// The event; values may be added. `webhook.test` is a test.
    #[serde(rename = "type")]
    event: WebhookEvent,
    /// When it happened.
    #[serde(serialize_with = "instant::serialize")]
    timestamp: DateTime<Utc>,
    /// Where it happened. Read the game or the tournament for more.
    data: WebhookMessageData,
}

/// Where an event happened. Fields may be added.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookMessageData {
    #[serde(flatten)]
    subject: Subject,
    /// The games that wait for a decision of the player, the newest first, at most 20; empty unless the
    /// message is `game.turn`. If there is only one, it is also `game`.
    games: Vec<GameId>,
}

impl From<&Summary> for MessageBody {
    fn from(summary: &Summary) -> Self {
        MessageBody::new(summary.event, summary.since, summary.subject, &summary.games)
    }
}

impl From<&Message> for MessageBody {
    fn from(message: &Message) -> Self {
        MessageBody::new(message.event, message.happened_at, message.subject, &message.games)
    }
}

impl MessageBody {
    fn new(event: WebhookEvent, timestamp: DateTime<Utc>, subject: Subject, games: &[GameId]) -> MessageBody {
        MessageBody { event, timestamp, data: WebhookMessageData { subject, games: games.to_vec() } }
    }
}

/// Returns the text of a message, which is signed and sent.
pub fn text(message: &Message) -> String {
    // A struct of words, numbers and times contains only values that JSON supports.
    serde_json::to_string(&MessageBody::from(message)).unwrap_or_default()
}
