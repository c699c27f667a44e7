//! The invitations to games.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{challenges, invitations};
use super::{Failure, Postgres};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::invitation::{INVITATIONS_MAX, Invitation, InvitedTo};
use lapidary_model::player::Occupant;

/// Invites a player, with a place in the order of joining if one is reserved for them; inviting again changes
/// nothing.
pub async fn insert(
    connection: &Postgres,
    game: GameId,
    player: PlayerId,
    place: Option<i16>,
) -> Result<(), Failure> {
    diesel::insert_into(invitations::table)
        .values((
            invitations::game_id.eq(game.0),
            invitations::player_id.eq(player.0),
            invitations::place.eq(place),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Invites players to games, without a place.
pub async fn insert_all(connection: &Postgres, invited: &[(GameId, PlayerId)]) -> Result<(), Failure> {
    if invited.is_empty() {
        return Ok(());
    }
    let row = |(game, player): &(GameId, PlayerId)| {
        (invitations::game_id.eq(game.0), invitations::player_id.eq(player.0))
    };
    let rows: Vec<_> = invited.iter().map(row).collect();
    diesel::insert_into(invitations::table).values(rows).on_conflict_do_nothing().run(connection).await
}

/// Returns the place in the order of joining that is reserved for a player.
pub async fn place_of(connection: &Postgres, game: GameId, player: PlayerId) -> Result<Option<i16>, Failure> {
    let place: Option<Option<i16>> =
        invitations::table.find((game.0, player.0)).select(invitations::place).first_row(connection).await?;
    Ok(place.flatten())
}

/// Withdraws an invitation.
pub async fn delete(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::delete(invitations::table.find((game.0, player.0))).run(connection).await
}

/// Counts the invitations of a game.
pub async fn count(connection: &mut Postgres, game: GameId) -> Result<i64, Failure> {
    let all = invitations::table.filter(invitations::game_id.eq(game.0));
    Ok(all.select(count_star()).first(connection).await?)
}

row! {
    struct InvitedRow {
        player_id: Uuid,
        username: Option<String>,
        bot: bool,
        invited_at: DateTime<Utc>,
    }
}

/// Returns the invitations to a game, the oldest first.
pub async fn list(connection: &mut Postgres, game: GameId) -> Result<Vec<Invitation>, Failure> {
    let invited = diesel::sql_query(
        "WITH i AS MATERIALIZED (SELECT i.player_id, i.invited_at FROM invitations i WHERE i.game_id = $1 \
         ORDER BY i.invited_at, i.player_id LIMIT $2) \
         SELECT i.player_id, p.username, p.bot, i.invited_at FROM i JOIN players p ON p.id = i.player_id \
         ORDER BY i.invited_at, i.player_id",
    );
    let rows: Vec<InvitedRow> =
        invited.bind::<SqlUuid, _>(game.0).bind::<BigInt, _>(INVITATIONS_MAX).load(connection).await?;
    let invitation = |InvitedRow { player_id, username, bot, invited_at }: InvitedRow| Invitation {
        player: Occupant { player: PlayerId(player_id), username, bot },
        invited_at,
    };
    Ok(rows.into_iter().map(invitation).collect())
}

/// A game, when the player was invited to it, and the challenge with the game that it follows.
type ReceivedRow = (Uuid, DateTime<Utc>, Option<(Uuid, Option<Uuid>)>);

/// Returns what these games invite a player to, and when.
pub async fn received(
    connection: &mut Postgres,
    player: PlayerId,
    games: &[GameId],
) -> Result<HashMap<GameId, (InvitedTo, DateTime<Utc>)>, Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<ReceivedRow> = invitations::table
        .left_join(challenges::table.on(challenges::game_id.eq(invitations::game_id)))
        .filter(invitations::player_id.eq(player.0).and(invitations::game_id.eq_any(&ids)))
        .select((
            invitations::game_id,
            invitations::invited_at,
            (challenges::game_id, challenges::rematch_of).nullable(),
        ))
        .load(connection)
        .await?;
    let kind = |challenge: Option<(Uuid, Option<Uuid>)>| match challenge {
        None => InvitedTo::Game,
        Some((_, None)) => InvitedTo::Challenge,
        Some((_, Some(_))) => InvitedTo::Rematch,
    };
    Ok(rows.into_iter().map(|(game, at, challenge)| (GameId(game), (kind(challenge), at))).collect())
}
