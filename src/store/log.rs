//! The log of a game: its events in canonical notation, numbered without gaps.
//!
//! It knows entries as rows. The engine knows what they mean; `games` knows how they are added.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::game_log;
use super::{Failure, unreadable};
use crate::engine::seat::Seat;
use crate::model::game::{GameId, Version};
use crate::model::log::{Author, Kind, LogEntry, NewEntry};

/// The maximum number of entries of one game; the rules end every game long before (B20).
pub const LOG_ENTRIES_MAX: i64 = 65_536;

type Row = (i32, Option<i16>, String, String, Option<String>, DateTime<Utc>);

/// Returns all entries of a game, in order.
///
/// # Errors
/// If the database fails, or an entry cannot be read.
pub async fn read(connection: &mut AsyncPgConnection, game: GameId) -> Result<Vec<LogEntry>, Failure> {
    let rows: Vec<Row> = game_log::table
        .filter(game_log::game_id.eq(game.0))
        .order(game_log::seq)
        .limit(LOG_ENTRIES_MAX)
        .select((game_log::seq, game_log::seat, game_log::by, game_log::kind, game_log::action, game_log::at))
        .load(connection)
        .await?;
    rows.into_iter().map(|row| entry(row).ok_or_else(|| unreadable("an entry of a log"))).collect()
}

fn entry((seq, seat, by, kind, action, at): Row) -> Option<LogEntry> {
    let seat = match seat {
        Some(number) => Some(Seat::new(number.try_into().ok()?)?),
        None => None,
    };
    let by = Author::ALL.into_iter().find(|author| author.name() == by)?;
    let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
    Some(LogEntry { seq: Version(seq.try_into().ok()?), at, entry: NewEntry { seat, by, kind, action } })
}
