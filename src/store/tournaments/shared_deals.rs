//! Deals that several games of a duplicate tournament share, and which of these games are not over.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Locked;
use super::numbers::{entries, numbers};
use crate::run::Run;
use crate::schema::shared_deals;
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::{DealId, Entropy};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::shared_deal::SharedDeal;

/// The maximum number of deals of a round, one for each number of seats of a table.
const DEALS_PER_ROUND_MAX: i64 = 3;

/// Adds a deal, whose games start in the same transaction.
pub async fn insert(db: &mut Locked<'_>, new: &SharedDeal) -> Result<(), Failure> {
    let (from, given): (Vec<EntryId>, Vec<&[u8]>) =
        new.contributions.iter().map(|(entry, entropy)| (*entry, entropy.as_bytes())).unzip();
    diesel::insert_into(shared_deals::table)
        .values((
            shared_deals::id.eq(uuid(new.id)),
            shared_deals::tournament_id.eq(db.id.0),
            shared_deals::round.eq(new.round.cast_signed()),
            shared_deals::seats.eq(i16::from(new.seats)),
            shared_deals::commitment.eq(new.commitment.as_slice()),
            shared_deals::beacon.eq(new.beacon.as_bytes()),
            shared_deals::entries.eq(numbers(&from)),
            shared_deals::entropies.eq(given),
        ))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Stores the games that are played with a deal, when they start.
pub async fn set_games(connection: &mut Postgres, deal: DealId, games: &[GameId]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    diesel::update(shared_deals::table.find(uuid(deal)))
        .set((shared_deals::games.eq(&ids), shared_deals::running.eq(&ids)))
        .run(connection)
        .await
}

/// Adds a game that replaces one of the games of a deal before that one has ended, so the deal stays hidden.
pub async fn add_game(db: &mut Locked<'_>, deal: DealId, game: GameId) -> Result<(), Failure> {
    let with = |column: &str| {
        let start = format!("array_append({column}, ");
        sql::<Array<SqlUuid>>(&start).bind::<SqlUuid, _>(game.0).sql(")")
    };
    let hidden = shared_deals::table.find(uuid(deal)).filter(shared_deals::revealed_at.is_null());
    let added = diesel::update(hidden)
        .set((shared_deals::games.eq(with("games")), shared_deals::running.eq(with("running"))))
        .execute(&mut **db)
        .await?;
    if added == 1 { Ok(()) } else { Err(unreadable("a deal of a game that goes on")) }
}

/// Leaves the deals of a round that is unpaired to its games, which are locked.
pub async fn unpair(db: &mut Locked<'_>, round: u16) -> Result<(), Failure> {
    let of_round = shared_deals::tournament_id.eq(db.id.0).and(shared_deals::round.eq(round.cast_signed()));
    diesel::update(shared_deals::table.filter(of_round))
        .set(shared_deals::unpaired.eq(true))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// A deal after the end of some of its games.
pub struct DealAfter {
    /// The deal.
    pub id: DealId,
    /// The round of the deal.
    pub round: u16,
    /// Whether these were the last games of the deal, so that its secret is revealed. Otherwise it stays
    /// hidden.
    pub is_revealed: bool,
}

/// Stores that games of these deals are over. Returns the deals; those that are not stored or were revealed
/// before are left out. Call it in the transaction that ends the games: if two games end at the same time,
/// the second waits here for the first.
pub async fn games_ended(
    connection: &mut Postgres,
    deals: &[DealId],
    games: &[GameId],
) -> Result<Vec<DealAfter>, Failure> {
    let games: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rest = "ARRAY(SELECT game FROM unnest(running) AS game WHERE game <> ALL (";
    let running = sql::<Array<SqlUuid>>(rest).bind::<Array<SqlUuid>, _>(games.clone()).sql("))");
    let revealed_at = sql::<Nullable<Timestamptz>>("CASE WHEN running <@ ")
        .bind::<Array<SqlUuid>, _>(games)
        .sql(" THEN now() END");
    let hidden =
        shared_deals::id.eq_any(deals.iter().copied().map(uuid)).and(shared_deals::revealed_at.is_null());
    let rows: Vec<(Uuid, i16, bool)> = diesel::update(shared_deals::table.filter(hidden))
        .set((shared_deals::running.eq(running), shared_deals::revealed_at.eq(revealed_at)))
        .returning((shared_deals::id, shared_deals::round, sql::<Bool>("revealed_at IS NOT NULL")))
        .get_results(connection)
        .await?;
    let after = |(id, round, is_revealed): (Uuid, i16, bool)| DealAfter {
        id: DealId(id.into_bytes()),
        round: round.cast_unsigned(),
        is_revealed,
    };
    Ok(rows.into_iter().map(after).collect())
}

/// Returns the digest of what the players of a deal contributed.
pub async fn beacon(mut connection: &Postgres, deal: DealId) -> Result<Entropy, Failure> {
    let bytes: Vec<u8> =
        shared_deals::table.find(uuid(deal)).select(shared_deals::beacon).first(&mut connection).await?;
    Entropy::try_from(bytes).map_err(|_| unreadable("a beacon"))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = shared_deals)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct SharedDealRow {
    id: Uuid,
    round: i16,
    seats: i16,
    commitment: Vec<u8>,
    beacon: Vec<u8>,
    entries: Vec<i32>,
    entropies: Vec<Vec<u8>>,
    games: Vec<Uuid>,
    revealed_at: Option<DateTime<Utc>>,
}

/// Returns the deals of a round, or of all rounds, by round and number of seats.
pub async fn load(
    connection: &mut Postgres,
    tournament: TournamentId,
    round: Option<u16>,
) -> Result<Vec<SharedDeal>, Failure> {
    let mut query = shared_deals::table
        .filter(shared_deals::tournament_id.eq(tournament.0).and(diesel::dsl::not(shared_deals::unpaired)))
        .order((shared_deals::round, shared_deals::seats))
        .select(SharedDealRow::as_select())
        .into_boxed();
    if let Some(round) = round {
        query = query.filter(shared_deals::round.eq(round.cast_signed())).limit(DEALS_PER_ROUND_MAX);
    }
    let rows: Vec<SharedDealRow> = query.load(connection).await?;
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("a shared deal"))).collect()
}

fn read(row: SharedDealRow) -> Option<SharedDeal> {
    let entropies = row.entropies.into_iter().map(|entropy| Entropy::try_from(entropy).ok());
    Some(SharedDeal {
        id: DealId(row.id.into_bytes()),
        round: row.round.cast_unsigned(),
        seats: row.seats.try_into().ok()?,
        commitment: row.commitment.try_into().ok()?,
        beacon: Entropy::try_from(row.beacon).ok()?,
        contributions: entries(&row.entries)
            .into_iter()
            .zip(entropies.collect::<Option<Vec<_>>>()?)
            .collect(),
        games: row.games.into_iter().map(GameId).collect(),
        revealed_at: row.revealed_at,
    })
}

fn uuid(deal: DealId) -> Uuid {
    Uuid::from_bytes(deal.0)
}
