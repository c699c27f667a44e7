//! Counts of finished games, and the progress of counting.
//!
//! Games are counted in the order in which their logs were folded, which is long after their end. So neither
//! a turn nor the end of a game writes anything for them, and the log is one row.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::by_hand::row;
use super::schema::statistics_progress;
use super::{Failure, Postgres, unreadable};
use crate::run::Run;
use lapidary_engine::game::Game;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::card::CardId;
use lapidary_model::game::{GameId, Visibility};
use lapidary_model::statistics::{
    Counts, FinishedGame, Group, OPENINGS_MAX, OpeningCounts, OpeningStatistics, PARTS_OF_A_WIN, SHOWN_MIN,
    SeatCounts, StatisticsFilter, TableStatistics,
};
use lapidary_model::stored::packed_log::unpack;
use lapidary_model::stored::terms::ruleset_named;

/// The result of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// Another server counts at the moment; nothing has changed.
    Elsewhere,
    /// The batch is stored.
    Stored {
        /// The number of games that were looked at, also of those that do not count.
        seen: usize,
        /// The number of games that were counted.
        counted: u64,
        /// Games that cannot be read. They do not count.
        unreadable: Vec<GameId>,
    },
}

row! {
    /// A game whose log is folded. The log is there if the game counts.
    struct FoldedRow {
        folded_at: DateTime<Utc>,
        game_id: Uuid,
        ruleset: String,
        options: String,
        seats: i16,
        rated: bool,
        ranks: Option<Vec<i16>>,
        snapshot: Option<Vec<u8>>,
        entries: Option<Vec<u8>>,
    }
}

/// Counts up to `limit` games that were not looked at before, in one transaction.
///
/// Public games with a result count. Forks do not, because they begin in the middle of a game; nor do games
/// that share their deal with others, because they are not independent of each other.
pub async fn count_batch(connection: &mut Postgres, limit: i64) -> Result<Batch, Failure> {
    connection
        .transaction(async |connection| {
            let place: Option<(DateTime<Utc>, Uuid)> = statistics_progress::table
                .select((statistics_progress::folded_at, statistics_progress::game_id))
                .for_update()
                .skip_locked()
                .first_row(connection)
                .await?;
            let Some(place) = place else { return Ok(Batch::Elsewhere) };
            let rows = folded_after(connection, place, limit).await?;
            let Some(last) = rows.last().map(|row| (row.folded_at, row.game_id)) else {
                return Ok(Batch::Stored { seen: 0, counted: 0, unreadable: Vec::new() });
            };
            let (mut counts, mut unreadable) = (Counts::default(), Vec::new());
            for row in rows.iter().filter(|row| row.entries.is_some()) {
                if add(&mut counts, row).is_none() {
                    unreadable.push(GameId(row.game_id));
                }
            }
            add_seats(connection, &counts).await?;
            add_openings(connection, &counts).await?;
            let games = i64::try_from(counts.games).unwrap_or(i64::MAX);
            diesel::update(statistics_progress::table)
                .set((
                    statistics_progress::folded_at.eq(last.0),
                    statistics_progress::game_id.eq(last.1),
                    statistics_progress::games.eq(statistics_progress::games + games),
                ))
                .execute(connection)
                .await?;
            Ok(Batch::Stored { seen: rows.len(), counted: counts.games, unreadable })
        })
        .await
}

/// Returns the games behind a place in the order in which logs were folded.
async fn folded_after(
    connection: &mut Postgres,
    (folded_at, game): (DateTime<Utc>, Uuid),
    limit: i64,
) -> Result<Vec<FoldedRow>, Failure> {
    let rows = diesel::sql_query(
        "SELECT f.folded_at, f.game_id, g.ruleset, g.options, g.seats, g.rated, g.ranks, g.snapshot, \
         CASE WHEN g.status = 'finished' AND g.visibility = $1 AND g.origin_id IS NULL \
         AND g.shared_deal IS NULL THEN f.entries END AS entries \
         FROM folded_logs f JOIN games g ON g.id = f.game_id WHERE (f.folded_at, f.game_id) > ($2, $3) \
         ORDER BY f.folded_at, f.game_id LIMIT $4",
    )
    .bind::<Text, _>(Visibility::Public.name())
    .bind::<Timestamptz, _>(folded_at)
    .bind::<SqlUuid, _>(game)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    Ok(rows)
}

/// Adds a game; returns none, and adds nothing, if it cannot be read.
fn add(counts: &mut Counts, row: &FoldedRow) -> Option<()> {
    let ruleset = ruleset_named(&row.ruleset, &row.options)?;
    let ranks =
        row.ranks.as_deref()?.iter().map(|rank| u8::try_from(*rank).ok()).collect::<Option<Vec<_>>>()?;
    let game = FinishedGame {
        ruleset,
        seats: SeatCount::new(row.seats.try_into().ok()?)?,
        rated: row.rated,
        ranks: &ranks,
        turns: Game::decode(ruleset, row.snapshot.as_deref()?).ok()?.turns_begun(),
        log: &unpack(row.entries.as_deref()?)?,
    };
    counts.add(&game);
    Some(())
}

/// The columns of rows that are written at once.
#[derive(Default)]
struct GroupColumns {
    rulesets: Vec<String>,
    seats: Vec<i16>,
    rated: Vec<bool>,
}

impl GroupColumns {
    fn push(&mut self, group: &Group) {
        self.rulesets.push(group.ruleset.clone());
        self.seats.push(group.seats.get() as i16);
        self.rated.push(group.rated);
    }
}

fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

async fn add_seats(connection: &mut Postgres, counts: &Counts) -> Result<(), Failure> {
    let mut groups = GroupColumns::default();
    counts.seats.keys().for_each(|(group, _)| groups.push(group));
    let seats: Vec<i16> = counts.seats.keys().map(|(_, seat)| seat.number().into()).collect();
    let column = |of: fn(&SeatCounts) -> u64| counts.seats.values().map(|one| stored(of(one))).collect();
    let (games, wins, turns): (Vec<i64>, Vec<i64>, Vec<i64>) =
        (column(|one| one.games), column(|one| one.win_parts), column(|one| one.turns));
    diesel::sql_query(
        "INSERT INTO statistics_seats AS t (ruleset, seats, rated, seat, games, win_parts, turns) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (ruleset, seats, rated, seat) DO UPDATE \
         SET games = t.games + excluded.games, win_parts = t.win_parts + excluded.win_parts, \
         turns = t.turns + excluded.turns",
    )
    .bind::<Array<Text>, _>(groups.rulesets)
    .bind::<Array<SmallInt>, _>(groups.seats)
    .bind::<Array<Bool>, _>(groups.rated)
    .bind::<Array<SmallInt>, _>(seats)
    .bind::<Array<BigInt>, _>(games)
    .bind::<Array<BigInt>, _>(wins)
    .bind::<Array<BigInt>, _>(turns)
    .run(connection)
    .await
}

async fn add_openings(connection: &mut Postgres, counts: &Counts) -> Result<(), Failure> {
    let mut groups = GroupColumns::default();
    counts.openings.keys().for_each(|(group, _)| groups.push(group));
    let first: Vec<&str> = counts.openings.keys().map(|(_, opening)| opening.first.name()).collect();
    let second: Vec<&str> =
        counts.openings.keys().map(|(_, opening)| opening.second.map_or("", CardId::name)).collect();
    let column =
        |of: fn(&OpeningCounts) -> u64| counts.openings.values().map(|one| stored(of(one))).collect();
    let (times, wins): (Vec<i64>, Vec<i64>) = (column(|one| one.times), column(|one| one.win_parts));
    diesel::sql_query(
        "INSERT INTO statistics_openings AS t (ruleset, seats, rated, first, second, times, win_parts) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (ruleset, seats, rated, first, second) DO UPDATE \
         SET times = t.times + excluded.times, win_parts = t.win_parts + excluded.win_parts",
    )
    .bind::<Array<Text>, _>(groups.rulesets)
    .bind::<Array<SmallInt>, _>(groups.seats)
    .bind::<Array<Bool>, _>(groups.rated)
    .bind::<Array<Text>, _>(first)
    .bind::<Array<Text>, _>(second)
    .bind::<Array<BigInt>, _>(times)
    .bind::<Array<BigInt>, _>(wins)
    .run(connection)
    .await
}

/// Returns how many games were counted. While it stays the same, all statistics do.
pub async fn counted(connection: &mut Postgres) -> Result<i64, Failure> {
    Ok(statistics_progress::table.select(statistics_progress::games).first(connection).await?)
}

/// The conditions of a filter, which binds the first three parameters: every value by name, so that the
/// primary keys, which begin with these columns, find the rows.
const FILTERED: &str = "ruleset = ANY ($1) AND seats = ANY ($2) AND rated = ANY ($3)";

/// The numbers of seats of a filter, as they are stored.
fn seats(filter: &StatisticsFilter) -> Vec<i16> {
    filter.seat_counts().into_iter().map(|seats| seats.get() as i16).collect()
}

row! {
    struct StatisticsSeatRow {
        ruleset: String,
        seats: i16,
        games: i64,
        win_parts: i64,
        turns: i64,
    }
}

/// Returns the tables that match a filter, one for each ruleset with its modules and number of seats, in this
/// order.
pub async fn tables(
    connection: &mut Postgres,
    filter: &StatisticsFilter,
) -> Result<Vec<TableStatistics>, Failure> {
    let rows: Vec<StatisticsSeatRow> = diesel::sql_query(format!(
        "SELECT ruleset, seats, sum(games)::bigint AS games, sum(win_parts)::bigint AS win_parts, \
         sum(turns)::bigint AS turns FROM statistics_seats WHERE {FILTERED} GROUP BY ruleset, seats, seat \
         ORDER BY ruleset COLLATE \"C\", seats, seat",
    ))
    .bind::<Array<Text>, _>(filter.rulesets())
    .bind::<Array<SmallInt>, _>(seats(filter))
    .bind::<Array<Bool>, _>(filter.kinds())
    .load(connection)
    .await?;
    let mut tables: Vec<TableStatistics> = Vec::new();
    for row in rows {
        let seats = u8::try_from(row.seats).ok().and_then(SeatCount::new);
        let seats = seats.ok_or_else(|| unreadable("statistics"))?;
        let is_of = |table: &&mut TableStatistics| table.ruleset == row.ruleset && table.seats == seats;
        let counts = SeatCounts {
            games: row.games.cast_unsigned(),
            win_parts: row.win_parts.cast_unsigned(),
            turns: row.turns.cast_unsigned(),
        };
        match tables.last_mut().filter(is_of) {
            Some(table) => table.by_seat.push(counts),
            None => tables.push(TableStatistics { ruleset: row.ruleset, seats, by_seat: vec![counts] }),
        }
    }
    // Every game adds a row for each of its seats, so they are numbered without gaps.
    let is_whole = |table: &TableStatistics| table.by_seat.len() == table.seats.get();
    tables.iter().all(is_whole).then_some(tables).ok_or_else(|| unreadable("statistics"))
}

row! {
    struct OpeningRow {
        card: String,
        times: i64,
        win_parts: i64,
        usual_parts: i64,
    }
}

/// Returns the cards that were bought first, or second after this card, the most frequent first.
pub async fn openings(
    connection: &mut Postgres,
    filter: &StatisticsFilter,
    after: Option<CardId>,
) -> Result<Vec<OpeningStatistics>, Failure> {
    let (card, condition) = match after {
        None => ("first", "$4::text IS NULL"),
        Some(_) => ("second", "first = $4 AND second <> ''"),
    };
    let rows: Vec<OpeningRow> = diesel::sql_query(format!(
        "SELECT {card} AS card, sum(times)::bigint AS times, sum(win_parts)::bigint AS win_parts, \
         sum(times * {PARTS_OF_A_WIN} / seats)::bigint AS usual_parts FROM statistics_openings \
         WHERE {FILTERED} AND {condition} GROUP BY {card} HAVING sum(times) >= $5 \
         ORDER BY times DESC, {card} COLLATE \"C\" LIMIT $6",
    ))
    .bind::<Array<Text>, _>(filter.rulesets())
    .bind::<Array<SmallInt>, _>(seats(filter))
    .bind::<Array<Bool>, _>(filter.kinds())
    .bind::<Nullable<Text>, _>(after.map(CardId::name))
    .bind::<BigInt, _>(stored(SHOWN_MIN))
    .bind::<BigInt, _>(OPENINGS_MAX)
    .load(connection)
    .await?;
    let read = |row: OpeningRow| OpeningStatistics {
        card: row.card,
        counts: OpeningCounts { times: row.times.cast_unsigned(), win_parts: row.win_parts.cast_unsigned() },
        usual_parts: row.usual_parts.cast_unsigned(),
    };
    Ok(rows.into_iter().map(read).collect())
}
