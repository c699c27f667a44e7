//! Tournaments that the server starts, and whose first round it pairs, when their time has come.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::Failure;
use crate::schema::tournament_details;
use lapidary_model::tournament::TournamentId;

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

/// Stores that the server starts a tournament at no time. The caller must hold its lock.
pub async fn end_schedule(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<(), Failure> {
    diesel::update(tournament_details::table.find(id.0))
        .set(tournament_details::starts_at.eq(None::<DateTime<Utc>>))
        .execute(connection)
        .await?;
    Ok(())
}
