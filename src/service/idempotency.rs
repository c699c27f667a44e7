//! Idempotency: requests with the same key take effect once.
//!
//! It knows keys and stored responses; it does not know the work itself.

use std::time::Duration;

use diesel_async::{AnsiTransactionManager, TransactionManager};

use crate::refusal::{Code, Explanation, refusals};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_store::{Failure, Pool, Postgres, idempotency};

/// A response, and whether it was stored before.
#[derive(Debug, PartialEq, Eq)]
pub struct Done {
    pub answer: KeptAnswer,
    pub replayed: bool,
}

refusals! {
    /// Why a key cannot be used for a request.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum KeyRefusal {
        OtherBody = IdempotencyKeyReused, "This `Idempotency-Key` was used with another path or body.";
        InProgress => {
            let detail = "Another request with this `Idempotency-Key` is in progress.";
            Explanation::new(Code::IdempotencyInProgress, detail).retry_after(Duration::from_secs(1))
        };
    }
}

/// Why a request with a key is refused: because of its key, its work, or a failure of the database.
pub trait OnceRefusal<R>: From<Failure> + From<KeyRefusal> + From<R> {}

impl<R, E: From<Failure> + From<KeyRefusal> + From<R>> OnceRefusal<R> for E {}

/// Does `work` in a transaction and stores its response under the claim. Or returns the stored response.
pub async fn once<E: From<Failure> + From<KeyRefusal>>(
    pool: &Pool,
    claim: Option<&Claim>,
    work: impl AsyncFnOnce(&mut Postgres) -> Result<KeptAnswer, E>,
) -> Result<Done, E> {
    let mut connection = pool.get().await?;
    let connection: &mut Postgres = &mut connection;
    AnsiTransactionManager::begin_transaction(connection).await.map_err(Failure::from)?;
    // Dropping this future leaves the transaction open, so the pool discards the connection.
    match attempt(connection, claim, work).await {
        Ok(done) => {
            AnsiTransactionManager::commit_transaction(connection).await.map_err(Failure::from)?;
            Ok(done)
        }
        Err(refusal) => {
            AnsiTransactionManager::rollback_transaction(connection).await.map_err(Failure::from)?;
            Err(refusal)
        }
    }
}

async fn attempt<E: From<Failure> + From<KeyRefusal>>(
    connection: &mut Postgres,
    claim: Option<&Claim>,
    work: impl AsyncFnOnce(&mut Postgres) -> Result<KeptAnswer, E>,
) -> Result<Done, E> {
    let Some(claim) = claim else {
        return Ok(Done { answer: work(connection).await?, replayed: false });
    };
    // The lock keeps out other requests with the same key until the transaction ends.
    if !idempotency::try_lock(connection, claim).await? {
        return Err(KeyRefusal::InProgress.into());
    }
    match idempotency::find(connection, claim).await? {
        Some(kept) if kept.digest == claim.digest => Ok(Done { answer: kept.answer, replayed: true }),
        Some(_) => Err(KeyRefusal::OtherBody.into()),
        None => {
            let answer = work(connection).await?;
            idempotency::keep(connection, claim, &answer).await?;
            Ok(Done { answer, replayed: false })
        }
    }
}
