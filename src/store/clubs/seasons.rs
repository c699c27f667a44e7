//! The seasons of ladders.
//!
//! A transaction in which a game of a season begins shares the lock of the season's row; one that ends the
//! season has the lock alone. The transaction that ends it also holds its club, and waits for nothing else.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::ladders::listing;
use crate::by_hand::row;
use crate::run::Run;
use crate::schema::{club_seasons, games, tournament_details, tournament_rounds, tournaments};
use crate::{Failure, Postgres, stored, unreadable};
use lapidary_model::club::ClubId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::season::{Carried, LadderId, NewSeason, Season, SeasonId, SeasonReset, SeasonState};
use lapidary_model::tournaments::settings::Status as EventStatus;

/// A season with the counters of its pool.
const SEASON: &str = "SELECT s.id, s.ladder_id, s.number, s.name, s.reset, s.pool, s.carried_games, e.pool AS earlier_pool, \
    s.started_at, s.ended_at, coalesce(s.rd_max, l.rd_max) AS rd_max, \
    coalesce(s.opponents_min, l.opponents_min) AS opponents_min, \
    coalesce(s.days_idle_max, l.days_idle_max) AS days_idle_max, \
    coalesce(p.players, 0) AS players, coalesce(p.games, 0) AS games \
    FROM club_seasons s JOIN club_ladders l ON l.id = s.ladder_id \
    LEFT JOIN club_seasons e ON e.id = s.earlier_id AND s.reset = 'soft' LEFT JOIN rating_pools p ON p.pool = s.pool";

row! {
    struct SeasonRow {
        id: Uuid,
        ladder_id: Uuid,
        number: i32,
        name: Option<String>,
        reset: String,
        pool: String,
        carried_games: i64,
        earlier_pool: Option<String>,
        started_at: DateTime<Utc>,
        ended_at: Option<DateTime<Utc>>,
        rd_max: i16,
        opponents_min: i16,
        days_idle_max: i16,
        players: i64,
        games: i64,
    }
}

fn season(row: SeasonRow, open: &HashSet<Uuid>) -> Result<Season, Failure> {
    let count = |value: i64| stored(value, "the games of a season");
    let pool_seq = count(row.carried_games)?;
    Ok(Season {
        id: SeasonId(row.id),
        ladder: LadderId(row.ladder_id),
        number: stored(row.number, "the number of a season")?,
        name: row.name,
        reset: SeasonReset::named(&row.reset).ok_or_else(|| unreadable("a season"))?,
        carried: row.earlier_pool.map(|pool| Carried { pool, pool_seq }),
        pool: row.pool,
        listing: listing((row.rd_max, row.opponents_min, row.days_idle_max))?,
        status: match row.ended_at {
            None => SeasonState::Running,
            Some(_) if open.contains(&row.id) => SeasonState::Closing,
            Some(_) => SeasonState::Over,
        },
        players: count(row.players)?,
        games: count(row.games)?,
        started_at: row.started_at,
        ended_at: row.ended_at,
    })
}

async fn read(connection: &mut Postgres, rows: Vec<SeasonRow>) -> Result<Vec<Season>, Failure> {
    let ended: Vec<Uuid> = rows.iter().filter(|row| row.ended_at.is_some()).map(|row| row.id).collect();
    let mut open = HashSet::new();
    if !ended.is_empty() {
        open.extend(with_open_rounds(connection, &ended).await?.into_iter().flatten());
        open.extend(with_open_games(connection, ended).await?.into_iter().flatten());
    }
    rows.into_iter().map(|row| season(row, &open)).collect()
}

/// Returns which of these seasons have games that are played. A frozen game is not played any more.
async fn with_open_games(
    connection: &mut Postgres,
    seasons: Vec<Uuid>,
) -> Result<Vec<Option<Uuid>>, Failure> {
    Ok(games::table
        .filter(games::season_id.eq_any(seasons).and(games::status.eq(Status::Active.name())))
        .select(games::season_id)
        .distinct()
        .load(connection)
        .await?)
}

/// Returns which of these seasons have rounds over the board after which their tournament has not finished
/// yet: one that is reopened changes nothing of a season that is over.
async fn with_open_rounds(connection: &mut Postgres, seasons: &[Uuid]) -> Result<Vec<Option<Uuid>>, Failure> {
    let running = tournaments::table.filter(tournaments::status.eq(EventStatus::Running.name()));
    Ok(tournament_rounds::table
        .filter(tournament_rounds::season_id.eq_any(seasons))
        .filter(tournament_rounds::tournament_id.eq_any(running.select(tournaments::id)))
        .filter(sql::<Bool>(
            "NOT EXISTS (SELECT FROM tournament_events e WHERE e.tournament_id = tournament_rounds.tournament_id \
             AND e.kind = 'finished' AND e.at > tournament_rounds.paired_at)",
        ))
        .select(tournament_rounds::season_id)
        .distinct()
        .load(connection)
        .await?)
}

/// Returns whether rounds over the board of a season are not rated yet.
pub async fn has_open_rounds(connection: &mut Postgres, id: SeasonId) -> Result<bool, Failure> {
    Ok(!with_open_rounds(connection, &[id.0]).await?.is_empty())
}

/// Returns a batch of games that wait for players in seasons that have ended, so that none of them can begin.
pub async fn left_waiting(connection: &mut Postgres, limit: i64) -> Result<Vec<GameId>, Failure> {
    let waiting = games::status.eq(Status::Waiting.name()).and(games::season_id.is_not_null());
    let seasons: Vec<Option<Uuid>> =
        games::table.filter(waiting).select(games::season_id).distinct().load(connection).await?;
    if seasons.is_empty() {
        return Ok(Vec::new());
    }
    let ended = ended_of(connection, seasons.into_iter().flatten().collect()).await?;
    let ids: Vec<Uuid> = games::table
        .filter(waiting.and(games::season_id.eq_any(ended)))
        .order(games::season_id)
        .limit(limit)
        .select(games::id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(GameId).collect())
}

/// Returns which of these seasons have ended.
async fn ended_of(connection: &mut Postgres, seasons: Vec<Uuid>) -> Result<Vec<Uuid>, Failure> {
    let ended = club_seasons::id.eq_any(seasons).and(club_seasons::ended_at.is_not_null());
    Ok(club_seasons::table.filter(ended).select(club_seasons::id).load(connection).await?)
}

/// Returns a season.
pub async fn find(connection: &mut Postgres, id: SeasonId) -> Result<Option<Season>, Failure> {
    let rows: Vec<SeasonRow> = diesel::sql_query(format!("{SEASON} WHERE s.id = $1"))
        .bind::<SqlUuid, _>(id.0)
        .load(connection)
        .await?;
    Ok(read(connection, rows).await?.pop())
}

/// Returns the last season of each of these ladders that has one.
pub async fn last_of(connection: &mut Postgres, ladders: &[LadderId]) -> Result<Vec<Season>, Failure> {
    let ids: Vec<Uuid> = ladders.iter().map(|ladder| ladder.0).collect();
    let rows: Vec<SeasonRow> = diesel::sql_query(format!(
        "{SEASON} WHERE s.ladder_id = ANY ($1) \
         AND s.number = (SELECT max(n.number) FROM club_seasons n WHERE n.ladder_id = s.ladder_id)"
    ))
    .bind::<Array<SqlUuid>, _>(ids)
    .load(connection)
    .await?;
    read(connection, rows).await
}

/// Returns a page of the seasons of a club, or of one ladder, before one of them, the newest first.
pub async fn page(
    connection: &mut Postgres,
    club: ClubId,
    ladder: Option<LadderId>,
    before: Option<SeasonId>,
    limit: i64,
) -> Result<Vec<Season>, Failure> {
    let rows: Vec<SeasonRow> = diesel::sql_query(format!(
        "{SEASON} WHERE l.club_id = $1 AND ($2 IS NULL OR l.id = $2) AND ($3 IS NULL OR s.id < $3) \
         ORDER BY s.id DESC LIMIT $4"
    ))
    .bind::<SqlUuid, _>(club.0)
    .bind::<Nullable<SqlUuid>, _>(ladder.map(|ladder| ladder.0))
    .bind::<Nullable<SqlUuid>, _>(before.map(|before| before.0))
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    read(connection, rows).await
}

/// Returns all seasons of a club with these pools.
pub async fn with_pools(connection: &mut Postgres, pools: &[String]) -> Result<Vec<Season>, Failure> {
    let rows: Vec<SeasonRow> = diesel::sql_query(format!("{SEASON} WHERE s.pool = ANY ($1)"))
        .bind::<Array<Text>, _>(pools)
        .load(connection)
        .await?;
    read(connection, rows).await
}

/// Adds a season of a ladder without a running one. The caller must hold the lock of the club and, if there
/// is a season before, its pool.
pub async fn insert(
    connection: &mut Postgres,
    id: SeasonId,
    pool: &str,
    new: &NewSeason,
    earlier: Option<(&Season, u64)>,
) -> Result<(), Failure> {
    let number = earlier.map_or(1, |(season, _)| season.number.saturating_add(1));
    diesel::insert_into(club_seasons::table)
        .values((
            club_seasons::id.eq(id.0),
            club_seasons::ladder_id.eq(new.ladder.0),
            club_seasons::number.eq(number.cast_signed()),
            club_seasons::name.eq(new.name.as_deref()),
            club_seasons::pool.eq(pool),
            club_seasons::reset.eq(new.reset.name()),
            club_seasons::earlier_id.eq(earlier.map(|(season, _)| season.id.0)),
            club_seasons::carried_games.eq(earlier.map_or(0, |(_, games)| games.cast_signed())),
        ))
        .run(connection)
        .await
}

/// The statement that ends seasons that run, with the rules of their leaderboards as they are now.
pub(super) const END: &str = "UPDATE club_seasons s SET ended_at = clock_timestamp(), rd_max = l.rd_max, \
    opponents_min = l.opponents_min, days_idle_max = l.days_idle_max FROM club_ladders l \
    WHERE l.id = s.ladder_id AND s.ended_at IS NULL";

/// Ends a season, with the rules of its leaderboard as they are now; ending it again changes nothing. It
/// waits for transactions that let games begin. The caller must hold the lock of the club.
pub async fn end(connection: &mut Postgres, id: SeasonId) -> Result<(), Failure> {
    diesel::sql_query(format!("{END} AND s.id = $1")).bind::<SqlUuid, _>(id.0).run(connection).await
}

/// Returns the season of a ladder that runs.
pub async fn running(connection: &mut Postgres, ladder: LadderId) -> Result<Option<SeasonId>, Failure> {
    let found: Option<Uuid> = club_seasons::table
        .filter(club_seasons::ladder_id.eq(ladder.0).and(club_seasons::ended_at.is_null()))
        .select(club_seasons::id)
        .first_row(connection)
        .await?;
    Ok(found.map(SeasonId))
}

/// Returns the season of a ladder that runs, and keeps it from ending until the transaction ends.
pub async fn lock_running(connection: &mut Postgres, ladder: LadderId) -> Result<Option<SeasonId>, Failure> {
    let found: Option<Uuid> = club_seasons::table
        .filter(club_seasons::ladder_id.eq(ladder.0).and(club_seasons::ended_at.is_null()))
        .select(club_seasons::id)
        .for_share()
        .first_row(connection)
        .await?;
    Ok(found.map(SeasonId))
}

/// Returns whether a season runs, and keeps it from ending until the transaction ends.
pub async fn lock(connection: &Postgres, id: SeasonId) -> Result<bool, Failure> {
    let found: Option<Uuid> = club_seasons::table
        .filter(club_seasons::id.eq(id.0).and(club_seasons::ended_at.is_null()))
        .select(club_seasons::id)
        .for_share()
        .first_row(connection)
        .await?;
    Ok(found.is_some())
}

/// Returns whether a season runs.
pub async fn is_running(mut connection: &Postgres, id: SeasonId) -> Result<bool, Failure> {
    let own = club_seasons::table.find(id.0).filter(club_seasons::ended_at.is_null());
    Ok(diesel::select(exists(own)).get_result(&mut connection).await?)
}

/// Returns whether a later season of the ladder has begun. The caller must hold the pool of the season.
pub async fn is_followed(connection: &mut Postgres, id: SeasonId) -> Result<bool, Failure> {
    let later = club_seasons::table.filter(club_seasons::earlier_id.eq(id.0));
    Ok(diesel::select(exists(later)).get_result(connection).await?)
}

/// Returns whether a rated tournament of a ladder runs.
pub async fn has_running_event(connection: &mut Postgres, ladder: LadderId) -> Result<bool, Failure> {
    let own = tournament_details::table.filter(tournament_details::ladder_id.eq(ladder.0));
    let ids = own.select(tournament_details::tournament_id);
    let running = tournaments::rated.and(tournaments::status.eq(EventStatus::Running.name()));
    let found = tournaments::table.filter(running.and(tournaments::id.eq_any(ids)));
    Ok(diesel::select(exists(found)).get_result(connection).await?)
}

/// Returns whether a tournament names a ladder.
pub async fn has_tournaments(connection: &mut Postgres, ladder: LadderId) -> Result<bool, Failure> {
    let own = tournament_details::table.filter(tournament_details::ladder_id.eq(ladder.0));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}
