//! Writing what a replay of the log gives. The caller must hold the pool.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Bool, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::settle::RecordRow;
use crate::by_hand::{One, row};
use crate::run::Run;
use crate::{Failure, Postgres};
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::replay::SeatUpdate;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::rating::{LoggedSeat, Record};

/// The number of ratings that one statement writes.
const ROWS_AT_ONCE: usize = 10_000;

/// The time of `n.last_at_ms`, exactly.
const LAST_AT: &str = "to_timestamp(n.last_at_ms / 1000) + n.last_at_ms % 1000 * interval '1 millisecond'";

row! {
    struct FormRow {
        player_id: Uuid,
        mu_after: i64,
        sigma_after: i64,
        finished_at: DateTime<Utc>,
    }
}

/// Returns what the players of a game and of all later games of the pool had reached before it, by the log:
/// each player with an earlier game. The numbers of games are not filled in.
pub async fn forms_before(
    connection: &mut Postgres,
    pool: &str,
    number: u64,
) -> Result<Vec<(PlayerId, Form)>, Failure> {
    let rows: Vec<FormRow> = diesel::sql_query(
        "SELECT p.player_id, e.mu_after, e.sigma_after, e.finished_at \
         FROM (SELECT DISTINCT player_id FROM rating_events WHERE pool = $1 AND pool_seq >= $2) AS p \
         CROSS JOIN LATERAL (SELECT * FROM rating_events l WHERE l.player_id = p.player_id AND l.pool = $1 \
         AND l.pool_seq < $2 AND NOT l.annulled ORDER BY l.player_id DESC, l.pool DESC, l.pool_seq DESC LIMIT 1) AS e",
    )
    .bind::<Text, _>(pool)
    .bind::<BigInt, _>(number.cast_signed())
    .load(connection)
    .await?;
    let form = |row: FormRow| {
        let rating = Rating { mu_micro: row.mu_after, sigma_micro: row.sigma_after };
        let last_at_ms = Some(row.finished_at.timestamp_millis());
        (PlayerId(row.player_id), Form { rating, games: 0, last_at_ms })
    };
    Ok(rows.into_iter().map(form).collect())
}

/// Stores what a replay of the log gives for some seats.
pub async fn correct_events(
    connection: &mut Postgres,
    pool: &str,
    corrected: &[(LoggedSeat, SeatUpdate)],
) -> Result<(), Failure> {
    if corrected.is_empty() {
        return Ok(());
    }
    let list =
        |value: fn(&SeatUpdate) -> i64| corrected.iter().map(|(_, new)| value(new)).collect::<Vec<i64>>();
    let numbers: Vec<i64> = corrected.iter().map(|(seat, _)| seat.game.pool_seq.cast_signed()).collect();
    let seats: Vec<i16> = corrected.iter().map(|(seat, _)| seat.game.seat.into()).collect();
    diesel::sql_query(
        "UPDATE rating_events e SET mu_before = n.mu_before, sigma_before = n.sigma_before, mu_after = n.mu_after, \
         sigma_after = n.sigma_after, capped = n.capped FROM unnest($2, $3, $4, $5, $6, $7, $8) \
         AS n (pool_seq, seat, mu_before, sigma_before, mu_after, sigma_after, capped) \
         WHERE e.pool = $1 AND e.pool_seq = n.pool_seq AND e.seat = n.seat",
    )
    .bind::<Text, _>(pool)
    .bind::<Array<BigInt>, _>(numbers)
    .bind::<Array<SmallInt>, _>(seats)
    .bind::<Array<BigInt>, _>(list(|new| new.before.mu_micro))
    .bind::<Array<BigInt>, _>(list(|new| new.before.sigma_micro))
    .bind::<Array<BigInt>, _>(list(|new| new.after.mu_micro))
    .bind::<Array<BigInt>, _>(list(|new| new.after.sigma_micro))
    .bind::<Array<Bool>, _>(corrected.iter().map(|(_, new)| new.capped).collect::<Vec<_>>())
    .run(connection)
    .await
}

/// Stores the ratings of players with the ends of their last rated games.
pub async fn correct_ratings(
    connection: &mut Postgres,
    pool: &str,
    forms: &[(PlayerId, Form)],
) -> Result<(), Failure> {
    for part in forms.chunks(ROWS_AT_ONCE) {
        let list = |value: fn(&Form) -> i64| part.iter().map(|(_, form)| value(form)).collect::<Vec<i64>>();
        diesel::sql_query(format!(
            "UPDATE ratings r SET mu = n.mu, sigma = n.sigma, last_at = {LAST_AT} \
             FROM unnest($2, $3, $4, $5) AS n (player_id, mu, sigma, last_at_ms) \
             WHERE r.player_id = n.player_id AND r.pool = $1"
        ))
        .bind::<Text, _>(pool)
        .bind::<Array<SqlUuid>, _>(part.iter().map(|(player, _)| player.0).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(list(|form| form.rating.mu_micro))
        .bind::<Array<BigInt>, _>(list(|form| form.rating.sigma_micro))
        .bind::<Array<BigInt>, _>(list(|form| form.last_at_ms.unwrap_or_default()))
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Sets the number of players of a pool to that of its ratings.
pub async fn recount_players(connection: &mut Postgres, pool: &str) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE rating_pools SET players = (SELECT count(*) FROM ratings WHERE ratings.pool = $1) WHERE pool = $1",
    )
    .bind::<Text, _>(pool)
    .run(connection)
    .await
}

/// Returns a page of the stored ratings of a pool, in the order of the players, after one of them.
pub async fn records_after(
    connection: &mut Postgres,
    pool: &str,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<(PlayerId, Record)>, Failure> {
    let rows: Vec<RecordRow> = diesel::sql_query(
        "SELECT player_id, mu, sigma, games, opponents, last_at FROM ratings WHERE pool = $1 AND player_id > $2 \
         ORDER BY player_id LIMIT $3",
    )
    .bind::<Text, _>(pool)
    .bind::<SqlUuid, _>(after.map_or(Uuid::nil(), |player| player.0))
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    rows.iter().map(RecordRow::named).collect()
}

/// The games of each pair of players, by the log of the pool `$1`.
const PAIRS: &str = "SELECT a.player_id, b.player_id AS opponent_id, count(*) AS games FROM rating_events a \
    JOIN rating_events b ON b.pool = a.pool AND b.pool_seq = a.pool_seq AND b.player_id <> a.player_id \
    WHERE a.pool = $1 AND NOT a.annulled GROUP BY a.player_id, b.player_id";

/// Returns a player whose opponents differ from those in the log of the pool, if there is one.
pub async fn different_opponents(connection: &mut Postgres, pool: &str) -> Result<Option<PlayerId>, Failure> {
    let row: Option<One<Uuid>> = diesel::sql_query(format!(
        "SELECT coalesce(l.player_id, o.player_id) AS player_id FROM ({PAIRS}) AS l \
         FULL JOIN (SELECT * FROM rating_opponents WHERE pool = $1) AS o \
         ON o.player_id = l.player_id AND o.opponent_id = l.opponent_id \
         WHERE l.games IS DISTINCT FROM o.games ORDER BY 1 LIMIT 1"
    ))
    .bind::<Text, _>(pool)
    .returned_row(connection)
    .await?;
    if row.is_some() {
        return Ok(row.map(|One(player)| PlayerId(player)));
    }
    let row: Option<One<Uuid>> = diesel::sql_query(
        "SELECT player_id FROM ratings r WHERE r.pool = $1 AND r.opponents <> (SELECT count(*) FROM rating_opponents o \
         WHERE o.player_id = r.player_id AND o.pool = r.pool) ORDER BY 1 LIMIT 1",
    )
    .bind::<Text, _>(pool)
    .returned_row(connection)
    .await?;
    Ok(row.map(|One(player)| PlayerId(player)))
}

/// Stores the games of each pair of players again, by the log of the pool.
pub async fn rebuild_opponents(connection: &mut Postgres, pool: &str) -> Result<(), Failure> {
    let insert = format!(
        "INSERT INTO rating_opponents (player_id, pool, opponent_id, games) \
         SELECT player_id, $1, opponent_id, games FROM ({PAIRS}) AS l"
    );
    for sql in ["DELETE FROM rating_opponents WHERE pool = $1", &insert] {
        diesel::sql_query(sql).bind::<Text, _>(pool).execute(connection).await?;
    }
    Ok(())
}

/// Stores all ratings of a pool again: the states that a replay of the log gives, with the numbers of
/// opponents that [`rebuild_opponents`] has stored.
pub async fn rebuild_ratings(
    connection: &mut Postgres,
    pool: &str,
    forms: &[(PlayerId, Form)],
) -> Result<(), Failure> {
    diesel::sql_query("DELETE FROM ratings WHERE pool = $1")
        .bind::<Text, _>(pool)
        .execute(connection)
        .await?;
    for part in forms.chunks(ROWS_AT_ONCE) {
        let list = |value: fn(&Form) -> i64| part.iter().map(|(_, form)| value(form)).collect::<Vec<i64>>();
        diesel::sql_query(format!(
            "INSERT INTO ratings (player_id, pool, mu, sigma, games, opponents, last_at) \
             SELECT n.player_id, $1, n.mu, n.sigma, n.games, \
             (SELECT count(*) FROM rating_opponents o WHERE o.player_id = n.player_id AND o.pool = $1), {LAST_AT} \
             FROM unnest($2, $3, $4, $5, $6) AS n (player_id, mu, sigma, games, last_at_ms)"
        ))
        .bind::<Text, _>(pool)
        .bind::<Array<SqlUuid>, _>(part.iter().map(|(player, _)| player.0).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(list(|form| form.rating.mu_micro))
        .bind::<Array<BigInt>, _>(list(|form| form.rating.sigma_micro))
        .bind::<Array<BigInt>, _>(list(|form| form.games.into()))
        .bind::<Array<BigInt>, _>(list(|form| form.last_at_ms.unwrap_or_default()))
        .execute(connection)
        .await?;
    }
    diesel::sql_query("UPDATE rating_pools SET revision = revision + 1 WHERE pool = $1")
        .bind::<Text, _>(pool)
        .execute(connection)
        .await?;
    recount_players(connection, pool).await
}
