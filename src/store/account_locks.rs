//! The locks of accounts. The session of a locked account has ended, so only what begins one looks here.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Failure, Postgres};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::auth::PlayerId;

/// Locks an account and its bots, the account first, or unlocks them. A bot keeps a lock that ends later. The
/// caller must hold them alone.
pub async fn set(
    connection: &mut Postgres,
    players: &[PlayerId],
    lock: Option<&AccountLock>,
) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE players SET lock_reason = $2, \
         locked_until = CASE WHEN $2 IS NOT NULL THEN coalesce($3, 'infinity') END WHERE id = ANY ($1) \
         AND ($2 IS NULL OR id = $1[1] OR coalesce(locked_until, '-infinity') < coalesce($3, 'infinity'))",
    )
    .bind::<Array<SqlUuid>, _>(players.iter().map(|player| player.0).collect::<Vec<Uuid>>())
    .bind::<Nullable<Text>, _>(lock.map(|lock| lock.reason.as_str()))
    .bind::<Nullable<Timestamptz>, _>(lock.and_then(|lock| lock.ends_at))
    .run(connection)
    .await
}

/// Returns the lock of an account, if it is locked now.
pub async fn of(connection: &mut Postgres, player: PlayerId) -> Result<Option<AccountLock>, Failure> {
    row! {
        struct LockRow {
            lock_reason: String,
            ends_at: Option<DateTime<Utc>>,
        }
    }
    let query = diesel::sql_query(
        "SELECT lock_reason, nullif(locked_until, 'infinity') AS ends_at FROM players \
         WHERE id = $1 AND locked_until > clock_timestamp()",
    );
    let row: Option<LockRow> = query.bind::<SqlUuid, _>(player.0).get_result(connection).await.optional()?;
    Ok(row.map(|row| AccountLock { reason: row.lock_reason, ends_at: row.ends_at }))
}

/// Checks that an account is not locked. Whatever begins a session calls it, in the transaction that holds
/// the account.
pub async fn check(connection: &mut Postgres, player: PlayerId) -> Result<Result<(), AccountLock>, Failure> {
    Ok(of(connection, player).await?.map_or(Ok(()), Err))
}
