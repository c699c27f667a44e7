//! Doing a thing once, however often it is asked for with the same key.
//!
//! It knows keys and kept answers; it does not know what is done.

use diesel_async::AsyncPgConnection;

use crate::store::Failure;
use crate::store::idempotency::{self, Claim, KeptAnswer};

/// What is known of a request with a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it is to be done, in this transaction.
    Nothing,
    /// It was done, and this was the answer.
    Done(KeptAnswer),
    /// The key was used for another body.
    OtherBody,
    /// The same key is being worked on.
    InProgress,
}

/// Looks a request up and keeps others with the same key out until the transaction ends.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn claim(connection: &mut AsyncPgConnection, claim: &Claim) -> Result<Known, Failure> {
    if !idempotency::try_lock(connection, claim).await? {
        return Ok(Known::InProgress);
    }
    Ok(match idempotency::find(connection, claim).await? {
        None => Known::Nothing,
        Some(kept) if kept.body_digest == claim.body_digest => Known::Done(kept.answer),
        Some(_) => Known::OtherBody,
    })
}

/// Keeps the answer, in the transaction that did what was asked for.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn keep(
    connection: &mut AsyncPgConnection,
    claim: &Claim,
    answer: &KeptAnswer,
) -> Result<(), Failure> {
    idempotency::keep(connection, claim, answer).await
}
