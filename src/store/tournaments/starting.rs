//! Tournaments that the server starts, and whose first round it pairs, when their time has come.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Failure;
use crate::by_hand::row;
use crate::schema::tournament_details;
use lapidary_model::tournament::TournamentId;

/// Returns tournaments in registration whose time to start has come, the earliest first.
pub async fn to_start(connection: &mut AsyncPgConnection, limit: i64) -> Result<Vec<TournamentId>, Failure> {
    let sql = "SELECT id FROM tournaments WHERE status = 'registration' AND starts_at <= now() \
         ORDER BY starts_at LIMIT $1";
    let due: Vec<Due> =
        diesel::sql_query(sql).bind::<diesel::sql_types::BigInt, _>(limit).load(connection).await?;
    Ok(due.into_iter().map(|due| TournamentId(due.id)).collect())
}

/// Returns the running tournaments whose first round is due, the earliest first.
pub async fn to_begin(connection: &mut AsyncPgConnection, limit: i64) -> Result<Vec<TournamentId>, Failure> {
    let sql = "SELECT id FROM tournaments WHERE first_round_at <= now() ORDER BY first_round_at LIMIT $1";
    let due: Vec<Due> =
        diesel::sql_query(sql).bind::<diesel::sql_types::BigInt, _>(limit).load(connection).await?;
    Ok(due.into_iter().map(|due| TournamentId(due.id)).collect())
}

/// Stores when the server pairs the first round of a tournament that has started; none if it does not wait
/// for that. The caller must hold its lock.
pub async fn set_first_round_at(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    at: Option<DateTime<Utc>>,
) -> Result<(), Failure> {
    diesel::update(tournament_details::table.find(id.0))
        .set(tournament_details::first_round_at.eq(at))
        .execute(connection)
        .await?;
    Ok(())
}

row! {
    struct Due {
        id: Uuid,
    }
}

/// Stores that the server starts a tournament at no time. The caller must hold its lock.
pub async fn end_schedule(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<(), Failure> {
    diesel::update(tournament_details::table.find(id.0))
        .set(tournament_details::starts_at.eq(None::<DateTime<Utc>>))
        .execute(connection)
        .await?;
    Ok(())
}
