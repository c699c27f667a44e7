//! The tables of a tournament.

use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::Locked;
use super::excluded::excluded;
use super::numbers::{entries, entry, number, numbers};
use crate::schema::tournament_tables;
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::SeatResult;
use lapidary_contest::pairing::cost::Cost;
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{DecidedBy, Report, TableName, TableStatus, TournamentTable};

/// The maximum number of tables that one statement stores, so that none has more parameters than PostgreSQL
/// allows (65,535).
const TABLES_AT_ONCE: usize = 2_000;

fn cost_columns(cost: &Cost) -> Vec<i64> {
    vec![
        cost.forbidden.into(),
        cost.repeats.into(),
        cost.repeats_squared,
        cost.score_squared,
        cost.repeated_floats.into(),
        cost.seats,
    ]
}

fn read_cost(columns: &[i64]) -> Option<Cost> {
    let &[forbidden, repeats, repeats_squared, score_squared, repeated_floats, seats] = columns else {
        return None;
    };
    let count = |value: i64| u32::try_from(value).ok();
    Some(Cost {
        forbidden: count(forbidden)?,
        repeats: count(repeats)?,
        repeats_squared,
        score_squared,
        repeated_floats: count(repeated_floats)?,
        seats,
    })
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = tournament_tables)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(super) struct Row {
    tournament_id: Uuid,
    number: i32,
    round: i16,
    match_number: i16,
    status: String,
    seats: Vec<i32>,
    paired: Vec<i32>,
    manual: bool,
    cost: Vec<i64>,
    game_id: Option<Uuid>,
    places: Option<Vec<i16>>,
    prestige: Option<Vec<i16>>,
    cards: Option<Vec<i16>>,
    tokens: Option<Vec<i16>>,
    decided_by: Option<String>,
    ended_at: Option<DateTime<Utc>>,
    started_at: Option<DateTime<Utc>>,
    decided_at: Option<DateTime<Utc>>,
    forfeits: Option<Vec<i16>>,
    third_place: bool,
    version: i32,
    reports: Value,
    final_at: Option<DateTime<Utc>>,
    in_round: i16,
    board: i16,
}

/// What a player has reported, as it is stored.
#[derive(Serialize, Deserialize)]
struct ReportRow {
    by: i32,
    places: Vec<u8>,
    prestige: Option<Vec<u8>>,
    cards: Option<Vec<u8>>,
}

impl From<Report> for ReportRow {
    fn from(Report { by, places, prestige, cards }: Report) -> Self {
        ReportRow { by: number(by), places, prestige, cards }
    }
}

impl From<ReportRow> for Report {
    fn from(ReportRow { by, places, prestige, cards }: ReportRow) -> Self {
        Report { by: entry(by), places, prestige, cards }
    }
}

impl Row {
    fn new(id: TournamentId, table: &TournamentTable) -> Row {
        // If a value of one seat is unknown, the table has none.
        let measured = |value: fn(&SeatResult) -> Option<u16>| -> Option<Vec<i16>> {
            table.result.as_ref()?.iter().map(|seat| value(seat).map(u16::cast_signed)).collect()
        };
        let forfeits = |result: &Vec<SeatResult>| -> Vec<i16> {
            (0..).zip(result).filter(|(_, seat)| seat.forfeit).map(|(seat, _)| seat).collect()
        };
        let reports: Vec<ReportRow> = table.reports.iter().cloned().map(ReportRow::from).collect();
        Row {
            tournament_id: id.0,
            number: table.number.cast_signed(),
            round: table.round.cast_signed(),
            match_number: table.match_number.cast_signed(),
            status: table.status.name().to_owned(),
            seats: numbers(&table.seats),
            paired: numbers(&table.paired),
            manual: table.manual,
            cost: cost_columns(&table.cost),
            game_id: table.game.map(|game| game.0),
            places: table.result.as_ref().map(|result| result.iter().map(|seat| seat.place.into()).collect()),
            prestige: measured(|seat| seat.prestige),
            cards: measured(|seat| seat.cards),
            tokens: measured(|seat| seat.tokens),
            decided_by: table.decided_by.map(|by| by.name().to_owned()),
            ended_at: table.ended_at,
            started_at: table.started_at,
            decided_at: table.decided_at,
            forfeits: table.result.as_ref().map(forfeits),
            third_place: table.third_place,
            version: table.version.cast_signed(),
            reports: json!(reports),
            final_at: table.final_at,
            in_round: table.in_round.cast_signed(),
            board: table.board.cast_signed(),
        }
    }
}

/// Tables whose rows are locked until the transaction ends.
pub struct LockedTables<'t> {
    connection: &'t mut Postgres,
    id: TournamentId,
    pub tables: Vec<TournamentTable>,
}

impl LockedTables<'_> {
    /// Stores how far the tables are now.
    pub async fn save(self) -> Result<(), Failure> {
        save(self.connection, self.id, &self.tables.iter().collect::<Vec<_>>()).await
    }
}

/// Returns the tables that play these games, and locks their rows until the transaction ends.
pub async fn lock_playing<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    games: &[GameId],
) -> Result<LockedTables<'t>, Failure> {
    let games: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<Row> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(id.0).and(tournament_tables::game_id.eq_any(games)))
        .filter(tournament_tables::status.eq(TableStatus::Playing.name()))
        .select(Row::as_select())
        .for_update()
        .load(connection)
        .await?;
    let tables = rows.into_iter().map(|row| table(row).ok_or_else(|| unreadable("a table")));
    Ok(LockedTables { tables: tables.collect::<Result<_, _>>()?, connection, id })
}

/// Locks the rows of tables, whose games may be ending at this moment, and returns the tables in the order of
/// numbers.
pub async fn lock(db: &mut Locked<'_>, tables: &[u32]) -> Result<Vec<TournamentTable>, Failure> {
    let numbers: Vec<i32> = tables.iter().map(|number| number.cast_signed()).collect();
    let rows: Vec<Row> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(db.id.0).and(tournament_tables::number.eq_any(numbers)))
        .order(tournament_tables::number)
        .select(Row::as_select())
        .for_update()
        .load(&mut **db)
        .await?;
    rows.into_iter().map(|row| table(row).ok_or_else(|| unreadable("a table"))).collect()
}

/// Stores tables that are new or have changed.
pub async fn upsert(db: &mut Locked<'_>, tables: &[&TournamentTable]) -> Result<(), Failure> {
    let id = db.id;
    save(db, id, tables).await
}

async fn save(
    connection: &mut Postgres,
    id: TournamentId,
    tables: &[&TournamentTable],
) -> Result<(), Failure> {
    for tables in tables.chunks(TABLES_AT_ONCE) {
        let rows: Vec<Row> = tables.iter().map(|table| Row::new(id, table)).collect();
        diesel::insert_into(tournament_tables::table)
            .values(rows)
            .on_conflict((tournament_tables::tournament_id, tournament_tables::number))
            .do_update()
            .set(excluded!(
                tournament_tables: status, seats, game_id, places, prestige, cards, tokens, decided_by,
                ended_at, started_at, decided_at, forfeits, version, reports, final_at
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Deletes tables of a round that is taken back.
pub(super) async fn delete(db: &mut Locked<'_>, tables: &[u32]) -> Result<(), Failure> {
    if !tables.is_empty() {
        let numbers: Vec<i32> = tables.iter().map(|number| number.cast_signed()).collect();
        diesel::delete(tournament_tables::table)
            .filter(
                tournament_tables::tournament_id.eq(db.id.0).and(tournament_tables::number.eq_any(numbers)),
            )
            .execute(&mut **db)
            .await?;
    }
    Ok(())
}

/// Returns the last number of a table, 0 without one.
pub async fn last_number(db: &mut Locked<'_>) -> Result<u32, Failure> {
    let last: Option<i32> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(db.id.0))
        .select(max(tournament_tables::number))
        .first(&mut **db)
        .await?;
    Ok(last.unwrap_or_default().cast_unsigned())
}

/// Returns the tables of all rounds or of one, in the order of numbers.
pub async fn load(
    connection: &mut Postgres,
    id: TournamentId,
    round: Option<u16>,
) -> Result<Vec<TournamentTable>, Failure> {
    let mut query = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(id.0))
        .order(tournament_tables::number)
        .select(Row::as_select())
        .into_boxed();
    if let Some(round) = round {
        query = query.filter(tournament_tables::round.eq(round.cast_signed()));
    }
    let rows: Vec<Row> = query.load(connection).await?;
    rows.into_iter().map(|row| table(row).ok_or_else(|| unreadable("a table"))).collect()
}

/// Returns the tables of a round that are named, in the order of numbers.
pub(super) async fn named(
    db: &mut Locked<'_>,
    round: u16,
    names: &[TableName],
) -> Result<Vec<TournamentTable>, Failure> {
    let (mut numbers, mut in_round): (Vec<i32>, Vec<i16>) = (Vec::new(), Vec::new());
    for name in names {
        match name {
            TableName::Number(number) => numbers.push(number.cast_signed()),
            TableName::InRound(number) => in_round.push(number.cast_signed()),
        }
    }
    let is_named = tournament_tables::number.eq_any(numbers).or(tournament_tables::in_round.eq_any(in_round));
    let rows: Vec<Row> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(db.id.0))
        .filter(tournament_tables::round.eq(round.cast_signed()).and(is_named))
        .order(tournament_tables::number)
        .select(Row::as_select())
        .load(&mut **db)
        .await?;
    rows.into_iter().map(|row| table(row).ok_or_else(|| unreadable("a table"))).collect()
}

pub(super) fn table(row: Row) -> Option<TournamentTable> {
    let seats = entries(&row.seats);
    let result = match &row.places {
        Some(places) => Some(results(&seats, places, &row)?),
        None => None,
    };
    let status = TableStatus::named(&row.status)?;
    let reports: Vec<ReportRow> = serde_json::from_value(row.reports).ok()?;
    Some(TournamentTable {
        number: row.number.cast_unsigned(),
        round: row.round.cast_unsigned(),
        match_number: row.match_number.cast_unsigned(),
        in_round: row.in_round.cast_unsigned(),
        board: row.board.cast_unsigned(),
        status,
        seats,
        paired: entries(&row.paired),
        manual: row.manual,
        third_place: row.third_place,
        cost: read_cost(&row.cost)?,
        game: row.game_id.map(GameId),
        result,
        reports: reports.into_iter().map(Report::from).collect(),
        final_at: row.final_at,
        decided_by: match row.decided_by {
            Some(name) => Some(DecidedBy::named(&name)?),
            None => None,
        },
        started_at: row.started_at,
        ended_at: row.ended_at,
        decided_at: row.decided_at,
        version: row.version.cast_unsigned(),
    })
}

fn results(seats: &[EntryId], places: &[i16], row: &Row) -> Option<Vec<SeatResult>> {
    let measured = |column: &Option<Vec<i16>>, index: usize| match column {
        Some(values) => values.get(index).map(|value| Some(value.cast_unsigned())),
        None => Some(None),
    };
    let forfeits = row.forfeits.as_deref().unwrap_or_default();
    let of_seat = |(index, &entry): (usize, &EntryId)| {
        Some(SeatResult {
            entry,
            place: u8::try_from(*places.get(index)?).ok()?,
            prestige: measured(&row.prestige, index)?,
            cards: measured(&row.cards, index)?,
            tokens: measured(&row.tokens, index)?,
            forfeit: forfeits.iter().any(|&seat| usize::try_from(seat) == Ok(index)),
        })
    };
    seats.iter().enumerate().map(of_seat).collect()
}
