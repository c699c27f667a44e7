//! A job: sends the messages of webhooks, several at the same time: as many as there are slots for them.

use std::sync::Arc;

use super::rounds::Rounds;
use super::sending::{Messages, send};
use lapidary_service::Webhooks;
use lapidary_service::webhooks::{Claimed, WebhookRefusal};

impl Messages for Webhooks {
    type Claimed = Claimed;
    type Failure = WebhookRefusal;

    async fn claim(&self) -> Result<Option<Claimed>, WebhookRefusal> {
        Webhooks::claim(self).await
    }

    async fn deliver(&self, claimed: Claimed) -> Result<(), WebhookRefusal> {
        Webhooks::deliver(self, claimed).await
    }

    async fn clear(&self) -> Result<(), WebhookRefusal> {
        Webhooks::clear(self).await
    }
}

/// Sends the messages of webhooks until the server stops.
pub async fn send_webhooks(webhooks: Arc<Webhooks>, rounds: Rounds) {
    send(webhooks, rounds).await;
}
