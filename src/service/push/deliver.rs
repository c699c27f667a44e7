//! Sending the due messages.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use diesel_async::AsyncConnection;

use super::all::Push;
use crate::outbox::{Attempt, Messages, Outgoing, Post, SendFailure, Target, rest};
use lapidary_model::auth::push_encryption::encrypt;
use lapidary_model::counters::{Counters, PushOutcome};
use lapidary_model::outbox::{Receiver, pause_after};
use lapidary_model::push::{DuePush, PAUSES, USEFUL_FOR};
use lapidary_store::outbox::{Closed, Next, Outbox};
use lapidary_store::push::{self, PUSH};
use lapidary_store::{Failure, Postgres};

/// The statuses of an address that no longer exists.
const GONE: [u16; 2] = [404, 410];
/// The status of a push service that wants fewer messages.
const TOO_MANY: u16 = 429;
/// The minimum time between two log lines about refusals by push services.
const REFUSAL_LOGGED_EVERY: Duration = Duration::from_secs(60);

impl Messages for Push {
    type Due = DuePush;

    const OUTBOX: Outbox = PUSH;
    const STORED_FOR: Duration = USEFUL_FOR;

    fn post(&self) -> &Post {
        &self.post
    }

    fn receiver(due: &DuePush) -> &Receiver {
        &due.receiver
    }

    async fn due(connection: &mut Postgres, closed: &Closed) -> Result<Option<DuePush>, Failure> {
        push::claim(connection, closed).await
    }

    /// Encrypts and signs a message; none if that is not possible.
    fn outgoing(&self, due: &DuePush) -> Option<Outgoing> {
        let origin = Target::read(&due.receiver.url, self.post.sender.allowed()).ok()?.origin();
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

    async fn record(&self, due: &DuePush, attempt: Option<Attempt>) -> Result<(), Failure> {
        // Another attempt could not succeed.
        let (next, outcome, took) = match attempt {
            None => (Next::Failed, PushOutcome::Failed, Duration::ZERO),
            Some(Attempt { result, duration }) => {
                if let Ok(status) = result
                    && is_refusal(status)
                {
                    self.log_refusal(due, status);
                }
                let (next, outcome) = next(due, result);
                (next, outcome, duration)
            }
        };
        Counters::shared().pushes.with_label_values(&[outcome.name()]).inc();
        let mut connection = self.post.pool.get().await?;
        connection
            .transaction(async |connection| {
                push::count_refusals(connection, due, outcome).await?;
                push::record(connection, due, next, rest(took)).await
            })
            .await
    }

    async fn clear_receivers(connection: &mut Postgres) -> Result<(), Failure> {
        push::clear(connection).await
    }
}

impl Push {
    /// Logs refusals by push services, once in a while: with a wrong key they refuse every message.
    fn log_refusal(&self, due: &DuePush, status: u16) {
        let mut logged_at = self.refusal_logged_at.lock().unwrap_or_else(PoisonError::into_inner);
        if logged_at.is_none_or(|at| at.elapsed() >= REFUSAL_LOGGED_EVERY) {
            *logged_at = Some(Instant::now());
            tracing::warn!(host = %due.receiver.host, status, "a push service refuses messages of this server");
        }
    }
}

/// Whether a push service refuses a message for good, and would refuse it again.
fn is_refusal(status: u16) -> bool {
    (400..500).contains(&status) && status != TOO_MANY && !GONE.contains(&status)
}

fn next(due: &DuePush, result: Result<u16, SendFailure>) -> (Next, PushOutcome) {
    match result {
        Ok(200..300) => (Next::Accepted, PushOutcome::Accepted),
        Ok(status) if GONE.contains(&status) => (Next::Gone, PushOutcome::Gone),
        Ok(status) if is_refusal(status) => (Next::Failed, PushOutcome::Refused),
        Ok(_) | Err(_) => match pause_after(&PAUSES, due.tries.saturating_add(1)) {
            Some(pause) => (Next::Again(pause), PushOutcome::Again),
            None => (Next::Failed, PushOutcome::Failed),
        },
    }
}
