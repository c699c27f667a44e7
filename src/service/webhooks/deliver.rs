//! Sending the due messages.

use std::time::Duration;

use diesel_async::AsyncConnection;

use super::all::Webhooks;
use crate::outbox::{Attempt, Messages, Outgoing, Post, rest};
use lapidary_model::outbox::{Receiver, pause_after};
use lapidary_model::webhook::{
    DeliveryAttempt, DisabledReason, DueDelivery, PAUSES, STORED_FOR, WebhookEvent,
};
use lapidary_store::deliveries::{self, WEBHOOKS};
use lapidary_store::outbox::{Closed, Next, Outbox};
use lapidary_store::{Failure, Postgres};

/// The status of an address that refuses further messages.
const GONE: u16 = 410;

impl Messages for Webhooks {
    type Due = DueDelivery;

    const OUTBOX: Outbox = WEBHOOKS;
    const STORED_FOR: Duration = STORED_FOR;

    fn post(&self) -> &Post {
        &self.post
    }

    fn receiver(due: &DueDelivery) -> &Receiver {
        &due.receiver
    }

    async fn due(connection: &mut Postgres, closed: &Closed) -> Result<Option<DueDelivery>, Failure> {
        deliveries::claim(connection, closed).await
    }

    /// Signs a message; for a while after a rotation also with the earlier secrets.
    fn outgoing(&self, due: &DueDelivery) -> Option<Outgoing> {
        let (id, timestamp) = (due.message.id.to_string(), due.now.timestamp());
        let body = (self.write)(&due.message);
        let secrets = std::iter::once(&due.secret).chain(&due.old_secrets);
        let signatures = secrets.map(|secret| secret.sign(&id, timestamp, &body));
        let signature = signatures.collect::<Vec<String>>().join(" ");
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("webhook-id", id),
            ("webhook-timestamp", timestamp.to_string()),
            ("webhook-signature", signature),
        ];
        Some(Outgoing { headers, body: body.into_bytes() })
    }

    async fn record(&self, due: &DueDelivery, attempt: Option<Attempt>) -> Result<(), Failure> {
        let Some(Attempt { result, duration }) = attempt else { return Ok(()) };
        let next = next(due, result.ok());
        let attempt = DeliveryAttempt {
            at: due.now,
            status: result.ok(),
            failure: result.err().map(|failure| failure.name().to_owned()),
            duration,
        };
        let mut connection = self.post.pool.get().await?;
        connection
            .transaction(async |connection| {
                deliveries::record(connection, due, &attempt, next, rest(duration)).await?;
                if let Some(reason) = disabled(due, next) {
                    deliveries::disable(connection, due, reason).await?;
                }
                Ok(())
            })
            .await
    }
}

fn next(due: &DueDelivery, status: Option<u16>) -> Next {
    match status {
        Some(200..300) => Next::Accepted,
        Some(GONE) => Next::Gone,
        // The owner is waiting for the result of a test, and can repeat it.
        _ if due.message.event == WebhookEvent::Test => Next::Failed,
        _ => pause_after(&PAUSES, due.tries.saturating_add(1)).map_or(Next::Failed, Next::Again),
    }
}

/// Returns why the webhook is disabled after an attempt; none if it is not.
fn disabled(due: &DueDelivery, next: Next) -> Option<DisabledReason> {
    match next {
        _ if due.message.event == WebhookEvent::Test => None,
        Next::Gone => Some(DisabledReason::Gone),
        Next::Failed => Some(DisabledReason::Failing),
        Next::Accepted | Next::Again(_) => None,
    }
}
