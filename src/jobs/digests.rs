//! A job: sends mails about turns, several at the same time. The connections to the SMTP server are few, so
//! they wait for each other.

use std::sync::Arc;

use super::rounds::Rounds;
use super::sending::{Messages, send};
use lapidary_service::Digests;
use lapidary_service::digests::{DigestRefusal, Outgoing};

impl Messages for Digests {
    type Claimed = Outgoing;
    type Failure = DigestRefusal;

    async fn claim(&self) -> Result<Option<Outgoing>, DigestRefusal> {
        Digests::claim(self).await
    }

    async fn deliver(&self, claimed: Outgoing) -> Result<(), DigestRefusal> {
        Ok(Digests::deliver(self, claimed).await?)
    }

    /// Every mail is removed before it is sent, so none is ever old.
    async fn clear(&self) -> Result<(), DigestRefusal> {
        Ok(())
    }
}

/// Sends mails about turns until the server stops. Those that are then being sent may be lost: none is sent
/// twice.
pub async fn send_digests(digests: Arc<Digests>, rounds: Rounds) {
    send(digests, rounds).await;
}
