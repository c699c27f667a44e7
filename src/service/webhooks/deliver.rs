//! Sending the messages that are due.

use std::time::Instant;

use diesel_async::AsyncConnection;

use super::all::{WebhookRefusal, Webhooks};
use crate::webhook::{Outgoing, PUT_OFF_FOR, SendFailure, Slot, rest};
use lapidary_model::webhook::{DeliveryAttempt, DisabledReason, DueDelivery, WebhookEvent, pause_after};
use lapidary_store::deliveries::{self, Next, Rest};

/// The status of an address that wants no more messages.
const GONE: u16 = 410;

/// A message to send now, in a slot of this server.
pub struct Claimed {
    due: DueDelivery,
    slot: Slot,
}

impl Webhooks {
    /// Takes the message that has been due for the longest time among those for which a slot is free, if
    /// there is one.
    pub async fn claim(&self) -> Result<Option<Claimed>, WebhookRefusal> {
        let Some(closed) = self.slots.closed() else { return Ok(None) };
        let due = deliveries::claim(&mut *self.pool.get().await?, &closed).await?;
        Ok(due.map(|due| Claimed { slot: self.slots.take(due.owner, &due.host, due.slow), due }))
    }

    /// Sends a message once and records what became of it. No connection to the database is held while it is
    /// sent. If the addresses of its host have their share of the slots already, it is sent later.
    ///
    /// # Errors
    /// If the database fails. Then the message is sent again later.
    pub async fn deliver(&self, claimed: Claimed) -> Result<(), WebhookRefusal> {
        let Claimed { due, mut slot } = claimed;
        let began = Instant::now();
        let result = match self.sender.reach(&due.url).await {
            Ok(reached) if !slot.reach(reached.addresses()) => return self.put_off(&due).await,
            Ok(reached) => self.sender.send(reached, self.outgoing(&due)).await,
            Err(failure) => Err(failure),
        };
        let attempt = DeliveryAttempt {
            at: due.now,
            status: result.ok(),
            failure: result.err().map(|failure: SendFailure| failure.name().to_owned()),
            duration: began.elapsed(),
        };
        let next = next(&due, attempt.status);
        let disabled = disabled(&due, attempt.status, next);
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                deliveries::record(connection, &due, &attempt, next, rest(attempt.duration)).await?;
                if let Some(reason) = disabled {
                    deliveries::disable(connection, &due, reason).await?;
                }
                Ok(())
            })
            .await
    }

    async fn put_off(&self, due: &DueDelivery) -> Result<(), WebhookRefusal> {
        // That others use the host says nothing about this receiver.
        let rest = Rest { pause: PUT_OFF_FOR, slow: due.slow };
        Ok(deliveries::put_off(&mut *self.pool.get().await?, due.webhook, rest).await?)
    }

    /// Signs a message; for a while after a rotation also with the secrets before.
    fn outgoing(&self, due: &DueDelivery) -> Outgoing {
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
        Outgoing { headers, body: body.into_bytes() }
    }

    /// Deletes some messages that were stored for long enough.
    pub async fn clear(&self) -> Result<(), WebhookRefusal> {
        Ok(deliveries::clear(&mut *self.pool.get().await?).await?)
    }
}

fn next(due: &DueDelivery, status: Option<u16>) -> Next {
    if status.is_some_and(|status| (200..300).contains(&status)) {
        return Next::Accepted;
    }
    // The owner is waiting for the result of a test, and repeats it.
    let pause = pause_after(due.tries.saturating_add(1)).filter(|_| due.message.event != WebhookEvent::Test);
    match pause {
        Some(pause) if status != Some(GONE) => Next::Again(pause),
        _ => Next::Failed,
    }
}

/// Returns why the webhook is disabled after an attempt, if it is.
fn disabled(due: &DueDelivery, status: Option<u16>, next: Next) -> Option<DisabledReason> {
    match (next, status) {
        _ if due.message.event == WebhookEvent::Test => None,
        (Next::Failed, Some(GONE)) => Some(DisabledReason::Gone),
        (Next::Failed, _) => Some(DisabledReason::Failing),
        (Next::Accepted | Next::Again(_), _) => None,
    }
}
