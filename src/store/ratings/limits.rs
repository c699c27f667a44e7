//! What decides whether a finished game is rated: the last day of its players, who left early, and why a game
//! was not rated.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::{One, interval, row};
use crate::run::Run;
use crate::schema::unrated;
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::rating::conditions::{LAST_DAY_MS, LastDay, Unrated};
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::season::SeasonId;

/// How long a game counts for the limits.
const LAST_DAY: Duration = Duration::from_millis(LAST_DAY_MS.cast_unsigned());

row! {
    struct LowestRow {
        player_id: Uuid,
        lowest: i64,
    }
}

/// Returns the lowest mean of each of these players before a game, by the log of a pool for the day before
/// the end of the game that took the last number, annulled games included. A season with a soft reset goes on
/// with the ratings of the one before, so the games that had ended when it began belong to its log here. The
/// caller must hold the pool.
pub async fn last_day(
    mut connection: &Postgres,
    pool: &Pool,
    players: &[PlayerId],
) -> Result<LastDay, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<LowestRow> = diesel::sql_query(
        "WITH RECURSIVE day AS MATERIALIZED (SELECT p.last_at - $3 AS start FROM rating_pools p WHERE p.pool = $1), \
         line AS (SELECT $1 AS pool, $4 AS season, NULL::bigint AS games UNION ALL \
         SELECT e.pool, e.id, s.carried_games FROM line l JOIN club_seasons s ON s.id = l.season \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.reset = 'soft' AND s.started_at > (SELECT start FROM day)) \
         SELECT e.player_id, min(e.mu_before) AS lowest \
         FROM line l JOIN rating_events e ON e.pool = l.pool AND (l.games IS NULL OR e.pool_seq <= l.games) \
         WHERE e.player_id = ANY (ARRAY(SELECT unnest($2))) AND e.finished_at > (SELECT start FROM day) AND NOT (e.annulled AND \
         coalesce((SELECT n.replaced FROM annulments n WHERE n.game_id = e.game_id), false)) GROUP BY e.player_id",
    )
    .bind::<Text, _>(pool.to_string())
    .bind::<Array<SqlUuid>, _>(&ids)
    .bind::<Interval, _>(interval(LAST_DAY))
    .bind::<Nullable<SqlUuid>, _>(SeasonId::of(pool).map(|season| season.0))
    .prepared()
    .load(&mut connection)
    .await?;
    let lowest = |id: &Uuid| rows.iter().find(|row| row.player_id == *id).map(|row| row.lowest);
    Ok(LastDay { lowest_mu_micro: ids.iter().map(lowest).collect(), meetings: Vec::new() })
}

/// Returns whom a player has left early in games of a pool that were over within the day before a time, once
/// for each game. That is the day before they leave again, not before the end of that game, which those who
/// stay choose. The caller must hold the pool.
pub async fn left_early_before(
    mut connection: &Postgres,
    pool: &Pool,
    player: PlayerId,
    at: DateTime<Utc>,
) -> Result<Vec<PlayerId>, Failure> {
    let rows: Vec<One<Uuid>> = diesel::sql_query(
        "WITH RECURSIVE line AS (SELECT $1 AS pool, $5 AS season, NULL::bigint AS games UNION ALL \
         SELECT e.pool, e.id, s.carried_games FROM line l JOIN club_seasons s ON s.id = l.season \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.reset = 'soft' AND s.started_at > $3 - $4) \
         SELECT other.player_id FROM line l JOIN rating_events own ON own.pool = l.pool \
         AND (l.games IS NULL OR own.pool_seq <= l.games) JOIN rating_events other ON other.pool = own.pool \
         AND other.pool_seq = own.pool_seq AND other.player_id <> own.player_id WHERE own.player_id = $2 AND own.left_early \
         AND own.finished_at < $3 AND own.finished_at > $3 - $4",
    )
    .bind::<Text, _>(pool.to_string())
    .bind::<SqlUuid, _>(player.0)
    .bind::<Timestamptz, _>(at)
    .bind::<Interval, _>(interval(LAST_DAY))
    .bind::<Nullable<SqlUuid>, _>(SeasonId::of(pool).map(|season| season.0))
    .prepared()
    .load(&mut connection)
    .await?;
    Ok(rows.into_iter().map(|One(player)| PlayerId(player)).collect())
}

row! {
    struct MeanRow {
        player_id: Uuid,
        finished_at: DateTime<Utc>,
        mu_before: i64,
    }
}

/// Returns the means before each game of the day that ends with the game with a number, as [`last_day`] reads
/// them: of the players of this game and of later ones, in the order of the ends. The caller must hold the
/// pool.
pub async fn means_before(
    connection: &mut Postgres,
    pool: &Pool,
    number: u64,
) -> Result<Vec<(PlayerId, DateTime<Utc>, i64)>, Failure> {
    let rows: Vec<MeanRow> = diesel::sql_query(
        "WITH RECURSIVE day AS (SELECT finished_at - interval '24 hours' AS since FROM rating_events \
         WHERE pool = $1 AND pool_seq = $2 AND seat = 0), \
         line AS (SELECT $1 AS pool, $3 AS season, $2 - 1 AS games UNION ALL \
         SELECT e.pool, e.id, s.carried_games FROM line l JOIN club_seasons s ON s.id = l.season \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.reset = 'soft' AND s.started_at > (SELECT since FROM day)) \
         SELECT e.player_id, e.finished_at, e.mu_before \
         FROM (SELECT DISTINCT player_id FROM rating_events WHERE pool = $1 AND pool_seq >= $2) p CROSS JOIN line l \
         JOIN rating_events e ON e.player_id = p.player_id AND e.pool = l.pool AND e.pool_seq <= l.games \
         WHERE e.finished_at > (SELECT since FROM day) ORDER BY e.finished_at, e.pool_seq",
    )
    .bind::<Text, _>(pool.to_string())
    .bind::<BigInt, _>(number.cast_signed())
    .bind::<Nullable<SqlUuid>, _>(SeasonId::of(pool).map(|season| season.0))
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (PlayerId(row.player_id), row.finished_at, row.mu_before)).collect())
}

row! {
    struct LeaveRow {
        seat: i16,
        at: DateTime<Utc>,
    }
}

/// Returns the seats that left a game with fewer than this many own turns, and when. A turn is a sequence of
/// decisions of one seat.
pub async fn early_leavers(
    mut connection: &Postgres,
    game: GameId,
    turns: u32,
) -> Result<Vec<(usize, DateTime<Utc>)>, Failure> {
    let rows: Vec<LeaveRow> = diesel::sql_query(
        "SELECT l.seat, l.at FROM game_log l WHERE l.game_id = $1 AND l.kind IN ('resigned', 'timed_out') AND $2 > (SELECT count(*) \
         FROM (SELECT a.seat, lag(a.seat) OVER (ORDER BY a.seq) AS last FROM game_log a \
         WHERE a.game_id = $1 AND a.kind = 'action' AND a.by = 'player') AS turn \
         WHERE turn.seat = l.seat AND turn.last IS DISTINCT FROM turn.seat)",
    )
    .bind::<SqlUuid, _>(game.0)
    .bind::<Integer, _>(turns.cast_signed())
    .prepared()
    .load(&mut connection)
    .await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.seat.try_into().ok()?, row.at))).collect())
}

/// Gives back the number that was taken last, because its game is not rated. The caller must hold the pool.
pub async fn give_number_back(mut connection: &Postgres, pool: &str, number: i64) -> Result<(), Failure> {
    // The end of the last game stays that of a rated one; without any, the pool does not exist.
    for sql in [
        "UPDATE rating_pools SET games = $2 - 1, last_at = coalesce((SELECT finished_at FROM rating_events \
         WHERE pool = $1 AND pool_seq = $2 - 1 AND seat = 0), last_at) WHERE pool = $1",
        "DELETE FROM rating_pools WHERE pool = $1 AND games = 0 AND $2 = 1",
    ] {
        let step = diesel::sql_query(sql).bind::<Text, _>(pool).bind::<BigInt, _>(number);
        step.prepared().execute(&mut connection).await?;
    }
    Ok(())
}

/// Stores why a game that was to be rated is not.
pub async fn insert_unrated(connection: &Postgres, game: GameId, reason: Unrated) -> Result<(), Failure> {
    diesel::insert_into(unrated::table)
        .values((unrated::game_id.eq(game.0), unrated::reason.eq(reason.name())))
        .run(connection)
        .await
}

/// Returns why these games, which were to be rated, are not; the others are left out.
pub async fn unrated_among(
    connection: &mut Postgres,
    games: &[GameId],
) -> Result<HashMap<GameId, Unrated>, Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<(Uuid, String)> = unrated::table
        .filter(unrated::game_id.eq_any(ids))
        .select((unrated::game_id, unrated::reason))
        .load(connection)
        .await?;
    let read = |(game, reason): (Uuid, String)| {
        let reason = Unrated::named(&reason).ok_or_else(|| unreadable("why a game is unrated"))?;
        Ok((GameId(game), reason))
    };
    rows.into_iter().map(read).collect()
}
