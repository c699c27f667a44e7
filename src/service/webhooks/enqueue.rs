//! Writing the messages of an event.

use std::slice;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use lapidary_model::webhook::{Message, MessageId, WebhookNews};
use lapidary_store::{Failure, deliveries, webhooks};

/// Writes a message for each webhook that is to be told of an event. The caller must have written what
/// happened in the same transaction. If nobody is to be told, this is one query.
pub async fn enqueue(connection: &mut AsyncPgConnection, news: &WebhookNews) -> Result<(), Failure> {
    enqueue_all(connection, slice::from_ref(news)).await
}

/// Does the same for events of one kind of which the same webhooks are told: those of one game or tournament.
pub async fn enqueue_all(connection: &mut AsyncPgConnection, news: &[WebhookNews]) -> Result<(), Failure> {
    let Some(first) = news.first() else { return Ok(()) };
    let listeners = webhooks::listeners(connection, first).await?;
    for news in news {
        for &(webhook, at_once) in &listeners {
            let message = Message {
                id: MessageId(Uuid::now_v7()),
                event: news.event,
                subject: news.subject,
                games: Vec::new(),
                happened_at: news.at,
            };
            let delay = if at_once { Duration::ZERO } else { news.delay };
            deliveries::insert(connection, webhook, &message, delay).await?;
        }
    }
    Ok(())
}
