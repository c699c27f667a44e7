//! The log of a game: its events in canonical notation, numbered without gaps.
//!
//! It knows entries as rows, and reads them wherever they are: in `game_log`, or folded. The engine knows
//! what they mean; `games` knows how they are added, `folding` how they are folded.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::{Sql, columns, push_sql};
use super::schema::game_log;
use super::{Failure, Postgres, unreadable};
use lapidary_engine::seat::Seat;
use lapidary_model::game::{GameId, Version};
use lapidary_model::log::{Author, EntryKind, LogEntry, NewEntry};
use lapidary_model::stored::packed_log::{LOG_ENTRIES_MAX, unpack};

/// Returns all entries of a game, in order.
pub async fn read(connection: &Postgres, game: GameId) -> Result<Vec<LogEntry>, Failure> {
    read_if_readable(connection, game).await?.ok_or_else(|| unreadable("a log"))
}

/// Returns all entries of a game, in order; none if one of them cannot be read.
pub(super) async fn read_if_readable(
    mut connection: &Postgres,
    game: GameId,
) -> Result<Option<Vec<LogEntry>>, Failure> {
    let rows: Vec<Row> =
        ReadLog { game: game.0, limit: LOG_ENTRIES_MAX.into() }.load(&mut connection).await?;
    Ok(entries(rows))
}

/// Returns the entries of a game after a version, in order. It does not read folded logs: a game whose log is
/// folded has been over for long.
pub async fn read_after(
    connection: &mut Postgres,
    game: GameId,
    version: Version,
) -> Result<Vec<LogEntry>, Failure> {
    let rows: Vec<(i32, EntryRow)> = game_log::table
        .filter(game_log::game_id.eq(game.0))
        .filter(game_log::seq.gt(version.0.cast_signed()))
        .order(game_log::seq)
        .limit(LOG_ENTRIES_MAX.into())
        .select((
            game_log::seq,
            (
                game_log::seat,
                game_log::by.nullable(),
                game_log::kind.nullable(),
                game_log::action,
                game_log::at.nullable(),
            ),
        ))
        .load(connection)
        .await?;
    let entries = rows.into_iter().map(|(seq, row)| entry(seq, row));
    entries.collect::<Option<_>>().ok_or_else(|| unreadable("a log"))
}

/// Returns the seats of these games that ran out of time before their player had decided anything. It does
/// not read folded logs.
pub async fn absent(connection: &mut Postgres, games: &[GameId]) -> Result<HashSet<(GameId, Seat)>, Failure> {
    let late = seats_with(connection, games, EntryKind::TimedOut, Author::Clock).await?;
    let late_in: Vec<GameId> = late.iter().map(|(game, _)| *game).collect();
    let decided = decided(connection, &late_in).await?;
    Ok(late.difference(&decided).copied().collect())
}

/// Returns the seats of these games whose players have decided something. It does not read folded logs.
pub async fn decided(
    connection: &mut Postgres,
    games: &[GameId],
) -> Result<HashSet<(GameId, Seat)>, Failure> {
    seats_with(connection, games, EntryKind::Action, Author::Player).await
}

async fn seats_with(
    connection: &mut Postgres,
    games: &[GameId],
    kind: EntryKind,
    by: Author,
) -> Result<HashSet<(GameId, Seat)>, Failure> {
    if games.is_empty() {
        return Ok(HashSet::new());
    }
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<(Uuid, i16)> = game_log::table
        .filter(game_log::game_id.eq_any(ids))
        .filter(game_log::kind.eq(kind.name()).and(game_log::by.eq(by.name())))
        .filter(game_log::seat.is_not_null())
        .select((game_log::game_id, game_log::seat.assume_not_null()))
        .distinct()
        .load(connection)
        .await?;
    let read = |(game, seat): (Uuid, i16)| Some((GameId(game), Seat::new(seat.try_into().ok()?)?));
    Ok(rows.into_iter().filter_map(read).collect())
}

/// The statement. It asks both places at once: a log that is folded between two statements would be missed by
/// both.
#[derive(QueryId)]
struct ReadLog {
    game: Uuid,
    limit: i64,
}

columns! {
    /// An entry; all nulls where the whole log is packed.
    struct EntryRow {
        seat: Option<i16> = "seat",
        by: Option<String> = "by",
        kind: Option<String> = "kind",
        action: Option<String> = "action",
        at: Option<DateTime<Utc>> = "at",
    }
}

/// The number of an entry and the entry; or the whole log, packed.
type Row = (i32, EntryRow, Option<Vec<u8>>);

impl Query for ReadLog {
    type SqlType = Sql<Row>;
}

impl QueryFragment<Pg> for ReadLog {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT seq, ",
            EntryRow::COLUMNS,
            ", NULL::bytea AS packed FROM game_log WHERE game_id = ",
            bind(self.game),
            " UNION ALL SELECT 0, NULL, NULL, NULL, NULL, NULL, entries FROM folded_logs WHERE game_id = ",
            bind(self.game),
            " ORDER BY seq LIMIT ",
            bind(self.limit),
        );
        Ok(())
    }
}

/// Returns the rows as entries, if they can be read. A log is in one of the two places, never in both.
fn entries(rows: Vec<Row>) -> Option<Vec<LogEntry>> {
    match rows.as_slice() {
        [(_, _, Some(packed))] => unpack(packed),
        _ => {
            rows.into_iter().map(|(seq, row, packed)| entry(seq, row).filter(|_| packed.is_none())).collect()
        }
    }
}

fn entry(seq: i32, row: EntryRow) -> Option<LogEntry> {
    let seat = match row.seat {
        Some(number) => Some(Seat::new(number.try_into().ok()?)?),
        None => None,
    };
    let (by, kind) = (row.by?, row.kind?);
    let entry =
        NewEntry { seat, by: Author::named(&by)?, kind: EntryKind::named(&kind)?, action: row.action };
    Some(LogEntry { seq: Version(seq.try_into().ok()?), at: row.at?, entry })
}
