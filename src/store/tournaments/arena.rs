//! The entries that wait for a table of an arena.
//!
//! From the start on, an entry has the time since when it waits, and none while its game is played. The
//! transaction that seats it removes the time under the lock of the tournament; the transaction that ends its
//! game sets a new one. So nobody is seated twice, and looking for waiting entries reads only those.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Locked;
use super::entries::{self, TournamentEntryRow};
use super::numbers::{entries as entry_ids, number, numbers};
use super::tables;
use crate::by_hand::row;
use crate::schema::{players, tournament_entries, tournament_tables};
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::arena::AT_ONCE_MAX;
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::round::TournamentTable;

/// The condition that enough entries of an arena `t` wait for a table, or that its time is over and no table
/// is played any more.
pub(super) const DUE: &str = "EXISTS (SELECT FROM tournament_rounds r WHERE r.tournament_id = t.id AND r.status = 'open' \
    AND r.stage = 'arena' AND CASE WHEN t.started_at + t.duration_ms * interval '1 ms' <= clock_timestamp() \
    THEN NOT EXISTS (SELECT FROM tournament_tables b WHERE b.tournament_id = t.id AND b.round = r.number \
    AND b.status IN ('waiting', 'playing')) \
    ELSE t.seats <= (SELECT count(*) FROM tournament_entries e JOIN players p ON p.id = e.player_id \
    WHERE e.tournament_id = t.id AND e.status = 'active' AND e.waits_from <= clock_timestamp() \
    AND p.username IS NOT NULL) END)";

/// The time of the database at this moment, not at the beginning of the transaction.
const NOW: &str = "clock_timestamp()";

/// An entry that waits for a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingEntry {
    pub entry: Entry,
    /// How long it has waited, in whole seconds.
    pub waited_s: u32,
}

/// Returns those who wait for a table, the longest waiting first, as many as are paired at once.
pub async fn waiting(connection: &mut Postgres, id: TournamentId) -> Result<Vec<WaitingEntry>, Failure> {
    let rows: Vec<(TournamentEntryRow, DateTime<Utc>, DateTime<Utc>)> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::status.eq(EntryStatus::Active.name()))
        .filter(tournament_entries::waits_from.le(sql::<Nullable<Timestamptz>>(NOW)))
        .filter(players::username.is_not_null())
        .order((tournament_entries::waits_from, tournament_entries::number))
        .limit(i64::try_from(AT_ONCE_MAX).unwrap_or(i64::MAX))
        .select((
            TournamentEntryRow::as_select(),
            tournament_entries::waits_from.assume_not_null(),
            sql::<Timestamptz>(NOW),
        ))
        .load(connection)
        .await?;
    let read = |(row, from, now): (TournamentEntryRow, DateTime<Utc>, DateTime<Utc>)| {
        let waited_s = u32::try_from((now - from).num_seconds()).unwrap_or_default();
        Ok(WaitingEntry { entry: entries::read(row)?, waited_s })
    };
    rows.into_iter().map(read).collect()
}

/// Returns the tables at which any of these entries sits or sat, in the order of numbers.
pub async fn tables_of(
    connection: &mut Postgres,
    id: TournamentId,
    entries: &[EntryId],
) -> Result<Vec<TournamentTable>, Failure> {
    let rows: Vec<tables::Row> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(id.0))
        .filter(tournament_tables::seats.overlaps_with(numbers(entries)))
        .order(tournament_tables::number)
        .select(tables::Row::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(|row| tables::table(row).ok_or_else(|| unreadable("a table"))).collect()
}

/// Lets all entries of a tournament that has no tables wait for one from now on.
pub async fn begin(db: &mut Locked<'_>) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.filter(tournament_entries::tournament_id.eq(db.id.0)))
        .set(tournament_entries::waits_from.eq(sql::<Nullable<Timestamptz>>(NOW)))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Lets an entry that comes wait for a table from now on, unless it sits at a table that is played.
pub async fn wait(db: &mut Locked<'_>, entry: EntryId) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE tournament_entries e SET waits_from = clock_timestamp() WHERE e.tournament_id = $1 AND e.number = $2 \
         AND NOT EXISTS (SELECT FROM tournament_tables b WHERE b.tournament_id = e.tournament_id \
         AND b.status IN ('waiting', 'playing') AND e.number = ANY (b.seats))",
    )
    .bind::<SqlUuid, _>(db.id.0)
    .bind::<Integer, _>(number(entry))
    .execute(&mut **db)
    .await?;
    Ok(())
}

/// Stores that entries wait no more, because they sit at a table.
pub async fn sit_down(db: &mut Locked<'_>, entries: &[EntryId]) -> Result<(), Failure> {
    let none: Option<DateTime<Utc>> = None;
    diesel::update(tournament_entries::table)
        .filter(tournament_entries::tournament_id.eq(db.id.0))
        .filter(tournament_entries::number.eq_any(numbers(entries)))
        .set(tournament_entries::waits_from.eq(none))
        .execute(&mut **db)
        .await?;
    Ok(())
}

row! {
    struct Released {
        game_id: Uuid,
        seats: Vec<i32>,
    }
}

/// Lets the players of games that have ended wait for a table of the arena from this time on, and returns
/// them in the order of seats; nobody if the games belong to no arena that runs. Whoever already waits again,
/// or sits at another table, stays there.
pub async fn release(
    connection: &mut Postgres,
    id: TournamentId,
    games: &[GameId],
    from: DateTime<Utc>,
) -> Result<Vec<(GameId, Vec<EntryId>)>, Failure> {
    let games: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let released: Vec<Released> = diesel::sql_query(
        "WITH ended AS (SELECT b.tournament_id, b.game_id, b.seats FROM tournament_tables b \
         JOIN tournament_rounds r ON r.tournament_id = b.tournament_id AND r.number = b.round \
         WHERE b.tournament_id = $1 AND b.game_id = ANY ($2) AND r.stage = 'arena' AND r.status = 'open'), \
         released AS (UPDATE tournament_entries e SET waits_from = $3 FROM ended \
         WHERE e.tournament_id = ended.tournament_id AND e.number = ANY (ended.seats) AND e.waits_from IS NULL \
         AND NOT EXISTS (SELECT FROM tournament_tables o WHERE o.tournament_id = e.tournament_id \
         AND o.status IN ('waiting', 'playing') AND o.game_id <> ALL ($2) AND e.number = ANY (o.seats))) \
         SELECT game_id, seats FROM ended",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<Array<SqlUuid>, _>(games)
    .bind::<Timestamptz, _>(from)
    .load(connection)
    .await?;
    Ok(released.into_iter().map(|row| (GameId(row.game_id), entry_ids(&row.seats))).collect())
}

/// Pauses those of these entries that take part, and returns them. The lock of the tournament is not needed:
/// another change of an entry at the same time comes before or after this one.
pub async fn pause(
    connection: &mut Postgres,
    id: TournamentId,
    entries: &[EntryId],
) -> Result<Vec<EntryId>, Failure> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let paused: Vec<i32> = diesel::update(tournament_entries::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::number.eq_any(numbers(entries)))
        .filter(tournament_entries::status.eq(EntryStatus::Active.name()))
        .set(tournament_entries::status.eq(EntryStatus::Paused.name()))
        .returning(tournament_entries::number)
        .get_results(connection)
        .await?;
    Ok(entry_ids(&paused))
}
