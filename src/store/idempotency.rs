//! The stored responses to requests with an idempotency key.
//!
//! A stored response may name its owner but no other player: it is a game that was just created, in which
//! only its creator sits, a seek, a club, an announcement. So when the stored responses of an erased account
//! are deleted, its name is gone. A challenge names other players, so only its id is stored.

use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;

use super::clearing::{BY_ONE_ROW, clear};
use super::schema::idempotency_keys;
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::idempotency::{Claim, KeptAnswer};

/// How long a response is stored.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// A stored response with the digest of its request.
pub struct Kept {
    pub digest: Vec<u8>,
    pub answer: KeptAnswer,
}

type Row = (Vec<u8>, (i16, Option<String>, String));

/// Locks the claim for this transaction; returns false if another transaction holds it.
pub async fn try_lock(connection: &mut Postgres, claim: &Claim) -> Result<bool, Failure> {
    let name = format!("{} {} {}", claim.player, claim.route, claim.key);
    let locked = diesel::select(
        diesel::dsl::sql::<diesel::sql_types::Bool>("pg_try_advisory_xact_lock(hashtextextended(")
            .bind::<Text, _>(name)
            .sql(", 0))"),
    );
    Ok(locked.get_result(connection).await?)
}

/// Returns the stored response for a claim, if there is one.
pub async fn find(connection: &mut Postgres, claim: &Claim) -> Result<Option<Kept>, Failure> {
    let row: Option<Row> = idempotency_keys::table
        .find((claim.player.0, &claim.route, &claim.key))
        .filter(idempotency_keys::created_at.gt(diesel::dsl::sql("now() - interval '24 hours'")))
        .select((
            idempotency_keys::body_digest,
            (idempotency_keys::status, idempotency_keys::location, idempotency_keys::body),
        ))
        .first_row(connection)
        .await?;
    Ok(row.map(|(digest, (status, location, body))| Kept {
        digest,
        answer: KeptAnswer { status, location, body },
    }))
}

/// Stores a response, and replaces an expired one for the same key.
pub async fn keep(connection: &mut Postgres, claim: &Claim, answer: &KeptAnswer) -> Result<(), Failure> {
    clear(connection, "idempotency_keys", "created_at", KEPT, BY_ONE_ROW).await?;
    diesel::delete(idempotency_keys::table.find((claim.player.0, &claim.route, &claim.key)))
        .execute(connection)
        .await?;
    diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::player_id.eq(claim.player.0),
            idempotency_keys::route.eq(&claim.route),
            idempotency_keys::key.eq(&claim.key),
            idempotency_keys::body_digest.eq(claim.digest.as_slice()),
            idempotency_keys::status.eq(answer.status),
            idempotency_keys::location.eq(&answer.location),
            idempotency_keys::body.eq(&answer.body),
        ))
        .run(connection)
        .await
}
