//! Sending the messages that are due.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use diesel_async::AsyncConnection;

use super::all::Push;
use crate::webhook::{Outgoing, PUT_OFF_FOR, SendFailure, Slot, Target, rest};
use lapidary_model::auth::push_encryption::encrypt;
use lapidary_model::counters::{Counters, PushOutcome};
use lapidary_model::push::{DuePush, USEFUL_FOR, pause_after};
use lapidary_store::Failure;
use lapidary_store::deliveries::Rest;
use lapidary_store::push::{self, NextPush};

/// The statuses of an address that does not exist any more.
const GONE: [u16; 2] = [404, 410];
/// The status of a push service that wants fewer messages.
const TOO_MANY: u16 = 429;
/// How often a server logs at most that a push service refuses a message.
const REFUSAL_LOGGED_EVERY: Duration = Duration::from_secs(60);

/// A message to send now, in a slot of this server.
pub struct ClaimedPush {
    due: DuePush,
    slot: Slot,
}

impl Push {
    /// Takes the message that has been due for the longest time among those for which a slot is free, if
    /// there is one.
    pub async fn claim(&self) -> Result<Option<ClaimedPush>, Failure> {
        let Some(closed) = self.slots.closed() else { return Ok(None) };
        let due = push::claim(&mut *self.pool.get().await?, &closed).await?;
        Ok(due.map(|due| ClaimedPush { slot: self.slots.take(due.owner, &due.host, due.slow), due }))
    }

    /// Sends a message once and records what became of it. No connection to the database is held while it is
    /// sent. If the addresses of its host have their share of the slots already, it is sent later.
    ///
    /// # Errors
    /// If the database fails. Then the message is sent again later.
    pub async fn deliver(&self, claimed: ClaimedPush) -> Result<(), Failure> {
        let ClaimedPush { due, mut slot } = claimed;
        let began = Instant::now();
        let (next, outcome) = match self.outgoing(&due) {
            // Nothing that is tried again would become sendable.
            None => (NextPush::Failed, PushOutcome::Failed),
            Some(outgoing) => {
                let result = match self.sender.reach(&due.endpoint).await {
                    Ok(reached) if !slot.reach(reached.addresses()) => {
                        let rest = Rest { pause: PUT_OFF_FOR, slow: due.slow };
                        return push::put_off(&mut *self.pool.get().await?, due.subscription, rest).await;
                    }
                    Ok(reached) => self.sender.send(reached, outgoing).await,
                    Err(failure) => Err(failure),
                };
                if let Ok(status) = result
                    && is_refusal(status)
                {
                    self.log_refusal(&due, status);
                }
                next(&due, result)
            }
        };
        Counters::shared().pushes.with_label_values(&[outcome.name()]).inc();
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| push::record(connection, &due, next, rest(began.elapsed())).await)
            .await
    }

    /// Encrypts and signs a message; none if that is not possible.
    fn outgoing(&self, due: &DuePush) -> Option<Outgoing> {
        let origin = Target::read(&due.endpoint, self.sender.allowed()).ok()?.origin();
        let authorization = self.key.authorization(&origin, self.contact.as_deref(), due.now).ok()?;
        let body = encrypt(due.body.as_bytes(), &due.keys).ok()?;
        let mut headers = vec![
            ("authorization", authorization),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", USEFUL_FOR.as_secs().to_string()),
            ("urgency", "normal".to_owned()),
        ];
        headers.extend(due.topic.clone().map(|topic| ("topic", topic)));
        Some(Outgoing { headers, body })
    }

    /// Logs that a push service refuses messages, once in a while: with a wrong key it refuses all of them.
    fn log_refusal(&self, due: &DuePush, status: u16) {
        let mut logged_at = self.refusal_logged_at.lock().unwrap_or_else(PoisonError::into_inner);
        if logged_at.is_none_or(|at| at.elapsed() >= REFUSAL_LOGGED_EVERY) {
            *logged_at = Some(Instant::now());
            tracing::warn!(host = %due.host, status, "a push service refuses messages of this server");
        }
    }

    /// Deletes some messages that are not useful any more, and some subscriptions whose sessions have ended.
    pub async fn clear(&self) -> Result<(), Failure> {
        push::clear(&mut *self.pool.get().await?).await
    }
}

/// Whether a push service does not take a message as it is, so that it would refuse it again.
fn is_refusal(status: u16) -> bool {
    (400..500).contains(&status) && status != TOO_MANY && !GONE.contains(&status)
}

fn next(due: &DuePush, result: Result<u16, SendFailure>) -> (NextPush, PushOutcome) {
    match result {
        Ok(200..300) => (NextPush::Accepted, PushOutcome::Accepted),
        Ok(status) if GONE.contains(&status) => (NextPush::Gone, PushOutcome::Gone),
        Ok(status) if is_refusal(status) => (NextPush::Failed, PushOutcome::Refused),
        Ok(_) | Err(_) => match pause_after(due.tries.saturating_add(1)) {
            Some(pause) => (NextPush::Again(pause), PushOutcome::Again),
            None => (NextPush::Failed, PushOutcome::Failed),
        },
    }
}
