//! A job that answers requests for links to set a new password, and sends the mails.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::rounds::Rounds;
use lapidary_model::counters::{Counters, MailOutcome};
use lapidary_service::Recovery;
use lapidary_service::mail::{Letter, MailFailure};
use lapidary_service::recovery::Requests;

/// The maximum number of mails that are being sent or wait for a retry. Further mails are dropped.
const MAILS_MAX: usize = 256;
/// The maximum number of attempts for a mail.
const TRIES_MAX: u32 = 4;
/// The pause before the second attempt. Each further pause is three times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// The time after which a mail is not retried, because its links expire soon.
const USEFUL: Duration = Duration::from_secs(15 * 60);

/// Answers requests until the server stops. Waiting mails are then dropped, and their players ask again.
pub async fn mail_resets(recovery: Arc<Recovery>, mut requests: Requests, rounds: Rounds) {
    let mut mails = JoinSet::new();
    while let Some(Some(email)) = rounds.stopping.run_until_cancelled(requests.recv()).await {
        while mails.try_join_next().is_some() {}
        let letters = match recovery.answer(&email).await {
            Ok(letters) => letters,
            Err(refusal) => {
                rounds.fail(&refusal);
                count(MailOutcome::Dropped);
                continue;
            }
        };
        rounds.succeed();
        for letter in letters {
            if mails.len() >= MAILS_MAX {
                tracing::warn!("too many mails are waiting: one was dropped");
                count(MailOutcome::Dropped);
                continue;
            }
            mails.spawn(deliver(Arc::clone(&recovery), letter));
        }
    }
}

fn count(outcome: MailOutcome) {
    Counters::shared().mails.with_label_values(&[outcome.name()]).inc();
}

/// Tries to send a letter until it is sent, refused or outdated.
async fn deliver(recovery: Arc<Recovery>, letter: Letter) {
    let (began, mut pause) = (Instant::now(), FIRST_PAUSE);
    for number in 1..=TRIES_MAX {
        match recovery.send(&letter).await {
            Ok(()) => {
                count(MailOutcome::Sent);
                return tracing::debug!("a mail was sent");
            }
            Err(failure @ MailFailure::Later(_)) if number < TRIES_MAX && began.elapsed() < USEFUL => {
                tracing::warn!(cause = %failure, number, "a mail was not sent and is tried again");
            }
            Err(failure) => {
                count(MailOutcome::Dropped);
                return tracing::error!(cause = %failure, number, "a mail could not be sent");
            }
        }
        tokio::time::sleep(pause).await;
        pause *= 3;
    }
}
