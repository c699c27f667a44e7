//! Annulled games: the public record of them, and what each annulment has changed.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::log::of_game;
use crate::by_hand::row;
use crate::run::Run;
use crate::{Failure, Postgres, stored};
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::player::Occupant;
use lapidary_model::rating::{Annulment, LoggedSeat, RatingChange, RatingCorrection};

/// Returns the first seat of a game in the log, which knows the pool and the number; none if the game changed
/// no rating.
pub async fn event_of(connection: &mut Postgres, game: GameId) -> Result<Option<LoggedSeat>, Failure> {
    Ok(of_game(connection, game).await?.into_iter().next())
}

/// Marks a game as annulled. The caller must hold the pool.
pub async fn mark_annulled(connection: &mut Postgres, game: GameId) -> Result<(), Failure> {
    diesel::sql_query("UPDATE rating_events SET annulled = true WHERE game_id = $1")
        .bind::<SqlUuid, _>(game.0)
        .run(connection)
        .await
}

/// Subtracts a game from the counts of its players: of their games with each other, and of all their games.
/// Players without another rated game are not rated any more. The caller must hold the pool.
pub async fn remove_opponents(connection: &mut Postgres, pool: &str, game: GameId) -> Result<(), Failure> {
    for sql in [
        // A pair that is left after the first statement has at least two games.
        "DELETE FROM rating_opponents o USING rating_events a, rating_events b WHERE a.game_id = $2 AND b.game_id = $2 \
         AND o.player_id = a.player_id AND o.opponent_id = b.player_id AND o.pool = $1 AND o.games = 1",
        "UPDATE rating_opponents o SET games = o.games - 1 FROM rating_events a, rating_events b WHERE a.game_id = $2 \
         AND b.game_id = $2 AND o.player_id = a.player_id AND o.opponent_id = b.player_id AND o.pool = $1",
        "UPDATE ratings r SET games = r.games - 1, opponents = (SELECT count(*) FROM rating_opponents o \
         WHERE o.player_id = r.player_id AND o.pool = $1) FROM rating_events e \
         WHERE e.game_id = $2 AND r.player_id = e.player_id AND r.pool = $1",
        "DELETE FROM ratings r USING rating_events e WHERE e.game_id = $2 AND r.player_id = e.player_id AND r.pool = $1 \
         AND r.games = 0",
    ] {
        diesel::sql_query(sql).bind::<Text, _>(pool).bind::<SqlUuid, _>(game.0).execute(connection).await?;
    }
    Ok(())
}

/// Stores of annulments that the tables of these results have others by now, which are rated anew.
pub async fn mark_replaced(connection: &mut Postgres, results: &[LoggedSeat]) -> Result<(), Failure> {
    let games: Vec<Uuid> = results.iter().map(|seat| seat.game.game.0).collect();
    let sql = "UPDATE annulments SET replaced = true WHERE game_id = ANY ($1)";
    diesel::sql_query(sql).bind::<Array<SqlUuid>, _>(games).run(connection).await
}

/// Stores that these results stay annulled, which were to be rated anew.
pub async fn keep_annulled(connection: &mut Postgres, games: &[GameId]) -> Result<(), Failure> {
    let games: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let sql = "UPDATE annulments SET replaced = false WHERE replaced AND game_id = ANY ($1)";
    diesel::sql_query(sql).bind::<Array<SqlUuid>, _>(games).run(connection).await
}

/// Adds an annulment with what it has changed.
pub async fn insert_annulment(
    connection: &mut Postgres,
    annulled: &LoggedSeat,
    reason: &str,
    by: PlayerId,
    changes: &[RatingChange],
) -> Result<(), Failure> {
    diesel::sql_query(
        "INSERT INTO annulments (game_id, pool, pool_seq, reason, annulled_by) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind::<SqlUuid, _>(annulled.game.game.0)
    .bind::<Text, _>(&annulled.pool)
    .bind::<BigInt, _>(annulled.game.pool_seq.cast_signed())
    .bind::<Text, _>(reason)
    .bind::<SqlUuid, _>(by.0)
    .execute(connection)
    .await?;
    let list = |value: fn(&RatingChange) -> i64| changes.iter().map(value).collect::<Vec<i64>>();
    diesel::sql_query(
        "INSERT INTO rating_corrections SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], \
         $6::bigint[])",
    )
    .bind::<SqlUuid, _>(annulled.game.game.0)
    .bind::<Array<SqlUuid>, _>(
        changes.iter().map(|change| change.player.0).collect::<Vec<_>>(),
    )
    .bind::<Array<BigInt>, _>(list(|change| change.before.mu_micro))
    .bind::<Array<BigInt>, _>(list(|change| change.before.sigma_micro))
    .bind::<Array<BigInt>, _>(list(|change| change.after.mu_micro))
    .bind::<Array<BigInt>, _>(list(|change| change.after.sigma_micro))
    .execute(connection)
    .await?;
    diesel::sql_query("UPDATE rating_pools SET revision = revision + 1 WHERE pool = $1")
        .bind::<Text, _>(&annulled.pool)
        .run(connection)
        .await
}

const ANNULMENTS: &str = "SELECT a.game_id, a.pool, a.pool_seq, a.reason, a.annulled_at, \
    (SELECT count(*) FROM rating_corrections c WHERE c.game_id = a.game_id) AS corrected FROM annulments a";

row! {
    struct AnnulmentRow {
        game_id: Uuid,
        pool: String,
        pool_seq: i64,
        reason: String,
        annulled_at: DateTime<Utc>,
        corrected: i64,
    }
}

impl TryFrom<AnnulmentRow> for Annulment {
    type Error = Failure;

    fn try_from(row: AnnulmentRow) -> Result<Self, Failure> {
        Ok(Annulment {
            game: GameId(row.game_id),
            pool: row.pool,
            pool_seq: stored(row.pool_seq, "the number of an annulled game")?,
            reason: row.reason,
            annulled_at: row.annulled_at,
            corrected_players: stored(row.corrected, "the corrections of an annulment")?,
        })
    }
}

/// Returns the annulment of a game.
pub async fn annulment_of(connection: &mut Postgres, game: GameId) -> Result<Option<Annulment>, Failure> {
    let row: Option<AnnulmentRow> = diesel::sql_query(format!("{ANNULMENTS} WHERE a.game_id = $1"))
        .bind::<SqlUuid, _>(game.0)
        .returned_row(connection)
        .await?;
    row.map(Annulment::try_from).transpose()
}

/// Returns a page of the annulled games of a pool, in the order of their numbers.
pub async fn annulments(
    connection: &mut Postgres,
    pool: &str,
    after: u64,
    limit: i64,
) -> Result<Vec<Annulment>, Failure> {
    let rows: Vec<AnnulmentRow> = diesel::sql_query(format!(
        "{ANNULMENTS} WHERE a.pool = $1 AND a.pool_seq > $2 ORDER BY a.pool, a.pool_seq LIMIT $3"
    ))
    .bind::<Text, _>(pool)
    .bind::<BigInt, _>(i64::try_from(after).unwrap_or(i64::MAX))
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    rows.into_iter().map(Annulment::try_from).collect()
}

row! {
    struct CorrectionRow {
        player_id: Uuid,
        username: Option<String>,
        bot: bool,
        mu_before: i64,
        sigma_before: i64,
        mu_after: i64,
        sigma_after: i64,
    }
}

/// Returns how the annulment of a game has changed the ratings of players, the largest changes first.
pub async fn corrections(
    connection: &mut Postgres,
    game: GameId,
    limit: i64,
) -> Result<Vec<RatingCorrection>, Failure> {
    let rows: Vec<CorrectionRow> = diesel::sql_query(
        "SELECT c.player_id, p.username, p.bot, c.mu_before, c.sigma_before, c.mu_after, c.sigma_after \
         FROM rating_corrections c JOIN players p ON p.id = c.player_id WHERE c.game_id = $1 \
         ORDER BY abs(c.mu_after - c.mu_before) DESC, c.player_id LIMIT $2",
    )
    .bind::<SqlUuid, _>(game.0)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    let correction = |row: CorrectionRow| {
        let player = Occupant { player: PlayerId(row.player_id), username: row.username, bot: row.bot };
        let before = Rating { mu_micro: row.mu_before, sigma_micro: row.sigma_before };
        let after = Rating { mu_micro: row.mu_after, sigma_micro: row.sigma_after };
        RatingCorrection { player, before, after }
    };
    Ok(rows.into_iter().map(correction).collect())
}
