//! Invitations to clubs and applications, until they are answered.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{blocks, club_requests, players};
use crate::{Failure, Postgres};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubId, ClubRequest, RequestKind};

/// Adds a request; adding again changes nothing. `by` is who invites, none for an application. The caller
/// must hold the lock of the club.
pub async fn insert(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
    by: Option<PlayerId>,
) -> Result<(), Failure> {
    let kind = if by.is_some() { RequestKind::Invitation } else { RequestKind::Application };
    diesel::insert_into(club_requests::table)
        .values((
            club_requests::club_id.eq(club.0),
            club_requests::player_id.eq(player.0),
            club_requests::kind.eq(kind.name()),
            club_requests::asked_by.eq(by.map(|by| by.0)),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Deletes a request; returns whether there was one. The caller must hold the lock of the club.
pub async fn delete(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
    kind: RequestKind,
) -> Result<bool, Failure> {
    let own = club_requests::table.find((club.0, kind.name(), player.0));
    Ok(diesel::delete(own).execute(connection).await? > 0)
}

/// Returns whether somebody whom the player has not blocked has invited them to a club.
pub async fn is_invited(connection: &mut Postgres, club: ClubId, player: PlayerId) -> Result<bool, Failure> {
    let blocked = blocks::table.filter(blocks::blocker_id.eq(player.0)).select(blocks::blocked_id.nullable());
    let own = club_requests::table
        .find((club.0, RequestKind::Invitation.name(), player.0))
        .filter(club_requests::asked_by.ne_all(blocked));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Returns whether a player has applied to a club.
pub async fn has_applied(connection: &mut Postgres, club: ClubId, player: PlayerId) -> Result<bool, Failure> {
    let own = club_requests::table.find((club.0, RequestKind::Application.name(), player.0));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Counts the requests of a club.
pub async fn count(connection: &mut Postgres, club: ClubId, kind: RequestKind) -> Result<i64, Failure> {
    let all = club_requests::club_id.eq(club.0).and(club_requests::kind.eq(kind.name()));
    Ok(club_requests::table.filter(all).count().get_result(connection).await?)
}

/// Counts the applications of a player.
pub async fn applied_count(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let own =
        club_requests::player_id.eq(player.0).and(club_requests::kind.eq(RequestKind::Application.name()));
    Ok(club_requests::table.filter(own).count().get_result(connection).await?)
}

/// Returns a page of the requests of a club after a player, in the order of the ids of players.
pub async fn page(
    connection: &mut Postgres,
    club: ClubId,
    kind: RequestKind,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<ClubRequest>, Failure> {
    let rows: Vec<(OccupantRow, DateTime<Utc>)> = club_requests::table
        .inner_join(players::table.on(players::id.eq(club_requests::player_id)))
        .filter(club_requests::club_id.eq(club.0).and(club_requests::kind.eq(kind.name())))
        .filter(club_requests::player_id.gt(after.map_or(Uuid::nil(), |after| after.0)))
        .order(club_requests::player_id)
        .limit(limit)
        .select((OccupantRow::as_select(), club_requests::asked_at))
        .load(connection)
        .await?;
    let request =
        |(player, asked_at): (OccupantRow, DateTime<Utc>)| ClubRequest { player: player.into(), asked_at };
    Ok(rows.into_iter().map(request).collect())
}
