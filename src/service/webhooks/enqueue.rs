//! Writing the messages of an event.

use std::slice;

use uuid::Uuid;

use lapidary_model::webhook::{Message, MessageId, WebhookNews};
use lapidary_store::{Failure, Postgres, deliveries, webhooks};

/// Writes a message for each webhook that wants an event. The caller must have written what happened in the
/// same transaction. If no webhook wants it, this is one query.
pub async fn enqueue(connection: &Postgres, news: &WebhookNews) -> Result<(), Failure> {
    enqueue_all(connection, slice::from_ref(news)).await
}

/// Does the same for events of one kind.
pub async fn enqueue_all(connection: &Postgres, news: &[WebhookNews]) -> Result<(), Failure> {
    if news.is_empty() {
        return Ok(());
    }
    let listeners = webhooks::listeners(connection, news).await?;
    let mut messages = Vec::new();
    for news in news {
        for listener in &listeners {
            let Some(delay) = listener.delay(news) else { continue };
            let message = Message {
                id: MessageId(Uuid::now_v7()),
                event: news.event,
                subject: news.subject,
                games: Vec::new(),
                happened_at: news.at,
            };
            messages.push((listener.webhook, message, delay));
        }
    }
    match messages.is_empty() {
        true => Ok(()),
        false => deliveries::insert(connection, &messages).await,
    }
}
