//! The log of the messages of a webhook, sending them again, and test messages.

use std::time::Duration;

use chrono::{SubsecRound, Utc};
use uuid::Uuid;

use super::all::{WebhookRefusal, Webhooks};
use super::manage::own;
use crate::transaction::act;
use lapidary_model::auth::Identity;
use lapidary_model::webhook::{Delivery, Message, MessageId, Subject, WebhookEvent, WebhookId};
use lapidary_store::Postgres;
use lapidary_store::deliveries::{self, Which};
use lapidary_store::games;

#[boxed]
impl Webhooks {
    /// Returns messages of one of the caller's webhooks, the newest first.
    pub async fn deliveries(
        &self,
        caller: &Identity,
        id: WebhookId,
        before: Option<MessageId>,
        limit: u8,
    ) -> Result<Vec<Delivery>, WebhookRefusal> {
        let mut connection = self.post.pool.get().await?;
        own(&mut connection, caller, id).await?;
        Ok(deliveries::list(&mut connection, id, Which::Page { before, limit: limit.into() }).await?)
    }

    /// Sends a message again, with the same id.
    pub async fn replay(
        &self,
        caller: &Identity,
        id: WebhookId,
        message: MessageId,
    ) -> Result<Delivery, WebhookRefusal> {
        act!(self.post.pool, caller, async |connection| {
            own(connection, caller, id).await?;
            one(connection, id, message).await?;
            deliveries::ask_again(connection, message).await?;
            one(connection, id, message).await
        })
    }

    /// Sends a test message, even if the webhook is disabled. If one is already waiting, there is no second
    /// one.
    pub async fn test(&self, caller: &Identity, id: WebhookId) -> Result<Delivery, WebhookRefusal> {
        act!(self.post.pool, caller, async |connection| {
            own(connection, caller, id).await?;
            games::lock_account(connection, caller.player).await?;
            if let Some(waiting) = deliveries::pending_test(connection, id).await? {
                return one(connection, id, waiting).await;
            }
            let message = Message {
                id: MessageId(Uuid::now_v7()),
                event: WebhookEvent::Test,
                subject: Subject::default(),
                games: Vec::new(),
                // PostgreSQL stores microseconds.
                happened_at: Utc::now().trunc_subsecs(6),
            };
            let number = message.id;
            deliveries::insert(connection, &[(id, message, Duration::ZERO)]).await?;
            one(connection, id, number).await
        })
    }
}

/// Returns one message of a webhook.
async fn one(
    connection: &mut Postgres,
    webhook: WebhookId,
    message: MessageId,
) -> Result<Delivery, WebhookRefusal> {
    let found = deliveries::list(connection, webhook, Which::One(message)).await?;
    found.into_iter().next().ok_or(WebhookRefusal::Unknown)
}
