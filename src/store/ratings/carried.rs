//! What players have reached in the seasons before, with which they begin a season.

use std::collections::HashMap;

use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::{One, row};
use crate::{Failure, Postgres, stored};
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::season::SeasonId;

row! {
    struct CarriedRow {
        player_id: Uuid,
        mu_after: i64,
        sigma_after: i64,
        step: i32,
    }
}

/// Returns the last rating of these players in the seasons before this one, back to the last hard reset, with
/// the number of seasons since then. Of each season those games count that had ended when the next one began.
/// Players without such a game are left out.
pub async fn last_in_earlier_seasons(
    mut connection: &Postgres,
    season: SeasonId,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, (Rating, u32)>, Failure> {
    let rows: Vec<CarriedRow> = diesel::sql_query(
        "WITH RECURSIVE chain AS (SELECT e.id, e.pool, s.carried_games, 1 AS step FROM club_seasons s \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.id = $1 AND s.reset = 'soft' \
         UNION ALL SELECT e.id, e.pool, s.carried_games, c.step + 1 FROM chain c JOIN club_seasons s ON s.id = c.id \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.reset = 'soft') \
         SELECT p.id AS player_id, last.mu_after, last.sigma_after, last.step FROM unnest($2) AS p (id) \
         CROSS JOIN LATERAL (SELECT l.mu_after, l.sigma_after, c.step FROM chain c CROSS JOIN LATERAL \
         (SELECT e.mu_after, e.sigma_after FROM rating_events e WHERE e.player_id = p.id AND e.pool = c.pool \
         AND e.pool_seq <= c.carried_games AND NOT e.annulled \
         ORDER BY e.player_id DESC, e.pool DESC, e.pool_seq DESC LIMIT 1) AS l ORDER BY c.step LIMIT 1) AS last",
    )
    .bind::<SqlUuid, _>(season.0)
    .bind::<Array<SqlUuid>, _>(players.iter().map(|player| player.0).collect::<Vec<_>>())
    .load(&mut connection)
    .await?;
    let last = |row: CarriedRow| {
        let rating = Rating { mu_micro: row.mu_after, sigma_micro: row.sigma_after };
        Ok((PlayerId(row.player_id), (rating, stored(row.step, "the seasons since a game")?)))
    };
    rows.into_iter().map(last).collect()
}

/// Returns the players of the games of a pool from a number on, in the order of their ids.
pub async fn players_from(
    connection: &mut Postgres,
    pool: &str,
    number: u64,
) -> Result<Vec<PlayerId>, Failure> {
    let rows: Vec<One<Uuid>> = diesel::sql_query(
        "SELECT DISTINCT player_id FROM rating_events WHERE pool = $1 AND pool_seq >= $2 ORDER BY player_id",
    )
    .bind::<Text, _>(pool)
    .bind::<BigInt, _>(i64::try_from(number).unwrap_or(i64::MAX))
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|One(player)| PlayerId(player)).collect())
}
