//! Players whom clubs do not admit: those who are banned, and, for a while, those who were removed or
//! declined.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{club_bans, players};
use crate::{Failure, Postgres};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubBan, ClubId};

/// The condition that a ban has not ended.
const IN_FORCE: &str = "(ends_at IS NULL OR ends_at > clock_timestamp())";

/// Bans a player until somebody lifts it; banning again changes nothing. The caller must hold the lock of the
/// club.
pub async fn insert(connection: &mut Postgres, club: ClubId, player: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(club_bans::table)
        .values((club_bans::club_id.eq(club.0), club_bans::player_id.eq(player.0)))
        .on_conflict((club_bans::club_id, club_bans::player_id))
        .do_update()
        .set(club_bans::ends_at.eq(None::<DateTime<Utc>>))
        .run(connection)
        .await
}

/// Bans a player for this long, unless they are banned for longer, and deletes the bans of the club that have
/// ended. The caller must hold the lock of the club.
pub async fn insert_for(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
    time: TimeDelta,
) -> Result<(), Failure> {
    diesel::sql_query("DELETE FROM club_bans WHERE club_id = $1 AND ends_at <= clock_timestamp()")
        .bind::<SqlUuid, _>(club.0)
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO club_bans AS b (club_id, player_id, ends_at) VALUES ($1, $2, clock_timestamp() + $3) \
         ON CONFLICT (club_id, player_id) DO UPDATE SET ends_at = excluded.ends_at WHERE b.ends_at IS NOT NULL",
    )
    .bind::<SqlUuid, _>(club.0)
    .bind::<SqlUuid, _>(player.0)
    .bind::<Interval, _>(time)
    .run(connection)
    .await
}

/// Lifts the ban of a player; returns whether there was one. The caller must hold the lock of the club.
pub async fn delete(connection: &mut Postgres, club: ClubId, player: PlayerId) -> Result<bool, Failure> {
    let own = club_bans::table.find((club.0, player.0)).filter(sql::<Bool>(IN_FORCE));
    Ok(diesel::delete(own).execute(connection).await? > 0)
}

/// Counts the bans of a club that do not end by themselves.
pub async fn count(connection: &mut Postgres, club: ClubId) -> Result<i64, Failure> {
    let all = club_bans::club_id.eq(club.0).and(club_bans::ends_at.is_null());
    Ok(club_bans::table.filter(all).count().get_result(connection).await?)
}

/// The columns of a ban: the player, since when, and when it ends by itself.
type BanRow = (OccupantRow, DateTime<Utc>, Option<DateTime<Utc>>);

fn ban((player, since, ends_at): BanRow) -> ClubBan {
    ClubBan { player: player.into(), since, ends_at }
}

/// Returns the ban of a player.
pub async fn find(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
) -> Result<Option<ClubBan>, Failure> {
    let found: Option<BanRow> = club_bans::table
        .inner_join(players::table.on(players::id.eq(club_bans::player_id)))
        .filter(club_bans::club_id.eq(club.0).and(club_bans::player_id.eq(player.0)))
        .filter(sql::<Bool>(IN_FORCE))
        .select((OccupantRow::as_select(), club_bans::since, club_bans::ends_at))
        .first_row(connection)
        .await?;
    Ok(found.map(ban))
}

/// Returns a page of the bans of a club after a player, in the order of the ids of players.
pub async fn page(
    connection: &mut Postgres,
    club: ClubId,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<ClubBan>, Failure> {
    let rows: Vec<BanRow> = club_bans::table
        .inner_join(players::table.on(players::id.eq(club_bans::player_id)))
        .filter(club_bans::club_id.eq(club.0).and(sql::<Bool>(IN_FORCE)))
        .filter(club_bans::player_id.gt(after.map_or(Uuid::nil(), |after| after.0)))
        .order(club_bans::player_id)
        .limit(limit)
        .select((OccupantRow::as_select(), club_bans::since, club_bans::ends_at))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(ban).collect())
}
