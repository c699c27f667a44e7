//! Folding: the log of a game that ended some time ago moves from its rows into one packed row.
//!
//! It knows which logs are due and how one is moved. It does not know the bytes of the packed form.
//!
//! Under its lock each batch gets a later time than all before it, so whatever counts games in this order
//! skips none.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::by_hand::interval;
use super::log::read_if_readable;
use super::schema::{challenges, folded_logs, game_log, game_seats, games, invitations};
use super::{Failure, Postgres};
use lapidary_model::game::{GameId, Status};
use lapidary_model::stored::packed_log::pack;

/// A game whose log is due, and its place in the order of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnfoldedLog {
    created_at: DateTime<Utc>,
    id: GameId,
    version: i32,
}

/// The result of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// Another server folds at the moment; nothing has changed.
    Elsewhere,
    /// The batch is stored.
    Stored {
        /// The number of logs that it folded.
        folded: usize,
        /// Games whose logs have gaps or cannot be read. They stay as they are, for an investigation.
        left: Vec<GameId>,
        /// Where the next batch begins; none if this one was the last.
        next: Option<UnfoldedLog>,
    },
}

/// Folds the logs of up to `limit` games that ended longer ago than this, in one transaction; the search
/// begins behind `after`.
///
/// An advisory lock of the transaction lets one server fold at a time. Row locks that skip would let several
/// servers share the work. Nobody needs that, and a database that is sharded by game refuses a locking
/// statement across games.
pub async fn fold_batch(
    connection: &mut Postgres,
    older_than: Duration,
    after: Option<UnfoldedLog>,
    limit: i64,
) -> Result<Batch, Failure> {
    connection
        .transaction(async |connection| {
            if !claim(connection).await? {
                return Ok(Batch::Elsewhere);
            }
            let due = due(connection, older_than, after, limit).await?;
            let folded_at = behind_all(connection).await?;
            let next = due.last().copied().filter(|_| due.len() as i64 == limit);
            let (mut folded, mut left) = (0, Vec::new());
            for game in due {
                match fold(connection, game, folded_at).await? {
                    true => folded += 1,
                    false => left.push(game.id),
                }
            }
            Ok(Batch::Stored { folded, left, next })
        })
        .await
}

/// Takes the right to fold until the transaction ends; returns false if another transaction has it.
async fn claim(connection: &mut Postgres) -> Result<bool, Failure> {
    let claimed = sql::<Bool>("pg_try_advisory_xact_lock(hashtextextended('folding of logs', 0))");
    Ok(diesel::select(claimed).get_result(connection).await?)
}

/// Returns the time of this batch: now, and later than that of every batch before, even if the clock of the
/// database was set back. So whoever reads folded logs in the order of their times misses none.
async fn behind_all(connection: &mut Postgres) -> Result<DateTime<Utc>, Failure> {
    let later = "greatest(clock_timestamp(), max(folded_at) + interval '1 microsecond')";
    Ok(folded_logs::table.select(sql::<Timestamptz>(later)).get_result(connection).await?)
}

/// Returns games that ended longer ago than this, the first created first.
///
/// The last change of such a game is its end. No game ends before it was created, so the index leaves all
/// younger games out of the search.
async fn due(
    connection: &mut Postgres,
    older_than: Duration,
    after: Option<UnfoldedLog>,
    limit: i64,
) -> Result<Vec<UnfoldedLog>, Failure> {
    let age = interval(older_than);
    let created = sql::<Bool>("created_at <= now() - ").bind::<Interval, _>(age);
    let ended = sql::<Bool>("updated_at <= now() - ").bind::<Interval, _>(age);
    let mut query = games::table
        // The condition of the index `games_unfolded`, word for word.
        .filter(sql::<Bool>("status IN ('finished', 'aborted') AND NOT folded"))
        .filter(created)
        .filter(ended)
        .order((games::created_at, games::id))
        .limit(limit)
        .select((games::created_at, games::id, games::version))
        .into_boxed();
    if let Some(UnfoldedLog { created_at, id, .. }) = after {
        let behind = sql::<Bool>("(created_at, id) > (").bind::<Timestamptz, _>(created_at).sql(", ");
        query = query.filter(behind.bind::<diesel::sql_types::Uuid, _>(id.0).sql(")"));
    }
    let rows: Vec<(DateTime<Utc>, Uuid, i32)> = query.load(connection).await?;
    Ok(rows
        .into_iter()
        .map(|(created_at, id, version)| UnfoldedLog { created_at, id: GameId(id), version })
        .collect())
}

/// Folds one log; returns false, and changes nothing, if it has gaps or cannot be read.
async fn fold(
    connection: &mut Postgres,
    due: UnfoldedLog,
    folded_at: DateTime<Utc>,
) -> Result<bool, Failure> {
    let Some(log) = read_if_readable(connection, due.id).await? else { return Ok(false) };
    let Some(entries) = pack(&log).filter(|_| i32::try_from(log.len()) == Ok(due.version)) else {
        return Ok(false);
    };
    let id = due.id;
    let over = [Status::Finished.name(), Status::Aborted.name()];
    let unfolded = games::table.find(id.0).filter(games::status.eq_any(over)).filter(games::folded.eq(false));
    let marked = diesel::update(unfolded).set(games::folded.eq(true)).execute(connection).await?;
    let seats = game_seats::table.filter(game_seats::game_id.eq(id.0));
    diesel::update(seats).set(game_seats::folded.eq(true)).execute(connection).await?;
    let invited = invitations::table.filter(invitations::game_id.eq(id.0));
    diesel::update(invited).set(invitations::folded.eq(true)).execute(connection).await?;
    diesel::delete(challenges::table.find(id.0)).execute(connection).await?;
    let row = (
        folded_logs::game_id.eq(id.0),
        folded_logs::entries.eq(entries),
        folded_logs::folded_at.eq(folded_at),
    );
    diesel::insert_into(folded_logs::table).values(row).execute(connection).await?;
    let rows = game_log::table.filter(game_log::game_id.eq(id.0));
    let deleted = diesel::delete(rows).execute(connection).await?;
    // No statement changes a game that is over. If one did, the whole batch is undone.
    if marked != 1 || deleted != log.len() {
        return Err(Failure::Contended("a game changed while its log was folded".to_owned()));
    }
    Ok(true)
}
