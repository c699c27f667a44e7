//! The entries of a tournament.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, exists, max};
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::numbers::{entry as entry_id, number};
use crate::by_hand::row;
use crate::schema::{players, tournament_entries};
use crate::{Failure, stored, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::PlayerId;
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};

/// Returns the players who have entered a tournament and have not left it, guests included.
pub async fn players(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<Vec<PlayerId>, Failure> {
    let staying = [EntryStatus::Active.name(), EntryStatus::Paused.name()];
    let ids: Vec<Uuid> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::status.eq_any(staying))
        .select(tournament_entries::player_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(PlayerId).collect())
}

/// Adds an entry with the next number. The caller must hold the lock of the tournament.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
    rating: i64,
    entropy: Option<&Entropy>,
) -> Result<EntryId, Failure> {
    let next = next_number(connection, id).await?;
    diesel::insert_into(tournament_entries::table)
        .values((
            tournament_entries::tournament_id.eq(id.0),
            tournament_entries::number.eq(next),
            tournament_entries::player_id.eq(player.0),
            tournament_entries::status.eq(EntryStatus::Active.name()),
            tournament_entries::rating.eq(stored::<_, i32>(rating, "the rating of an entry")?),
            tournament_entries::entropy.eq(entropy.map(Entropy::as_bytes)),
        ))
        .execute(connection)
        .await?;
    Ok(entry_id(next))
}

async fn next_number(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<i32, Failure> {
    let last: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .select(max(tournament_entries::number))
        .first(connection)
        .await?;
    Ok(last.unwrap_or_default().saturating_add(1))
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
}

/// Adds entries of guests with the next numbers, and returns the first number. The caller must hold the lock
/// of the tournament.
pub async fn insert_guests(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    guests: &[NewGuest],
    rating: i64,
) -> Result<EntryId, Failure> {
    let rating: i32 = stored(rating, "the rating of an entry")?;
    let first = next_number(connection, id).await?;
    let ids: Vec<Uuid> = guests.iter().map(|_| PlayerId::generate().0).collect();
    let people: Vec<_> = ids.iter().map(|&guest| (players::id.eq(guest), players::guest.eq(true))).collect();
    diesel::insert_into(players::table).values(people).execute(connection).await?;
    let entry = |((number, guest), player): ((i32, &NewGuest), &Uuid)| {
        (
            tournament_entries::tournament_id.eq(id.0),
            tournament_entries::number.eq(number),
            tournament_entries::player_id.eq(*player),
            tournament_entries::status.eq(EntryStatus::Active.name()),
            tournament_entries::rating.eq(rating),
            tournament_entries::guest.eq(guest.name.clone()),
            tournament_entries::reserved_for.eq(guest.reserved_for.map(|player| player.0)),
            tournament_entries::team.eq(guest.team.map(|team| team.0.cast_signed())),
        )
    };
    let entries: Vec<_> = (first..).zip(guests).zip(&ids).map(entry).collect();
    diesel::insert_into(tournament_entries::table).values(entries).execute(connection).await?;
    Ok(entry_id(first))
}

/// Changes the name of a guest. The caller must hold the lock of the tournament.
pub async fn rename_guest(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    name: &str,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set(tournament_entries::guest.eq(name))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the digest of the code by which a player takes the entry of a guest; an earlier code is forgotten.
/// The caller must hold the lock of the tournament.
pub async fn set_claim(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    digest: &[u8; 32],
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set(tournament_entries::claim_digest.eq(digest.as_slice()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the entry of a guest whose code has this digest.
pub async fn claimed_by(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    digest: &[u8; 32],
) -> Result<Option<EntryId>, Failure> {
    let found: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::claim_digest.eq(digest.as_slice()))
        .select(tournament_entries::number)
        .first(connection)
        .await
        .optional()?;
    Ok(found.map(entry_id))
}

/// Returns the entry that an organizer has added for a player, who has not taken it yet.
pub async fn reserved_for(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
) -> Result<Option<EntryId>, Failure> {
    let found: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::reserved_for.eq(player.0))
        .select(tournament_entries::number)
        .first(connection)
        .await
        .optional()?;
    Ok(found.map(entry_id))
}

/// Makes a player the one of an entry that a guest has. Nothing of the guest is left. The caller must hold
/// the lock of the tournament.
pub async fn give_to(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    player: PlayerId,
) -> Result<(), Failure> {
    let guest: Uuid = tournament_entries::table
        .find((id.0, number(entry)))
        .select(tournament_entries::player_id)
        .first(connection)
        .await?;
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set((
            tournament_entries::player_id.eq(player.0),
            tournament_entries::guest.eq(None::<String>),
            tournament_entries::reserved_for.eq(None::<Uuid>),
            tournament_entries::claim_digest.eq(None::<Vec<u8>>),
        ))
        .execute(connection)
        .await?;
    diesel::delete(players::table.find(guest).filter(players::guest)).execute(connection).await?;
    Ok(())
}

/// Stores that an organizer has removed an entry when this was the last round, 0 before the first. The caller
/// must hold the lock of the tournament.
pub async fn remove(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    round: u16,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .filter(tournament_entries::status.ne(EntryStatus::Removed.name()))
        .set((
            tournament_entries::status.eq(EntryStatus::Removed.name()),
            tournament_entries::removed_in.eq(round.cast_signed()),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes whether an entry takes part that is not removed by this. The caller must hold the lock of the
/// tournament.
pub async fn set_status(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    status: EntryStatus,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set((tournament_entries::status.eq(status.name()), tournament_entries::removed_in.eq(None::<i16>)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the rounds for which the player of an entry has requested a bye. The caller must hold the lock of
/// the tournament.
pub async fn set_requested_byes(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    rounds: &[u16],
) -> Result<(), Failure> {
    let rounds: Vec<i16> = rounds.iter().map(|round| round.cast_signed()).collect();
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set(tournament_entries::requested_byes.eq(rounds))
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes the rating with which an entry takes part. The caller must hold the lock of the tournament.
pub async fn set_rating(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    rating: i64,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set(tournament_entries::rating.eq(stored::<_, i32>(rating, "the rating of an entry")?))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes an entry of a tournament that has not started. The caller must hold the lock of the tournament.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
) -> Result<(), Failure> {
    diesel::delete(tournament_entries::table.find((id.0, number(entry)))).execute(connection).await?;
    Ok(())
}

/// Returns the entries that take no part, in the order of numbers.
pub async fn absent(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<Vec<EntryId>, Failure> {
    let takes_part = tournament_entries::status
        .eq(EntryStatus::Active.name())
        .and(players::username.is_not_null().or(players::guest));
    let absent: Vec<i32> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(diesel::dsl::not(takes_part))
        .order(tournament_entries::number)
        .select(tournament_entries::number)
        .load(connection)
        .await?;
    Ok(absent.into_iter().map(entry_id).collect())
}

/// Stores that erased accounts have left a tournament. The caller must hold the lock of the tournament.
pub async fn drop_erased(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<(), Failure> {
    let erased = players::table
        .filter(players::username.is_null().and(diesel::dsl::not(players::guest)))
        .select(players::id);
    diesel::update(tournament_entries::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::status.ne(EntryStatus::Removed.name()))
        .filter(tournament_entries::player_id.eq_any(erased))
        .set(tournament_entries::status.eq(EntryStatus::Dropped.name()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts the entries of a tournament.
pub async fn count(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<i64, Failure> {
    Ok(tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .select(count_star())
        .first(connection)
        .await?)
}

/// Returns whether a player has an entry.
pub async fn has(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let own = tournament_entries::tournament_id.eq(id.0).and(tournament_entries::player_id.eq(player.0));
    Ok(diesel::select(exists(tournament_entries::table.filter(own))).get_result(connection).await?)
}

pub(super) type EntryRow = (
    i32,
    String,
    i32,
    Option<Vec<u8>>,
    DateTime<Utc>,
    Option<i16>,
    Vec<i16>,
    Option<i32>,
    Option<String>,
    Uuid,
    Option<String>,
    bool,
);

/// The columns of an [`EntryRow`], as types.
type Columns = (
    tournament_entries::number,
    tournament_entries::status,
    tournament_entries::rating,
    tournament_entries::entropy,
    tournament_entries::entered_at,
    tournament_entries::removed_in,
    tournament_entries::requested_byes,
    tournament_entries::team,
    tournament_entries::guest,
    players::id,
    players::username,
    players::bot,
);

/// The columns of an [`EntryRow`].
pub(super) const COLUMNS: Columns = (
    tournament_entries::number,
    tournament_entries::status,
    tournament_entries::rating,
    tournament_entries::entropy,
    tournament_entries::entered_at,
    tournament_entries::removed_in,
    tournament_entries::requested_byes,
    tournament_entries::team,
    tournament_entries::guest,
    players::id,
    players::username,
    players::bot,
);

/// Returns the entries after a number, in the order of numbers.
pub async fn load(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    after: u32,
    limit: i64,
) -> Result<Vec<Entry>, Failure> {
    let rows: Vec<EntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::number.gt(after.cast_signed()))
        .order(tournament_entries::number)
        .limit(limit)
        .select(COLUMNS)
        .load(connection)
        .await?;
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("an entry"))).collect()
}

pub(super) fn read(
    (id, status, rating, entropy, entered_at, removed_in, byes, team, guest, player, username, bot): EntryRow,
) -> Option<Entry> {
    let status = EntryStatus::named(&status)?;
    // Servers that do not know the column leave it out.
    let removed_in = (status == EntryStatus::Removed).then(|| removed_in.unwrap_or_default().cast_unsigned());
    Some(Entry {
        id: entry_id(id),
        player: Occupant { player: PlayerId(player), username, bot },
        guest,
        team: team.map(|team| TeamId(team.cast_unsigned())),
        status,
        rating: rating.into(),
        entropy: match entropy {
            Some(bytes) => Some(Entropy::try_from(bytes).ok()?),
            None => None,
        },
        entered_at,
        requested_byes: byes.into_iter().map(i16::cast_unsigned).collect(),
        removed_in,
    })
}

/// Returns the entry of a player.
pub async fn of(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
) -> Result<Option<Entry>, Failure> {
    let number: Option<i32> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0).and(tournament_entries::player_id.eq(player.0)))
        .select(tournament_entries::number)
        .first(connection)
        .await
        .optional()?;
    match number {
        Some(number) => Ok(load(connection, id, number.cast_unsigned() - 1, 1).await?.pop()),
        None => Ok(None),
    }
}

row! {
    struct EntryColumnsRow {
        found: bool,
    }
}

/// Returns whether another bot of the owner of this bot has an entry.
pub async fn has_sibling(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    bot: PlayerId,
) -> Result<bool, Failure> {
    let found: EntryColumnsRow = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM tournament_entries e JOIN bots b ON b.player_id = e.player_id \
         WHERE e.tournament_id = $1 AND e.player_id <> $2 \
         AND b.owner_id = (SELECT owner_id FROM bots WHERE player_id = $2)) AS found",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<SqlUuid, _>(bot.0)
    .get_result(connection)
    .await?;
    Ok(found.found)
}
