//! The tables of a tournament.

use chrono::{DateTime, Utc};
use diesel::dsl::{max, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::numbers::{entries, numbers};
use crate::schema::tournament_tables;
use crate::{Failure, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::SeatResult;
use lapidary_contest::pairing::cost::Cost;
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{DecidedBy, Report, TableStatus, TournamentTable};

/// A table to add.
pub struct NewTable {
    /// Its round.
    pub round: u16,
    /// The match in its round.
    pub match_number: u16,
    /// The entries in the order of seats.
    pub seats: Vec<EntryId>,
    /// Whether an organizer has set it.
    pub manual: bool,
    /// Whether it is played for the third place.
    pub third_place: bool,
    /// What speaks against it.
    pub cost: Cost,
}

/// The end of play of a table that is decided now.
const NO_LATER_END: &str = "coalesce(ended_at, clock_timestamp())";

/// Returns the time of a decision: now, if an organizer decides.
fn decided_at(by: Option<DecidedBy>) -> SqlLiteral<Nullable<Timestamptz>> {
    sql(if by == Some(DecidedBy::Arbiter) { "clock_timestamp()" } else { "NULL" })
}

/// Adds tables that wait, with the next numbers, and returns them. The caller must hold the lock of the
/// tournament.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    new: &[NewTable],
) -> Result<Vec<TournamentTable>, Failure> {
    let last: Option<i32> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(id.0))
        .select(max(tournament_tables::number))
        .first(connection)
        .await?;
    let row = |(number, new): (i32, &NewTable)| {
        let seats = numbers(&new.seats);
        (
            tournament_tables::tournament_id.eq(id.0),
            tournament_tables::number.eq(number),
            tournament_tables::round.eq(new.round.cast_signed()),
            tournament_tables::match_number.eq(new.match_number.cast_signed()),
            tournament_tables::status.eq(TableStatus::Waiting.name()),
            tournament_tables::seats.eq(seats.clone()),
            tournament_tables::paired.eq(seats),
            tournament_tables::manual.eq(new.manual),
            tournament_tables::third_place.eq(new.third_place),
            tournament_tables::cost.eq(cost_columns(&new.cost)),
        )
    };
    let rows: Vec<_> = (last.unwrap_or_default().saturating_add(1)..).zip(new).map(row).collect();
    let added: Vec<Row> = diesel::insert_into(tournament_tables::table)
        .values(rows)
        .returning(Row::as_returning())
        .get_results(connection)
        .await?;
    added.into_iter().map(|row| table(row).ok_or_else(|| unreadable("a table"))).collect()
}

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

/// Changes who sits at a table that waits. The caller must hold the lock of the tournament.
pub async fn set_seats(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
    seats: &[EntryId],
) -> Result<(), Failure> {
    diesel::update(tournament_tables::table.find((id.0, table.cast_signed())))
        .set(tournament_tables::seats.eq(numbers(seats)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes a table wait again for a game of these entries. The caller must hold the lock of the tournament and
/// of its old game.
pub async fn reopen(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
    seats: &[EntryId],
) -> Result<(), Failure> {
    let none: Option<Vec<i16>> = None;
    diesel::update(tournament_tables::table.find((id.0, table.cast_signed())))
        .set((
            tournament_tables::status.eq(TableStatus::Waiting.name()),
            tournament_tables::seats.eq(numbers(seats)),
            tournament_tables::game_id.eq(None::<Uuid>),
            tournament_tables::decided_by.eq(None::<String>),
            tournament_tables::places.eq(&none),
            tournament_tables::prestige.eq(&none),
            tournament_tables::cards.eq(&none),
            tournament_tables::tokens.eq(&none),
            tournament_tables::forfeits.eq(&none),
            tournament_tables::ended_at.eq(None::<DateTime<Utc>>),
            tournament_tables::decided_at.eq(None::<DateTime<Utc>>),
            tournament_tables::report_seat.eq(None::<i16>),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the tables of a round in which nothing was played. The caller must hold the lock of the tournament
/// and of their games.
pub async fn delete_round(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
) -> Result<(), Failure> {
    let of_round =
        tournament_tables::tournament_id.eq(id.0).and(tournament_tables::round.eq(round.cast_signed()));
    diesel::delete(tournament_tables::table.filter(of_round)).execute(connection).await?;
    Ok(())
}

/// Stores the games of tables that start. The caller must hold the lock of the tournament.
pub async fn set_games(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    started: &[(u32, GameId)],
) -> Result<(), Failure> {
    let (numbers, games): (Vec<i32>, Vec<Uuid>) =
        started.iter().map(|&(number, game)| (number.cast_signed(), game.0)).unzip();
    diesel::sql_query(
        "UPDATE tournament_tables AS t SET status = $4, game_id = started.game, started_at = clock_timestamp() \
         FROM unnest($2, $3) AS started (number, game) \
         WHERE t.tournament_id = $1 AND t.number = started.number",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<Array<Integer>, _>(numbers)
    .bind::<Array<SqlUuid>, _>(games)
    .bind::<Text, _>(TableStatus::Playing.name())
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores that tables are played for which the server makes no games. The caller must hold the lock of the
/// tournament.
pub async fn begin(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    tables: &[u32],
) -> Result<(), Failure> {
    let numbers: Vec<i32> = tables.iter().map(|number| number.cast_signed()).collect();
    diesel::update(tournament_tables::table)
        .filter(tournament_tables::tournament_id.eq(id.0).and(tournament_tables::number.eq_any(numbers)))
        .set((
            tournament_tables::status.eq(TableStatus::Playing.name()),
            tournament_tables::started_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores what the player of this seat has reported; an earlier report is replaced. The caller must hold the
/// lock of the tournament.
pub async fn set_report(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
    seat: u8,
    report: &Report,
) -> Result<(), Failure> {
    let column = |values: &[u8]| -> Vec<i16> { values.iter().copied().map(i16::from).collect() };
    diesel::update(tournament_tables::table.find((id.0, table.cast_signed())))
        .set((
            tournament_tables::report_seat.eq(i16::from(seat)),
            tournament_tables::report_places.eq(column(&report.places)),
            tournament_tables::report_prestige.eq(report.prestige.as_deref().map(column)),
            tournament_tables::report_cards.eq(report.cards.as_deref().map(column)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores that a table does not count. Its play has ended now, unless it ended before. The caller must hold
/// the lock of the tournament.
pub async fn void(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
    by: Option<DecidedBy>,
) -> Result<(), Failure> {
    let none: Option<Vec<i16>> = None;
    diesel::update(tournament_tables::table.find((id.0, table.cast_signed())))
        .set((
            tournament_tables::status.eq(TableStatus::Void.name()),
            tournament_tables::decided_by.eq(by.map(DecidedBy::name)),
            tournament_tables::places.eq(&none),
            tournament_tables::prestige.eq(&none),
            tournament_tables::cards.eq(&none),
            tournament_tables::tokens.eq(&none),
            tournament_tables::forfeits.eq(&none),
            tournament_tables::ended_at.eq(sql::<Nullable<Timestamptz>>(NO_LATER_END)),
            tournament_tables::decided_at.eq(decided_at(by)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Voids all tables of a round that have no result, and returns their numbers. `by` is none for the server.
/// The caller must hold the lock of the tournament.
pub async fn void_unfinished(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    by: Option<DecidedBy>,
) -> Result<Vec<u32>, Failure> {
    let unfinished = [TableStatus::Waiting.name(), TableStatus::Playing.name()];
    let of_round =
        tournament_tables::tournament_id.eq(id.0).and(tournament_tables::round.eq(round.cast_signed()));
    let mut voided: Vec<i32> = diesel::update(tournament_tables::table)
        .filter(of_round.and(tournament_tables::status.eq_any(unfinished)))
        .set((
            tournament_tables::status.eq(TableStatus::Void.name()),
            tournament_tables::decided_by.eq(by.map(DecidedBy::name)),
            tournament_tables::ended_at.eq(sql::<Nullable<Timestamptz>>(NO_LATER_END)),
            tournament_tables::decided_at.eq(decided_at(by)),
        ))
        .returning(tournament_tables::number)
        .get_results(connection)
        .await?;
    voided.sort_unstable();
    Ok(voided.into_iter().map(i32::cast_unsigned).collect())
}

/// Locks the row of a table until the transaction ends, and returns how far the table is.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
) -> Result<Option<TableStatus>, Failure> {
    let status: Option<String> = tournament_tables::table
        .find((id.0, table.cast_signed()))
        .select(tournament_tables::status)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let read = |status: String| TableStatus::named(&status).ok_or_else(|| unreadable("a table"));
    status.map(read).transpose()
}

/// Stores a result. The play has ended at this time, unless it ended before. The caller must hold the lock of
/// the tournament or of the row.
pub async fn set_result(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
    result: &[SeatResult],
    by: DecidedBy,
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    let places: Vec<i16> = result.iter().map(|seat| seat.place.into()).collect();
    // What is unknown of a seat is unknown of the table.
    let column = |value: &dyn Fn(&SeatResult) -> Option<u16>| -> Option<Vec<i16>> {
        result.iter().map(|seat| value(seat).map(u16::cast_signed)).collect()
    };
    let forfeits = (0_i16..).zip(result).filter(|(_, seat)| seat.forfeit).map(|(seat, _)| seat);
    let forfeits: Vec<i16> = forfeits.collect();
    let end = sql::<Nullable<Timestamptz>>("coalesce(ended_at, ").bind::<Timestamptz, _>(at).sql(")");
    diesel::update(tournament_tables::table.find((id.0, table.cast_signed())))
        .set((
            tournament_tables::status.eq(TableStatus::Done.name()),
            tournament_tables::decided_by.eq(by.name()),
            tournament_tables::places.eq(places),
            tournament_tables::prestige.eq(column(&|seat| seat.prestige)),
            tournament_tables::cards.eq(column(&|seat| seat.cards)),
            tournament_tables::tokens.eq(column(&|seat| seat.tokens)),
            tournament_tables::forfeits.eq(forfeits),
            tournament_tables::ended_at.eq(end),
            tournament_tables::decided_at.eq(decided_at(Some(by))),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the table that plays this game, and locks its row until the transaction ends.
pub async fn lock_playing(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    game: GameId,
) -> Result<Option<TournamentTable>, Failure> {
    let row: Option<Row> = tournament_tables::table
        .filter(tournament_tables::tournament_id.eq(id.0).and(tournament_tables::game_id.eq(game.0)))
        .filter(tournament_tables::status.eq(TableStatus::Playing.name()))
        .select(Row::as_select())
        .for_update()
        .first(connection)
        .await
        .optional()?;
    row.map(|row| table(row).ok_or_else(|| unreadable("a table"))).transpose()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tournament_tables)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(super) struct Row {
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
    report_seat: Option<i16>,
    report_places: Option<Vec<i16>>,
    report_prestige: Option<Vec<i16>>,
    report_cards: Option<Vec<i16>>,
    third_place: bool,
}

/// Returns the tables of all rounds or of one, in the order of numbers.
pub async fn load(
    connection: &mut AsyncPgConnection,
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

pub(super) fn table(row: Row) -> Option<TournamentTable> {
    let seats = entries(&row.seats);
    let result = match &row.places {
        Some(places) => Some(results(&seats, places, &row)?),
        None => None,
    };
    let status = TableStatus::named(&row.status)?;
    // What was reported before a decision says nothing any more.
    let report = match row.report_seat.filter(|_| status == TableStatus::Playing) {
        Some(seat) => Some(reported(&seats, seat, &row)?),
        None => None,
    };
    Some(TournamentTable {
        number: row.number.cast_unsigned(),
        round: row.round.cast_unsigned(),
        match_number: row.match_number.cast_unsigned(),
        status,
        seats,
        paired: entries(&row.paired),
        manual: row.manual,
        third_place: row.third_place,
        cost: read_cost(&row.cost)?,
        game: row.game_id.map(GameId),
        result,
        report,
        decided_by: match row.decided_by {
            Some(name) => Some(DecidedBy::named(&name)?),
            None => None,
        },
        started_at: row.started_at,
        ended_at: row.ended_at,
        decided_at: row.decided_at,
    })
}

fn reported(seats: &[EntryId], seat: i16, row: &Row) -> Option<Report> {
    let list = |values: &Vec<i16>| -> Option<Vec<u8>> {
        values.iter().map(|&value| u8::try_from(value).ok()).collect()
    };
    Some(Report {
        by: *seats.get(usize::try_from(seat).ok()?)?,
        places: list(row.report_places.as_ref()?)?,
        prestige: row.report_prestige.as_ref().and_then(list),
        cards: row.report_cards.as_ref().and_then(list),
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
