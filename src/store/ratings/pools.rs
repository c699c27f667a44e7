//! The rows of pools: their counters, and the lock under which ratings of a pool are written.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;

use crate::run::Run;
use crate::schema::{club_ladders, club_seasons, rating_pools};
use crate::{Failure, Postgres, stored};
use lapidary_model::club::ClubId;
use lapidary_model::rating::Ladder;

/// The maximum number of pools that are listed. The server has fewer: combinations of rulesets, sizes, paces
/// and kinds of players. A club has fewer in some years.
const POOLS_MAX: i64 = 1_000;

type Row = (String, i64, i64, i64, DateTime<Utc>);

fn ladder((pool, games, players, revision, last_game_at): Row) -> Result<Ladder, Failure> {
    let count = |value: i64| stored(value, "a pool of ratings");
    Ok(Ladder {
        pool,
        players: count(players)?,
        games: count(games)?,
        revision: count(revision)?,
        last_game_at,
    })
}

/// Returns every pool of the server with a rated game, in the order of their names.
pub async fn pools(connection: &mut Postgres) -> Result<Vec<Ladder>, Failure> {
    let rows: Vec<Row> = rating_pools::table
        .filter(sql::<Bool>("split_part(pool, '.', 5) = ''"))
        .order(rating_pools::pool)
        .limit(POOLS_MAX)
        .select(COLUMNS)
        .load(connection)
        .await?;
    let mut found: Vec<Ladder> = rows.into_iter().map(ladder).collect::<Result<_, _>>()?;
    // The order of the index is that of the locale of the database.
    found.sort_by(|a, b| a.pool.cmp(&b.pool));
    Ok(found)
}

/// Returns the pools of the seasons of a club with a rated game, the newest seasons first.
pub async fn pools_of_club(connection: &mut Postgres, club: ClubId) -> Result<Vec<Ladder>, Failure> {
    let rows: Vec<Row> = rating_pools::table
        .inner_join(club_seasons::table.on(club_seasons::pool.eq(rating_pools::pool)))
        .inner_join(club_ladders::table.on(club_ladders::id.eq(club_seasons::ladder_id)))
        .filter(club_ladders::club_id.eq(club.0))
        .order(club_seasons::id.desc())
        .limit(POOLS_MAX)
        .select(COLUMNS)
        .load(connection)
        .await?;
    rows.into_iter().map(ladder).collect()
}

/// Returns the names of all pools with a rated game, those of the seasons of clubs included, in their order
/// after one of them: a season follows those before it.
pub async fn pool_names(
    connection: &mut Postgres,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    Ok(rating_pools::table
        .filter(rating_pools::pool.gt(after.unwrap_or_default()))
        .order(rating_pools::pool)
        .limit(limit)
        .select(rating_pools::pool)
        .load(connection)
        .await?)
}

/// Returns a pool; none before its first rated game.
pub async fn pool(connection: &mut Postgres, name: &str) -> Result<Option<Ladder>, Failure> {
    let row: Option<Row> = rating_pools::table.find(name).select(COLUMNS).first_row(connection).await?;
    row.map(ladder).transpose()
}

/// Returns a pool, and locks it until the transaction ends: nobody else writes its ratings meanwhile.
pub async fn lock_pool(connection: &mut Postgres, name: &str) -> Result<Option<Ladder>, Failure> {
    let row: Option<Row> =
        rating_pools::table.find(name).select(COLUMNS).for_update().first_row(connection).await?;
    row.map(ladder).transpose()
}

const COLUMNS: (
    rating_pools::pool,
    rating_pools::games,
    rating_pools::players,
    rating_pools::revision,
    rating_pools::last_at,
) = (
    rating_pools::pool,
    rating_pools::games,
    rating_pools::players,
    rating_pools::revision,
    rating_pools::last_at,
);
