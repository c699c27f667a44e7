//! The rounds of a tournament.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::excluded::excluded;
use super::numbers::{entries, entry, number, numbers, pair_numbers, pairs};
use super::{Locked, shared_deals, tables};
use crate::by_hand::One;
use crate::run::Run;
use crate::schema::tournament_rounds;
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::event::points::Points;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_model::auth::PlayerId;
use lapidary_model::season::SeasonId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TableName, TournamentTable};
use lapidary_model::tournaments::settings::Unfinished;
use lapidary_model::tournaments::shared_deal::SharedDeal;

/// Returns whether results of a player over the board are rated in some round.
pub async fn rates(db: &mut Locked<'_>, player: PlayerId) -> Result<bool, Failure> {
    let One(found) = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM tournament_rounds r JOIN tournament_entries n ON n.tournament_id = r.tournament_id \
         AND n.number = ANY (r.rated_entries) WHERE r.tournament_id = $1 AND n.player_id = $2)",
    )
    .bind::<SqlUuid, _>(db.id().0)
    .bind::<SqlUuid, _>(player.0)
    .get_result(&mut **db)
    .await?;
    Ok(found)
}

#[derive(PartialEq, Queryable, Selectable, Insertable)]
#[diesel(table_name = tournament_rounds)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct RoundRow {
    tournament_id: Uuid,
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
    season_id: Option<Uuid>,
    rated_entries: Vec<i32>,
}

impl RoundRow {
    fn new(id: TournamentId, round: &Round) -> RoundRow {
        RoundRow {
            tournament_id: id.0,
            number: round.number.cast_signed(),
            stage: round.stage.name().to_owned(),
            status: round.status.name().to_owned(),
            entrants: numbers(&round.entrants),
            byes: numbers(&round.byes),
            no_shows: numbers(&round.no_shows),
            forbidden: pair_numbers(&round.forbidden),
            ready: numbers(&round.ready),
            ready_until: round.ready_until,
            paired_at: round.paired_at,
            opened_at: round.opened_at,
            closed_at: round.closed_at,
            next_round_at: round.next_round_at,
            absent: round.absent.as_deref().map(numbers),
            last_entry: number(round.last_entry),
            removed: numbers(&round.removed),
            requested_byes: numbers(&round.requested_byes),
            virtual_twelfths: round.virtual_points.points().twelfths(),
            virtual_entries: numbers(round.virtual_points.entries()),
            ends_at: round.ends_at,
            unfinished: round.unfinished.map(|unfinished| unfinished.name().to_owned()),
            season_id: round.season.map(|season| season.0),
            rated_entries: numbers(&round.rated),
        }
    }
}

/// Stores rounds that are new, have changed or are gone; their tables are stored by themselves.
pub(super) async fn save(db: &mut Locked<'_>, stored: &[Round], rounds: &[Round]) -> Result<(), Failure> {
    let id = db.id;
    let old: Vec<RoundRow> = stored.iter().map(|round| RoundRow::new(id, round)).collect();
    let rows = rounds.iter().map(|round| RoundRow::new(id, round));
    let changed: Vec<RoundRow> = rows.filter(|row| !old.contains(row)).collect();
    if !changed.is_empty() {
        diesel::insert_into(tournament_rounds::table)
            .values(changed)
            .on_conflict((tournament_rounds::tournament_id, tournament_rounds::number))
            .do_update()
            .set(excluded!(
                tournament_rounds: status, byes, requested_byes, no_shows, forbidden, ready, opened_at,
                closed_at, next_round_at, absent, ends_at, unfinished
            ))
            .execute(&mut **db)
            .await?;
    }
    // Only the last round is ever taken back.
    if stored.len() > rounds.len() {
        let last = rounds.last().map_or(0, |last| last.number).cast_signed();
        diesel::delete(tournament_rounds::table)
            .filter(tournament_rounds::tournament_id.eq(id.0).and(tournament_rounds::number.gt(last)))
            .execute(&mut **db)
            .await?;
    }
    Ok(())
}

/// Counts the rounds of a tournament.
pub async fn count(connection: &mut Postgres, id: TournamentId) -> Result<i64, Failure> {
    let all = tournament_rounds::table.filter(tournament_rounds::tournament_id.eq(id.0));
    Ok(all.count().get_result(connection).await?)
}

/// Returns all rounds of a tournament with their tables, in the order of numbers; of a `duplicate` one with
/// the deals that tables share.
pub async fn load(
    connection: &mut Postgres,
    id: TournamentId,
    duplicate: bool,
) -> Result<Vec<Round>, Failure> {
    let rows: Vec<RoundRow> = tournament_rounds::table
        .filter(tournament_rounds::tournament_id.eq(id.0))
        .order(tournament_rounds::number)
        .select(RoundRow::as_select())
        .load(connection)
        .await?;
    let mut tables = tables::load(connection, id, None).await?;
    let mut deals = match duplicate {
        true => shared_deals::load(connection, id, None).await?,
        false => Vec::new(),
    };
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

/// Returns the last round with the tables that are named, and no others.
pub async fn last_with(db: &mut Locked<'_>, names: &[TableName]) -> Result<Option<Round>, Failure> {
    let id = db.id;
    let row: Option<RoundRow> = tournament_rounds::table
        .filter(tournament_rounds::tournament_id.eq(id.0))
        .order(tournament_rounds::number.desc())
        .select(RoundRow::as_select())
        .first_row(db)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let tables = tables::named(db, row.number.cast_unsigned(), names).await?;
    round(row, tables, Vec::new()).map(Some).ok_or_else(|| unreadable("a round"))
}

/// Returns one round with its tables.
pub async fn find(
    connection: &mut Postgres,
    id: TournamentId,
    number: u16,
) -> Result<Option<Round>, Failure> {
    let row: Option<RoundRow> = tournament_rounds::table
        .find((id.0, number.cast_signed()))
        .select(RoundRow::as_select())
        .first_row(connection)
        .await?;
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
        season: row.season_id.map(SeasonId),
        rated: entries(&row.rated_entries),
        tables,
        deals,
    })
}
