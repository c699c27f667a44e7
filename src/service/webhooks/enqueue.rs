//! Writing the messages of an event.

use std::time::Duration;

use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use lapidary_model::webhook::{Message, MessageId, News};
use lapidary_store::{Failure, deliveries, webhooks};

/// Writes a message for each webhook that is to be told of an event. The caller must have written what
/// happened in the same transaction. If nobody is to be told, this is one query.
pub async fn enqueue(connection: &mut AsyncPgConnection, news: &News) -> Result<(), Failure> {
    for (webhook, at_once) in webhooks::listeners(connection, news).await? {
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
    Ok(())
}
