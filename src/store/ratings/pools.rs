//! The rows of pools: their counters, and the lock under which ratings of a pool are written.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::schema::rating_pools;
use crate::{Failure, stored};
use lapidary_model::rating::Ladder;

/// The maximum number of pools that are listed; there are fewer combinations of rulesets, sizes, paces and
/// kinds of players.
const POOLS_MAX: i64 = 1_000;

type Row = (String, i64, i64, i64, DateTime<Utc>);

fn ladder((pool, games, players, revision, last_at): Row) -> Result<Ladder, Failure> {
    let count = |value: i64| stored(value, "a pool of ratings");
    Ok(Ladder { pool, players: count(players)?, games: count(games)?, revision: count(revision)?, last_at })
}

/// Returns every pool with a rated game, in the order of their names.
pub async fn pools(connection: &mut AsyncPgConnection) -> Result<Vec<Ladder>, Failure> {
    let rows: Vec<Row> = rating_pools::table
        .order(rating_pools::pool)
        .limit(POOLS_MAX)
        .select(COLUMNS)
        .load(connection)
        .await?;
    rows.into_iter().map(ladder).collect()
}

/// Returns a pool; none before its first rated game.
pub async fn pool(connection: &mut AsyncPgConnection, name: &str) -> Result<Option<Ladder>, Failure> {
    let row: Option<Row> =
        rating_pools::table.find(name).select(COLUMNS).first(connection).await.optional()?;
    row.map(ladder).transpose()
}

/// Returns a pool, and locks it until the transaction ends: nobody else writes its ratings meanwhile.
pub async fn hold_pool(connection: &mut AsyncPgConnection, name: &str) -> Result<Option<Ladder>, Failure> {
    let row: Option<Row> =
        rating_pools::table.find(name).select(COLUMNS).for_update().first(connection).await.optional()?;
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
