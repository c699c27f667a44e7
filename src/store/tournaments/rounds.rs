//! The rounds of a tournament.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Interval, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::entries::absent;
use super::numbers::{entries, entry, number, numbers, pair_numbers, pairs};
use super::{shared_deals, tables};
use crate::games::interval;
use crate::schema::tournament_rounds;
use crate::{Failure, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};
use lapidary_model::tournaments::settings::Unfinished;
use lapidary_model::tournaments::shared_deal::SharedDeal;

/// A round to add.
pub struct NewRound<'a> {
    /// Its number.
    pub number: u16,
    /// By which rule it is paired.
    pub stage: Stage,
    /// Who takes part.
    pub entrants: &'a [EntryId],
    /// The last entry; entry 0 if there is none.
    pub last_entry: EntryId,
    /// Whom organizers have removed.
    pub removed: &'a [EntryId],
    /// Who has a bye.
    pub byes: &'a [EntryId],
    /// Who has requested a bye.
    pub requested_byes: &'a [EntryId],
    /// What counts in its pairing beside the points.
    pub virtual_points: &'a VirtualPoints,
    /// Pairs that must not meet.
    pub forbidden: &'a [(EntryId, EntryId)],
    /// How long players have to say that they are ready; zero without a ready check.
    pub ready_check: Duration,
}

/// Adds a round that is paired. The caller must hold the lock of the tournament.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    new: &NewRound<'_>,
) -> Result<(), Failure> {
    let until =
        sql::<Nullable<Timestamptz>>("clock_timestamp() + ").bind::<Interval, _>(interval(new.ready_check));
    diesel::insert_into(tournament_rounds::table)
        .values((
            tournament_rounds::tournament_id.eq(id.0),
            tournament_rounds::number.eq(new.number.cast_signed()),
            tournament_rounds::stage.eq(new.stage.name()),
            tournament_rounds::status.eq(RoundStatus::Paired.name()),
            tournament_rounds::entrants.eq(numbers(new.entrants)),
            tournament_rounds::last_entry.eq(number(new.last_entry)),
            tournament_rounds::removed.eq(numbers(new.removed)),
            tournament_rounds::byes.eq(numbers(new.byes)),
            tournament_rounds::requested_byes.eq(numbers(new.requested_byes)),
            tournament_rounds::virtual_twelfths.eq(new.virtual_points.points().twelfths()),
            tournament_rounds::virtual_entries.eq(numbers(new.virtual_points.entries())),
            tournament_rounds::forbidden.eq(pair_numbers(new.forbidden)),
            tournament_rounds::ready_until.eq(until),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores who is ready. The caller must hold the lock of the tournament.
pub async fn set_ready(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    ready: &[EntryId],
) -> Result<(), Failure> {
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set(tournament_rounds::ready.eq(numbers(ready)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores who has a bye that they had requested. The caller must hold the lock of the tournament.
pub async fn set_requested_byes(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    byes: &[EntryId],
) -> Result<(), Failure> {
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set(tournament_rounds::requested_byes.eq(numbers(byes)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores who has a bye. The caller must hold the lock of the tournament.
pub async fn set_byes(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    byes: &[EntryId],
) -> Result<(), Failure> {
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set(tournament_rounds::byes.eq(numbers(byes)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores that the games of a round start, who has a bye, and who is missing. With a deadline, the time to
/// play ends after a while, and what happens then is stored, so that later settings do not change it. The
/// caller must hold the lock of the tournament.
pub async fn open(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    byes: &[EntryId],
    no_shows: &[EntryId],
    deadline: Option<(Duration, Unfinished)>,
) -> Result<(), Failure> {
    let ends_at = sql::<Nullable<Timestamptz>>("clock_timestamp() + ")
        .bind::<Nullable<Interval>, _>(deadline.map(|(after, _)| interval(after)));
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set((
            tournament_rounds::status.eq(RoundStatus::Open.name()),
            tournament_rounds::byes.eq(numbers(byes)),
            tournament_rounds::no_shows.eq(numbers(no_shows)),
            tournament_rounds::opened_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")),
            tournament_rounds::ends_at.eq(ends_at),
            tournament_rounds::unfinished.eq(deadline.map(|(_, unfinished)| unfinished.name())),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes the pairs that must not meet in a round. The caller must hold the lock of the tournament.
pub async fn set_forbidden(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    forbidden: &[(EntryId, EntryId)],
) -> Result<(), Failure> {
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set(tournament_rounds::forbidden.eq(pair_numbers(forbidden)))
        .execute(connection)
        .await?;
    Ok(())
}

/// When the server pairs the next round.
#[derive(Debug, Clone, Copy)]
pub struct NextPairing {
    /// How long after this round.
    pub after: Duration,
    /// The date of the next round, if it has one.
    pub not_before: Option<DateTime<Utc>>,
}

/// Closes a round, and stores who takes no part any more. `next` says when the server pairs the next one;
/// none if it does not wait for that. The caller must hold the lock of the tournament.
pub async fn close(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    next: Option<NextPairing>,
) -> Result<(), Failure> {
    let absent = numbers(&absent(connection, id).await?);
    // Whoever was missing when a knock-out round was opened is out.
    let absent = sql::<Nullable<Array<Integer>>>("ARRAY(SELECT DISTINCT entry FROM unnest(")
        .bind::<Array<Integer>, _>(absent)
        .sql(" || CASE stage WHEN 'knock_out' THEN no_shows ELSE '{}' END) AS entry ORDER BY entry)");
    let next_at = sql::<Nullable<Timestamptz>>("CASE WHEN ")
        .bind::<Bool, _>(next.is_some())
        .sql(" THEN greatest(clock_timestamp() + ")
        .bind::<Nullable<Interval>, _>(next.map(|next| interval(next.after)))
        .sql(", ")
        .bind::<Nullable<Timestamptz>, _>(next.and_then(|next| next.not_before))
        .sql(") END");
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set((
            tournament_rounds::status.eq(RoundStatus::Closed.name()),
            tournament_rounds::absent.eq(absent),
            tournament_rounds::closed_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")),
            tournament_rounds::next_round_at.eq(next_at),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Opens a closed round again, because a match of it goes on. The caller must hold the lock of the
/// tournament.
pub async fn reopen(connection: &mut AsyncPgConnection, id: TournamentId, round: u16) -> Result<(), Failure> {
    let never: Option<DateTime<Utc>> = None;
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .set((
            tournament_rounds::status.eq(RoundStatus::Open.name()),
            tournament_rounds::closed_at.eq(never),
            tournament_rounds::next_round_at.eq(never),
            tournament_rounds::absent.eq(None::<Vec<i32>>),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a round back in which nothing was played, with its tables. The caller must hold the lock of the
/// tournament and of the games of the round.
pub async fn unpair(connection: &mut AsyncPgConnection, id: TournamentId, round: u16) -> Result<(), Failure> {
    tables::delete_round(connection, id, round).await?;
    shared_deals::unpair(connection, id, round).await?;
    diesel::delete(tournament_rounds::table.find((id.0, round.cast_signed()))).execute(connection).await?;
    Ok(())
}

/// Stores that the server pairs the round after this one at another time, but not before the time for
/// corrections is over; without a time, then. Nothing changes if it does not wait for that. The caller must
/// hold the lock of the tournament.
pub async fn change_wait(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    round: u16,
    next: NextPairing,
) -> Result<(), Failure> {
    let next_at = sql::<Nullable<Timestamptz>>("greatest(closed_at + ")
        .bind::<Interval, _>(interval(next.after))
        .sql(", ")
        .bind::<Nullable<Timestamptz>, _>(next.not_before)
        .sql(")");
    diesel::update(tournament_rounds::table.find((id.0, round.cast_signed())))
        .filter(tournament_rounds::next_round_at.is_not_null())
        .set(tournament_rounds::next_round_at.eq(next_at))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores that the server does not wait any more to pair the next round. The caller must hold the lock of the
/// tournament.
pub async fn end_wait(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<(), Failure> {
    let never: Option<DateTime<Utc>> = None;
    diesel::update(tournament_rounds::table.filter(tournament_rounds::tournament_id.eq(id.0)))
        .filter(tournament_rounds::next_round_at.is_not_null())
        .set(tournament_rounds::next_round_at.eq(never))
        .execute(connection)
        .await?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tournament_rounds)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct RoundRow {
    number: i16,
    stage: String,
    status: String,
    entrants: Vec<i32>,
    byes: Vec<i32>,
    no_shows: Vec<i32>,
    forbidden: Vec<i32>,
    ready: Vec<i32>,
    ready_until: Option<DateTime<Utc>>,
    paired_at: DateTime<Utc>,
    opened_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    next_round_at: Option<DateTime<Utc>>,
    absent: Option<Vec<i32>>,
    last_entry: i32,
    removed: Vec<i32>,
    requested_byes: Vec<i32>,
    virtual_twelfths: i64,
    virtual_entries: Vec<i32>,
    ends_at: Option<DateTime<Utc>>,
    unfinished: Option<String>,
}

/// Returns all rounds of a tournament with their tables, in the order of numbers.
pub async fn load(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<Vec<Round>, Failure> {
    let rows: Vec<RoundRow> = tournament_rounds::table
        .filter(tournament_rounds::tournament_id.eq(id.0))
        .order(tournament_rounds::number)
        .select(RoundRow::as_select())
        .load(connection)
        .await?;
    let mut tables = tables::load(connection, id, None).await?;
    let mut deals = shared_deals::load(connection, id, None).await?;
    let mut rounds = Vec::with_capacity(rows.len());
    for row in rows {
        let number = row.number.cast_unsigned();
        let (own, others) = tables.into_iter().partition(|table| table.round == number);
        tables = others;
        let (dealt, others) = deals.into_iter().partition(|deal| deal.round == number);
        deals = others;
        rounds.push(round(row, own, dealt).ok_or_else(|| unreadable("a round"))?);
    }
    Ok(rounds)
}

/// Returns one round with its tables.
pub async fn find(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    number: u16,
) -> Result<Option<Round>, Failure> {
    let row: Option<RoundRow> = tournament_rounds::table
        .find((id.0, number.cast_signed()))
        .select(RoundRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let tables = tables::load(connection, id, Some(number)).await?;
    let deals = shared_deals::load(connection, id, Some(number)).await?;
    round(row, tables, deals).map(Some).ok_or_else(|| unreadable("a round"))
}

fn round(row: RoundRow, tables: Vec<TournamentTable>, deals: Vec<SharedDeal>) -> Option<Round> {
    Some(Round {
        number: row.number.cast_unsigned(),
        stage: Stage::named(&row.stage)?,
        status: RoundStatus::named(&row.status)?,
        entrants: entries(&row.entrants),
        byes: entries(&row.byes),
        requested_byes: entries(&row.requested_byes),
        virtual_points: VirtualPoints::new(
            Points::of_twelfths(row.virtual_twelfths),
            entries(&row.virtual_entries),
        ),
        no_shows: entries(&row.no_shows),
        forbidden: pairs(&row.forbidden),
        ready: entries(&row.ready),
        ready_until: row.ready_until,
        paired_at: row.paired_at,
        opened_at: row.opened_at,
        closed_at: row.closed_at,
        ends_at: row.ends_at,
        unfinished: match row.unfinished {
            Some(word) => Some(Unfinished::named(&word)?),
            None => None,
        },
        next_round_at: row.next_round_at,
        absent: row.absent.as_deref().map(entries),
        last_entry: entry(row.last_entry),
        removed: entries(&row.removed),
        tables,
        deals,
    })
}
