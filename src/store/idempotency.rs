//! The answers that were given to requests with an idempotency key.
//!
//! An answer that is kept names its owner and nobody else: today each is a game that was just created, in which its
//! creator sits alone. So an erased name is gone when the answers of its owner are. An operation whose answer names other
//! players must not keep it.

use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Failure;
use super::schema::idempotency_keys;
use crate::auth::PlayerId;
use crate::model::idempotency::{Claim, KeptAnswer};

/// How many expired answers one request clears away.
const CLEARED_MAX: i64 = 100;

/// An answer with the digest of the body it was given to.
pub struct Kept {
    pub body_digest: Vec<u8>,
    pub answer: KeptAnswer,
}

type Row = (Vec<u8>, (i16, Option<String>, String));

/// Takes the claim for this transaction; false when another one holds it.
pub async fn try_lock(connection: &mut AsyncPgConnection, claim: &Claim) -> Result<bool, Failure> {
    let name = format!("{} {} {}", claim.player, claim.route, claim.key);
    let locked = diesel::select(
        diesel::dsl::sql::<diesel::sql_types::Bool>("pg_try_advisory_xact_lock(hashtextextended(")
            .bind::<Text, _>(name)
            .sql(", 0))"),
    );
    Ok(locked.get_result(connection).await?)
}

/// The answer that is kept for a claim, if there is one.
pub async fn find(connection: &mut AsyncPgConnection, claim: &Claim) -> Result<Option<Kept>, Failure> {
    let row: Option<Row> = idempotency_keys::table
        .find((claim.player.0, &claim.route, &claim.key))
        .filter(idempotency_keys::created_at.gt(diesel::dsl::sql("now() - interval '24 hours'")))
        .select((
            idempotency_keys::body_digest,
            (idempotency_keys::status, idempotency_keys::location, idempotency_keys::body),
        ))
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(|(body_digest, (status, location, body))| Kept {
        body_digest,
        answer: KeptAnswer { status, location, body },
    }))
}

/// Keeps an answer; one for the same key that has expired gives way.
pub async fn keep(
    connection: &mut AsyncPgConnection,
    claim: &Claim,
    answer: &KeptAnswer,
) -> Result<(), Failure> {
    clear_expired(connection).await?;
    diesel::delete(idempotency_keys::table.find((claim.player.0, &claim.route, &claim.key)))
        .execute(connection)
        .await?;
    diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::player_id.eq(claim.player.0),
            idempotency_keys::route.eq(&claim.route),
            idempotency_keys::key.eq(&claim.key),
            idempotency_keys::body_digest.eq(claim.body_digest.as_slice()),
            idempotency_keys::status.eq(answer.status),
            idempotency_keys::location.eq(&answer.location),
            idempotency_keys::body.eq(&answer.body),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets the answers that were given to a player.
pub async fn delete_all(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    let theirs = idempotency_keys::table.filter(idempotency_keys::player_id.eq(player.0));
    diesel::delete(theirs).execute(connection).await?;
    Ok(())
}

/// Clears some expired answers away, so that the table stays as large as a day.
async fn clear_expired(connection: &mut AsyncPgConnection) -> Result<(), Failure> {
    diesel::sql_query(
        "DELETE FROM idempotency_keys WHERE ctid IN (SELECT ctid FROM idempotency_keys \
         WHERE created_at < now() - interval '24 hours' ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
    )
    .bind::<diesel::sql_types::BigInt, _>(CLEARED_MAX)
    .execute(connection)
    .await?;
    Ok(())
}
