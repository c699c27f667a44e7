//! The rows of clubs.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::seasons;
use crate::by_hand::row;
use crate::run::Run;
use crate::schema::{club_members, clubs};
use crate::{Failure, Postgres, name_words, stored, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{Club, ClubId, ClubRole, ClubSettings, ClubVisibility, Joining};
use lapidary_model::names::words;
use lapidary_model::player::Occupant;

/// A club that is not closed, with its owner and the number of its members.
const CLUB: &str = "SELECT c.id, c.name, c.description, c.visibility, c.joining, c.created_at, \
    o.player_id AS owner_id, p.username AS owner_name, p.bot AS owner_bot, \
    (SELECT count(*) FROM club_members m WHERE m.club_id = c.id) AS members \
    FROM clubs c JOIN club_members o ON o.club_id = c.id AND o.role = 'owner' JOIN players p ON p.id = o.player_id \
    WHERE c.closed_at IS NULL";

row! {
    struct ClubRow {
        id: Uuid,
        name: String,
        description: Vec<String>,
        visibility: String,
        joining: String,
        created_at: DateTime<Utc>,
        owner_id: Uuid,
        owner_name: Option<String>,
        owner_bot: bool,
        members: i64,
    }
}

fn club(row: ClubRow) -> Result<Club, Failure> {
    let unknown = || unreadable("a club");
    Ok(Club {
        id: ClubId(row.id),
        settings: ClubSettings {
            name: row.name,
            description: row.description,
            visibility: ClubVisibility::named(&row.visibility).ok_or_else(unknown)?,
            joining: Joining::named(&row.joining).ok_or_else(unknown)?,
        },
        owner: Occupant { player: PlayerId(row.owner_id), username: row.owner_name, bot: row.owner_bot },
        member_count: stored(row.members, "the number of members")?,
        created_at: row.created_at,
    })
}

/// Adds a club without members. The caller adds the owner in the same transaction.
pub async fn insert(connection: &mut Postgres, id: ClubId, settings: &ClubSettings) -> Result<(), Failure> {
    diesel::insert_into(clubs::table)
        .values((
            clubs::id.eq(id.0),
            clubs::name.eq(&settings.name),
            clubs::name_words.eq(words(&settings.name)),
            clubs::words_of.eq(&settings.name),
            clubs::description.eq(&settings.description),
            clubs::visibility.eq(settings.visibility.name()),
            clubs::joining.eq(settings.joining.name()),
        ))
        .run(connection)
        .await
}

/// Changes the settings of a club. The caller must hold its lock.
pub async fn update(connection: &mut Postgres, id: ClubId, settings: &ClubSettings) -> Result<(), Failure> {
    diesel::update(clubs::table.find(id.0))
        .set((
            clubs::name.eq(&settings.name),
            clubs::name_words.eq(words(&settings.name)),
            clubs::words_of.eq(&settings.name),
            clubs::description.eq(&settings.description),
            clubs::visibility.eq(settings.visibility.name()),
            clubs::joining.eq(settings.joining.name()),
        ))
        .run(connection)
        .await
}

/// Stores the digest of the code with which players join, or that there is none. The caller must hold the
/// lock of the club.
pub async fn set_join_digest(
    connection: &mut Postgres,
    id: ClubId,
    digest: Option<&[u8; 32]>,
) -> Result<(), Failure> {
    diesel::update(clubs::table.find(id.0))
        .set(clubs::join_digest.eq(digest.map(<[u8; 32]>::as_slice)))
        .run(connection)
        .await
}

/// Returns whether the code with this digest lets players join a club that is not closed.
pub async fn has_join_code(
    connection: &mut Postgres,
    id: ClubId,
    digest: &[u8; 32],
) -> Result<bool, Failure> {
    let own = clubs::table.find(id.0).filter(clubs::join_digest.eq(digest.as_slice()));
    Ok(diesel::select(exists(own.filter(clubs::closed_at.is_null()))).get_result(connection).await?)
}

/// Closes a club whose last member has left, with its ladders and their seasons, and deletes its requests and
/// bans. The caller must hold its lock.
pub async fn close(connection: &mut Postgres, id: ClubId) -> Result<(), Failure> {
    for sql in [
        "DELETE FROM club_requests WHERE club_id = $1",
        "DELETE FROM club_bans WHERE club_id = $1",
        "UPDATE club_ladders SET closed_at = clock_timestamp() WHERE club_id = $1 AND closed_at IS NULL",
        &format!("{} AND l.club_id = $1", seasons::END),
        "UPDATE clubs SET closed_at = clock_timestamp(), join_digest = NULL WHERE id = $1",
    ] {
        diesel::sql_query(sql).bind::<SqlUuid, _>(id.0).execute(connection).await?;
    }
    Ok(())
}

/// Locks a club until the transaction ends; returns false if there is none.
pub async fn lock(connection: &mut Postgres, id: ClubId) -> Result<bool, Failure> {
    let locked: Option<Uuid> =
        clubs::table.find(id.0).select(clubs::id).for_no_key_update().first_row(connection).await?;
    Ok(locked.is_some())
}

/// Returns a club that is not closed.
pub async fn find(connection: &mut Postgres, id: ClubId) -> Result<Option<Club>, Failure> {
    let row: Option<ClubRow> = diesel::sql_query(format!("{CLUB} AND c.id = $1"))
        .bind::<SqlUuid, _>(id.0)
        .returned_row(connection)
        .await?;
    row.map(club).transpose()
}

/// Counts the clubs that a player owns.
pub async fn owned_count(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let own = club_members::player_id.eq(player.0).and(club_members::role.eq(ClubRole::Owner.name()));
    Ok(club_members::table.filter(own).count().get_result(connection).await?)
}

/// Returns a page of the public clubs before one of them, the newest first: all, or those whose names have
/// the words of a text.
pub async fn list_public(
    connection: &mut Postgres,
    name: Option<&str>,
    before: Option<ClubId>,
    limit: i64,
) -> Result<Vec<Club>, Failure> {
    let has_words = match name {
        Some(_) => "array_to_tsvector(c.name_words) @@ $3::tsquery",
        None => "true",
    };
    let mut statement = diesel::sql_query(format!(
        "{CLUB} AND c.visibility = 'public' AND ($1 IS NULL OR c.id < $1) AND {has_words} ORDER BY c.id DESC LIMIT $2"
    ))
    .into_boxed::<Pg>()
    .bind::<Nullable<SqlUuid>, _>(before.map(|before| before.0))
    .bind::<BigInt, _>(limit);
    if let Some(name) = name {
        let Some(words) = name_words::query(name) else { return Ok(Vec::new()) };
        statement = statement.bind::<Text, _>(words);
    }
    let rows: Vec<ClubRow> = statement.load(connection).await?;
    rows.into_iter().map(club).collect()
}

/// Returns a page of the clubs of which a player is a member, or which have invited them, before one of them,
/// the newest first.
pub async fn list_of(
    connection: &mut Postgres,
    player: PlayerId,
    before: Option<ClubId>,
    limit: i64,
) -> Result<Vec<Club>, Failure> {
    let rows: Vec<ClubRow> = diesel::sql_query(format!(
        "{CLUB} AND c.id IN (SELECT club_id FROM club_members WHERE player_id = $1 \
         UNION SELECT r.club_id FROM club_requests r WHERE r.player_id = $1 AND (r.kind = 'application' \
         OR NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = r.asked_by))) \
         AND ($2 IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3"
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Nullable<SqlUuid>, _>(before.map(|before| before.0))
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    rows.into_iter().map(club).collect()
}
