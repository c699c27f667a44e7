//! A job: sends push messages, several at the same time: as many as there are slots for them.

use std::sync::Arc;

use super::rounds::Rounds;
use super::sending::{Messages, send};
use lapidary_service::push::ClaimedPush;
use lapidary_service::{Failure, Push};

impl Messages for Push {
    type Claimed = ClaimedPush;
    type Failure = Failure;

    async fn claim(&self) -> Result<Option<ClaimedPush>, Failure> {
        Push::claim(self).await
    }

    async fn deliver(&self, claimed: ClaimedPush) -> Result<(), Failure> {
        Push::deliver(self, claimed).await
    }

    async fn clear(&self) -> Result<(), Failure> {
        Push::clear(self).await
    }
}

/// Sends push messages until the server stops.
pub async fn send_push(push: Arc<Push>, rounds: Rounds) {
    send(push, rounds).await;
}
