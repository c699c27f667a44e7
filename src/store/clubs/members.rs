//! The members of clubs.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{club_members, players};
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubId, ClubMember, ClubRole};

fn read_role(role: &str) -> Result<ClubRole, Failure> {
    ClubRole::named(role).ok_or_else(|| unreadable("a member of a club"))
}

/// Adds a member; adding again changes nothing. The caller must hold the lock of the club.
pub async fn insert(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
    role: ClubRole,
) -> Result<(), Failure> {
    diesel::insert_into(club_members::table)
        .values((
            club_members::club_id.eq(club.0),
            club_members::player_id.eq(player.0),
            club_members::role.eq(role.name()),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Changes what a member may do. The caller must hold the lock of the club.
pub async fn set_role(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
    role: ClubRole,
) -> Result<(), Failure> {
    diesel::update(club_members::table.find((club.0, player.0)))
        .set(club_members::role.eq(role.name()))
        .run(connection)
        .await
}

/// Takes a member away. The caller must hold the lock of the club.
pub async fn delete(connection: &mut Postgres, club: ClubId, player: PlayerId) -> Result<(), Failure> {
    diesel::delete(club_members::table.find((club.0, player.0))).run(connection).await
}

/// Returns what a player may do in a club; none for a player who is not a member.
pub async fn role_of(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
) -> Result<Option<ClubRole>, Failure> {
    let role: Option<String> =
        club_members::table.find((club.0, player.0)).select(club_members::role).first_row(connection).await?;
    role.as_deref().map(read_role).transpose()
}

/// Returns the owner and the managers of a club that is not closed.
pub async fn managers(connection: &mut Postgres, club: ClubId) -> Result<Vec<PlayerId>, Failure> {
    let manages = club_members::role.eq_any([ClubRole::Owner.name(), ClubRole::Manager.name()]);
    let ids: Vec<Uuid> = club_members::table
        .filter(club_members::club_id.eq(club.0).and(manages))
        .filter(sql::<Bool>("EXISTS (SELECT FROM clubs WHERE id = club_id AND closed_at IS NULL)"))
        .order(club_members::player_id)
        .select(club_members::player_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(PlayerId).collect())
}

/// Counts the clubs of a player.
pub async fn joined_count(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let own = club_members::table.filter(club_members::player_id.eq(player.0));
    Ok(own.count().get_result(connection).await?)
}

/// Returns the clubs of a player with what they may do there, in the order of ids.
pub async fn clubs_of(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<Vec<(ClubId, ClubRole)>, Failure> {
    let rows: Vec<(Uuid, String)> = club_members::table
        .filter(club_members::player_id.eq(player.0))
        .order(club_members::club_id)
        .select((club_members::club_id, club_members::role))
        .load(connection)
        .await?;
    rows.into_iter().map(|(club, role)| Ok((ClubId(club), read_role(&role)?))).collect()
}

/// Returns the member who owns a club after a player has left it: the manager who is there longest, or else
/// the member who is there longest. The caller must hold the lock of the club.
pub async fn successor(
    connection: &mut Postgres,
    club: ClubId,
    leaving: PlayerId,
) -> Result<Option<PlayerId>, Failure> {
    let others = club_members::club_id.eq(club.0).and(club_members::player_id.ne(leaving.0));
    let found: Option<Uuid> = club_members::table
        .filter(others)
        .order((
            club_members::role.eq(ClubRole::Manager.name()).desc(),
            club_members::since,
            club_members::player_id,
        ))
        .select(club_members::player_id)
        .first_row(connection)
        .await?;
    Ok(found.map(PlayerId))
}

/// The columns of a member: the player, the role, and since when.
type MemberRow = (OccupantRow, String, DateTime<Utc>);

/// Returns a page of the members after a player, in the order of ids.
pub async fn page(
    connection: &mut Postgres,
    club: ClubId,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<ClubMember>, Failure> {
    let rows: Vec<MemberRow> = club_members::table
        .inner_join(players::table.on(players::id.eq(club_members::player_id)))
        .filter(club_members::club_id.eq(club.0))
        .filter(club_members::player_id.gt(after.map_or(Uuid::nil(), |after| after.0)))
        .order(club_members::player_id)
        .limit(limit)
        .select((OccupantRow::as_select(), club_members::role, club_members::since))
        .load(connection)
        .await?;
    let member = |(player, role, since): MemberRow| {
        Ok(ClubMember { player: player.into(), role: read_role(&role)?, since })
    };
    rows.into_iter().map(member).collect()
}
