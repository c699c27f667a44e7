//! Sending the mails that are due.

use super::all::{DigestRefusal, Digests};
use super::letters;
use crate::mail::{Letter, MailFailure, Post};
use crate::outbox::Sending;
use lapidary_model::auth::SecretToken;
use lapidary_model::counters::{Counters, MailOutcome};
use lapidary_model::digest::{ClaimedLetter, LetterKind, TRIES_MAX, pause_after};
use lapidary_store::digests;

/// The maximum number of unwanted mails that are skipped at once.
const UNWANTED_AT_ONCE: usize = 100;

/// A mail that this server sends.
pub struct Outgoing {
    claimed: ClaimedLetter,
    letter: Letter,
}

/// A mail that is being sent when a server dies may be lost, because none is sent twice.
impl Sending for Digests {
    type Claimed = Outgoing;
    type Failure = DigestRefusal;

    async fn claim(&self) -> Result<Option<Outgoing>, DigestRefusal> {
        let Some(post) = &self.post else { return Ok(None) };
        for _ in 0..UNWANTED_AT_ONCE {
            let token = SecretToken::generate()?;
            let mut connection = self.pool.get().await?;
            let Some(taken) = digests::take_letter(&mut connection, &token.digest()).await? else { break };
            if let Some(outgoing) = taken.and_then(|claimed| written(post, claimed, &token)) {
                return Ok(Some(outgoing));
            }
        }
        Ok(None)
    }

    /// Sends a mail, at most once. If the SMTP server has certainly not accepted it, it is tried again later.
    async fn deliver(&self, outgoing: Outgoing) -> Result<(), DigestRefusal> {
        let (Some(post), Outgoing { claimed, letter }) = (&self.post, outgoing) else { return Ok(()) };
        let failure = match post.send_at_most_once(&letter).await {
            Ok(()) => {
                count(MailOutcome::Sent);
                return Ok(());
            }
            Err(failure) => failure,
        };
        if matches!(failure, MailFailure::Later(_)) && claimed.tries + 1 < TRIES_MAX {
            let number = claimed.tries + 1;
            tracing::warn!(cause = %failure, number, "a mail was not sent and is tried again");
            let mut connection = self.pool.get().await?;
            digests::give_back(&mut connection, &claimed, pause_after(claimed.tries)).await?;
            return Ok(());
        }
        count(MailOutcome::Dropped);
        tracing::error!(cause = %failure, number = claimed.tries + 1, "a mail could not be sent");
        Ok(())
    }

    /// Every mail is removed before it is sent, so no mail is ever old.
    async fn clear(&self) -> Result<(), DigestRefusal> {
        Ok(())
    }
}

/// Returns the letter of a mail; none if its address may get no more unconfirmed mails.
fn written(post: &Post, claimed: ClaimedLetter, token: &SecretToken) -> Option<Outgoing> {
    let letter = match &claimed.kind {
        LetterKind::Confirmation if !post.may_send_to(&claimed.email) => {
            tracing::info!("an address gets no more mail within this hour");
            return None;
        }
        LetterKind::Confirmation => letters::confirmation(post.server(), &claimed, token),
        LetterKind::Turns { lines, turns } => letters::turns(post.server(), &claimed, lines, *turns),
    };
    Some(Outgoing { claimed, letter })
}

fn count(outcome: MailOutcome) {
    Counters::shared().mails.with_label_values(&[outcome.name()]).inc();
}
