//! Sending the messages that are due.

use std::time::Instant;

use diesel_async::AsyncConnection;

use super::all::{WebhookRefusal, Webhooks};
use crate::model::webhook::{Attempt, DisabledReason, Due, Event, pause_after};
use crate::store::deliveries::{self, Next};
use crate::webhook::{Outgoing, SendFailure};

/// The status of an address that wants no more messages.
const GONE: u16 = 410;

impl Webhooks {
    /// Takes the message that has been due for the longest time, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claim(&self) -> Result<Option<Due>, WebhookRefusal> {
        Ok(deliveries::claim(&mut *self.pool.get().await?).await?)
    }

    /// Sends a message once and records what became of it. No connection to the database is held while it is sent.
    ///
    /// # Errors
    /// If the database fails. Then the message is sent again later.
    pub async fn deliver(&self, due: Due) -> Result<(), WebhookRefusal> {
        let began = Instant::now();
        let result = self.sender.send(&due.url, self.outgoing(&due)).await;
        let attempt = Attempt {
            at: due.now,
            response_status: result.ok(),
            failure: result.err().map(|failure: SendFailure| failure.name().to_owned()),
            duration: began.elapsed(),
        };
        let next = next(&due, attempt.response_status);
        let disabled = disabled(&due, attempt.response_status, next);
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                deliveries::record(connection, &due, &attempt, next).await?;
                if let Some(reason) = disabled {
                    deliveries::disable(connection, &due, reason).await?;
                }
                Ok(())
            })
            .await
    }

    /// Signs a message; for a while after a rotation also with the old secret.
    fn outgoing(&self, due: &Due) -> Outgoing {
        let (id, timestamp) = (due.message.id.to_string(), due.now.timestamp());
        let body = (self.write)(&due.message);
        let secrets = [Some(&due.secret), due.old_secret.as_ref()];
        let signatures = secrets.into_iter().flatten().map(|secret| secret.sign(&id, timestamp, &body));
        let signature = signatures.collect::<Vec<String>>().join(" ");
        Outgoing { id, timestamp, signature, body }
    }

    /// Deletes some messages that were stored for long enough.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn clear(&self) -> Result<(), WebhookRefusal> {
        Ok(deliveries::clear(&mut *self.pool.get().await?).await?)
    }
}

fn next(due: &Due, status: Option<u16>) -> Next {
    if status.is_some_and(|status| (200..300).contains(&status)) {
        return Next::Accepted;
    }
    // The owner is waiting for the result of a test, and repeats it.
    let pause = pause_after(due.tries.saturating_add(1)).filter(|_| due.message.event != Event::Test);
    match pause {
        Some(pause) if status != Some(GONE) => Next::Again(pause),
        _ => Next::Failed,
    }
}

/// Returns why the webhook is disabled after an attempt, if it is.
fn disabled(due: &Due, status: Option<u16>, next: Next) -> Option<DisabledReason> {
    match (next, status) {
        _ if due.message.event == Event::Test => None,
        (Next::Failed, Some(GONE)) => Some(DisabledReason::Gone),
        (Next::Failed, _) => Some(DisabledReason::Failing),
        (Next::Accepted | Next::Again(_), _) => None,
    }
}
