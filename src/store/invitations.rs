//! The invitations to games.

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::Failure;
use super::schema::{invitations, players};
use crate::auth::PlayerId;
use crate::model::game::GameId;
use crate::model::invitation::{INVITATIONS_MAX, Invitation};
use crate::model::player::Occupant;

/// Invites a player; inviting again changes nothing.
///
/// # Errors
/// If the database fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), Failure> {
    diesel::insert_into(invitations::table)
        .values((invitations::game_id.eq(game.0), invitations::player_id.eq(player.0)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// Withdraws an invitation.
///
/// # Errors
/// If the database fails.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), Failure> {
    diesel::delete(invitations::table.find((game.0, player.0))).execute(connection).await?;
    Ok(())
}

/// Withdraws every invitation of a player.
///
/// # Errors
/// If the database fails.
pub async fn delete_all(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    let theirs = invitations::table.filter(invitations::player_id.eq(player.0));
    diesel::delete(theirs).execute(connection).await?;
    Ok(())
}

/// Counts the invitations of a game.
///
/// # Errors
/// If the database fails.
pub async fn count(connection: &mut AsyncPgConnection, game: GameId) -> Result<i64, Failure> {
    let all = invitations::table.filter(invitations::game_id.eq(game.0));
    Ok(all.select(count_star()).first(connection).await?)
}

/// Returns the invitations to a game, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(connection: &mut AsyncPgConnection, game: GameId) -> Result<Vec<Invitation>, Failure> {
    let rows: Vec<(Uuid, Option<String>, bool, DateTime<Utc>)> = invitations::table
        .inner_join(players::table)
        .filter(invitations::game_id.eq(game.0))
        .order((invitations::invited_at, invitations::player_id))
        .limit(INVITATIONS_MAX)
        .select((players::id, players::username, players::bot, invitations::invited_at))
        .load(connection)
        .await?;
    let invitation = |(player, username, bot, invited_at)| Invitation {
        player: Occupant { player: PlayerId(player), username, bot },
        invited_at,
    };
    Ok(rows.into_iter().map(invitation).collect())
}
