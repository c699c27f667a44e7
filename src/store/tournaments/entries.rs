//! The entries of a tournament.

use chrono::{DateTime, Utc};
use diesel::dsl::{self, count_star, exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Locked;
use super::excluded::excluded;
use super::numbers::{entry as entry_id, number, numbers};
use crate::by_hand::One;
use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{players, tournament_entries};
use crate::{Failure, Postgres, stored, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Tournament;

/// Returns the players who have entered a tournament and have not left it, guests included.
pub async fn players(connection: &mut Postgres, id: TournamentId) -> Result<Vec<PlayerId>, Failure> {
    let staying = [EntryStatus::Active.name(), EntryStatus::Paused.name()];
    let ids: Vec<Uuid> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::status.eq_any(staying))
        .select(tournament_entries::player_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(PlayerId).collect())
}

/// Adds an entry with the next number, and returns the number.
pub async fn insert(
    db: &mut Locked<'_>,
    player: PlayerId,
    rating: i64,
    entropy: Option<&Entropy>,
    (team, status): (Option<TeamId>, EntryStatus),
) -> Result<EntryId, Failure> {
    let next =
        sql::<Integer>("(SELECT coalesce(max(number), 0) + 1 FROM tournament_entries WHERE tournament_id = ")
            .bind::<SqlUuid, _>(db.id.0)
            .sql(")");
    let added: i32 = diesel::insert_into(tournament_entries::table)
        .values((
            tournament_entries::tournament_id.eq(db.id.0),
            tournament_entries::number.eq(next),
            tournament_entries::player_id.eq(player.0),
            tournament_entries::status.eq(status.name()),
            tournament_entries::rating.eq(stored::<_, i32>(rating, "the rating of an entry")?),
            tournament_entries::entropy.eq(entropy.map(Entropy::as_bytes)),
            tournament_entries::team.eq(team.map(|team| team.0.cast_signed())),
        ))
        .returning(tournament_entries::number)
        .get_result(&mut **db)
        .await?;
    Ok(entry_id(added))
}

/// Stores changes of entries: whether they take part, their ratings, seeds, byes, teams and fixed tables, and
/// the names of guests.
pub async fn update(db: &mut Locked<'_>, entries: &[&Entry]) -> Result<(), Failure> {
    let mut rows = Vec::with_capacity(entries.len());
    for entry in entries {
        let byes: Vec<i16> = entry.requested_byes.iter().map(|round| round.cast_signed()).collect();
        rows.push((
            tournament_entries::tournament_id.eq(db.id.0),
            tournament_entries::number.eq(number(entry.id)),
            tournament_entries::player_id.eq(entry.player.player.0),
            tournament_entries::status.eq(entry.status.name()),
            tournament_entries::rating.eq(stored::<_, i32>(entry.rating, "the rating of an entry")?),
            tournament_entries::removed_in.eq(entry.removed_in.map(u16::cast_signed)),
            tournament_entries::guest.eq(entry.guest.clone()),
            tournament_entries::requested_byes.eq(byes),
            tournament_entries::seed.eq(entry.seed.map(u16::cast_signed)),
            tournament_entries::team.eq(entry.team.map(|team| team.0.cast_signed())),
            tournament_entries::fixed_table.eq(entry.fixed_table.map(u16::cast_signed)),
        ));
    }
    if !rows.is_empty() {
        diesel::insert_into(tournament_entries::table)
            .values(rows)
            .on_conflict((tournament_entries::tournament_id, tournament_entries::number))
            .do_update()
            .set(excluded!(
                tournament_entries: status, rating, removed_in, guest, requested_byes, team, seed, fixed_table
            ))
            .execute(&mut **db)
            .await?;
    }
    Ok(())
}

/// An entry that an organizer adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGuest {
    /// The name under which it takes part.
    pub name: String,
    /// The player who can take it by entering.
    pub reserved_for: Option<PlayerId>,
    /// The team to which it belongs.
    pub team: Option<TeamId>,
    pub rating: i64,
    pub seed: Option<u16>,
}

/// Adds entries of guests, of which the first one has this number.
pub async fn insert_guests(db: &mut Locked<'_>, first: EntryId, guests: &[NewGuest]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = guests.iter().map(|_| PlayerId::generate().0).collect();
    let people: Vec<_> = ids.iter().map(|&guest| (players::id.eq(guest), players::guest.eq(true))).collect();
    diesel::insert_into(players::table).values(people).execute(&mut **db).await?;
    let row = |((number, guest), player): ((i32, &NewGuest), &Uuid)| {
        Ok((
            tournament_entries::tournament_id.eq(db.id.0),
            tournament_entries::number.eq(number),
            tournament_entries::player_id.eq(*player),
            tournament_entries::status.eq(EntryStatus::Active.name()),
            tournament_entries::rating.eq(stored::<_, i32>(guest.rating, "the rating of an entry")?),
            tournament_entries::seed.eq(guest.seed.map(u16::cast_signed)),
            tournament_entries::guest.eq(guest.name.clone()),
            tournament_entries::reserved_for.eq(guest.reserved_for.map(|player| player.0)),
            tournament_entries::team.eq(guest.team.map(|team| team.0.cast_signed())),
        ))
    };
    let entries = (number(first)..).zip(guests).zip(&ids).map(row).collect::<Result<Vec<_>, Failure>>()?;
    diesel::insert_into(tournament_entries::table).values(entries).execute(&mut **db).await?;
    Ok(())
}

/// Stores the digest of the code by which a player takes the entry of a guest; an earlier code is forgotten.
pub async fn set_claim(db: &mut Locked<'_>, entry: EntryId, digest: &[u8; 32]) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((db.id.0, number(entry))))
        .set(tournament_entries::claim_digest.eq(digest.as_slice()))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Returns the entry of a guest whose code has this digest.
pub async fn claimed_by(
    connection: &mut Postgres,
    id: TournamentId,
    digest: &[u8; 32],
) -> Result<Option<EntryId>, Failure> {
    let found: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::claim_digest.eq(digest.as_slice()))
        .select(tournament_entries::number)
        .first_row(connection)
        .await?;
    Ok(found.map(entry_id))
}

/// Returns the entry that an organizer has added for a player, who has not taken it yet.
pub async fn reserved_for(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<Option<EntryId>, Failure> {
    let found: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::reserved_for.eq(player.0))
        .select(tournament_entries::number)
        .first_row(connection)
        .await?;
    Ok(found.map(entry_id))
}

/// Returns the tournaments with an entry that an organizer has added for a player who has not taken it.
pub async fn all_reserved_for(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<Vec<TournamentId>, Failure> {
    let own = tournament_entries::table.filter(tournament_entries::reserved_for.eq(player.0));
    let ids: Vec<Uuid> = own.select(tournament_entries::tournament_id).load(connection).await?;
    Ok(ids.into_iter().map(TournamentId).collect())
}

/// Removes the name of a player from the entry that an organizer has added for them. It stays a guest.
pub async fn forget_reserved(db: &mut Locked<'_>, player: PlayerId) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE tournament_entries SET guest = 'Guest ' || number, reserved_for = NULL \
         WHERE tournament_id = $1 AND reserved_for = $2",
    )
    .bind::<SqlUuid, _>(db.id.0)
    .bind::<SqlUuid, _>(player.0)
    .execute(&mut **db)
    .await?;
    Ok(())
}

/// Writes the username of a player anew into the entry that an organizer has added for them.
pub async fn rename_reserved(db: &mut Locked<'_>, player: PlayerId) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE tournament_entries SET guest = (SELECT username FROM players WHERE id = $2) \
         WHERE tournament_id = $1 AND reserved_for = $2",
    )
    .bind::<SqlUuid, _>(db.id.0)
    .bind::<SqlUuid, _>(player.0)
    .execute(&mut **db)
    .await?;
    Ok(())
}

/// Returns the players for whom an organizer has added these entries, and who have not taken them yet.
pub async fn reserved(db: &mut Locked<'_>, entries: &[EntryId]) -> Result<Vec<PlayerId>, Failure> {
    let found: Vec<Option<Uuid>> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(db.id.0))
        .filter(tournament_entries::number.eq_any(numbers(entries)))
        .select(tournament_entries::reserved_for)
        .load(&mut **db)
        .await?;
    Ok(found.into_iter().flatten().map(PlayerId).collect())
}

/// Returns whether somebody can take the entry of a guest: an organizer has named the player or made a code.
pub async fn can_be_taken(db: &mut Locked<'_>) -> Result<bool, Failure> {
    let can_be_taken =
        tournament_entries::reserved_for.is_not_null().or(tournament_entries::claim_digest.is_not_null());
    let own = tournament_entries::table.filter(tournament_entries::tournament_id.eq(db.id.0));
    Ok(diesel::select(exists(own.filter(can_be_taken))).get_result(&mut **db).await?)
}

/// Gives the entry of a guest to a player. Nothing of the guest is left.
pub async fn give_to(db: &mut Locked<'_>, entry: EntryId, player: PlayerId) -> Result<(), Failure> {
    let guest: Uuid = tournament_entries::table
        .find((db.id.0, number(entry)))
        .select(tournament_entries::player_id)
        .first(&mut **db)
        .await?;
    diesel::update(tournament_entries::table.find((db.id.0, number(entry))))
        .set((
            tournament_entries::player_id.eq(player.0),
            tournament_entries::guest.eq(None::<String>),
            tournament_entries::reserved_for.eq(None::<Uuid>),
            tournament_entries::claim_digest.eq(None::<Vec<u8>>),
        ))
        .execute(&mut **db)
        .await?;
    diesel::delete(players::table.find(guest).filter(players::guest)).execute(&mut **db).await?;
    Ok(())
}

/// Deletes an entry of a tournament that has not started.
pub async fn delete(db: &mut Locked<'_>, entry: EntryId) -> Result<(), Failure> {
    diesel::delete(tournament_entries::table.find((db.id.0, number(entry)))).execute(&mut **db).await?;
    Ok(())
}

/// Counts the entries of a tournament: those with a place, and all.
pub async fn count(connection: &mut Postgres, tournament: &Tournament) -> Result<(i64, i64), Failure> {
    let without = tournament.without_place().iter().map(|status| status.name());
    let has_place = tournament_entries::status.ne_all(without);
    Ok(tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(tournament.id.0))
        .select((dsl::count(tournament_entries::number).aggregate_filter(has_place), count_star()))
        .first(connection)
        .await?)
}

/// Returns whether a player has an entry.
pub async fn has(connection: &mut Postgres, id: TournamentId, player: PlayerId) -> Result<bool, Failure> {
    let own = tournament_entries::tournament_id.eq(id.0).and(tournament_entries::player_id.eq(player.0));
    Ok(diesel::select(exists(tournament_entries::table.filter(own))).get_result(connection).await?)
}

/// The columns of an entry.
#[derive(Queryable, Selectable)]
#[diesel(table_name = tournament_entries)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(super) struct TournamentEntryColumns {
    number: i32,
    status: String,
    rating: i32,
    entropy: Option<Vec<u8>>,
    entered_at: DateTime<Utc>,
    removed_in: Option<i16>,
    requested_byes: Vec<i16>,
    team: Option<i32>,
    seed: Option<i16>,
    guest: Option<String>,
    fixed_table: Option<i16>,
}

/// An entry with its player.
pub(super) type TournamentEntryRow = (TournamentEntryColumns, OccupantRow);

/// Returns the entries after a number, in the order of numbers.
pub async fn load(
    connection: &mut Postgres,
    id: TournamentId,
    after: u32,
    limit: i64,
) -> Result<Vec<Entry>, Failure> {
    let rows: Vec<TournamentEntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::number.gt(after.cast_signed()))
        .order(tournament_entries::number)
        .limit(limit)
        .select(TournamentEntryRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(read).collect()
}

/// Returns the entries with these numbers, in the order of numbers.
pub async fn numbered(db: &mut Locked<'_>, entries: &[EntryId]) -> Result<Vec<Entry>, Failure> {
    let rows: Vec<TournamentEntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(db.id.0))
        .filter(tournament_entries::number.eq_any(numbers(entries)))
        .order(tournament_entries::number)
        .select(TournamentEntryRow::as_select())
        .load(&mut **db)
        .await?;
    rows.into_iter().map(read).collect()
}

pub(super) fn read((row, player): TournamentEntryRow) -> Result<Entry, Failure> {
    let unknown = || unreadable("an entry");
    let status = EntryStatus::named(&row.status).ok_or_else(unknown)?;
    // Servers that do not know the column leave it out.
    let removed_in = row.removed_in.unwrap_or_default().cast_unsigned();
    Ok(Entry {
        id: entry_id(row.number),
        player: player.into(),
        guest: row.guest,
        team: row.team.map(|team| TeamId(team.cast_unsigned())),
        status,
        rating: row.rating.into(),
        seed: row.seed.map(i16::cast_unsigned),
        entropy: row.entropy.map(Entropy::try_from).transpose().map_err(|_| unknown())?,
        entered_at: row.entered_at,
        requested_byes: row.requested_byes.into_iter().map(i16::cast_unsigned).collect(),
        fixed_table: row.fixed_table.map(i16::cast_unsigned),
        removed_in: (status == EntryStatus::Removed).then_some(removed_in),
    })
}

/// Returns the entry of a player.
pub async fn of(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<Option<Entry>, Failure> {
    let row: Option<TournamentEntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0).and(tournament_entries::player_id.eq(player.0)))
        .select(TournamentEntryRow::as_select())
        .first_row(connection)
        .await?;
    row.map(read).transpose()
}

/// Returns whether another bot of the owner of this bot has an entry.
pub async fn has_sibling(
    connection: &mut Postgres,
    id: TournamentId,
    bot: PlayerId,
) -> Result<bool, Failure> {
    let One(found) = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM tournament_entries e JOIN bots b ON b.player_id = e.player_id \
         WHERE e.tournament_id = $1 AND e.player_id <> $2 \
         AND b.owner_id = (SELECT owner_id FROM bots WHERE player_id = $2))",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<SqlUuid, _>(bot.0)
    .get_result(connection)
    .await?;
    Ok(found)
}

/// Returns whether a player or a bot of theirs has an entry. An entry that waits for them under their name
/// counts. For a bot: whether its owner or a bot of the owner has one.
pub async fn has_with_bots(db: &mut Locked<'_>, player: PlayerId) -> Result<bool, Failure> {
    let One(found) = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM tournament_entries e LEFT JOIN bots b ON b.player_id = e.player_id \
         WHERE e.tournament_id = $1 AND coalesce((SELECT owner_id FROM bots WHERE player_id = $2), $2) \
         IN (coalesce(b.owner_id, e.player_id), CASE WHEN e.status IN ('active', 'paused') THEN e.reserved_for END))",
    )
    .bind::<SqlUuid, _>(db.id.0)
    .bind::<SqlUuid, _>(player.0)
    .get_result(&mut **db)
    .await?;
    Ok(found)
}
