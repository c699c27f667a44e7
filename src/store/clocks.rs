//! The clocks of games. Whoever changes them holds the lock of the game's row first, except for an outage,
//! which moves the clocks of all games.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::{Sql, columns, push_sql, row};
use super::database::sharding::{Placement, placement};
use super::heartbeat::is_awake;
use super::schema::{game_clocks, games, heartbeat};
use super::{Failure, Postgres, unreadable};
use crate::run::Run;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Version};

columns! {
    /// The clocks `c`.
    pub(super) struct Row {
        remaining_ms: Vec<i64> = "c.remaining_ms",
        running: Option<i16> = "c.running",
        since: DateTime<Utc> = "c.since",
        lag_ms: i64 = "c.lag_ms",
        paused: bool = "c.paused",
        pause_agreed: Vec<i16> = "c.pause_agreed",
        days_off: Vec<i16> = "c.days_off",
        days_taken: i16 = "c.days_taken",
        withheld_ms: Vec<i64> = "c.withheld_ms",
    }
}

/// Clocks that are locked until the transaction ends.
pub struct StoredClocks {
    pub clocks: Clocks,
    /// When the transaction began, in the time of the database.
    pub now: DateTime<Utc>,
    /// Whether the service was running until now. If it was not, deadlines have to be moved first.
    pub is_awake: bool,
}

/// Returns a number for the clocks of each of these games that has clocks: another number means that they
/// have changed.
pub async fn marks(connection: &mut Postgres, games: &[GameId]) -> Result<HashMap<GameId, i64>, Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<(Uuid, i64)> = game_clocks::table
        .filter(game_clocks::game_id.eq_any(&ids))
        .select((game_clocks::game_id, sql::<BigInt>("hashtextextended(game_clocks::text, 0)")))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(game, mark)| (GameId(game), mark)).collect())
}

/// Locks a game and its clocks until the transaction ends; returns none if the game has another version. The
/// service is awake if its last beat is at most `gap_max` away.
///
/// A worker has no heartbeat: on a connection to a worker, the caller passes the last beat that it knows of,
/// and the time is that of the worker.
pub async fn lock(
    connection: &mut Postgres,
    game: GameId,
    version: Version,
    gap_max: Duration,
    known_beat: Option<DateTime<Utc>>,
) -> Result<Option<StoredClocks>, Failure> {
    let version = version.0.cast_signed();
    let (row, (now, beat)) = match placement() {
        Placement::OneNode => {
            let query = HoldClocks { game: game.0, version };
            let found: Option<(Row, DateTime<Utc>, DateTime<Utc>)> = query.returned_row(connection).await?;
            let Some((row, now, beat)) = found else { return Ok(None) };
            (row, (now, beat))
        }
        Placement::Sharded => {
            let query = HoldShardedClocks { game: game.0, version };
            let found: Option<(Row, DateTime<Utc>)> = query.returned_row(connection).await?;
            let Some((row, now)) = found else { return Ok(None) };
            let times = (sql::<Timestamptz>("now()"), heartbeat::beat_at);
            match known_beat {
                Some(beat) => (row, (now, beat)),
                None => (row, heartbeat::table.select(times).prepared().only_row(connection).await?),
            }
        }
    };
    let clocks = read(row).ok_or_else(|| unreadable("a clock"))?;
    Ok(Some(StoredClocks { clocks, now, is_awake: is_awake(beat, now, gap_max) }))
}

/// Adds the clocks of games that start.
pub async fn insert(connection: &Postgres, started: &[(GameId, Clocks)]) -> Result<(), Failure> {
    if started.is_empty() {
        return Ok(());
    }
    let row = |(game, clocks): &(GameId, Clocks)| {
        (game_clocks::game_id.eq(game.0), game_clocks::lag_ms.eq(milliseconds(clocks.lag)), changing(clocks))
    };
    let rows: Vec<_> = started.iter().map(row).collect();
    let is_one = started.len() == 1;
    diesel::insert_into(game_clocks::table).values(rows).prepared_if(is_one).run(connection).await
}

/// Stores the clocks of a game. The caller must hold them.
pub async fn update(connection: &Postgres, game: GameId, clocks: &Clocks) -> Result<(), Failure> {
    diesel::update(game_clocks::table.find(game.0)).set(changing(clocks)).prepared().run(connection).await
}

/// Stores the clocks of a game if the game has this version. The caller must hold them.
pub(super) async fn update_at(
    connection: &Postgres,
    game: GameId,
    version: Version,
    clocks: &Clocks,
) -> Result<(), Failure> {
    let at_version = games::table.find(game.0).filter(games::version.eq(version.0.cast_signed()));
    let own = game_clocks::table.find(game.0).filter(exists(at_version));
    diesel::update(own).set(changing(clocks)).prepared().run(connection).await
}

/// Stops the clocks of games that are over or frozen.
pub async fn stop(connection: &mut Postgres, games: &[GameId]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    diesel::update(game_clocks::table.filter(game_clocks::game_id.eq_any(ids)))
        .set((
            game_clocks::running.eq(None::<i16>),
            game_clocks::deadline.eq(None::<DateTime<Utc>>),
            game_clocks::paused.eq(false),
            game_clocks::pause_agreed.eq(Vec::<i16>::new()),
        ))
        .run(connection)
        .await
}

/// Returns the clocks of a game, if it has any.
pub async fn load(connection: &mut Postgres, game: GameId) -> Result<Option<Clocks>, Failure> {
    let row: Option<Row> = game_clocks::table
        .find(game.0)
        .select((
            game_clocks::remaining_ms,
            game_clocks::running,
            game_clocks::since,
            game_clocks::lag_ms,
            game_clocks::paused,
            game_clocks::pause_agreed,
            game_clocks::days_off,
            game_clocks::days_taken,
            game_clocks::withheld_ms,
        ))
        .first_row(connection)
        .await?;
    row.map(|row| read(row).ok_or_else(|| unreadable("a clock"))).transpose()
}

/// Games whose deadline has passed, with their creators, and the time until the next deadline.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Overdue {
    pub games: Vec<(GameId, PlayerId)>,
    /// None if no deadline passes within the time that was asked about.
    pub next_in: Option<Duration>,
}

row! {
    struct DueClockRow {
        id: Uuid,
        creator_id: Uuid,
        due_in_ms: i64,
    }
}

/// Returns a batch of games whose deadline has passed, the earliest deadline first. It looks this far ahead
/// for the next one.
pub async fn overdue(connection: &mut Postgres, ahead: Duration, limit: i64) -> Result<Overdue, Failure> {
    let sql = "SELECT g.id, g.creator_id, \
         ceil(extract(epoch FROM c.deadline - now()) * 1000)::bigint + c.lag_ms AS due_in_ms \
         FROM game_clocks c JOIN games g ON g.id = c.game_id WHERE c.deadline < now() + $1 * interval '1 ms' ORDER BY c.deadline LIMIT $2";
    let query = diesel::sql_query(sql).bind::<BigInt, _>(milliseconds(ahead)).bind::<BigInt, _>(limit);
    let rows: Vec<DueClockRow> = query.prepared().load(connection).await?;
    let mut overdue = Overdue::default();
    for DueClockRow { id, creator_id, due_in_ms } in rows {
        match u64::try_from(due_in_ms) {
            Err(_) => overdue.games.push((GameId(id), PlayerId(creator_id))),
            Ok(due_in_ms) => {
                let due_in = Duration::from_millis(due_in_ms);
                overdue.next_in = Some(overdue.next_in.map_or(due_in, |next| next.min(due_in)));
            }
        }
    }
    Ok(overdue)
}

/// Returns the columns that change during a game, with their values.
fn changing(clocks: &Clocks) -> Changing {
    Changing {
        remaining_ms: clocks.remaining.iter().copied().map(milliseconds).collect(),
        running: clocks.running.map(|seat| seat.number().into()),
        since: clocks.since,
        deadline: clocks.deadline(),
        paused: clocks.paused,
        pause_agreed: clocks.pause_agreed.iter().map(|seat| seat.number().into()).collect(),
        days_off: clocks.days_off.iter().map(|&days| days.into()).collect(),
        days_taken: clocks.days_taken.into(),
        withheld_ms: clocks.withheld.iter().copied().map(milliseconds).collect(),
    }
}

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = game_clocks, treat_none_as_null = true)]
struct Changing {
    remaining_ms: Vec<i64>,
    running: Option<i16>,
    since: DateTime<Utc>,
    deadline: Option<DateTime<Utc>>,
    paused: bool,
    pause_agreed: Vec<i16>,
    days_off: Vec<i16>,
    days_taken: i16,
    withheld_ms: Vec<i64>,
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn duration(milliseconds: i64) -> Option<Duration> {
    milliseconds.try_into().ok().map(Duration::from_millis)
}

fn seat(number: i16) -> Option<Seat> {
    Seat::new(number.try_into().ok()?)
}

/// Returns the clocks in a row, if they can be read.
pub(super) fn read(row: Row) -> Option<Clocks> {
    Some(Clocks {
        remaining: row.remaining_ms.into_iter().map(duration).collect::<Option<_>>()?,
        running: match row.running {
            Some(number) => Some(seat(number)?),
            None => None,
        },
        since: row.since,
        withheld: row.withheld_ms.into_iter().map(duration).collect::<Option<_>>()?,
        lag: duration(row.lag_ms)?,
        paused: row.paused,
        pause_agreed: row.pause_agreed.into_iter().map(seat).collect::<Option<_>>()?,
        days_off: row.days_off.into_iter().map(u8::try_from).collect::<Result<_, _>>().ok()?,
        days_taken: row.days_taken.try_into().ok()?,
    })
}

/// The statement that locks a game and its clocks, written by hand because it locks two of its tables.
#[derive(QueryId)]
struct HoldClocks {
    game: Uuid,
    version: i32,
}

impl Query for HoldClocks {
    type SqlType = Sql<(Row, DateTime<Utc>, DateTime<Utc>)>;
}

impl QueryFragment<Pg> for HoldClocks {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT ",
            Row::COLUMNS,
            ", now(), b.beat_at FROM games g JOIN game_clocks c ON c.game_id = ",
            bind(self.game),
            " CROSS JOIN heartbeat b WHERE g.id = ",
            bind(self.game),
            " AND g.version = ",
            bind(self.version),
            " FOR UPDATE OF g, c",
        );
        Ok(())
    }
}

/// The same where games are sharded, without the heartbeat, which is on the coordinator. The time is that of
/// the worker.
#[derive(QueryId)]
struct HoldShardedClocks {
    game: Uuid,
    version: i32,
}

impl Query for HoldShardedClocks {
    type SqlType = Sql<(Row, DateTime<Utc>)>;
}

impl QueryFragment<Pg> for HoldShardedClocks {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT ",
            Row::COLUMNS,
            ", now() FROM games g JOIN game_clocks c ON c.game_id = ",
            bind(self.game),
            " WHERE g.id = ",
            bind(self.game),
            " AND g.version = ",
            bind(self.version),
            " FOR UPDATE OF g, c",
        );
        Ok(())
    }
}
